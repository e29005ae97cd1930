//===- WrittenTypes.cpp - Where the type of an expression is written ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/WrittenTypes.h"
#include "Analyse/Builds/MadeOf.h"
#include "Ast/Spelling.h"
#include "Ast/VariableUses.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// What \p E is an element of, or is reached through, as far as nothing but
/// pointers and copies is between.
const Expr *originOf(const Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else if (const auto *U = dyn_cast<UnaryOperator>(E);
             U && (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf))
      E = U->getSubExpr();
    else if (const auto *B = dyn_cast<BinaryOperator>(E);
             B && B->isAdditiveOp() && B->getType()->isPointerType())
      E = B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS();
    else if (const auto *Copy = dyn_cast<CXXConstructExpr>(E);
             Copy && Copy->getNumArgs() == 1)
      E = Copy->getArg(0);
    else
      return E;
  }
}

/// No class or namespace has the name.
bool isKnown(TypeLoc L) {
  const auto *Alias = elementLocOf(L).getType()->getAs<TypedefType>();
  return !Alias || Alias->getDecl()->getDeclContext()->isTranslationUnit();
}

/// What \p L says of pointers, through an alias of one.
TypeLoc declaredLoc(TypeLoc L) {
  const auto Alias = elementLocOf(L).getAs<TypedefTypeLoc>();
  const NamedDecl *D = Alias ? declOf(Alias) : nullptr;
  return D && elementLocOf(L).getType()->isPointerType() &&
                 D->getDeclContext()->isTranslationUnit()
             ? declaredLoc(
                   cast<TypedefNameDecl>(D)->getTypeSourceInfo()->getTypeLoc())
             : L;
}

/// The argument of the class template that \p Object names, of which \p T is
/// the parameter; null for other types.
TypeLoc argumentIn(TypeLoc Object, QualType T) {
  const auto *P = T.getNonReferenceType()->getAs<SubstTemplateTypeParmType>();
  const auto *D = P ? P->getReplacedParameter() : nullptr;
  auto Of = elementLocOf(Object).getAsAdjusted<TemplateSpecializationTypeLoc>();
  if (!D || !Of || !isa<CXXRecordDecl>(D->getDeclContext()) ||
      D->getIndex() >= Of.getNumArgs())
    return TypeLoc();
  const TypeSourceInfo *Type = Of.getArgLoc(D->getIndex()).getTypeSourceInfo();
  return Type ? Type->getTypeLoc() : TypeLoc();
}

/// `0`, or an integer that every type has: it does not decide a type.
bool isNothing(const Expr *E) {
  if (const auto *F = dyn_cast<FloatingLiteral>(E))
    return F->getValue().isPosZero();
  const auto *I = dyn_cast<IntegerLiteral>(E);
  return I && I->getValue().ule(1);
}

class WrittenTypes {
public:
  WrittenTypes(const FunctionDecl *Function, const OtherBuilds &Builds)
      : Function(Function), Builds(Builds) {}
  llvm::SmallVector<WrittenType, 4> Found;
  /// Only which class it is matters, not what the class is made of.
  bool OfClass = false;

  void add(const Expr *E) {
    E = originOf(E);
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
      add(Cast->getTypeInfoAsWritten()->getTypeLoc(), std::nullopt);
    else if (const auto *M = dyn_cast<MemberExpr>(E))
      addMember(*M);
    else if (const auto *V =
                 dyn_cast_or_null<VarDecl>(Ref ? Ref->getDecl() : nullptr))
      addVariable(*V);
    else if (const auto *C = dyn_cast<ConditionalOperator>(E))
      for (const Expr *Each : {C->getTrueExpr(), C->getFalseExpr()})
        add(Each);
    else if (const auto *B = dyn_cast<BinaryOperator>(E))
      addComputed({B->getLHS(), B->getRHS()});
    else if (const auto *U = dyn_cast<UnaryOperator>(E))
      addComputed({U->getSubExpr()});
    else if (const auto *Call = dyn_cast<CallExpr>(E))
      addCalled(*Call);
    else if (!isNothing(E))
      add(TypeLoc(), Builds.decides(E->getSourceRange()));
  }

private:
  void add(TypeLoc Words, std::optional<std::string> By) {
    if (OfClass && Words && !By) {
      By = whichClass(elementLocOf(Words));
    } else if (Words && Builds.isChosen(Words.getBeginLoc())) {
      By = By ? By : Builds.decides(Words.getSourceRange());
      By = By ? By : "an #if";
      Words = TypeLoc();
    } else if (Words && !By) {
      By = MadeOf(Builds).decides(elementLocOf(Words));
    }
    Found.push_back({Words, std::move(By)});
  }

