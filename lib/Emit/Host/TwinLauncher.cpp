//===- TwinLauncher.cpp - The function that launches one of two kernels ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Host/ProducerText.h"
#include "Emit/Host/TensorText.h"
#include "Emit/Host/TwinParts.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class LauncherWriter {
public:
  LauncherWriter(LoopText &T, const KernelTwin &Twin, const KernelParts &Is,
                 const LauncherNames &Are)
      : T(T), Twin(Twin), Is(Is), Are(Are), Kernel(T.Facts.Loop->Function),
        Boxed(T.Plan.boxedTiles()) {}

  std::string write() {
    const std::string NL = T.newline(), In = T.IndentUnit;
    const std::string Line = NL + In + In + In;
    const std::string Asked =
        twinConditions(T, Twin, Are.Twin + Is.Instance, Line) +
        roomForProducers(T.Schedule, Are.Twin + Is.Instance, Line);
    if (Are.Asker.empty())
      return launcherText(Asked);
    std::string Text = askerText(Asked);
    if (!Are.Launcher.empty())
      Text += launcherText(Are.Asker + Is.Instance +
                           "(launchMaps, launchGrid, launchBlock, " +
                           given("") + ")") +
              NL;
    if (!Are.Caller.empty())
      Text += callerText() + (Are.Configurer.empty() ? "" : NL);
    return Are.Configurer.empty() ? Text : Text + configurerText();
  }

