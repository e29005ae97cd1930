//===- HandOver.cpp - Launches become calls of what launches --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Host/HandOver.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class LaunchChanger {
public:
  LaunchChanger(LoopText &T, const LaunchFunctions &To) : T(T), To(To) {}

  EditSet Launches;

  void change(const LaunchSite &Site) {
    if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Site.Call))
      changeLaunch(*Launch);
    else if (Site.Config)
      changeConfigured(Site, *cast<CallExpr>(Site.Call));
    else
      changeCall(Site, *cast<CallExpr>(Site.Call));
  }

private:
  /// `cudaLaunchKernel(kernel, …)` becomes `call_kernel(…)`.
  void changeCall(const LaunchSite &Site, const CallExpr &Call) {
    auto Callee = T.Source.range(Call.getCallee());
    auto Next = T.Source.range(Call.getArg(1));
    const auto Of = argumentsOf(Site);
    if (!Callee || !Next || Callee->End > Next->Begin || !Of)
      return failInMacro(Call);
    Launches.replace(Callee->Begin, Next->Begin,
                     nameAt(Callee->Begin, To.Scope) + To.Caller + *Of + "(");
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
    Launches.replace(Callee->Begin, Callee->End, To.Configurer + *Of);
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
    const auto Given = beginOfArguments(Launch);
    if (!Named || !First || *First > *Named || !Begin || *Begin > *First ||
        Config.size() < 2 || !Given || *Named > Config[0].Begin ||
        Config.back().End > *Given ||
        (Ref->hasExplicitTemplateArgs() &&
         (!Greater ||
          !(*Named < *Less && *Less < *Greater && *Greater < Config[0].Begin))))
      return T.fail(RefusalId::CodeInMacro, "a launch is written in a macro",
                    Launch.getSourceRange());
    std::string Rest;
    for (size_t I = Config.size(); I < 4; ++I)
      Rest += ", 0";
    const std::string Scope =
        nameAt(*Begin, To.Scope.empty() ? T.Source.slice({*First, *Named})
                                        : llvm::StringRef(To.Scope));
    const std::string Of =
        Greater ? T.Source.slice({*Less, *Greater + 1}).str() : "";
    Launches.replace(*Begin, Config[0].Begin, Scope + To.Launcher + Of + "(");
    Launches.replace(Config.back().End, *Given,
                     Rest + (Launch.getNumArgs() ? ", " : ""));
  }

  /// A name in \p Scope that is written at \p At.
  std::string nameAt(unsigned At, llvm::StringRef Scope) const {
    return (spaceBefore(At, T.Source.text()) + Scope).str();
  }

  /// Of the first one, or where they end; nullopt if that is not written here.
  std::optional<unsigned>
  beginOfArguments(const CUDAKernelCallExpr &Launch) const {
    if (Launch.getNumArgs() == 0)
      return T.Source.spelled(Launch.getRParenLoc());
    const auto First = T.Source.range(Launch.getArg(0));
    return First ? std::optional(First->Begin) : std::nullopt;
  }

  LoopText &T;
  const LaunchFunctions &To;
};

} // namespace

EditSet handOver(LoopText &T, llvm::ArrayRef<const LaunchSite *> Sites,
                 const LaunchFunctions &To) {
  LaunchChanger Changer(T, To);
  for (const LaunchSite *Site : Sites)
    Changer.change(*Site);
  return std::move(Changer.Launches);
}

} // namespace pipeline_rewrite
