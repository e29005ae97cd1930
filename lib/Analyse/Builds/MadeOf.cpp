//===- MadeOf.cpp - What numbers and types are made of --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/MadeOf.h"
#include "Analyse/Builds/ElementTypes.h"
#include "Ast/Assignments.h"
#include "Ast/Mentions.h"
#include "Ast/Spelling.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// What some code, or a type, names.
class NamesIn : public DynamicRecursiveASTVisitor {
public:
  llvm::SmallVector<const VarDecl *, 4> Variables;
  llvm::SmallVector<const FunctionDecl *, 4> Functions;
  llvm::SmallVector<const TypedefNameDecl *, 4> Aliases;
  llvm::SmallVector<const TagDecl *, 4> Classes;

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *V = dyn_cast<VarDecl>(E->getDecl()))
      Variables.push_back(V);
    else if (const auto *F = dyn_cast<FunctionDecl>(E->getDecl()))
      Functions.push_back(F);
    return true;
  }
  bool VisitTypeLoc(TypeLoc L) override {
    if (const auto *Alias = dyn_cast<TypedefType>(L.getTypePtr()))
      Aliases.push_back(Alias->getDecl());
    else if (const auto *Class = dyn_cast<TagType>(L.getTypePtr()))
      Classes.push_back(Class->getAsTagDecl());
    return true;
  }
};

/// Statements of a function that may change one of its variables.
class Changes : public DynamicRecursiveASTVisitor {
public:
  explicit Changes(const VarDecl *Of) : Of(Of) {}
  llvm::SmallVector<const Stmt *, 4> Found;

  bool VisitExpr(Expr *E) override {
    const auto Assigns = anyAssignment(E);
    const Expr *Changed = Assigns            ? Assigns->Target
                          : isa<CallExpr>(E) ? E
                                             : nullptr;
    if (Changed && findMention(Changed, Of))
      Found.push_back(E);
    return true;
  }

private:
  const VarDecl *Of;
};

/// The object that \p E is a part or an element of.
const Expr *wholeOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return Element->getBase();
  if (const auto *Of = dyn_cast<UnaryOperator>(E);
      Of && (Of->getOpcode() == UO_Deref || Of->getOpcode() == UO_AddrOf))
    return Of->getSubExpr();
  if (const auto *Sum = dyn_cast<BinaryOperator>(E); Sum && Sum->isAdditiveOp())
    return Sum->getLHS()->getType()->isPointerType() ||
                   Sum->getLHS()->getType()->isArrayType()
               ? Sum->getLHS()
               : Sum->getRHS();
  return nullptr;
}

} // namespace

std::optional<std::string> MadeOf::decides(const Stmt *S) {
  if (!S)
    return std::nullopt;
  if (auto Name = Builds.decides(S->getSourceRange()))
    return Name;
  NamesIn Names;
  Names.TraverseStmt(const_cast<Stmt *>(S));
  for (const VarDecl *V : Names.Variables)
    if (auto Name = decides(V))
      return Name;
  for (const FunctionDecl *F : Names.Functions)
    if (const Stmt *Body = F->getBody();
        Body && Known.insert(F->getCanonicalDecl()).second) {
      if (auto Name = Builds.decides(F))
        return Name;
      if (auto Name = decides(Body))
        return Name;
    }
  return std::nullopt;
}

std::optional<std::string> MadeOf::decides(const VarDecl *V) {
  if (!Known.insert(V->getCanonicalDecl()).second)
    return std::nullopt;
  if (auto Name = Builds.decides(V))
    return Name;
  if (auto Name = decides(V->getAnyInitializer()))
    return Name;
  const auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
  if (!F || !F->getBody() || V->getType().isConstQualified())
    return std::nullopt;
  Changes Of(V);
  Of.TraverseStmt(F->getBody());
  for (const Stmt *Change : Of.Found)
    if (auto Name = Builds.decides(Change->getSourceRange()))
      return Name;
  return std::nullopt;
}

std::optional<std::string> MadeOf::decides(TypeLoc L) {
  if (L.getSourceRange().isInvalid())
    return std::nullopt;
  if (auto Name = Builds.decides(L.getSourceRange()))
    return Name;
  NamesIn Names;
  Names.TraverseTypeLoc(L);
  for (const VarDecl *V : Names.Variables)
    if (auto Name = decides(V))
      return Name;
  for (const TypedefNameDecl *Alias : Names.Aliases)
    if (Known.insert(Alias).second)
      if (const TypeSourceInfo *Of = Alias->getTypeSourceInfo())
        if (auto Name = decides(Of->getTypeLoc()))
          return Name;
  const SourceManager &SM = Builds.sources();
  for (const TagDecl *Class : Names.Classes)
    if (Known.insert(Class->getCanonicalDecl()).second &&
        !SM.isInSystemHeader(Class->getLocation()))
      if (auto Name = Builds.decides(Class->getSourceRange()))
        return Name;
  return std::nullopt;
}

std::optional<std::string> MadeOf::decidesType(const DeclaratorDecl *D) {
  const TypeSourceInfo *Type = D->getTypeSourceInfo();
  if (!Type)
    return std::nullopt;
  if (const auto *V = dyn_cast<VarDecl>(D);
      V && V->getInit() && Type->getType()->getContainedAutoType())
    return decidesType(V->getInit());
  return decides(elementLocOf(Type->getTypeLoc()));
}

std::optional<std::string> MadeOf::decidesType(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return decides(elementLocOf(Cast->getTypeInfoAsWritten()->getTypeLoc()));
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      return Known.insert(V).second ? decidesType(V) : std::nullopt;
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    if (const auto *D = dyn_cast<FieldDecl>(Member->getMemberDecl()))
      return decidesType(D);
  const Expr *Whole = wholeOf(E);
  return Whole ? decidesType(Whole) : std::nullopt;
}

} // namespace pipeline_rewrite
