//===- FormsLauncher.cpp - What launches one of a kernel's forms ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Host/FormsLauncher.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class LauncherWriter {
public:
  LauncherWriter(LoopText &T, const KernelForms &Of, const KernelParts &Is,
                 const FormsNames &Are)
      : T(T), Of(Of), Is(Is), Are(Are), Kernel(T.Facts.Loop->Function),
        Old(Kernel->getNameAsString()), NL(T.newline()), In(T.IndentUnit) {}

  std::string write() {
    if (!nameParameters())
      return "";
    std::string Text = formsText();
    if (!Are.Launcher.empty())
      Text += NL + launcherText();
    if (!Are.Caller.empty())
      Text += NL + callerText();
    return Text;
  }

private:
  bool isParameter(llvm::StringRef Name) const {
    return llvm::any_of(Kernel->parameters(), [&](const ParmVarDecl *P) {
      return P->getName() == Name;
    });
  }
  /// A compiler could warn that the name hides another.
  static std::string nameOf(llvm::StringRef Parameter) {
    return ("launch_" + Parameter).str();
  }

  /// The kernel's parameters as those of functions that launch it.
  bool nameParameters() {
    const std::string Text = T.Source.slice(Is.Parameters).str();
    EditSet Renamed;
    unsigned Found = 0;
    Lexer Lex(SourceLocation(), T.Context.getLangOpts(), Text.data(),
              Text.data(), Text.data() + Text.size());
    Token Each;
    do {
      Lex.LexFromRawLexer(Each);
      if (Each.isNot(tok::raw_identifier) ||
          !isParameter(Each.getRawIdentifier()))
        continue;
      const llvm::StringRef Name = Each.getRawIdentifier();
      const unsigned At = Name.data() - Text.data();
      Renamed.replace(At, At + Name.size(), nameOf(Name));
      ++Found;
    } while (Each.isNot(tok::eof));
    Parameters = llvm::StringRef(Renamed.apply(Text)).trim().str();
    // Else one is part of the type of another, or a macro names it.
    if (Found == Kernel->getNumParams())
      return true;
    T.fail(RefusalId::CodeInMacro, "the parameters' names are not known",
           Kernel->getLocation());
    return false;
  }

  /// One object for each instance of a template.
  std::string formsText() const {
    std::string All;
    for (const KernelForm &Form : Of.Forms)
      All += (All.empty() ? "\"" : "," + NL + In + In + In + In + "\"") +
             Form.Is + "\"";
    return "// The forms of " + Old + "(), and what is known of them." + NL +
           Is.Header + "static pipeline_dispatch::Kernel &" + Are.Forms +
           "() {" + NL + In + "static const char *const launchForms[] = {" +
           All + "};" + NL + In + "static void (*const launchEach[])(" +
           Parameters + ") = {" + kernels() + "};" + NL + In +
           "static pipeline_dispatch::Kernel launchKernel(\"" + Old +
           "\", launchForms, launchEach);" + NL + In + "return launchKernel;" +
           NL + "}" + NL;
  }

  std::string kernels() const {
    std::string All = Old + Is.Instance;
    for (const std::string &Each : Are.Kernels)
      All += ", " + Each + Is.Instance;
    return All;
  }

  std::string launcherText() const {
    std::string Given, Tiles;
    for (const ParmVarDecl *P : Kernel->parameters())
      Given += (Given.empty() ? "" : ", ") + nameOf(P->getName());
    for (const ParmVarDecl *P : Of.Tiles)
      Tiles += ", " + nameOf(P->getName());
    auto Launch = [&](const std::string &Name, const std::string &Bytes) {
      return Name + Is.Instance + "<<<launchGrid, launchBlock, " + Bytes +
             ", static_cast<cudaStream_t>(launchStream)>>>(" + Given + ");" +
             NL;
    };
    return "// Launches " + Old + "(), or the form that is the fastest." + NL +
           Is.Header + "static void " + Are.Launcher +
           "(dim3 launchGrid, dim3 launchBlock, size_t launchBytes, void "
           "*launchStream" +
           (Kernel->param_empty() ? "" : "," + NL + In + In + Parameters) +
           ") {" + NL +
           chooseText("static_cast<cudaStream_t>(launchStream)", Tiles,
                      Launch) +
           "}" + NL;
  }

  /// For cudaLaunchKernel(), which is given the addresses of the arguments.
  std::string callerText() const {
    std::string Tiles;
    const FunctionDecl *Pattern = Kernel->getTemplateInstantiationPattern();
    for (const ParmVarDecl *P : Of.Tiles)
      if (!Pattern || !Pattern->getParamDecl(P->getFunctionScopeIndex())
                           ->getType()
                           ->isDependentType())
        Tiles +=
            ", pipeline_dispatch::argument<" +
            P->getType().getCanonicalType().getUnqualifiedType().getAsString(
                T.Context.getPrintingPolicy()) +
            ">(launchArguments, " + std::to_string(P->getFunctionScopeIndex()) +
            ")";
    auto Call = [&](const std::string &Name, const std::string &Bytes) {
      return "cudaLaunchKernel(reinterpret_cast<const void *>(" + Name +
             Is.Instance + "), launchGrid, launchBlock," + NL + In + In + In +
             "launchArguments, " + Bytes + ", launchStream);" + NL;
    };
    auto Launch = [&](const std::string &Name, const std::string &Bytes) {
      return "launchResult = " + Call(Name, Bytes);
    };
    return "// Launches one of them as cudaLaunchKernel() would." + NL +
           Is.Header + "static cudaError_t " + Are.Caller +
           "(dim3 launchGrid, dim3 launchBlock, void **launchArguments," + NL +
           In + In +
           "size_t launchBytes = 0, cudaStream_t launchStream = 0) {" + NL +
           In + "cudaError_t launchResult = cudaSuccess;" + NL +
           // Without arguments the launch fails, and there is none to read.
           (Tiles.empty() ? ""
                          : In + "if (!launchArguments)" + NL + In + In +
                                "return " + Call(Old, "launchBytes")) +
           chooseText("launchStream", Tiles, Launch) + In +
           "return launchResult;" + NL + "}" + NL;
  }

  std::string chooseText(
      const std::string &Stream, const std::string &Tiles,
      llvm::function_ref<std::string(const std::string &, const std::string &)>
          Launch) const {
    std::string Text = In + "pipeline_dispatch::Launch launchBy(" + Are.Forms +
                       Is.Instance +
                       "(), launchGrid, launchBlock, launchBytes, " + Stream +
                       Tiles + ");" + NL + In + "do {" + NL + In + In;
    for (size_t I = 0; I < Of.Forms.size(); ++I) {
      const std::string Bytes = bytesText(Of.Forms[I]);
      Text += "if (launchBy.takes(" + std::to_string(I + 1) + ", " + Bytes +
              "))" + NL + In + In + In + Launch(Are.Kernels[I], Bytes) + In +
              In + "else ";
    }
    return llvm::StringRef(Text).rtrim().str() + NL + In + In + In +
           Launch(Old, "launchBytes") + In +
           "} while (launchBy.mustRepeat());" + NL;
  }

  /// What is enough for all its loops.
  static std::string bytesText(const KernelForm &Form) {
    uint64_t Least = 0;
    for (const FormOfLoop &Loop : Form.Loops)
      Least = std::max(Least, Loop.Plan->Launch.AtLeast);
    return Least ? "pipeline_dispatch::atLeast(launchBytes, " +
                       std::to_string(Least) + ")"
                 : "launchBytes";
  }

  LoopText &T;
  const KernelForms &Of;
  const KernelParts &Is;
  const FormsNames &Are;
  const FunctionDecl *const Kernel;
  const std::string Old, NL, In;
  std::string Parameters; ///< of functions that launch
};

} // namespace

std::string launchersText(LoopText &T, const KernelForms &Of,
                          const KernelParts &Is, const FormsNames &Are) {
  return LauncherWriter(T, Of, Is, Are).write();
}

} // namespace pipeline_rewrite
