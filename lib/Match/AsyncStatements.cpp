//===- AsyncStatements.cpp - What a statement is to asynchronous copies ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Match/AsyncStatements.h"
#include "Ast/VariableUses.h"
#include "Match/AsyncOperands.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Functions of the user's own in each other.
constexpr unsigned MostDepth = 4;

/// A pipeline or a barrier of libcu++, and whether it is the block's.
struct SyncClass {
  bool IsPipeline = false, IsOfBlock = false;
};

std::optional<SyncClass> syncClass(QualType T) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  if (!Class || Class->getTemplateArgs().size() == 0 ||
      (Class->getName() != "pipeline" && Class->getName() != "barrier"))
    return std::nullopt;
  std::string Scope;
  llvm::raw_string_ostream OS(Scope);
  Class->getTemplateArgs()[0].print(Class->getASTContext().getPrintingPolicy(),
                                    OS, /*IncludeType=*/false);
  return SyncClass{Class->getName() == "pipeline",
                   llvm::StringRef(Scope).ends_with("thread_scope_block")};
}

bool isBlock(const Expr *Group) {
  const CXXRecordDecl *Class = Group->getType()->getAsCXXRecordDecl();
  return Class && Class->getName() == "thread_block";
}

/// Reads one statement. A function of the user's own is read with its
/// parameters bound to what it is given.
class Reader {
public:
  explicit Reader(ASTContext &Context) : Operands(Context) {}

  std::optional<AsyncStatement> read(const Stmt *S) {
    S = onlyStatement(S);
    if (const auto *Asm = dyn_cast_or_null<GCCAsmStmt>(S))
      return readAsyncAsm(Asm, Operands);
    if (const auto *D = dyn_cast_or_null<DeclStmt>(S)) {
      const auto *V =
          D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
      auto Out = V && V->getInit() ? readExpr(V->getInit()) : std::nullopt;
      return Out && Out->Step == AsyncStep::Arrive ? Out : std::nullopt;
    }
    const auto *E = dyn_cast_or_null<Expr>(S);
    return E ? readExpr(E) : std::nullopt;
  }

private:
  void setSize(AsyncStatement &Out, const Expr *E) {
    E = Operands.resolved(E);
    // cuda::aligned_size_t<16>(bytes)
    if (const auto *Made = dyn_cast<CXXConstructExpr>(bareOperand(E));
        Made && Made->getNumArgs() == 1)
      E = Made->getArg(0);
    Out.Size = E;
    Out.Bytes = Operands.constant(E).value_or(0);
  }

  std::optional<AsyncStatement> readExpr(const Expr *E) {
    E = bareOperand(E);
    if (const auto *Made = dyn_cast<CXXConstructExpr>(E);
        Made && Made->getNumArgs() == 1)
      E = bareOperand(Made->getArg(0));
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    if (!F)
      return std::nullopt;
    switch (classifyCallee(F)) {
    case CallKind::HasBody:
      return readCallee(Call, F);
    case CallKind::Async:
      break;
    default:
      return std::nullopt;
    }
    const llvm::StringRef Name = plainName(F);
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
      return readMember(Member, Name);
    if (Name.starts_with("__pipeline_"))
      return readPrimitive(Call, Name);
    if (Name == "memcpy_async")
      return readLibraryCopy(Call);
    if (Name == "pipeline_consumer_wait_prior")
      return readWaitPrior(Call, F);
    if (Name == "wait" && Call->getNumArgs() == 1) {
      AsyncStatement Out;
      Out.Step = AsyncStep::Wait;
      Out.Group = Call->getArg(0);
      Out.OfBlock = isBlock(Out.Group);
      return Out;
    }
    return std::nullopt;
  }

