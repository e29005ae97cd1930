//===- HostPointers.cpp - Host variables that hold new memory alone -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/HostPointers.h"
#include "Analyse/Provenance.h"
#include "Analyse/ReachedErrors.h"
#include "Ast/Assignments.h"
#include "Frontend/SourceUnit.h"
#include "Match/DeviceFunctions.h"
#include "Support/LlvmVersion.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// It puts the address of new memory where its first argument points. One of
/// the user's by such a name may give the same memory twice.
bool allocates(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  return F && F->getIdentifier() && !isa<CXXMethodDecl>(F) &&
         F->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
         isSystem(F) &&
         isOneOf(F->getName(),
                 {"cudaMalloc", "cudaMallocManaged", "cudaMallocHost",
                  "cudaMallocAsync", "cudaMallocPitch"});
}

/// Whether a variable, or what it refers or points to if that is a pointer
/// itself, is only read and given new allocations.
class ReceivesOnly : public DynamicRecursiveASTVisitor {
public:
  ReceivesOnly(const VarDecl *V, HostPointers &Pointers)
      : V(V), Pointers(Pointers),
        IsBehind(V->getType()->isPointerType() &&
                 V->getType()->getPointeeType()->isPointerType() &&
                 isa<ParmVarDecl>(V)) {
    ShouldVisitImplicitCode = true; // conversions that read it, captures
  }

  bool TraverseImplicitCastExpr(ImplicitCastExpr *E) override {
    return (E->getCastKind() == CK_LValueToRValue &&
            isPointer(E->getSubExpr())) ||
           DynamicRecursiveASTVisitor::TraverseImplicitCastExpr(E);
  }

  bool TraverseCallExpr(CallExpr *Call) override {
    for (unsigned I = 0; I < Call->getNumArgs(); ++I)
      if (isGiven(Call->getArg(I)) ? !Pointers.fillsArgument(Call, I)
                                   : !TraverseStmt(Call->getArg(I)))
        return false;
    return TraverseStmt(Call->getCallee());
  }

  bool TraverseBinaryOperator(BinaryOperator *B) override {
    const auto Sets = builtinAssignment(B);
    if (!Sets || !Sets->isPlain() || !isPointer(Sets->Target))
      return DynamicRecursiveASTVisitor::TraverseBinaryOperator(B);
    return isNewValue(Sets->Value) && TraverseStmt(B->getRHS());
  }

  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    return Ref->getDecl() != V;
  }

  /// Null, or what a call has just allocated.
  bool isNewValue(const Expr *E) const {
    if (E->isNullPointerConstant(V->getASTContext(),
                                 Expr::NPC_NeverValueDependent))
      return true;
    const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenCasts());
    return Call && Pointers.makesAllocation(Call);
  }

private:
  bool isName(const Expr *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    return Ref && Ref->getDecl() == V;
  }

  /// The value of V.
  bool isValue(const Expr *E) const {
    const auto *C = dyn_cast<ImplicitCastExpr>(E->IgnoreParens());
    return C && C->getCastKind() == CK_LValueToRValue &&
           isName(C->getSubExpr());
  }

  /// The pointer that is asked about, as an lvalue: `v`, or `*v`.
  bool isPointer(const Expr *E) const {
    if (!IsBehind)
      return isName(E);
    const auto *U = dyn_cast<UnaryOperator>(E->IgnoreParens());
    return U && U->getOpcode() == UO_Deref && isValue(U->getSubExpr());
  }

  /// Its address, or a reference to it.
  bool isGiven(const Expr *E) const {
    if (E->isGLValue() && isPointer(E))
      return true;
    E = E->IgnoreParenCasts();
    if (const auto *U = dyn_cast<UnaryOperator>(E);
        U && U->getOpcode() == UO_AddrOf)
      return isPointer(U->getSubExpr());
    return IsBehind && isName(E);
  }

  const VarDecl *const V;
  HostPointers &Pointers;
  const bool IsBehind; ///< V is the address of the pointer
};

/// \p V is named between #if and #endif in the text of \p F: another build may
/// do something else with it.
bool isNamedUnderCondition(const VarDecl *V, const FunctionDecl *F,
                           const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  const auto [File, Begin] =
      SM.getDecomposedLoc(SM.getExpansionLoc(F->getBeginLoc()));
  const auto [EndFile, End] =
      SM.getDecomposedLoc(SM.getExpansionLoc(F->getEndLoc()));
  if (File != EndFile)
    return true;
  // To the end of the file, where the buffer has the zero that the lexer wants.
  const llvm::StringRef Text = SM.getBufferData(File).substr(Begin);
  Lexer Lex(SM.getLocForStartOfFile(File).getLocWithOffset(Begin),
            Unit.context().getLangOpts(), Text.begin(), Text.begin(),
            Text.end());
  int Conditions = 0;
  bool IsDirective = false;
  for (Token T;
       !Lex.LexFromRawLexer(T) && SM.getFileOffset(T.getLocation()) < End;) {
    const llvm::StringRef Word =
        T.is(tok::raw_identifier) ? T.getRawIdentifier() : "";
    if (IsDirective)
      Conditions += Word.starts_with("if") - (Word == "endif");
    IsDirective = T.is(tok::hash) && T.isAtStartOfLine();
    if (Conditions > 0 && V->getIdentifier() && Word == V->getName())
      return true;
  }
  return false;
}

