//===- CodeStatements.cpp - Statements as words --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Assignments.h"
#include "Undo/CodeWords.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"

namespace pipeline_rewrite::undo {

using namespace clang;

namespace {

/// Finds what is named otherwise than to be read.
class ChangeFinder {
public:
  explicit ChangeFinder(CodeWords::Variables &Out) : Out(Out) {}

  void visit(const Stmt *S, bool IsRead) {
    if (!S)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      if (V && !IsRead && V->isLocalVarDeclOrParm() &&
          !V->getType()->isArrayType())
        Out.insert(V);
      return;
    }
    if (const auto *Cast = dyn_cast<CastExpr>(S))
      return visit(Cast->getSubExpr(),
                   Cast->getCastKind() == CK_LValueToRValue ||
                       (IsRead && Cast->getCastKind() == CK_NoOp));
    if (const auto *Of = dyn_cast<MemberExpr>(S))
      return visit(Of->getBase(), IsRead && !Of->isArrow());
    if (isa<ParenExpr>(S))
      return visit(cast<ParenExpr>(S)->getSubExpr(), IsRead);
    if (const auto *Made = dyn_cast<CXXConstructExpr>(S);
        Made && Made->getConstructor()->isCopyOrMoveConstructor() &&
        Made->getConstructor()->isTrivial())
      return visit(Made->getArg(0), true);
    if (const auto Set = anyAssignment(S); Set && Set->copiesBytes()) {
      visit(Set->Target, false);
      return visit(Set->Value, Set->Target->getType()->isRecordType());
    }
    for (const Stmt *Each : S->children())
      visit(Each, false);
  }

private:
  CodeWords::Variables &Out;
};

} // namespace

CodeWords::Variables changedIn(const Stmt *S) {
  CodeWords::Variables Out;
  ChangeFinder(Out).visit(S, false);
  return Out;
}

/// Variables that \p S changes lose their values, which go before its words.
void CodeWords::forget(const Stmt *S, std::string &Before) {
  std::map<std::string, std::string> Values;
  for (const VarDecl *V : changedIn(S)) {
    const auto At = Held.find(V);
    if (At != Held.end()) {
      Values[V->getNameAsString()] = read(V, nullptr).words();
      Held.erase(At);
    }
    Changed.insert(V);
  }
  for (const auto &[Name, Words] : Values)
    Before += Name + "=" + Words + ";";
}

std::string CodeWords::declare(const VarDecl *V) {
  const QualType T = V->getType();
  if (V->isStaticLocal() || T.isVolatileQualified() || T->isReferenceType() ||
      T->isVariableArrayType())
    return fail(nullptr, "a declaration of '" + V->getNameAsString() + "'")
        .words();
  Inner[V] = V->getNameAsString() + "'" + std::to_string(Inner.size());
  std::string Words = "var<" + typeWords(T) + ">" + Inner[V];
  if (const Expr *Init = V->getInit())
    Words += "=" + (T->isRecordType() ? record(Init) : value(Init)).words();
  return Words + ";";
}

std::string CodeWords::wordsOf(const Stmt *S) {
  if (!S || isa<NullStmt>(S))
    return ";";
  if (const auto *E = dyn_cast<Expr>(S))
    return value(E).words() + ";";
  if (const auto *A = dyn_cast<AttributedStmt>(S)) {
    for (const Attr *Each : A->getAttrs())
      if (!isa<LoopHintAttr>(Each))
        return fail(S).words();
    return wordsOf(A->getSubStmt());
  }
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    if (Block->size() == 1 && !isa<DeclStmt>(Block->body_front()))
      return wordsOf(Block->body_front());
    std::string Words = "{";
    for (const Stmt *Each : Block->body())
      Words += wordsOf(Each);
    return Words + "}";
  }
  if (const auto *Group = dyn_cast<DeclStmt>(S)) {
    std::string Words;
    for (const Decl *D : Group->decls()) {
      const auto *V = dyn_cast<VarDecl>(D);
      Words += V ? declare(V) : fail(S).words();
    }
    return Words;
  }
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (If->getInit() || If->getConditionVariable() || If->isConsteval())
      return fail(S).words();
    const std::string Yes = condition(If->getCond()).Yes;
    const std::string Then = wordsOf(If->getThen());
    return "if{" + Yes + "}" + Then + "else" + wordsOf(If->getElse());
  }
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    if (For->getConditionVariable())
      return fail(S).words();
    const std::string Init = wordsOf(For->getInit());
    const std::string If = For->getCond() ? condition(For->getCond()).Yes : "";
    const std::string Next = For->getInc() ? value(For->getInc()).words() : "";
    return "for{" + Init + If + ";" + Next + "}" + wordsOf(For->getBody());
  }
  if (const auto *While = dyn_cast<WhileStmt>(S);
      While && !While->getConditionVariable()) {
    const std::string If = condition(While->getCond()).Yes;
    return "while{" + If + "}" + wordsOf(While->getBody());
  }
  if (isa<BreakStmt, ContinueStmt>(S))
    return S->getStmtClassName() + std::string(";");
  if (const auto *Return = dyn_cast<ReturnStmt>(S);
      Return && MayReturn && !Return->getRetValue())
    return "return;";
  return fail(S).words();
}

std::string CodeWords::statement(const Stmt *S) {
  std::string Words;
  forget(S, Words);
  Inner.clear();
  Effects.clear();
  Words += wordsOf(S);
  for (const std::string &Each : Effects)
    Words += "did:" + Each + ";";
  Inner.clear();
  return finished(Words);
}

std::string CodeWords::finished(std::string Words) const {
  for (const std::string &Each : llvm::reverse(Under))
    if (Each[0] != '@')
      Words = "when{" + Each + "}" + Words;
  return Words;
}

} // namespace pipeline_rewrite::undo
