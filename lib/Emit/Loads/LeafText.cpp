//===- LeafText.cpp - A statement of the loads in one phase ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loads/LeafText.h"
#include "Ast/Parents.h"
#include "Emit/Loads/HalfCallText.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {

/// Where each declarator of \p D starts, and the semicolon; empty if one is
/// more than a name and its value.
static std::vector<unsigned> declaratorStarts(const DeclStmt *D,
                                              const SourceText &Source) {
  std::vector<unsigned> Starts;
  for (const Decl *Each : D->decls()) {
    const auto *V = dyn_cast<VarDecl>(Each);
    auto At = V ? Source.spelled(V->getLocation()) : std::nullopt;
    if (!At ||
        !(V->getType()->isArithmeticType() || V->getType()->isRecordType()))
      return {};
    Starts.push_back(*At);
  }
  auto Whole = Source.statement(D);
  if (!Whole || Source.text()[Whole->End - 1] != ';')
    return {};
  Starts.push_back(Whole->End - 1);
  return Starts;
}

/// `int row = 0, k = 1;` becomes `int k = 1;` in a phase without row.
static void dropUnused(EditSet &Edits, const Stmt *S, LoadPhase Phase,
                       const LoadText &T) {
  const auto *D = dyn_cast<DeclStmt>(S);
  if (!D || D->isSingleDecl() || Phase == LoadPhase::Prologue)
    return;
  const auto &Unused = Phase == LoadPhase::Issue ? T.Phases.UnusedInIssue
                                                 : T.Phases.UnusedInStore;
  llvm::SmallVector<bool, 4> Goes;
  for (const Decl *Each : D->decls())
    Goes.push_back(Unused.contains(dyn_cast<VarDecl>(Each)));
  std::vector<unsigned> Starts = declaratorStarts(D, T.Source);
  if (Starts.empty() || !llvm::is_contained(Goes, false))
    return;
  for (size_t I = 0; I < Goes.size(); ++I) {
    size_t First = I;
    while (I < Goes.size() && Goes[I])
      ++I;
    if (I == First)
      continue;
    bool Last = I == Goes.size();
    Edits.replace(Last ? T.Source.text().take_front(Starts[First]).rfind(',')
                       : Starts[First],
                  Starts[I], "");
  }
}

void LeafText::replace(EditSet &Edits, const Stmt *S, std::string Text) {
  if (auto R = T.Source.statement(S))
    Edits.replace(R->Begin, R->End, std::move(Text));
  else
    T.cannotEdit(S);
}

void LeafText::edit(EditSet &Edits, const Stmt *S) {
  switch (Kept.actionOf(S)) {
  case LeafAction::Drop:
    return;
  case LeafAction::Half:
    return editHalfCall(T, *findCall(T.Phases, S), Phase, TileIndex, Edits);
  case LeafAction::Copy:
    return replace(
        Edits, S, T.asyncCopy(*T.Slice.findStore(S), TileIndex, T.indentOf(S)));
  case LeafAction::Fetch:
    return replace(Edits, S, Registers.fetchLines(S));
  case LeafAction::FetchAndKeep:
  case LeafAction::KeepAndFetch:
    return editFetched(Edits, S);
  case LeafAction::Declare:
    return Registers.declareAnew(Edits, S);
  case LeafAction::Keep:
    return editKept(Edits, S);
  case LeafAction::Store:
    T.addUses(Edits, S, /*LoadSide=*/true, TileIndex);
    Registers.editStore(Edits, S);
    return dropUnused(Edits, S, Phase, T);
  }
}

/// Needed as it stands for an address, and its value later: both, under the
/// same condition.
void LeafText::editFetched(EditSet &Edits, const Stmt *S) {
  auto R = T.Source.statement(S);
  if (!R)
    return T.cannotEdit(S);
  const std::string Gap = T.newline() + T.indentOf(S),
                    Lines = Registers.fetchLines(S);
  if (Kept.actionOf(S) == LeafAction::FetchAndKeep)
    Edits.insert(R->Begin, Lines + Gap);
  else
    Edits.insert(R->End, Gap + Lines);
  editKept(Edits, S);
}

bool LeafText::isJoined(const IfStmt *If) const {
  return Phase == LoadPhase::Store && !T.Phases.Store.contains(If);
}

void LeafText::editJoined(EditSet &Edits, const IfStmt *If) {
  const Stmt *Leaf = llvm::find_if(T.Phases.Fetches, [&](const Fetch &F) {
                       return F.Fill && contains(If, F.Leaf);
                     })->Leaf;
  auto Whole = T.Source.statement(If), Store = T.Source.statement(Leaf);
  if (!Whole || !Store)
    return T.cannotEdit(If);
  EditSet Inner;
  edit(Inner, Leaf);
  Edits.replace(Whole->Begin, Whole->End,
                reindent(Inner.apply(T.Source.text(), Store->Begin, Store->End),
                         T.indentOf(Leaf), T.indentOf(If)));
}

void LeafText::editKept(EditSet &Edits, const Stmt *S) {
  T.addUses(Edits, S, /*LoadSide=*/true, TileIndex);
  if (RestOf)
    Registers.renameLocals(Edits, S, RestOf);
  dropUnused(Edits, S, Phase, T);
}

void LeafText::editUses(EditSet &Edits, const Stmt *S) {
  T.addUses(Edits, S, /*LoadSide=*/true, TileIndex);
  if (Phase == LoadPhase::Store || RestOf)
    Registers.renameLocals(Edits, S, RestOf);
}

} // namespace pipeline_rewrite
