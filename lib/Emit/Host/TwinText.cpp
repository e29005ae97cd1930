//===- TwinText.cpp - A second kernel, chosen at run time -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Host/TwinText.h"
#include "Emit/Host/HandOver.h"
#include "Emit/Host/TensorText.h"
#include "Emit/Host/TwinNames.h"
#include "Emit/Host/TwinParts.h"
#include "Emit/Source/KernelParts.h"
#include "Emit/Source/UnusedNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class TwinWriter {
public:
  TwinWriter(LoopText &T, const KernelTwin &Twin, const EditSet &Edits)
      : T(T), Twin(Twin), Edits(Edits), Kernel(T.Facts.Loop->Function),
        Boxed(T.Plan.boxedTiles()) {}

  EditSet write(Names &Names) {
    const auto Parts = findKernelParts(T, Kernel);
    if (!Parts)
      return {};
    Is = *Parts;
    if (!areTwinNamesFree(T, Kernel, Is))
      return {};
    const std::string Old = Kernel->getNameAsString();
    const bool Snake = Old.find('_') != std::string::npos;
    auto Take = [&](const std::string &Wish) {
      return Names
          .takeFunction(Wish, Wish + std::to_string(Is.Whole.Begin),
                        Is.Whole.End)
          .Name;
    };
    auto TakeOfHost = [&](const std::string &Wish) {
      return Take(nameOfLauncher(Wish, "tma_", T.Unit.text()));
    };
    Are.Twin = Take(Old + (Snake ? "_tma" : "Tma"));
    auto IsLaunch = [](const LaunchSite *Site) {
      return isa<CUDAKernelCallExpr>(Site->Call);
    };
    if (llvm::any_of(Twin.Sites, IsLaunch))
      Are.Launcher = TakeOfHost("launch_" + Old);
    if (!llvm::all_of(Twin.Sites, IsLaunch))
      Are.Asker = TakeOfHost("map_" + Old);
    if (llvm::any_of(Twin.Sites, [&](const LaunchSite *Site) {
          return !IsLaunch(Site) && !Site->Config;
        }))
      Are.Caller = TakeOfHost("call_" + Old);
    if (llvm::any_of(Twin.Sites,
                     [](const LaunchSite *Site) { return Site->Config; }))
      Are.Configurer = TakeOfHost("configure_" + Old);
    EditSet Out, Inside;
    for (const TextEdit &E : Edits.edits())
      (E.Begin >= Is.Whole.Begin && E.End <= Is.Whole.End ? Inside : Out)
          .replace(E.Begin, E.End, E.Text);
    const std::string NL = T.newline();
    Out.insert(T.Source.lineEnd(Is.Whole.End),
               NL + "// " + Old + "() with tensor maps." + NL +
                   twinText(std::move(Inside)) + NL + NL +
                   launcherText(T, Twin, Is, Are));
    Out.add(handOver(T, Twin.Sites, Are));
    return Out;
  }

private:
  std::string twinText(EditSet Inside) {
    std::string Maps, Bases;
    for (const TilePlan *Tile : Boxed) {
      const TileBox *Map = Tile->Box;
      Maps += "," + T.newline() + "    const __grid_constant__ CUtensorMap " +
              mapName(*Map);
      if (Map->BaseMoves)
        Bases += T.newline() + T.IndentUnit + "const void *const " +
                 baseName(*Map) + " = " + Map->Base->getNameAsString() + ";";
    }
    Inside.replace(Is.NameAt, Is.NameAt + Kernel->getName().size(), Are.Twin);
    Inside.insert(Is.Parameters.End, Maps);
    if (!Bases.empty())
      Inside.insert(Is.BodyAt + 1, Bases);
    for (const DeclStmt *Each : findUnusedNames(T))
      if (auto R = T.Source.range(Each))
        Inside.insert(R->Begin, "[[maybe_unused]] ");
    return Inside.apply(T.Source.text(), Is.Whole.Begin, Is.Whole.End);
  }

  LoopText &T;
  const KernelTwin &Twin;
  const EditSet &Edits;
  const FunctionDecl *Kernel;
  const std::vector<const TilePlan *> Boxed;
  KernelParts Is;
  LauncherNames Are;
};

} // namespace

EditSet writeTwin(LoopText &T, const KernelTwin &Twin, const EditSet &Edits,
                  Names &Names) {
  return TwinWriter(T, Twin, Edits).write(Names);
}

} // namespace pipeline_rewrite
