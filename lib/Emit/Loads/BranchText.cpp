//===- BranchText.cpp - Branches that not all instances run ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loads/BranchText.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace pipeline_rewrite {

/// `else {}`
bool BranchText::saysNothing(const IfStmt *If, const Stmt *Branch) const {
  const auto Whole = T.Source.range(If), Own = T.Source.range(Branch);
  return Whole && Own &&
         T.Source.text()
             .slice(Own->Begin, Whole->End)
             .trim("{}; \t\r\n")
             .empty();
}

void BranchText::editDiscarded(EditSet &Edits, const IfStmt *If, bool IsElse) {
  const KeptLoads::OtherBranch Other = Kept.otherBranch(If, IsElse);
  if (!Other.S) {
    if (!IsElse || !saysNothing(If, If->getElse()))
      T.fail(RefusalId::UnseenReference,
             "every instance discards a branch of the loads",
             If->getBeginLoc());
  } else if (!Other.Agree) {
    T.fail(RefusalId::InstancesDiffer,
           "the instances need different parts of a branch", If->getBeginLoc());
  } else if (!Other.Kept.empty()) {
    if (!edit(Edits, Other.S, Other))
      T.fail(RefusalId::InstancesDiffer,
             "an instance needs parts of a branch that another discards",
             If->getBeginLoc());
  } else if (IsElse && !isDiscarded(If->getThen(), T.Source)) {
    removeElse(Edits, If, Other.S);
  } else {
    empty(Edits, If, Other.S);
  }
}

/// False for more than blocks of statements of which some may go.
bool BranchText::edit(EditSet &Edits, const Stmt *S,
                      const KeptLoads::OtherBranch &Of) {
  if (!findLoadLeaf(
          S, [&](const Stmt *Leaf) { return !Of.Kept.contains(Leaf); })) {
    Leaves.editUses(Edits, S);
    return Kept.declaresFor(S);
  }
  if (isLoadLeaf(S)) {
    if (auto R = T.Source.lines(S))
      Edits.replace(R->Begin, R->End, "");
    else
      T.cannotEdit(S);
    return true;
  }
  const auto *Block = dyn_cast<CompoundStmt>(S);
  return Block && llvm::all_of(Block->body(), [&](const Stmt *Child) {
           return edit(Edits, Child, Of);
         });
}

void BranchText::empty(EditSet &Edits, const IfStmt *If, const Stmt *Branch) {
  Leaves.replace(Edits, Branch, "{" + T.newline() + T.indentOf(If) + "}");
}

void BranchText::removeElse(EditSet &Edits, const IfStmt *If,
                            const Stmt *Branch) {
  auto Then = T.Source.statement(If->getThen()),
       Else = T.Source.statement(Branch);
  if (Then && Else)
    Edits.replace(Then->End, Else->End, "");
  else
    T.cannotEdit(If);
}

} // namespace pipeline_rewrite
