//===- TypeText.cpp - Types in the words of the source --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An instance knows its types by value: what the template calls
// `typename V<T>::Type` is float in one and double in the next. Whether a type
// depends on the template's parameters is asked of the template itself, and a
// type that does is named as the source names it somewhere.
//===----------------------------------------------------------------------===//
#include "Emit/Source/TypeText.h"
#include "Analyse/LoopFacts.h"
#include "Ast/Spelling.h"
#include "Emit/Source/Names.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Regex.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Looks for an expression or a variable of the template by its place.
class PatternFinder : public DynamicRecursiveASTVisitor {
public:
  SourceRange Expression;
  SourceLocation Variable;
  bool Found = false, Dependent = false, DependentElement = false;

  bool VisitExpr(Expr *E) override {
    if (E->getSourceRange() == Expression)
      note(E->isTypeDependent());
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    if (V->getLocation() == Variable)
      note(V->getType()->isDependentType());
    if (V->getLocation() == Variable)
      DependentElement |= V->getASTContext()
                              .getBaseElementType(V->getType())
                              ->isDependentType();
    return true;
  }

private:
  void note(bool IsDependent) {
    Found = true;
    Dependent |= IsDependent;
  }
};

const SubstTemplateTypeParmType *parameterIn(QualType T) {
  while (const auto *P = T->getAs<PointerType>())
    T = P->getPointeeType();
  return T->getAs<SubstTemplateTypeParmType>();
}

/// The cast that makes the pointer of `*(const V *)p`; nullptr if there is
/// none.
const ExplicitCastExpr *castIn(const Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (const auto *C = dyn_cast<ExplicitCastExpr>(E))
      return C;
    if (const auto *U = dyn_cast<UnaryOperator>(E);
        U && U->getOpcode() == UO_Deref)
      E = U->getSubExpr();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else if (const auto *Copy = dyn_cast<CXXConstructExpr>(E);
             Copy && Copy->getNumArgs() == 1)
      E = Copy->getArg(0);
    else
      return nullptr;
  }
}

/// A macro stands for the type \p L and for nothing else.
bool isMacro(TypeLoc L, const SourceManager &SM) {
  const SourceLocation Begin = L.getBeginLoc(), End = L.getEndLoc();
  const SourceLocation Use = SM.getExpansionLoc(Begin);
  return Begin.isMacroID() && End.isMacroID() && !SM.isInSystemHeader(Use) &&
         !SM.isWrittenInBuiltinFile(Use) &&
         SM.isAtStartOfImmediateMacroExpansion(Begin) &&
         SM.isAtEndOfImmediateMacroExpansion(
             End.getLocWithOffset(Lexer::MeasureTokenLength(
                 SM.getSpellingLoc(End), SM, LangOptions())));
}

/// Another build may give the elements of \p L another type: a macro or an
/// alias names it, or what a template makes of them.
bool mayBeOther(TypeLoc L, const SourceManager &SM) {
  L = elementLocOf(L);
  return isMacro(L, SM) ||
         !(L.getAs<BuiltinTypeLoc>() || L.getAs<TagTypeLoc>());
}

/// One that a header of the system does not settle.
bool isOfProgram(TypeLoc L, const SourceManager &SM) {
  L = elementLocOf(L);
  const auto *Alias = L.getType()->getAs<TypedefType>();
  return isMacro(L, SM) ||
         (Alias && !SM.isInSystemHeader(Alias->getDecl()->getLocation()));
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

/// The member that holds what \p E reads, or a pointer to it; nullptr if none
/// does.
const MemberExpr *memberIn(const Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return isa<FieldDecl>(M->getMemberDecl()) ? M : nullptr;
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else if (const auto *U = dyn_cast<UnaryOperator>(E))
      E = U->getSubExpr();
    else if (const auto *B = dyn_cast<BinaryOperator>(E);
             B && B->isAdditiveOp() && B->getType()->isPointerType())
      E = B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS();
    else
      return nullptr;
  }
}

/// `0`, or an integer that every type has: it does not decide a type.
bool isNothing(const Expr *E) {
  if (const auto *F = dyn_cast<FloatingLiteral>(E))
    return F->getValue().isPosZero();
  const auto *I = dyn_cast<IntegerLiteral>(E);
  return I && I->getValue().ule(1);
}

/// Text that is the same in all instances.
std::string spell(QualType T, const ASTContext &Context, bool Own) {
  return spellType(Own || !parameterIn(T) ? T : T.getCanonicalType(), Context);
}

} // namespace

TypeText::TypeText(const FunctionDecl *Function, const SourceText &Source)
    : Source(Source), Function(Function),
      Pattern(Function->getTemplateInstantiationPattern()) {}

/// \p T is a parameter of the function's template, or of its class, and not of
/// another class that it uses.
bool TypeText::isOwnParameter(QualType T) const {
  const auto *P = parameterIn(T);
  const auto *D = P ? P->getReplacedParameter() : nullptr;
  const FunctionDecl *F = Function->getTemplateInstantiationPattern();
  return D && F &&
         (D->getDeclContext() == F || D->getDeclContext()->Encloses(F));
}

