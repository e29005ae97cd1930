//===- FragmentWords.cpp - Text of a k-step that must stay ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The halves of a k-step become functions, and its tiles and fragments arrays
// of more dimensions. What asks where it stands, or how large something is,
// would get another answer; nothing of it is an access that Effects would know.
//===----------------------------------------------------------------------===//
#include "Analyse/Forms/FragmentHalves.h"
#include "Ast/Below.h"
#include "Ast/Constructs.h"
#include "Ast/Mentions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Finds the first expression that must stay where it is.
class StayingFinder : public DynamicRecursiveASTVisitor {
public:
  explicit StayingFinder(llvm::ArrayRef<Tile> Tiles) : Tiles(Tiles) {}

  const Expr *Found = nullptr;

  bool VisitPredefinedExpr(PredefinedExpr *E) override { return found(E); }
  bool VisitSourceLocExpr(SourceLocExpr *E) override { return found(E); }
  bool VisitCXXNoexceptExpr(CXXNoexceptExpr *E) override { return found(E); }
  bool VisitCXXFoldExpr(CXXFoldExpr *E) override { return found(E); }
  bool VisitCXXTypeidExpr(CXXTypeidExpr *E) override { return found(E); }

  /// A tile has a dimension more. A fragment is named in its set.
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) override {
    return namesTile(E) ? found(E) : true;
  }

  bool VisitDecltypeTypeLoc(DecltypeTypeLoc Type) override {
    return found(Type.getUnderlyingExpr());
  }

private:
  bool namesTile(const Stmt *S) const {
    return llvm::any_of(
        Tiles, [&](const Tile &T) { return findMention(S, T.Var) != nullptr; });
  }

  bool found(const Expr *E) {
    Found = E;
    return false;
  }

  llvm::ArrayRef<Tile> Tiles;
};

/// In the header of the k-steps nothing is written for a fragment.
bool asksForSize(const Stmt *S) {
  return findBelow<UnaryExprOrTypeTraitExpr>(
      S, [](const auto *Asks) { return !Asks->isArgumentType(); });
}

/// What stands between the name of \p V and its value is a `=` or a brace and
/// nothing else, and its type says how large it is.
bool isPlainlyDeclared(const VarDecl *V, ASTContext &Context) {
  const QualType Written = V->getTypeSourceInfo()->getType();
  if (Written->getContainedDeducedType() || Written->isIncompleteArrayType())
    return false;
  const SourceManager &SM = Context.getSourceManager();
  const SourceLocation Value = V->getInit()->getBeginLoc();
  if (V->getLocation().isMacroID() || Value.isMacroID())
    return true; // the text is not edited there
  const llvm::StringRef Between = Lexer::getSourceText(
      CharSourceRange::getCharRange(V->getLocation(), Value), SM,
      Context.getLangOpts());
  return !Between.contains("//") && !Between.contains("/*");
}

} // namespace

Answer mayMoveWords(const ForStmt *Step, const LoopAnalysis &A) {
  StayingFinder Staying(A.Facts.Tiles);
  Staying.TraverseStmt(const_cast<ForStmt *>(Step));
  if (Staying.Found)
    return Answer("a k-step asks for what would be another thing in a function "
                  "of its own",
                  Staying.Found->getBeginLoc());
  for (const Stmt *Part : {Step->getInit(), cast_or_null<Stmt>(Step->getCond()),
                           cast_or_null<Stmt>(Step->getInc())}) {
    if (asksForSize(Part))
      return Answer("the size of a variable says how many k-steps there are",
                    Part->getBeginLoc());
    for (const Tile &T : A.Facts.Tiles)
      if (Part && findMention(Part, T.Var))
        return Answer("a tile says how many k-steps there are",
                      Part->getBeginLoc());
  }
  const FunctionDecl *Pattern = A.K.Function->getTemplateInstantiationPattern();
  if (Pattern && llvm::any_of(Pattern->parameters(), [](const ParmVarDecl *P) {
        return P->isParameterPack();
      }))
    return Answer("the function has a parameter pack, whose expansions no "
                  "instance tells");
  return Answer::yes();
}

bool isValueUnused(const VarDecl *V, ASTContext &Context) {
  if (isBareVariable(V))
    return true;
  const Expr *Init = V->getInit();
  return V->getInitStyle() != VarDecl::CallInit && Init &&
         !Init->isValueDependent() && !Init->HasSideEffects(Context) &&
         Init->isConstantInitializer(Context, /*ForRef=*/false) &&
         isPlainlyDeclared(V, Context);
}

bool staysAligned(const VarDecl *V, ASTContext &Context) {
  return Context.getTypeSizeInChars(V->getType())
      .isMultipleOf(Context.getDeclAlign(V));
}

bool hasAttributeBehindName(const VarDecl *V, const SourceManager &SM) {
  return llvm::any_of(V->attrs(), [&](const Attr *Each) {
    return Each->isCXX11Attribute() && !Each->isImplicit() &&
           !SM.isBeforeInTranslationUnit(
               SM.getExpansionLoc(Each->getLocation()),
               SM.getExpansionLoc(V->getLocation()));
  });
}

} // namespace pipeline_rewrite
