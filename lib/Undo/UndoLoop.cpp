//===- UndoLoop.cpp - A loop that is pipelined by hand, taken apart -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/UndoLoop.h"

using namespace clang;

namespace pipeline_rewrite::undo {

/// More tiles than are ever run.
constexpr int64_t Endless = 1000;

std::variant<UndoneLoop, Refusal> undoLoop(const KLoop &Loop,
                                           const SourceUnit &Unit) {
  auto Read = readHandLoop(Loop, Unit);
  if (auto *No = std::get_if<Refusal>(&Read))
    return std::move(*No);
  UndoneLoop Out;
  HandLoop &L = Out.Loop = std::move(std::get<HandLoop>(Read));
  const int64_t Steady = 24;
  const TileTrace Run = runTiles(L, Endless, 2 * Steady, Steady);
  if (!Run.Wrong.empty())
    return refuse(Run.Id, L, Run.Wrong, Run.At);
  // From tile From on all repeats after Turns tiles.
  const auto Repeats = [&](int64_t From, int64_t Turns) {
    return Turns % Run.Period == 0 &&
           Run.Heads[From] == Run.Heads[From + Turns];
  };
  int64_t From = 0;
  for (Out.Turns = 1; Out.Turns <= 16; ++Out.Turns) {
    for (From = 0; From < 16 && !Repeats(From, Out.Turns); ++From)
      ;
    if (From < 16)
      break;
  }
  if (Out.Turns > 16)
    return refuse(RefusalId::HandIndex, L,
                  "its buffers do not come again in turn");
  Out.Most = From + 2 * Out.Turns + Run.MostAhead + 2;
  auto Edits = plainText(L, Steady, Run.Steady);
  if (auto *No = std::get_if<Refusal>(&Edits))
    return std::move(*No);
  Out.Edits = std::move(std::get<EditSet>(Edits));
  return Out;
}

/// All of the kernel but what runs ahead.
static std::string restOf(const HandLoop &L) {
  const auto *For = cast<ForStmt>(L.Loop->Loop);
  std::vector<const Stmt *> Rest;
  for (const Stmt *S : cast<CompoundStmt>(L.Loop->Parent)->body()) {
    if (S == L.Loop->Whole || S == L.Loop->Loop) {
      Rest.insert(Rest.end(), {For->getInit(), For->getCond(), For->getInc()});
      const Stmt *LastKept = nullptr;
      for (size_t U = 0; U < L.Loop->Units.size(); ++U)
        if (L.IsKept[U])
          Rest.push_back(LastKept = L.Loop->Units[U]);
    } else if (!llvm::is_contained(L.Before, S)) {
      Rest.push_back(S);
    }
  }
  CodeReader Reader;
  Reader.L = &L;
  std::string Text = Reader.codes(Rest);
  for (const ParmVarDecl *P : L.Loop->Function->parameters())
    Text +=
        Reader.keyOf(P) + " " + P->getType().getCanonicalType().getAsString();
  return Text;
}

std::optional<Refusal> findDifference(const UndoneLoop &Undone,
                                      const KLoop &Plain,
                                      const SourceUnit &PlainUnit) {
  const HandLoop &Old = Undone.Loop;
  auto Read = readHandLoop(Plain, PlainUnit);
  if (auto *No = std::get_if<Refusal>(&Read))
    return refuse(RefusalId::MeaningChanges, Old, "written out, " + No->Detail);
  const HandLoop &New = std::get<HandLoop>(Read);
  if (restOf(Old) != restOf(New) || Old.Start != New.Start ||
      Old.Step != New.Step)
    return refuse(RefusalId::MeaningChanges, Old,
                  "written out, something would name something else");
  for (int64_t Tiles = 0; Tiles <= Undone.Most; ++Tiles) {
    const TileTrace Was = runTiles(Old, Tiles, Tiles),
                    Is = runTiles(New, Tiles, Tiles);
    if (!Was.Wrong.empty())
      return refuse(Was.Id, Old, Was.Wrong, Was.At);
    if (!Is.Wrong.empty())
      return refuse(RefusalId::MeaningChanges, Old, "written out, " + Is.Wrong);
    if (Was.Computed != Is.Computed)
      return refuse(RefusalId::HandIndex, Old,
                    "with " + std::to_string(Tiles) +
                        " tiles it computes another tile than a plain loop");
  }
  return std::nullopt;
}

} // namespace pipeline_rewrite::undo
