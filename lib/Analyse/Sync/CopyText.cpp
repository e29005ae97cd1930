//===- CopyText.cpp - Both sides of an assignment for a copy --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Sync/CopyText.h"
#include "Ast/Parents.h"
#include "Ast/Spelling.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {

std::optional<Part> CopyText::useOf(const Stmt *S) {
  SourceLocation Begin = S->getBeginLoc(), End = S->getEndLoc();
  if (!Begin.isMacroID() && !End.isMacroID()) {
    const auto From = offset(Begin), To = offset(End);
    if (!From || !To)
      return std::nullopt;
    Part P = {*From, *To + Lexer::MeasureTokenLength(End, A.SM,
                                                     A.Context.getLangOpts())};
    while (P.End > P.Begin && Text[P.End - 1] == ';') // of a declaration
      --P.End;
    return P;
  }
  // A function call in the file may end in a macro, of its last argument.
  const CharSourceRange Whole = A.SM.getExpansionRange(SourceRange(Begin, End));
  const auto From = offset(Whole.getBegin()), Last = offset(Whole.getEnd());
  if (!From || !Last)
    return std::nullopt;
  if (Begin.isMacroID())
    for (SourceLocation L = Begin; L.isMacroID();
         L = A.SM.getImmediateExpansionRange(L).getBegin())
      if (A.SM.isMacroArgExpansion(L) ||
          A.SM.getExpansionRange(End).getBegin() != Whole.getBegin())
        return std::nullopt;
  if (Begin.isMacroID())
    if (const Stmt *Around = parentStatement(S, A.Context))
      for (const Stmt *Other : Around->children())
        if (Other && Other != S && !isa<NullStmt>(Other) &&
            A.SM.getExpansionLoc(Other->getBeginLoc()) == Whole.getBegin())
          return std::nullopt;
  return Part{*From,
              *Last + Lexer::MeasureTokenLength(Whole.getEnd(), A.SM,
                                                A.Context.getLangOpts())};
}

std::optional<std::string> CopyText::textOf(const Expr *E) {
  const CharSourceRange Range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(E->getSourceRange()), A.SM,
      A.Context.getLangOpts());
  if (Range.isInvalid() ||
      A.SM.getFileID(Range.getBegin()) != A.Unit.subject() ||
      !means(E, contains(Statement, E)))
    return std::nullopt;
  return Lexer::getSourceText(Range, A.SM, A.Context.getLangOpts()).str();
}

bool CopyText::isPure(const Expr *E) const {
  const Effects Asked = A.Collector.collect(E);
  return Asked.isPure() && Asked.Writes.empty() && !Asked.anything();
}

QualType CopyText::pointee(const Expr *Pointer) {
  const QualType T = Pointer->getType();
  if (const ArrayType *Array = T->getAsArrayTypeUnsafe())
    return Array->getElementType();
  return T->getPointeeType();
}

std::string CopyText::valueType(const AsyncStatement &Copy,
                                QualType &Is) const {
  for (const Expr *Each : {Copy.To, Copy.From})
    if (const QualType T = pointee(Each);
        isCopied(T, Copy.Bytes) && isNameable(T)) {
      Is = T.getUnqualifiedType();
      return Is.getAsString(A.Context.getPrintingPolicy());
    }
  const QualType To = pointee(Copy.To);
  const bool Floats =
      !To.isNull() && A.Context.getBaseElementType(To)->isSpecificBuiltinType(
                          BuiltinType::Float);
  switch (Copy.Bytes) {
  case 4:
    return Floats ? "float" : "int";
  case 8:
    return Floats ? "float2" : "int2";
  case 16:
    return Floats ? "float4" : "int4";
  default:
    return "";
  }
}

std::optional<std::string> CopyText::valueAt(const Expr *Pointer, QualType Is,
                                             const std::string &Name) {
  const auto Whole = textOf(Pointer);
  const QualType There = pointee(Pointer);
  if (!Whole || There.isNull() || There.isVolatileQualified())
    return std::nullopt;
  if (Is.isNull() || !A.Context.hasSameUnqualifiedType(There, Is))
    return "*reinterpret_cast<" +
           std::string(There.isConstQualified() ? "const " : "") + Name +
           " *>(" + *Whole + ")";
  const Expr *E = Pointer->IgnoreParenImpCasts();
  if (const auto *Address = dyn_cast<UnaryOperator>(E);
      Address && Address->getOpcode() == UO_AddrOf &&
      isName(Address->getSubExpr()))
    return textOf(Address->getSubExpr());
  if (const auto *Sum = dyn_cast<BinaryOperator>(E);
      Sum && Sum->getOpcode() == BO_Add && isName(Sum->getLHS()) &&
      Sum->getLHS()->getType()->isPointerType()) {
    const auto Base = textOf(Sum->getLHS()), Index = textOf(Sum->getRHS());
    if (Base && Index)
      return *Base + "[" + *Index + "]";
  }
  return isName(E) ? "*" + *Whole : "*(" + *Whole + ")";
}

