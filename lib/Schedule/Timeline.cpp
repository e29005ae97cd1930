//===- Timeline.cpp - A schedule's run over time --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Schedule/Timeline.h"
#include "Schedule/Replay.h"
#include "llvm/ADT/STLExtras.h"

namespace pipeline_rewrite {

bool TimelineSpan::has(Moment::KindOf Kind) const {
  return llvm::any_of(Of, [&](const Moment &M) { return M.Kind == Kind; });
}

static std::vector<TimelineSpan> spansOf(const std::vector<Moment> &Moments) {
  std::vector<TimelineSpan> Spans(1);
  for (const Moment &M : Moments)
    switch (M.Kind) {
    case Moment::Barrier:
      if (!Spans.back().Of.empty()) {
        Spans.back().EndsInBarrier = true;
        Spans.push_back({Spans.back().In, {}});
      }
      break;
    case Moment::Loop:
    case Moment::Epilogue:
      if (Spans.back().Of.empty())
        Spans.back().In = M.Kind;
      else
        Spans.push_back({M.Kind, {}});
      break;
    default:
      // A computation has many statements.
      if (!llvm::is_contained(Spans.back().Of, M))
        Spans.back().Of.push_back(M);
    }
  if (Spans.back().Of.empty())
    Spans.pop_back();
  return Spans;
}

Timeline timelineOf(const LoopSchedule &S, const ScheduleInput &In,
                    std::optional<unsigned> Tiles) {
  const unsigned Shown = Tiles.value_or(std::max(S.stages(), 2u) + 2);
  std::vector<Moment> Moments;
  Replay(S, In, Shown, &Moments).run();
  return {Shown, S.Streams, spansOf(Moments)};
}

static llvm::StringRef nameOf(Moment::KindOf Kind) {
  switch (Kind) {
  case Moment::Load:
    return "load";
  case Moment::Store:
    return "store";
  case Moment::Compute:
    return "compute";
  case Moment::Barrier:
    return "barrier";
  case Moment::Loop:
    return "loop";
  case Moment::Epilogue:
    return "epilogue";
  }
  llvm_unreachable("no such moment");
}

void print(llvm::raw_ostream &OS, const Timeline &Of) {
  std::optional<Moment::KindOf> In;
  for (const TimelineSpan &Span : Of.Spans) {
    if (In)
      OS << " | ";
    if (In != Span.In)
      OS << (Span.In == Moment::Load ? "prologue" : nameOf(Span.In)) << ": ";
    In = Span.In;
    llvm::interleave(
        Span.Of, OS,
        [&](const Moment &M) {
          OS << nameOf(M.Kind) << ' ' << M.Tile << '>';
          if (Of.Streams.size() > 1)
            OS << M.Stream << '.';
          OS << M.Buffer;
        },
        " ");
  }
}

} // namespace pipeline_rewrite
