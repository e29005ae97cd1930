//===- TimelineTest.cpp - Schedules over time -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Schedule/Timeline.h"
#include "Schedule/BuildSchedule.h"
#include "ScheduleForms.h"
#include "gtest/gtest.h"

using namespace pipeline_rewrite;

namespace {

std::string textOf(const ScheduleInput &In) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, timelineOf(buildSchedule(In), In));
  return Text;
}

TEST(Timeline, DoubleBuffering) {
  EXPECT_EQ(textOf(plainLoop()),
            "prologue: load 0>0 store 0>0 | "
            "loop: load 1>1 compute 0>0 store 1>1 | "
            "load 2>0 compute 1>1 store 2>0 | "
            "load 3>1 compute 2>0 store 3>1 | compute 3>1");
}

TEST(Timeline, OneBuffer) {
  ScheduleInput In = plainLoop();
  In.Stages = 1;
  EXPECT_EQ(textOf(In),
            "prologue: load 0>0 store 0>0 | loop: load 1>0 compute 0>0 | "
            "store 1>0 | load 2>0 compute 1>0 | store 2>0 | "
            "load 3>0 compute 2>0 | store 3>0 | compute 3>0");
}

TEST(Timeline, MultistageAndPeeled) {
  ScheduleInput In = plainLoop();
  In.Stages = 3;
  In.Peel = true;
  copyAll(In, AsyncApi::Primitives);
  EXPECT_EQ(textOf(In),
            "prologue: load 0>0 load 1>1 | loop: load 2>2 compute 0>0 | "
            "load 3>0 compute 1>1 | load 4>1 compute 2>2 | "
            "epilogue: compute 3>0 | compute 4>1");
}

TEST(Timeline, TwoDistances) {
  ScheduleInput In = plainLoop();
  In.Stages = 3;
  copySome(In);
  EXPECT_EQ(
      textOf(In),
      "prologue: load 0>1.0 load 1>1.1 load 0>0.0 store 0>0.0 | "
      "loop: load 2>1.2 load 1>0.1 compute 0>0.0 compute 0>1.0 store 1>0.1 | "
      "load 3>1.0 load 2>0.0 compute 1>0.1 compute 1>1.1 store 2>0.0 | "
      "load 4>1.1 load 3>0.1 compute 2>0.0 compute 2>1.2 store 3>0.1 | "
      "load 4>0.0 compute 3>0.1 compute 3>1.0 store 4>0.0 | "
      "compute 4>0.0 compute 4>1.1");
}

TEST(Timeline, ThreadsThatCopy) {
  ScheduleInput In = plainLoop();
  In.WaitIsBarrier = true;
  copyAll(In, AsyncApi::PipelinePartitioned);
  EXPECT_EQ(textOf(In), "loop: load 0>0 load 1>1 | compute 0>0 load 2>0 | "
                        "compute 1>1 load 3>1 | compute 2>0 | compute 3>1");
}

/// Every tile of every form is computed once, and loaded before that.
TEST(Timeline, EveryTileOfEveryForm) {
  for (const NamedForm &Form : allForms()) {
    const Timeline Of = timelineOf(buildSchedule(Form.In), Form.In);
    std::vector<unsigned> Loaded(Of.Tiles * Of.Streams.size()), Computed;
    for (const TimelineSpan &Span : Of.Spans) {
      EXPECT_FALSE(Span.Of.empty()) << Form.Name;
      for (const Moment &M : Span.Of) {
        if (M.Kind == Moment::Load)
          ++Loaded[M.Stream * Of.Tiles + M.Tile];
        if (M.Kind == Moment::Compute && M.Stream == 0)
          Computed.push_back(M.Tile);
      }
    }
    EXPECT_EQ(Loaded, std::vector<unsigned>(Loaded.size(), 1)) << Form.Name;
    EXPECT_TRUE(std::is_sorted(Computed.begin(), Computed.end())) << Form.Name;
    EXPECT_EQ(Computed.back(), Of.Tiles - 1) << Form.Name;
  }
}

} // namespace