  /// No words say what the types of another build or instance are promoted to.
  void addComputed(llvm::ArrayRef<const Expr *> Operands) {
    const bool IsInstance = Function->isTemplateInstantiation();
    const size_t First = Found.size();
    for (const Expr *Each : Operands)
      add(Each);
    for (WrittenType &Each : llvm::MutableArrayRef(Found).drop_front(First))
      if (Each.By || IsInstance)
        Each.Words = TypeLoc();
  }

  /// As \p D is declared, which another build may do otherwise.
  void addDeclared(const DeclaratorDecl &D, TypeLoc Words) {
    auto By = Builds.choice(&D);
    const TypeLoc Known = By ? TypeLoc() : Words;
    if (!By && !OfClass)
      By = Builds.decides({D.getBeginLoc(), D.getLocation()});
    add(Known, std::move(By));
  }

  void addVariable(const VarDecl &V) {
    const TypeLoc L = V.getTypeSourceInfo()->getTypeLoc();
    if (V.getType()->getContainedAutoType() && V.getInit())
      add(V.getInit());
    else if (V.getDeclContext() == Function || !V.isLocalVarDeclOrParm() ||
             Function->isTemplateInstantiation())
      addDeclared(V, declaredLoc(L));
  }

  /// As the member \p M is declared, in words that the function knows.
  void addMember(const MemberExpr &M) {
    const auto *Field = dyn_cast<FieldDecl>(M.getMemberDecl());
    const TypeSourceInfo *Type = Field ? Field->getTypeSourceInfo() : nullptr;
    if (!Type)
      return add(TypeLoc(), Builds.decides(M.getSourceRange()));
    if (auto By = otherClass(M.getBase()))
      return add(TypeLoc(), std::move(By));
    const TypeLoc L = Type->getTypeLoc();
    if (elementLocOf(L).getAs<SubstTemplateTypeParmTypeLoc>())
      addArgument(M.getBase(), elementLocOf(L).getType());
    else
      addDeclared(*Field, isKnown(L) ? L : TypeLoc());
  }

  /// What makes the class that \p Object is of another one.
  std::optional<std::string> otherClass(const Expr *Object) const {
    WrittenTypes Of(Function, Builds);
    Of.OfClass = true;
    Of.add(Object);
    for (WrittenType &Each : Of.Found)
      if (Each.By)
        return Each.By;
    return std::nullopt;
  }

  std::optional<std::string> whichClass(TypeLoc L) const {
    SourceRange R = L.getSourceRange();
    if (const auto Of = L.getAsAdjusted<TemplateSpecializationTypeLoc>())
      R.setEnd(Of.getTemplateNameLoc());
    const TagDecl *Tag = L.getType()->getAsTagDecl();
    if (!Tag || Builds.sources().isInSystemHeader(Tag->getLocation()))
      return Builds.decides(R);
    auto By = Builds.decidesWords(R);
    return By ? By : Builds.choice(Tag);
  }

  void addArgument(const Expr *Object, QualType T) {
    const VarDecl *V = plainVariable(Object);
    add(V && V->getTypeSourceInfo()
            ? argumentIn(V->getTypeSourceInfo()->getTypeLoc(), T)
            : TypeLoc(),
        std::nullopt);
  }

  /// As a function of the program is declared, or what one of the system is
  /// given.
  void addCalled(const CallExpr &Call) {
    const FunctionDecl *F = Call.getDirectCallee();
    if (F && !isSystem(F)) {
      const FunctionDecl *Of = F->getTemplateInstantiationPattern();
      Of = Of ? Of : F;
      if (Of->getReturnType()->getContainedAutoType() ||
          Builds.decidesCallee(&Call, Function))
        return add(TypeLoc(), F->getNameAsString());
      const TypeLoc L = Of->getTypeSourceInfo()->getTypeLoc();
      if (!Of->getReturnType()->isDependentType())
        return addDeclared(*Of, isKnown(L) ? L : TypeLoc());
      if (isa<CXXMethodDecl>(F) && Call.getNumArgs())
        return addArgument(Call.getArg(0), F->getReturnType());
    }
    for (const Expr *Argument : Call.arguments())
      if (Argument->getType()->isPointerType())
        add(Argument);
  }

  const FunctionDecl *Function;
  const OtherBuilds &Builds;
};

} // namespace

llvm::SmallVector<WrittenType, 4> writtenTypes(const Expr *E,
                                               const FunctionDecl *Function,
                                               const OtherBuilds &Builds) {
  WrittenTypes Of(Function, Builds);
  Of.add(E);
  return std::move(Of.Found);
}

} // namespace pipeline_rewrite
