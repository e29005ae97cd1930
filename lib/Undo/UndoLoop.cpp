//===- UndoLoop.cpp - A loop that is pipelined by hand, taken apart -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/UndoLoop.h"
#include "Analyse/Numbers/CopyLoop.h"
#include "Undo/Parts.h"
#include "Undo/PlainText.h"

using namespace clang;

namespace pipeline_rewrite::undo {

/// More tiles than any loop here is run for.
constexpr int Many = 1000;

/// Longer loops repeat what these do: all tiles but the last few find the
/// variables that choose buffers as an earlier one did.
static int mostTiles(const UndoneLoop &Of) { return 2 * Of.Turns + 8; }

/// Something uses memory that others may use before the loop, whose barriers
/// in front go away.
static bool reliesOnBarrier(const HandLoop &L) {
  EffectsCollector Collector(L.Loop->Function, L.Loop->Loop);
  const auto *Body =
      llvm::dyn_cast<clang::CompoundStmt>(L.Loop->Function->getBody());
  // A caller's accesses are not seen.
  if (Body != L.Around || !L.Loop->Function->hasAttr<clang::CUDAGlobalAttr>())
    return true;
  for (const clang::Stmt *S : Body->body()) {
    if (S == L.Loop->Whole || S == L.Loop->Loop)
      return false;
    if (llvm::is_contained(L.Before, S))
      continue;
    const Effects E = Collector.collect(S);
    if (E.anything() || !E.Accesses.empty())
      return true;
  }
  return true;
}

std::variant<UndoneLoop, Refusal> undoLoop(const KLoop &Loop,
                                           const SourceUnit &Unit) {
  auto Divided = divideLoop(Loop, Unit);
  if (auto *No = std::get_if<Refusal>(&Divided))
    return std::move(*No);
  UndoneLoop Out;
  Out.Loop = std::move(std::get<HandLoop>(Divided));
  const auto Wrong = [&](const HandTrace &T) {
    return refuse(T.Id, Loop, Unit, T.Wrong, T.At);
  };
  const HandTrace All = runLoop(Out.Loop, Many, 40);
  if (!All.Wrong.empty())
    return Wrong(All);
  const auto Turns = turnsOf(Out.Loop);
  if (!Turns || *Turns > 16)
    return refuse(RefusalId::HandIndex, Loop, Unit,
                  "its buffers do not come again in turn");
  Out.Turns = *Turns;
  const HandTrace None = runLoop(Out.Loop, 0, 0);
  if (!None.Wrong.empty())
    return Wrong(None);
  if ((None.BarrierBefore || All.LoadsBehindBarrier) &&
      reliesOnBarrier(Out.Loop))
    return refuse(RefusalId::HandBarrier, Loop, Unit,
                  "a barrier in front of it would be gone where it has no "
                  "tile or between its first loads, and memory may be used "
                  "before");
  auto Edits = plainText(Out.Loop, runLoop(Out.Loop, Many, mostTiles(Out)));
  if (auto *No = std::get_if<Refusal>(&Edits))
    return std::move(*No);
  Out.Edits = std::move(std::get<EditSet>(Edits));
  return Out;
}

/// Classes, types, values, and the declarations that names are of. A buffer's
/// choice is left out.
static void printCode(llvm::raw_ostream &OS, const HandLoop &L, const Stmt *S) {
  const auto *Choice = dyn_cast_or_null<ArraySubscriptExpr>(S);
  const bool IsChoice = Choice && llvm::is_contained(L.Choices, Choice);
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (IsChoice)
    S = Choice->getBase()->IgnoreParenImpCasts();
  OS << '(' << (S ? S->getStmtClassName() : "");
  if (E)
    OS << ' ' << E->getType().getCanonicalType().getAsString();
  if (const auto N = E ? constantValue(E, L.context()) : std::nullopt)
    OS << ' ' << *N;
  if (const auto *D = dyn_cast_or_null<DeclStmt>(S))
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each))
        OS << ' ' << L.keyOf(V) << ' '
           << V->getType().getCanonicalType().getAsString();
  if (const auto *Name = dyn_cast_or_null<DeclRefExpr>(S))
    OS << ' ' << L.keyOf(Name->getDecl());
  else if (const auto *M = dyn_cast_or_null<MemberExpr>(S))
    OS << ' ' << L.keyOf(M->getMemberDecl());
  else if (const auto *New = dyn_cast_or_null<CXXConstructExpr>(S))
    OS << ' ' << L.keyOf(New->getConstructor());
  else if (const auto *B = dyn_cast_or_null<BinaryOperator>(S))
    OS << ' ' << B->getOpcodeStr();
  else if (const auto *U = dyn_cast_or_null<UnaryOperator>(S))
    OS << ' ' << UnaryOperator::getOpcodeStr(U->getOpcode());
  else if (const auto *C = dyn_cast_or_null<CastExpr>(S))
    OS << ' ' << C->getCastKindName();
  else if (const auto *F = dyn_cast_or_null<FloatingLiteral>(S))
    F->getValue().bitcastToAPInt().print(OS << ' ', /*isSigned=*/false);
  else if (const auto *Text = dyn_cast_or_null<StringLiteral>(S))
    OS << ' ' << Text->getBytes();
  if (S && !IsChoice)
    for (const Stmt *Child : S->children())
      printCode(OS, L, Child);
  OS << ')';
}

/// Of the header and the computation: the same in both texts.
static std::string codeOf(const HandLoop &L) {
  std::string Code;
  llvm::raw_string_ostream OS(Code);
  const auto *For = cast<ForStmt>(L.Loop->Loop);
  for (const Stmt *S :
       {For->getInit(), cast<Stmt>(For->getCond()), cast<Stmt>(For->getInc())})
    printCode(OS, L, S);
  for (size_t U = 0; U < L.Loop->Units.size(); ++U)
    if (!L.IsLoad[U])
      printCode(OS, L, L.Loop->Units[U]);
  return Code;
}

std::optional<Refusal> findDifference(const UndoneLoop &Undone,
                                      const KLoop &Plain,
                                      const SourceUnit &PlainUnit) {
  const HandLoop &Old = Undone.Loop;
  auto Divided = dividePlainLoop(Plain, PlainUnit, Old);
  if (auto *No = std::get_if<Refusal>(&Divided))
    return refuse(RefusalId::MeaningChanges, *Old.Loop, *Old.Unit,
                  "written out, " + No->Detail);
  const HandLoop &New = std::get<HandLoop>(Divided);
  if (codeOf(Old) != codeOf(New))
    return refuse(RefusalId::MeaningChanges, *Old.Loop, *Old.Unit,
                  "written out, its computation would name something else");
  for (int Tiles = 0; Tiles <= mostTiles(Undone); ++Tiles) {
    const HandTrace Was = runLoop(Old, Tiles, Tiles),
                    Is = runLoop(New, Tiles, Tiles);
    if (!Was.Wrong.empty())
      return refuse(Was.Id, *Old.Loop, *Old.Unit, Was.Wrong, Was.At);
    if (!Is.Wrong.empty())
      return refuse(RefusalId::MeaningChanges, *Old.Loop, *Old.Unit,
                    "written out, " + Is.Wrong);
    if (Was.Computed != Is.Computed)
      return refuse(RefusalId::HandIndex, *Old.Loop, *Old.Unit,
                    "with " + std::to_string(Tiles) +
                        " tiles it computes another tile than a plain loop");
  }
  return std::nullopt;
}

} // namespace pipeline_rewrite::undo
