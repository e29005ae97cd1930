//===- RegisterText.cpp - What waits in registers, in a load slice --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loads/RegisterText.h"
#include "Ast/Below.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace pipeline_rewrite {

void RegisterText::declareAnew(EditSet &Edits, const Stmt *S) {
  const auto &Fetches = T.Phases.Fetches;
  const size_t I = llvm::find_if(Fetches,
                                 [&](const Fetch &F) {
                                   return F.KeepsLocal && F.Leaf == S;
                                 }) -
                   Fetches.begin();
  const VarDecl *Local = Fetches[I].Local;
  auto R = T.Source.statement(S);
  auto Name = T.Source.spelled(Local->getLocation());
  if (!R || !Name)
    return T.cannotEdit(S);
  Edits.replace(*Name + Local->getName().size(), R->End,
                " = " + registerRef(I) + ";");
}

void RegisterText::editStore(EditSet &Edits, const Stmt *S) {
  for (size_t I = 0; I < T.Phases.Fetches.size(); ++I) {
    const Fetch &F = T.Phases.Fetches[I];
    if (F.Leaf == S && !F.holdsWhole()) {
      if (auto R = T.Source.range(F.Value))
        replaceValue(Edits, *R, registerRef(I));
      else
        T.cannotEdit(S);
    }
  }
  renameLocals(Edits, S);
}

void RegisterText::renameLocals(EditSet &Edits, const Stmt *S,
                                const ForStmt *Except) {
  const auto IsExcepted = [&](const CopyLoop &L) { return L.Loop == Except; };
  for (size_t I = 0; I < T.Phases.Fetches.size(); ++I)
    if (const Fetch &F = T.Phases.Fetches[I];
        F.Local && !F.KeepsLocal && llvm::none_of(F.Loops, IsExcepted))
      renameLocal(Edits, S, F.Local, registerRef(I));
}

/// A name fits on the line that a long expression had to leave.
void RegisterText::replaceValue(EditSet &Edits, TextRange R,
                                std::string Name) const {
  llvm::StringRef Before = T.Source.text().take_front(R.Begin);
  llvm::StringRef Kept = Before.rtrim();
  if (Before.drop_front(Kept.size()).contains('\n') && Kept.ends_with("="))
    Edits.replace(Kept.size(), R.End, " " + Name);
  else
    Edits.replace(R.Begin, R.End, std::move(Name));
}

void RegisterText::renameLocal(EditSet &Edits, const Stmt *S, const VarDecl *V,
                               const std::string &Name) {
  forEachBelow<DeclRefExpr>(S, [&](const DeclRefExpr *Ref) {
    if (Ref->getDecl() != V)
      return;
    if (auto At = T.Source.spelled(Ref->getLocation()))
      Edits.replace(*At, *At + V->getName().size(), Name);
    else
      T.cannotEdit(Ref);
  });
}

std::string RegisterText::registerRef(size_t I) const {
  std::string Out = T.Registers[I];
  for (const CopyLoop &L : T.Phases.Fetches[I].Loops)
    Out += "[" + T.indexText(L) + "]";
  return Out;
}

std::string RegisterText::fetchLines(const Stmt *Leaf) {
  std::string Out;
  unsigned Count = 0;
  for (size_t I = 0; I < T.Phases.Fetches.size(); ++I) {
    const Fetch &F = T.Phases.Fetches[I];
    if (!F.writtenBy(Leaf))
      continue;
    Out += (Count++ ? T.newline() + T.indentOf(Leaf) : "") + registerRef(I) +
           " = " + valueText(F, Leaf) + ";";
  }
  return Out;
}

/// What \p Leaf puts into the register of \p F.
std::string RegisterText::valueText(const Fetch &F, const Stmt *Leaf) {
  if (!F.holdsWhole())
    return T.render(Leaf == F.FillLeaf ? F.Fill : F.Value, /*LoadSide=*/true,
                    TileIndex);
  if (Leaf != F.Leaf)
    return T.render(assignedTo(F.Local, Leaf), /*LoadSide=*/true, TileIndex);
  return initialiserText(F);
}

/// `T v = e;`, `T v(e);` and `T v{e};` as the right side of an assignment.
std::string RegisterText::initialiserText(const Fetch &F) {
  auto R = T.Source.range(F.Leaf);
  auto Name = T.Source.spelled(F.Local->getLocation());
  if (!R || !Name) {
    T.cannotEdit(F.Leaf);
    return "";
  }
  EditSet Edits;
  T.addUses(Edits, F.Leaf, /*LoadSide=*/true, TileIndex);
  std::string Text =
      Edits.apply(T.Source.text(), *Name + F.Local->getName().size(), R->End);
  llvm::StringRef Init = llvm::StringRef(Text).rtrim("; \t\r\n").ltrim();
  if (F.Local->getInitStyle() == VarDecl::CInit) {
    Init.consume_front("=");
    return Init.ltrim().str();
  }
  if (F.Local->getType()->isRecordType())
    return T.typeOf(F) + Init.str();
  llvm::StringRef Inner = Init.drop_front().drop_back().trim();
  return Inner.empty() ? Init.str() : Inner.str();
}

} // namespace pipeline_rewrite