  /// A function of the user's own that does one such thing, whatever it
  /// declares for that.
  std::optional<AsyncStatement> readCallee(const CallExpr *Call,
                                           const FunctionDecl *F) {
    const FunctionDecl *Definition = nullptr;
    if (!F->hasBody(Definition) || isSystem(F) || Depth == MostDepth ||
        (isa<CXXMethodDecl>(F) && !cast<CXXMethodDecl>(F)->isStatic()) ||
        Call->getNumArgs() != F->getNumParams())
      return std::nullopt;
    const auto *Block = dyn_cast<CompoundStmt>(Definition->getBody());
    const Stmt *Does = nullptr;
    for (const Stmt *S : Block->body()) {
      if (!onlyStatement(S))
        continue;
      const auto *D = dyn_cast<DeclStmt>(S);
      if (D && llvm::all_of(D->decls(), [&](const Decl *Each) {
            const auto *V = dyn_cast<VarDecl>(Each);
            return V && V->hasInit() && V->getType()->isScalarType() &&
                   Operands.isHarmless(V->getInit());
          }))
        continue;
      if (Does)
        return std::nullopt;
      Does = S;
    }
    for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
      const ParmVarDecl *P = Definition->getParamDecl(I);
      if (isChanged(Definition->getBody(), P))
        return std::nullopt;
      Operands.bind(P, Call->getArg(I));
    }
    ++Depth;
    auto Out = Does ? read(Does) : std::nullopt;
    --Depth;
    if (Out && (Out->Group || Out->Of || Out->Step == AsyncStep::Arrive))
      return std::nullopt; // the object is named here
    return Out;
  }

  std::optional<AsyncStatement> readPrimitive(const CallExpr *Call,
                                              llvm::StringRef Name) {
    AsyncStatement Out;
    if (Name == "__pipeline_commit") {
      Out.Step = AsyncStep::Commit;
      return Out;
    }
    if (Name == "__pipeline_wait_prior") {
      Out.Step = AsyncStep::Wait;
      return Operands.constant(Operands.resolved(Call->getArg(0))) == 0
                 ? std::optional(Out)
                 : std::nullopt;
    }
    if (Name != "__pipeline_memcpy_async" || Call->getNumArgs() < 3)
      return std::nullopt;
    Out.To = Operands.pointerOf(Call->getArg(0));
    Out.From = Operands.pointerOf(Call->getArg(1));
    setSize(Out, Call->getArg(2));
    if (!Out.Bytes ||
        (Call->getNumArgs() > 3 && !isa<CXXDefaultArgExpr>(Call->getArg(3)) &&
         !setZeros(Out, Call->getArg(3), /*IsRead=*/false, Operands)))
      return std::nullopt;
    return Out;
  }

  /// `memcpy_async(group, to, from, bytes)` of cooperative groups, and, with a
  /// pipeline or a barrier behind it and perhaps no group, of libcu++.
  std::optional<AsyncStatement> readLibraryCopy(const CallExpr *Call) {
    AsyncStatement Out;
    llvm::SmallVector<const Expr *, 5> Given(Call->arg_begin(),
                                             Call->arg_end());
    if (!Given.front()->getType()->isPointerType() &&
        !Given.front()->getType()->isArrayType()) {
      Out.Group = Given.front();
      Out.Step = AsyncStep::GroupCopy;
      Given.erase(Given.begin());
    }
    if (Given.size() == 4 && syncClass(Given[3]->getType())) {
      Out.Of = namedOperand(Given[3]);
      if (!Out.Of)
        return std::nullopt;
    } else if (Given.size() != 3 || !Out.Group) {
      return std::nullopt;
    }
    Out.Commits = !Out.Of;
    Out.To = Operands.pointerOf(Given[0]);
    Out.From = Operands.pointerOf(Given[1]);
    setSize(Out, Given[2]);
    return Out;
  }

  /// `cuda::pipeline_consumer_wait_prior<0>(pipe)`.
  static std::optional<AsyncStatement> readWaitPrior(const CallExpr *Call,
                                                     const FunctionDecl *F) {
    AsyncStatement Out;
    Out.Step = AsyncStep::WaitAll;
    Out.Of = Call->getNumArgs() == 1 ? namedOperand(Call->getArg(0)) : nullptr;
    const TemplateArgumentList *Given = F->getTemplateSpecializationArgs();
    const bool IsAll = Given && Given->size() > 0 &&
                       Given->get(0).getKind() == TemplateArgument::Integral &&
                       Given->get(0).getAsIntegral() == 0;
    return Out.Of && IsAll ? std::optional(Out) : std::nullopt;
  }

  static std::optional<AsyncStatement> readMember(const CXXMemberCallExpr *Call,
                                                  llvm::StringRef Name) {
    const Expr *Object = Call->getImplicitObjectArgument();
    const auto Class = syncClass(Object->getType());
    AsyncStatement Out;
    Out.Of = namedOperand(Object);
    if (!Class || !Out.Of)
      return std::nullopt;
    Out.OfBlock = Class->IsOfBlock;
    const auto Step = Class->IsPipeline
                          ? llvm::StringSwitch<std::optional<AsyncStep>>(Name)
                                .Case("producer_acquire", AsyncStep::Open)
                                .Case("producer_commit", AsyncStep::Commit)
                                .Case("consumer_wait", AsyncStep::Wait)
                                .Case("consumer_release", AsyncStep::Release)
                                .Default(std::nullopt)
                          : llvm::StringSwitch<std::optional<AsyncStep>>(Name)
                                .Case("arrive_and_wait", AsyncStep::WaitAll)
                                .Case("arrive", AsyncStep::Arrive)
                                .Case("wait", AsyncStep::WaitAll)
                                .Default(std::nullopt);
    if (!Step || (!Class->IsPipeline && !Class->IsOfBlock) ||
        (Name == "arrive" && Call->getNumArgs() > 0 &&
         !isa<CXXDefaultArgExpr>(Call->getArg(0))))
      return std::nullopt;
    Out.Step = *Step;
    return Out;
  }

  AsyncOperands Operands;
  unsigned Depth = 0;
};

} // namespace

std::optional<AsyncStatement> readAsync(const Stmt *S, ASTContext &Context) {
  return Reader(Context).read(S);
}

} // namespace pipeline_rewrite
