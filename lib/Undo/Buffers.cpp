//===- Buffers.cpp - What is stored to buffers, and what is found there ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Mentions.h"
#include "Ast/Parents.h"
#include "Lint/PipelineEvents.h"
#include "Undo/HandThread.h"

using namespace clang;

namespace pipeline_rewrite::undo {

void HandThread::wait(const CallExpr *Call) {
  Reader.forget();
  const Value Left = Reader.read(Call->getArg(0));
  if (!Left.Number || *Left.Number < 0)
    return fail(RefusalId::HandStatement, "a wait is not understood", Call);
  for (auto &[Key, B] : Buffers)
    for (Entry &E : B.Holds)
      if (E.Group && int64_t(*E.Group) < int64_t(Committed) - *Left.Number) {
        E.Group.reset();
        E.Epoch = Epoch;
      }
}

void HandThread::note(const Stmt *S, bool Fills) {
  if (!IsInLoop) {
    Trace.LoadsBehindBarrier |= Epoch > 0;
    return;
  }
  Trace.Loads.push_back({S, Fills});
  Trace.Values.push_back({S, Reader.Held});
}

void HandThread::transfer(const Stmt *S, bool IsCopy) {
  EffectsCollector Collector(L.Loop->Function, L.Loop->Loop);
  const Effects E = Collector.collect(S);
  Reader.forget();
  std::string Text = Reader.text(S);
  if (Reader.Strange)
    return fail(RefusalId::HandStatement,
                "a statement that loads ahead is not understood",
                *Reader.Strange);
  for (const VarDecl *V : E.Writes)
    if (L.Ahead.contains(V) && !V->getType()->isArrayType())
      return fail(RefusalId::HandStatement,
                  "a statement that loads ahead is not understood", S);
  if (!coversTheSame(S, S))
    return fail(RefusalId::HandIndex,
                "which elements a statement stores to may not be the same for "
                "each tile",
                S);
  bool Fills = false;
  std::vector<std::pair<const VarDecl *, int64_t>> To;
  for (const auto &[V, Slot] : Reader.Slots) {
    const bool IsTile = L.Tiles.count(V);
    if (IsTile || E.Writes.contains(V))
      To.push_back({V, *Slot});
    else
      Text += "{" + contents(Buffers[{V, 0}]) + "}";
    Fills |= IsTile;
  }
  for (const auto &Key : To) {
    Buffer &B = Buffers[Key];
    if (std::exchange(B.WasRead, false))
      B.Holds.clear();
    if (L.Tiles.count(Key.first) && B.ReadIn > Epoch)
      return fail(RefusalId::HandRace,
                  "a buffer is filled, and no barrier stands after its last "
                  "use",
                  S);
    ++B.Stores;
    B.Holds.push_back(
        {Text, IsCopy ? std::optional(Committed) : std::nullopt, Epoch});
  }
  // What was stored is read again only by the next tile's fill.
  if (Fills)
    for (const auto &[V, Slot] : Reader.Slots)
      if (!L.Tiles.count(V))
        Buffers[{V, 0}].WasRead = true;
  note(S, Fills);
}

std::string HandThread::contents(const Buffer &B) {
  std::string Text;
  for (const Entry &E : B.Holds)
    Text += E.Text + ";";
  return Text;
}

void HandThread::compute(unsigned U) {
  const Stmt *S = L.Loop->Units[U];
  Computed = true;
  std::string Found = std::to_string(Tile) + ":";
  Reader.forget();
  for (const ArraySubscriptExpr *Choice : L.Choices)
    if (contains(S, Choice)) {
      Reader.read(Choice);
      if (Reader.Strange)
        return fail(RefusalId::HandIndex,
                    "which buffer the computation reads is not known", Choice);
    }
  for (const auto &[V, IsRing] : L.Tiles)
    if (!IsRing && findMention(S, V))
      Reader.Slots[V] = 0;
  std::vector<std::string> Names;
  for (const auto &[V, Slot] : Reader.Slots) {
    Buffer &B = Buffers[{V, *Slot}];
    for (const Entry &E : B.Holds)
      if (E.Group || E.Epoch >= Epoch)
        return fail(RefusalId::HandRace,
                    E.Group ? "a tile is used while the copy of it may be in "
                              "flight"
                            : "a tile is used, and no barrier stands after "
                              "its stores",
                    S);
    const auto [At, IsNew] = Seen.try_emplace(V, *Slot, B.Stores);
    if (At->second != std::pair(*Slot, B.Stores))
      return fail(RefusalId::HandIndex,
                  "the computation of one tile reads several buffers", S);
    B.WasRead = true;
    B.ReadIn = Epoch + 1;
    Names.push_back(V->getNameAsString() + "{" + contents(B) + "}");
  }
  llvm::sort(Names);
  for (const std::string &Each : Names)
    Found += Each;
  Trace.Computed.push_back(std::move(Found));
}

} // namespace pipeline_rewrite::undo