/// The values that a function returns; false if one of its statements returns
/// none.
bool collectReturned(const Stmt *S, llvm::SmallVectorImpl<const Expr *> &Out) {
  if (!S || isa<LambdaExpr>(S))
    return true;
  if (const auto *R = dyn_cast<ReturnStmt>(S)) {
    Out.push_back(R->getRetValue());
    return R->getRetValue();
  }
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return collectReturned(Child, Out);
  });
}

} // namespace

bool HostPointers::isReadable(const FunctionDecl *F) const {
  return F->hasBody() && !F->isTemplated() && !F->isWeak() &&
         !F->hasAttr<CUDAGlobalAttr>() && !findErrorIn(F, Unit);
}

bool HostPointers::onlyReceives(const VarDecl *V, const FunctionDecl *In) {
  ReceivesOnly Uses(V, *this);
  return !isNamedUnderCondition(V, In, Unit) &&
         (isa<ParmVarDecl>(V) || !V->hasInit() ||
          Uses.isNewValue(V->getInit())) &&
         Uses.TraverseStmt(In->getBody());
}

bool HostPointers::holdsAllocations(const VarDecl *V) {
  auto [At, IsNew] = Known.try_emplace(V, false);
  if (!IsNew)
    return At->second;
  const auto *Host = dyn_cast<FunctionDecl>(V->getDeclContext());
  if (!Host || !isReadable(Host) || !V->hasLocalStorage() ||
      isa<ParmVarDecl>(V) || V->isExceptionVariable() ||
      !V->getType()->isPointerType() || V->isInvalidDecl() ||
      !onlyReceives(V, Host))
    return false;
  return Known[V] = true;
}

bool HostPointers::keepsArgument(const ParmVarDecl *V) {
  const auto *Host = dyn_cast<FunctionDecl>(V->getDeclContext());
  if (!Host || !isReadable(Host) || !V->getType()->isPointerType() ||
      V->isInvalidDecl() || isNamedUnderCondition(V, Host, Unit))
    return false;
  struct IsRead : DynamicRecursiveASTVisitor {
    explicit IsRead(const VarDecl *V) : V(V) { ShouldVisitImplicitCode = true; }
    bool TraverseImplicitCastExpr(ImplicitCastExpr *E) override {
      const auto *Ref = dyn_cast<DeclRefExpr>(E->getSubExpr()->IgnoreParens());
      return (E->getCastKind() == CK_LValueToRValue && Ref &&
              Ref->getDecl() == V) ||
             DynamicRecursiveASTVisitor::TraverseImplicitCastExpr(E);
    }
    bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
      return Ref->getDecl() != V;
    }
    const VarDecl *const V;
  };
  return IsRead(V).TraverseStmt(Host->getBody());
}

bool HostPointers::fillsArgument(const CallExpr *Call, unsigned Argument) {
  if (allocates(Call))
    return Argument == 0;
  const FunctionDecl *F = findBodyOf(Call);
  if (!F || F->isVariadic() || !isReadable(F))
    return false;
  const unsigned First = firstArgument(Call, F);
  if (Argument < First || Argument - First >= F->getNumParams())
    return false;
  const ParmVarDecl *P = F->getParamDecl(Argument - First);
  const QualType T = P->getType(), Inner = T->getPointeeType();
  if (Inner.isNull() || !Inner->isPointerType())
    return false;
  auto [At, IsNew] = Known.try_emplace(P, false);
  return IsNew ? Known[P] = onlyReceives(P, F) : At->second;
}

bool HostPointers::makesAllocation(const CallExpr *Call) {
  const FunctionDecl *F = findBodyOf(Call);
  if (!F || !F->getReturnType()->isPointerType() || !isReadable(F))
    return false;
  auto [At, IsNew] = Known.try_emplace(F, false);
  return IsNew ? Known[F] = returnsAllocation(F) : At->second;
}

bool HostPointers::returnsAllocation(const FunctionDecl *F) {
  llvm::SmallVector<const Expr *, 2> Values;
  return collectReturned(F->getBody(), Values) && !Values.empty() &&
         llvm::all_of(Values, [&](const Expr *Value) {
           const auto *Ref = dyn_cast<DeclRefExpr>(Value->IgnoreParenCasts());
           const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
           return Value->isNullPointerConstant(Unit.context(),
                                               Expr::NPC_NeverValueDependent) ||
                  (V && V->getDeclContext() == F && holdsAllocations(V));
         });
}

} // namespace pipeline_rewrite