std::optional<std::string> CopyText::valueBehind(const AsyncStatement &Copy,
                                                 const std::string &Name) {
  const auto Base = textOf(Copy.To);
  QualType Element = pointee(Copy.To);
  std::string First;
  while (!Element.isNull() && Element->isArrayType()) {
    Element = Element->getAsArrayTypeUnsafe()->getElementType();
    First += "[0]";
  }
  if (!Base || Element.isNull() || Element.isConstQualified() ||
      Element.isVolatileQualified() || Element->isIncompleteType())
    return std::nullopt;
  const uint64_t Size = A.Context.getTypeSizeInChars(Element).getQuantity();
  std::string Place = First.empty() ? *Base : "&" + *Base + First + "[0]";
  if (!isName(Copy.To->IgnoreParenImpCasts()))
    return std::nullopt;
  for (const Expr *Each : Copy.ToOffsets) {
    const auto Count = productOf(Each, Size);
    if (!Count)
      return std::nullopt;
    Place += " + " + *Count;
  }
  return "*reinterpret_cast<" + Name + " *>(" + Place + ")";
}

std::string CopyText::zeroOf(QualType Is, const std::string &Name) const {
  if (!Is.isNull() && Is->isSpecificBuiltinType(BuiltinType::Float))
    return "0.0f";
  if (!Is.isNull() && Is->isIntegerType())
    return "0";
  return Name + "{}";
}

const Expr *CopyText::countOf(const Expr *Bytes, uint64_t Size) const {
  const auto *Product = dyn_cast<BinaryOperator>(Bytes->IgnoreParenImpCasts());
  if (!Product || Product->getOpcode() != BO_Mul)
    return Size == 1 ? Bytes->IgnoreImpCasts() : nullptr;
  for (bool Left : {true, false}) {
    const Expr *Unit = Left ? Product->getLHS() : Product->getRHS();
    const Expr *Count = Left ? Product->getRHS() : Product->getLHS();
    const auto *Of =
        dyn_cast<UnaryExprOrTypeTraitExpr>(Unit->IgnoreParenImpCasts());
    const auto Is = Of ? Of->getIntegerConstantExpr(A.Context) : std::nullopt;
    if (Is && Is->getZExtValue() == Size)
      return Count->IgnoreImpCasts();
  }
  return nullptr;
}

std::optional<std::string> CopyText::elementsAt(const Expr *Pointer,
                                                const std::string &Index) {
  const auto Whole = textOf(Pointer);
  if (!Whole)
    return std::nullopt;
  return (isName(Pointer->IgnoreParenImpCasts()) ? *Whole
                                                 : "(" + *Whole + ")") +
         "[" + Index + "]";
}

bool CopyText::isCopied(QualType T, uint64_t Bytes) const {
  return !T.isNull() && !T->isIncompleteType() && !T->isArrayType() &&
         !T.isVolatileQualified() && T.isTriviallyCopyableType(A.Context) &&
         (!T->isRecordType() || A.SM.isInSystemHeader(A.SM.getExpansionLoc(
                                    T->getAsRecordDecl()->getLocation()))) &&
         uint64_t(A.Context.getTypeSizeInChars(T).getQuantity()) == Bytes;
}

bool CopyText::means(const Stmt *S, bool IsHere) const {
  if (!S)
    return true;
  if (isa<LambdaExpr>(S))
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        V && V->isLocalVarDeclOrParm()) {
      if (V->getLexicalDeclContext() != A.K.Function)
        return false;
      for (const Decl *Other : A.K.Function->decls())
        if (const auto *O = dyn_cast<VarDecl>(Other);
            O && O != V && !IsHere && O->getName() == V->getName())
          return false;
    }
  return llvm::all_of(S->children(),
                      [&](const Stmt *Child) { return means(Child, IsHere); });
}

bool CopyText::isName(const Expr *E) {
  E = E->IgnoreImpCasts();
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return isName(M->getBase());
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    return isName(S->getBase());
  return isa<DeclRefExpr>(E);
}

std::optional<std::string> CopyText::productOf(const Expr *E, uint64_t Size) {
  const Expr *Count = countOf(E, Size);
  const auto Is = Count ? textOf(Count) : std::nullopt;
  if (!Is)
    return std::nullopt;
  const bool IsUnsigned = Count->getType()->isUnsignedIntegerType();
  if (IsUnsigned)
    return "static_cast<int>(" + *Is + ")";
  return isa<DeclRefExpr, IntegerLiteral, ParenExpr, CallExpr,
             CXXNamedCastExpr>(Count)
             ? *Is
             : "(" + *Is + ")";
}

} // namespace pipeline_rewrite
