//===- TwinText.cpp - A second kernel, chosen at run time -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Host/TwinText.h"
#include "Emit/Host/TensorText.h"
#include "Emit/Host/TwinLauncher.h"
#include "Emit/Host/TwinNames.h"
#include "Emit/Source/KernelParts.h"
#include "Emit/Source/UnusedNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

bool isWordCharacter(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '$';
}

/// As `launch_k` where the text has a function `launch`: a new function whose
/// name begins with another's is taken to be made of that (TokenOrigins.h).
bool startsLikeOther(llvm::StringRef Name, llvm::StringRef Text) {
  for (size_t Size = 1; Size <= Name.size(); ++Size) {
    const llvm::StringRef Start = Name.take_front(Size);
    for (size_t At = Text.find(Start); At != llvm::StringRef::npos;
         At = Text.find(Start, At + 1)) {
      const bool IsWord = At == 0 || !isWordCharacter(Text[At - 1]);
      if (IsWord && Text.drop_front(At + Size).ltrim().starts_with("("))
        return true;
    }
  }
  return false;
}

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
      return Take(startsLikeOther(Wish, T.Unit.text()) ? "tma_" + Wish : Wish);
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
    for (const LaunchSite *Site : Twin.Sites)
      if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Site->Call))
        changeLaunch(*Launch);
      else if (Site->Config)
        changeConfigured(*Site, *cast<CallExpr>(Site->Call));
      else
        changeCall(*Site, *cast<CallExpr>(Site->Call));
    Out.add(Launches);
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

  /// `cudaLaunchKernel(kernel, …)` becomes `call_kernel(…)`.
  void changeCall(const LaunchSite &Site, const CallExpr &Call) {
    auto Callee = T.Source.range(Call.getCallee());
    auto Next = T.Source.range(Call.getArg(1));
    const auto Of = argumentsOf(Site);
    if (!Callee || !Next || Callee->End > Next->Begin || !Of)
      return failInMacro(Call);
    Launches.replace(Callee->Begin, Next->Begin, Are.Caller + *Of + "(");
  }

  /// `cudaLaunchKernelEx(&config, kernel, …)` becomes
  /// `configure_kernel(&config, …)`.
  void changeConfigured(const LaunchSite &Site, const CallExpr &Call) {
    auto Callee = T.Source.range(Call.getCallee());
    auto Config = T.Source.range(Call.getArg(0));
    auto Named = T.Source.range(Call.getArg(1));
    const auto Of = argumentsOf(Site);
    if (!Callee || !Config || !Named || !Of || Callee->End > Config->Begin ||
        Config->End > Named->Begin)
      return failInMacro(Call);
    Launches.replace(Callee->Begin, Callee->End, Are.Configurer + *Of);
    Launches.replace(Config->End, Named->End, "");
  }

  void failInMacro(const CallExpr &Call) {
    T.fail(RefusalId::CodeInMacro, "a launch is written in a macro",
           Call.getSourceRange());
  }

  /// `<…>` as a call names its kernel; nullopt if that is not written here.
  std::optional<std::string> argumentsOf(const LaunchSite &Site) const {
    const auto *Ref = cast<DeclRefExpr>(Site.Kernel);
    if (!Ref->hasExplicitTemplateArgs())
      return "";
    auto Less = T.Source.spelled(Ref->getLAngleLoc()),
         Greater = T.Source.spelled(Ref->getRAngleLoc());
    if (!Less || !Greater || *Greater < *Less)
      return std::nullopt;
    return T.Source.slice({*Less, *Greater + 1}).str();
  }

  void changeLaunch(const CUDAKernelCallExpr &Launch) {
    const auto *Ref =
        dyn_cast<DeclRefExpr>(Launch.getCallee()->IgnoreParenImpCasts());
    auto Named = Ref ? T.Source.spelled(Ref->getLocation()) : std::nullopt;
    auto Less = Ref && Ref->hasExplicitTemplateArgs()
                    ? T.Source.spelled(Ref->getLAngleLoc())
                    : std::nullopt;
    auto Greater = Less ? T.Source.spelled(Ref->getRAngleLoc()) : std::nullopt;
    // With the namespaces: a call has them as its own.
    auto First = Ref ? T.Source.spelled(Ref->getBeginLoc()) : std::nullopt;
    // Parentheses around the kernel go.
    auto Begin = T.Source.spelled(Launch.getCallee()->getBeginLoc());
    llvm::SmallVector<TextRange, 4> Config;
    for (const Expr *Each : Launch.getConfig()->arguments())
      if (!isa<CXXDefaultArgExpr>(Each))
        if (auto R = T.Source.range(Each))
          Config.push_back(*R);
    auto Given = T.Source.range(Launch.getArg(0));
    if (!Named || !First || *First > *Named || !Begin || *Begin > *First ||
        Config.size() < 2 || !Given || *Named > Config[0].Begin ||
        Config.back().End > Given->Begin ||
        (Ref->hasExplicitTemplateArgs() &&
         (!Greater ||
          !(*Named < *Less && *Less < *Greater && *Greater < Config[0].Begin))))
      return T.fail(RefusalId::CodeInMacro, "a launch is written in a macro",
                    Launch.getSourceRange());
    std::string Rest;
    for (size_t I = Config.size(); I < 4; ++I)
      Rest += ", 0";
    const std::string Scope = T.Source.slice({*First, *Named}).str();
    const std::string Of =
        Greater ? T.Source.slice({*Less, *Greater + 1}).str() : "";
    Launches.replace(*Begin, Config[0].Begin, Scope + Are.Launcher + Of + "(");
    Launches.replace(Config.back().End, Given->Begin, Rest + ", ");
  }

  LoopText &T;
  const KernelTwin &Twin;
  const EditSet &Edits;
  const FunctionDecl *Kernel;
  const std::vector<const TilePlan *> Boxed;
  KernelParts Is;
  LauncherNames Are;
  EditSet Launches;
};

} // namespace

EditSet writeTwin(LoopText &T, const KernelTwin &Twin, const EditSet &Edits,
                  Names &Names) {
  return TwinWriter(T, Twin, Edits).write(Names);
}

} // namespace pipeline_rewrite