bool TypeText::varies(const Expr *E) const {
  if (!Pattern)
    return false;
  PatternFinder Finder;
  Finder.Expression = E->getSourceRange();
  Finder.TraverseDecl(const_cast<FunctionDecl *>(Pattern));
  return !Finder.Found || Finder.Dependent;
}

bool TypeText::elementVaries(const VarDecl *V) const {
  if (!Pattern)
    return false;
  PatternFinder Finder;
  Finder.Variable = V->getLocation();
  Finder.TraverseDecl(const_cast<FunctionDecl *>(Pattern));
  return !Finder.Found || Finder.DependentElement;
}

/// The type \p L in the words of the source, without references and what
/// qualifies it; nullopt for arrays, and where no words say it.
std::optional<std::string> TypeText::wordsOf(TypeLoc L) const {
  L = L.getUnqualifiedLoc();
  if (auto R = L.getAs<ReferenceTypeLoc>())
    return wordsOf(R.getPointeeLoc());
  if (auto P = L.getAs<PointerTypeLoc>()) {
    auto Pointee = wordsOf(P.getPointeeLoc());
    const bool IsConst = P.getPointeeLoc().getType().isConstQualified();
    return Pointee ? std::optional((IsConst ? "const " : "") + *Pointee + " *")
                   : std::nullopt;
  }
  auto R = Source.range(L.getSourceRange());
  if (!R || innerLocOf(L) || L.getType()->getContainedAutoType() ||
      L.getType().isConstQualified() || isRenamed(L, Source.slice(*R)))
    return std::nullopt;
  return Source.slice(*R).str();
}

/// Further down in the file \p Name may mean another type.
bool TypeText::isRenamed(TypeLoc L, llvm::StringRef Name) const {
  if (!isValidAsciiIdentifier(Name))
    return false;
  const bool IsMacro = L.getBeginLoc().isMacroID();
  return llvm::Regex("#[ \t]*(undef" + std::string(IsMacro ? "" : "|define") +
                     ")[ \t]+" + Name.str() + "([^A-Za-z0-9_]|$)")
      .match(Source.text());
}

/// The same of \p L, or of what it points to or is an array of, where that is
/// \p T.
std::optional<std::string> TypeText::wordsOf(TypeLoc L, QualType T) const {
  for (; L; L = innerLocOf(L))
    if (Function->getASTContext().hasSameUnqualifiedType(L.getType(), T))
      return wordsOf(L);
  return std::nullopt;
}

std::optional<std::string> TypeText::ofValue(const Expr *E, QualType T,
                                             const VarDecl *Target,
                                             const VarDecl *StoredTo) const {
  const bool Own = isOwnParameter(T);
  // `T` is const itself in `k<const float>`: no variable of it gets a value.
  const auto *P = parameterIn(T);
  const bool IsConst = P && P->getReplacementType().isConstQualified();
  if (!isNameable(T))
    return std::nullopt;
  std::string Spelled = spell(T, Function->getASTContext(), Own);
  if (Own && !IsConst)
    return Spelled;
  const bool Varies = varies(E);
  llvm::SmallVector<TypeLoc, 4> Written;
  addWritten(E, Written);
  if (Varies && Target)
    Written.push_back(Target->getTypeSourceInfo()->getTypeLoc());
  const SourceManager &SM = Function->getASTContext().getSourceManager();
  auto MayBeOther = [&](TypeLoc L) { return L && mayBeOther(L, SM); };
  if (!Varies && llvm::none_of(Written, MayBeOther))
    return Spelled;
  // What the tile gets has the tile's type in every build.
  const TypeLoc Stored =
      StoredTo ? StoredTo->getTypeSourceInfo()->getTypeLoc() : TypeLoc();
  if (StoredTo && !Varies)
    if (auto Text = wordsOf(Stored, T))
      return Text;
  if (auto Text = agreedWords(Written, T, Varies))
    return Text;
  if (StoredTo && !Varies) // promoted, in this build
    if (auto Text = wordsOf(elementLocOf(Stored)))
      return Text;
  return Varies || llvm::any_of(
                       Written,
                       [&](TypeLoc L) { return L && isOfProgram(L, SM); })
             ? std::nullopt
             : std::optional(Spelled);
}

/// The words for \p T that all of \p Written have, or where it \p Varies
/// between instances, one of them.
std::optional<std::string>
TypeText::agreedWords(llvm::ArrayRef<TypeLoc> Written, QualType T,
                      bool Varies) const {
  const SourceManager &SM = Function->getASTContext().getSourceManager();
  std::optional<std::string> Agreed;
  for (TypeLoc L : Written) {
    auto Text =
        L && (Varies || mayBeOther(L, SM)) ? wordsOf(L, T) : std::nullopt;
    if (Varies && Text)
      return Text;
    if (!Varies && (!Text || (Agreed && *Agreed != *Text)))
      return std::nullopt;
    Agreed = Text;
  }
  return Agreed;
}

