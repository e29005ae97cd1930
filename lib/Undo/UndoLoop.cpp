//===- UndoLoop.cpp - A loop that is pipelined by hand, taken apart
//--------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/UndoLoop.h"
#include "Undo/PlainText.h"

namespace pipeline_rewrite::undo {

/// More tiles than any loop here is run for.
constexpr int Many = 1000;

/// Longer loops repeat what these do: all tiles but the last few find the
/// variables that choose buffers as an earlier one did.
static int mostTiles(const UndoneLoop &Of) { return 2 * Of.Turns + 8; }

/// Something uses memory that others may use, and the barrier in front of
/// the loop is gone where the loop has no tile.
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
  if (const HandTrace T = runLoop(Out.Loop, Many, 40); !T.Wrong.empty())
    return Wrong(T);
  const auto Turns = turnsOf(Out.Loop);
  if (!Turns || *Turns > 16)
    return refuse(RefusalId::HandIndex, Loop, Unit,
                  "its buffers do not come again in turn");
  Out.Turns = *Turns;
  const HandTrace None = runLoop(Out.Loop, 0, 0);
  if (!None.Wrong.empty())
    return Wrong(None);
  if (None.BarrierBefore && reliesOnBarrier(Out.Loop))
    return refuse(RefusalId::HandBarrier, Loop, Unit,
                  "a barrier in front of it would be gone where it has no "
                  "tile, and memory may be used before");
  auto Edits = plainText(Out.Loop, runLoop(Out.Loop, Many, mostTiles(Out)));
  if (auto *No = std::get_if<Refusal>(&Edits))
    return std::move(*No);
  Out.Edits = std::move(std::get<EditSet>(Edits));
  return Out;
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
