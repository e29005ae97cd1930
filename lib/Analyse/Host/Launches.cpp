//===- Launches.cpp - What kernels are launched with ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Host/Launches.h"
#include "Analyse/Host/ConfiguredLaunch.h"
#include "Analyse/Host/LaunchNumbers.h"
#include "Ast/Assignments.h"
#include "Ast/OwnCode.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Number = std::optional<uint64_t>;

class LaunchFinder : public OwnCodeVisitor {
public:
  using Found = llvm::function_ref<void(const FunctionDecl *, LaunchInView)>;

  using Called =
      llvm::function_ref<void(const FunctionDecl *, const FunctionDecl *)>;

  LaunchFinder(const ASTContext &Context, Found Report, Called ReportCall)
      : OwnCodeVisitor(Context), Context(Context), Report(Report),
        ReportCall(ReportCall) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *Call) override {
    const CallExpr *Config = Call->getConfig();
    const FunctionDecl *Kernel = Call->getDirectCallee();
    if (Kernel && Config && Config->getNumArgs() >= 2)
      report(Kernel, Config->getArg(0), Config->getArg(1),
             Config->getNumArgs() > 2 ? Config->getArg(2) : nullptr);
    return true;
  }

  /// cudaLaunchKernel(kernel, grid, block, arguments, bytes, stream),
  /// cudaLaunchKernelEx(&config, kernel, …)
  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *F = Call->getDirectCallee();
    if (F && Inside)
      ReportCall(F->getCanonicalDecl(), Inside->getCanonicalDecl());
    const llvm::StringRef Called = runtimeFunction(Call);
    if (Called.empty() || Call->getNumArgs() < 2)
      return true;
    if (Called == "cudaLaunchKernel" && Call->getNumArgs() > 3)
      if (const FunctionDecl *Kernel = namedBy(Call->getArg(0)))
        report(Kernel, Call->getArg(1), Call->getArg(2),
               Call->getNumArgs() > 4 ? Call->getArg(4) : nullptr);
    if (Called == "cudaLaunchKernelEx" || Called == "cudaLaunchKernelExC")
      if (const FunctionDecl *Kernel = namedBy(Call->getArg(1))) {
        ConfiguredLaunch Config = findConfiguredLaunch(Call, Inside);
        if (Config.IsKnown.isYes())
          report(Kernel, Config.Grid, Config.Block, Config.Bytes);
        else
          Report(Kernel->getCanonicalDecl(), here());
      }
    return true;
  }

private:
  static const FunctionDecl *namedBy(const Expr *E) {
    E = E->IgnoreParenCasts();
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      E = U->getSubExpr()->IgnoreParenCasts();
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    return Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
  }

  LaunchInView here() const {
    LaunchInView Launch;
    Launch.In = Inside;
    return Launch;
  }

  void report(const FunctionDecl *Kernel, const Expr *Grid, const Expr *Block,
              const Expr *Bytes) {
    LaunchInView Launch = here();
    if (Block)
      Launch.Block = constantDimensions(Block, Context);
    if (Grid)
      Launch.Grid = constantDimensions(Grid, Context);
    Launch.DynamicBytes = !Bytes || isa<CXXDefaultArgExpr>(Bytes)
                              ? 0
                              : constantBytes(Bytes, Context);
    Report(Kernel->getCanonicalDecl(), Launch);
  }

  const ASTContext &Context;
  Found Report;
  Called ReportCall;
};

Number product(const std::optional<std::array<uint64_t, 3>> &Of) {
  return Of ? Number((*Of)[0] * (*Of)[1] * (*Of)[2]) : Number();
}

Number larger(Number A, Number B) {
  return A && B ? Number(std::max(*A, *B)) : Number();
}

/// Expressions that do nothing but give a value, by a closed list: whatever
/// else there is may have an effect, or see one.
class PlainValues {
public:
  /// \p MayChange: what changes a number or a pointer is plain as well.
  explicit PlainValues(bool MayChange) : MayChange(MayChange) {}

  template <class Range> bool are(Range Of) const {
    return llvm::all_of(Of, [this](const Expr *E) { return is(E); });
  }