/// Where the types are written that the type of \p E is made of: in casts, and
/// where what is read is declared; null for what is written nowhere.
void TypeText::addWritten(const Expr *E,
                          llvm::SmallVectorImpl<TypeLoc> &To) const {
  E = E->IgnoreParenImpCasts();
  if (const ExplicitCastExpr *Cast = castIn(E)) {
    To.push_back(Cast->getTypeInfoAsWritten()->getTypeLoc());
  } else if (const MemberExpr *M = memberIn(E)) {
    To.push_back(fieldLoc(*M));
  } else if (const VarDecl *V = nameIn(E)) {
    if (V->getType()->getContainedAutoType() && V->getInit())
      addWritten(V->getInit(), To);
    else if (Pattern || isInScope(V))
      To.push_back(declaredLoc(V->getTypeSourceInfo()->getTypeLoc()));
  } else if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    addWritten(C->getTrueExpr(), To);
    addWritten(C->getFalseExpr(), To);
  } else if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    addWritten(B->getLHS(), To);
    addWritten(B->getRHS(), To);
  } else if (const auto *Copy = dyn_cast<CXXConstructExpr>(E);
             Copy && Copy->getNumArgs() == 1) {
    addWritten(Copy->getArg(0), To);
  } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
    addCalled(*Call, To);
  } else if (!isNothing(E)) {
    To.push_back(TypeLoc());
  }
}

/// As a function of the program is declared, or what one of the system is
/// given.
void TypeText::addCalled(const CallExpr &Call,
                         llvm::SmallVectorImpl<TypeLoc> &To) const {
  const FunctionDecl *F = Call.getDirectCallee();
  if (F && !isSystem(F)) {
    const FunctionDecl *Of = F->getTemplateInstantiationPattern();
    const TypeLoc L = (Of ? Of : F)->getTypeSourceInfo()->getTypeLoc();
    const VarDecl *Object = isa<CXXMethodDecl>(F) && Call.getNumArgs()
                                ? nameIn(Call.getArg(0))
                                : nullptr;
    if (!(Of ? Of : F)->getReturnType()->isDependentType()) {
      // Where the arguments choose among overloads, each instance has another.
      const bool IsOne = isKnown(L) && !varies(&Call);
      return To.push_back(IsOne ? L : TypeLoc());
    }
    if (Object && Object->getTypeSourceInfo())
      return To.push_back(argumentIn(Object->getTypeSourceInfo()->getTypeLoc(),
                                     F->getReturnType()));
  }
  for (const Expr *Argument : Call.arguments())
    if (Argument->getType()->isPointerType())
      addWritten(Argument, To);
}

/// The type of the member \p M, in words that the function knows.
TypeLoc TypeText::fieldLoc(const MemberExpr &M) const {
  const auto *Field = cast<FieldDecl>(M.getMemberDecl());
  if (!Field->getTypeSourceInfo())
    return TypeLoc();
  const TypeLoc L = Field->getTypeSourceInfo()->getTypeLoc();
  const TypeLoc Element = elementLocOf(L);
  const auto *Ref = dyn_cast<DeclRefExpr>(M.getBase()->IgnoreParenImpCasts());
  const auto *Object = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (Element.getAs<SubstTemplateTypeParmTypeLoc>())
    return Object && Object->getTypeSourceInfo()
               ? argumentIn(Object->getTypeSourceInfo()->getTypeLoc(),
                            Element.getType())
               : TypeLoc();
  return isKnown(L) ? L : TypeLoc();
}

std::optional<std::string> TypeText::ofVariable(const VarDecl *V) const {
  PatternFinder Finder;
  Finder.Variable = V->getLocation();
  if (Pattern)
    Finder.TraverseDecl(const_cast<FunctionDecl *>(Pattern));
  const bool Own = isOwnParameter(V->getType());
  const TypeLoc L = V->getTypeSourceInfo()->getTypeLoc();
  if (Own || !Finder.Dependent) {
    if (!Own && isInScope(V) &&
        mayBeOther(L, V->getASTContext().getSourceManager()))
      if (auto Text = wordsOf(L))
        return Text;
    if (!Own && L.getType()->getContainedAutoType() && V->getInit())
      return ofValue(V->getInit(), V->getType().getNonReferenceType(), nullptr);
    return spell(V->getType(), Function->getASTContext(), Own);
  }
  auto R = Source.range(L.getUnqualifiedLoc().getSourceRange());
  if (!R || L.getType()->getContainedAutoType())
    return std::nullopt;
  return Source.slice(*R).str();
}

/// What names the type of \p V names it in the function, too.
bool TypeText::isInScope(const VarDecl *V) const {
  return V->getDeclContext() == Function ||
         V->getDeclContext()->isTranslationUnit();
}

} // namespace pipeline_rewrite