private:
  std::string askerText(const std::string &Asked) const {
    const std::string NL = T.newline();
    return "// Makes the tensor maps, if that can be." + NL + Is.Header +
           "static bool " + Are.Asker +
           "(CUtensorMap *launchMaps, dim3 launchGrid, dim3 launchBlock, " +
           parametersText() + ") {" + NL + nameMaps() + T.IndentUnit +
           "return " + Asked + ";" + NL + "}" + NL + NL;
  }

  std::string launcherText(const std::string &Asked) const {
    const std::string NL = T.newline(), In = T.IndentUnit;
    auto Launch = [&](const std::string &Of, const std::string &Block,
                      const std::string &Bytes, const std::string &Arguments) {
      return NL + In + In + Of + Is.Instance + "<<<launchGrid, " + Block +
             ", " + Bytes + ", static_cast<cudaStream_t>(launchStream)>>>(" +
             Arguments + ");" + NL;
    };
    const std::string Block = "launchBlock";
    return "// Launches the kernel with tensor maps where that can be, and "
           "else " +
           Kernel->getNameAsString() + "()." + NL + Is.Header + "static void " +
           Are.Launcher +
           "(dim3 launchGrid, dim3 launchBlock, size_t launchBytes, "
           "void *launchStream," +
           NL + In + In + parametersText() + ") {" + NL +
           (Are.Asker.empty() ? In + declareMaps() : declareArray()) + In +
           "if (" + Asked + ")" +
           Launch(Are.Twin, withProducers(T.Schedule, Block),
                  twinBytes(T.Plan.Launch), given(mapsGiven())) +
           In + "else" +
           Launch(Kernel->getNameAsString(), Block, "launchBytes", given("")) +
           "}" + NL;
  }

  /// For cudaLaunchKernel(), which is given the addresses of the arguments.
  std::string callerText() const {
    const std::string NL = T.newline(), In = T.IndentUnit;
    std::string Addresses;
    for (unsigned I = 0; I < Kernel->getNumParams(); ++I)
      Addresses +=
          (I ? ", " : "") + ("launchArguments[" + std::to_string(I)) + "]";
    for (unsigned I = 0; I < Boxed.size(); ++I)
      Addresses += ", &launchMaps[" + std::to_string(I) + "]";
    auto Call = [&](const std::string &Of, const std::string &Block,
                    const std::string &Arguments, const std::string &Bytes) {
      return "return cudaLaunchKernel(reinterpret_cast<const void *>(" + Of +
             Is.Instance + "), launchGrid, " + Block + ", " + Arguments + ", " +
             Bytes + ", launchStream);" + NL;
    };
    const std::string Block = "launchBlock";
    return "// Launches either as cudaLaunchKernel() would." + NL + Is.Header +
           "static cudaError_t " + Are.Caller +
           "(dim3 launchGrid, dim3 launchBlock, void **launchArguments," + NL +
           In + In +
           "size_t launchBytes = 0, cudaStream_t launchStream = 0) {" + NL +
           declareArray() + In + "if (!tensor_tiles::askAt(" + Are.Asker +
           Is.Instance +
           ", launchMaps, launchGrid, launchBlock, launchArguments))" + NL +
           In + In +
           Call(Kernel->getNameAsString(), Block, "launchArguments",
                "launchBytes") +
           In + "void *given[] = {" + Addresses + "};" + NL + In +
           Call(Are.Twin, withProducers(T.Schedule, Block), "given",
                twinBytes(T.Plan.Launch)) +
           "}" + NL;
  }

  /// For cudaLaunchKernelEx(), which is given whatever becomes the arguments.
  std::string configurerText() const {
    const std::string NL = T.newline(), In = T.IndentUnit;
    auto Call = [&](const std::string &With, const std::string &Of,
                    const std::string &More) {
      return "return cudaLaunchKernelEx(" + With + ", " + Of + Is.Instance +
             ", launchGiven..." + More + ");" + NL;
    };
    std::string Text =
        "// Launches either as cudaLaunchKernelEx() would." + NL +
        headerWithPack() + "static cudaError_t " + Are.Configurer +
        "(const cudaLaunchConfig_t *launchConfig, LaunchGiven &&...launchGiven"
        ") {" +
        NL + declareArray() + In + "if (!" + Are.Asker + Is.Instance +
        "(launchMaps, launchConfig->gridDim, launchConfig->blockDim, "
        "launchGiven...))" +
        NL + In + In + Call("launchConfig", Kernel->getNameAsString(), "");
    std::string Changes;
    if (T.Plan.Launch.AtLeast)
      Changes = In +
                "launchWith.dynamicSmemBytes = " + twinBytes(T.Plan.Launch) +
                ";" + NL;
    if (const std::string Block = "launchConfig->blockDim",
        With = withProducers(T.Schedule, Block);
        With != Block)
      Changes += In + "launchWith.blockDim = " + With + ";" + NL;
    if (Changes.empty())
      return Text + In + Call("launchConfig", Are.Twin, mapsGiven()) + "}" + NL;
    return Text + In + "cudaLaunchConfig_t launchWith = *launchConfig;" + NL +
           Changes + In + Call("&launchWith", Are.Twin, mapsGiven()) + "}" + NL;
  }

  /// That of the kernel, if it has one, and what is deduced.
  std::string headerWithPack() const {
    const llvm::StringRef Own = llvm::StringRef(Is.Header).rtrim();
    return (Own.empty() ? "template <" : Own.drop_back().str() + ", ") +
           "class... LaunchGiven>" + T.newline();
  }

  /// The parameters by their names, and more.
  std::string given(const std::string &More) const {
    std::string Text;
    for (const ParmVarDecl *P : Kernel->parameters())
      Text += (Text.empty() ? "" : ", ") + P->getNameAsString();
    return Text + More;
  }
  /// The maps by their names, each behind \p Before.
  std::string maps(const std::string &Before) const {
    std::string Text;
    for (const TilePlan *Tile : Boxed)
      Text += Before + mapName(*Tile->Box);
    return Text;
  }
  std::string mapsGiven() const {
    if (Are.Asker.empty())
      return maps(", ");
    std::string Text;
    for (unsigned I = 0; I < Boxed.size(); ++I)
      Text += ", launchMaps[" + std::to_string(I) + "]";
    return Text;
  }
  /// The maps by their names, of an array that is given.
  std::string nameMaps() const {
    std::string Text;
    for (unsigned I = 0; I < Boxed.size(); ++I)
      Text += T.IndentUnit + "CUtensorMap &" + mapName(*Boxed[I]->Box) +
              " = launchMaps[" + std::to_string(I) + "];" + T.newline();
    return Text;
  }
  std::string declareArray() const {
    return T.IndentUnit + "CUtensorMap launchMaps[" +
           std::to_string(Boxed.size()) + "];" + T.newline();
  }
  std::string declareMaps() const {
    return "CUtensorMap " + llvm::StringRef(maps(", ")).drop_front(2).str() +
           ";" + T.newline();
  }
  std::string parametersText() const {
    return T.Source.slice(Is.Parameters).trim().str();
  }

  LoopText &T;
  const KernelTwin &Twin;
  const KernelParts &Is;
  const LauncherNames &Are;
  const FunctionDecl *const Kernel;
  const std::vector<const TilePlan *> Boxed;
};

} // namespace

std::string launcherText(LoopText &T, const KernelTwin &Twin,
                         const KernelParts &Is, const LauncherNames &Are) {
  return LauncherWriter(T, Twin, Is, Are).write();
}

} // namespace pipeline_rewrite