  bool is(const Stmt *S, unsigned Depth = 0) const {
    const auto *E = dyn_cast_or_null<Expr>(S);
    if (!E || Depth > 8 || E->getType().isVolatileQualified() || !isKnown(*E))
      return false;
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
      return is(Default->getExpr(), Depth);
    if (const auto *Call = dyn_cast<CallExpr>(E);
        Call && !isKnownCall(*Call, Depth))
      return false;
    // Of a sizeof nothing is done.
    return isa<UnaryExprOrTypeTraitExpr>(E) ||
           llvm::all_of(E->children(),
                        [&](const Stmt *Each) { return is(Each, Depth); });
  }

private:
  bool isKnown(const Expr &E) const {
    if (E.isTypeDependent())
      return isa<DeclRefExpr>(E) && E.getType()->isPointerType();
    if (isa<BinaryOperator, UnaryOperator>(E))
      return MayChange || !changedBy(&E);
    if (const auto *Made = dyn_cast<CXXConstructExpr>(&E))
      return Made->getConstructor()->isTrivial() ||
             (isSystem(Made->getConstructor()) &&
              Made->getConstructor()->getParent()->getName() == "dim3");
    if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(&E))
      return !Size->getTypeOfArgument()->isVariablyModifiedType();
    if (const auto *Member = dyn_cast<MemberExpr>(&E))
      return !isa<VarDecl>(Member->getMemberDecl());
    return isa<IntegerLiteral, FloatingLiteral, CharacterLiteral,
               CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, GNUNullExpr,
               StringLiteral, DeclRefExpr, CXXThisExpr, ParenExpr, ConstantExpr,
               SubstNonTypeTemplateParmExpr, ConditionalOperator,
               ArraySubscriptExpr, ImplicitCastExpr, CStyleCastExpr,
               CXXFunctionalCastExpr, CXXStaticCastExpr, CXXConstCastExpr,
               CXXReinterpretCastExpr, CXXScalarValueInitExpr,
               ImplicitValueInitExpr, InitListExpr, MaterializeTemporaryExpr,
               CXXDefaultArgExpr, CallExpr>(E);
  }

  /// It returns a plain value of what it is given, and does no more.
  bool isKnownCall(const CallExpr &Call, unsigned Depth) const {
    const FunctionDecl *F = Call.getDirectCallee();
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
    if (!F || (Method && Method->isVirtual()))
      return false;
    if (isSystem(F))
      return isKnownOfSystem(*F);
    const FunctionDecl *Definition = nullptr;
    const auto *Body =
        F->hasBody(Definition)
            ? dyn_cast_or_null<CompoundStmt>(Definition->getBody())
            : nullptr;
    const auto *Return = Body && Body->size() == 1
                             ? dyn_cast<ReturnStmt>(Body->body_front())
                             : nullptr;
    return Return && PlainValues(/*MayChange=*/false)
                         .is(Return->getRetValue(), Depth + 1);
  }

  static bool isKnownOfSystem(const FunctionDecl &F) {
    if (!F.getIdentifier())
      return false;
    const llvm::StringRef Name = F.getName();
    if (const auto *Method = dyn_cast<CXXMethodDecl>(&F))
      return F.param_empty() && (Name == "data" || Name == "size" ||
                                 (Name == "get" && Method->isConst()));
    if (Name == "raw_pointer_cast")
      return F.getNumParams() == 1;
    return (Name == "min" || Name == "max") && F.getNumParams() == 2 &&
           F.getParamDecl(0)->getType().getNonReferenceType()->isScalarType();
  }

  const bool MayChange;
};

/// A constant, or a size of blocks or grids that is one.
bool isFixed(const Expr *E, const ASTContext &Context) {
  return isa<CXXDefaultArgExpr>(E) ||
         (!E->isValueDependent() && E->isEvaluatable(Context) &&
          !E->HasSideEffects(Context)) ||
         (PlainValues(/*MayChange=*/false).is(E) &&
          constantDimensions(E, Context));
}

} // namespace

Launches::Launches(ASTContext &Context) {
  auto Report = [this](const FunctionDecl *Kernel, LaunchInView Launch) {
    Each[Kernel].push_back(Launch);
    LaunchShape Shape = {product(Launch.Block), product(Launch.Grid),
                         Launch.DynamicBytes};
    auto [At, New] = Shapes.try_emplace(Kernel, Shape);
    if (!New)
      At->second = {larger(At->second.Threads, Shape.Threads),
                    larger(At->second.Blocks, Shape.Blocks),
                    larger(At->second.DynamicBytes, Shape.DynamicBytes)};
  };
  auto ReportCall = [this](const FunctionDecl *F, const FunctionDecl *Caller) {
    CalledBy[F].insert(Caller);
  };
  LaunchFinder(Context, Report, ReportCall)
      .TraverseDecl(Context.getTranslationUnitDecl());
}

Number Launches::largestGrid(const FunctionDecl *F) const {
  Callers Seen;
  return largestGrid(F, Seen);
}

Number Launches::largestGrid(const FunctionDecl *F, Callers &Seen) const {
  F = F->getCanonicalDecl();
  if (F->hasAttr<CUDAGlobalAttr>())
    return largest(F).Blocks;
  auto At = CalledBy.find(F);
  if (At == CalledBy.end() || !Seen.insert(F).second)
    return std::nullopt;
  Number Most = 0;
  for (const FunctionDecl *Caller : At->second)
    Most = larger(Most, largestGrid(Caller, Seen));
  return Most;
}

LaunchShape Launches::largest(const FunctionDecl *Kernel) const {
  auto At = Shapes.find(Kernel->getCanonicalDecl());
  return At == Shapes.end() ? LaunchShape() : At->second;
}

std::vector<LaunchInView> Launches::inView(const FunctionDecl *Kernel) const {
  auto At = Each.find(Kernel->getCanonicalDecl());
  return At == Each.end() ? std::vector<LaunchInView>() : At->second;
}

bool needsOrder(const CUDAKernelCallExpr &Launch, const ASTContext &Context) {
  const auto Config = Launch.getConfig()->arguments(),
             Given = Launch.arguments();
  const PlainValues Plain(/*MayChange=*/false), Changing(/*MayChange=*/true);
  auto AreFixed = [&](auto Of) {
    return llvm::all_of(Of, [&](auto *E) { return isFixed(E, Context); });
  };
  return !Changing.are(Config) || !Changing.are(Given) ||
         (!Plain.are(Config) && !AreFixed(Given)) ||
         (!Plain.are(Given) && !AreFixed(Config));
}

} // namespace pipeline_rewrite
