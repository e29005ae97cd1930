//===- DocumentsTest.cpp - Tables of docs/transformation.md ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What they say of forms and of loops of few tiles is what the schedules do.
//===----------------------------------------------------------------------===//
#include "Schedule/BuildSchedule.h"
#include "Schedule/Timeline.h"
#include "ScheduleForms.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace pipeline_rewrite;

namespace {

/// The page has it as a line of its own.
bool isInPage(const std::string &Line) {
  static const auto Page = llvm::MemoryBuffer::getFile(PAGE);
  EXPECT_TRUE(Page);
  return Page && (*Page)->getBuffer().contains("\n" + Line + "\n");
}

bool has(llvm::ArrayRef<Step> Steps, StepKind Kind) {
  return llvm::any_of(Steps, [&](const Step &S) {
    return S.Kind == Kind || has(S.Inner, Kind);
  });
}

/// "2", or "2 to 8" if there are more where more are asked for.
std::string buffersOf(const ScheduleInput &In, bool ThatCopy) {
  auto Count = [&](unsigned Stages) {
    ScheduleInput Asked = In;
    Asked.Stages = Stages;
    Asked.TwoDistances = In.Copies && In.Stores && Stages > 2;
    unsigned Most = 0;
    for (const LoadStream &S : buildSchedule(Asked).Streams)
      if (ThatCopy ? S.Copies : S.Stores)
        Most = std::max(Most, S.Buffers);
    return std::to_string(Most);
  };
  const std::string Few = Count(In.Stages), Many = Count(In.Copies ? 8 : 2);
  return In.Stages == 1 || Few == Many ? Few : Few + " to " + Many;
}

/// "| `ldg` | registers | 2 | no | yes | 1 |"
std::string rowOf(const std::string &Name, const ScheduleInput &In) {
  const LoopSchedule S = buildSchedule(In);
  const bool Both = In.Copies && In.Stores;
  const std::string How = Both        ? "some tiles each way"
                          : In.Copies ? "`cp.async`"
                                      : "registers",
                    Buffers = Both ? buffersOf(In, false) +
                                         ", of copied tiles " +
                                         buffersOf(In, true)
                                   : buffersOf(In, In.Copies);
  auto Word = [&](StepKind Kind) { return has(S.Body, Kind) ? "yes" : "no"; };
  return "| " +
         llvm::join(
             std::vector<std::string>{
                 "`" + Name + "`", How, Buffers, Word(StepKind::Commit),
                 Word(StepKind::Store),
                 std::to_string(countBarriers(S, true, false))},
             " | ") +
         " |";
}

TEST(Documents, Forms) {
  ScheduleInput Single = plainLoop(), Copied = plainLoop(), Mixed = plainLoop();
  Single.Stages = 1;
  copyAll(Copied, AsyncApi::Primitives);
  copySome(Mixed);
  EXPECT_TRUE(isInPage(rowOf("ldg", plainLoop()))) << rowOf("ldg", plainLoop());
  EXPECT_TRUE(isInPage(rowOf("ldg-single", Single)))
      << rowOf("ldg-single", Single);
  EXPECT_TRUE(isInPage(rowOf("cpasync", Copied))) << rowOf("cpasync", Copied);
  EXPECT_TRUE(isInPage(rowOf("mixed", Mixed))) << rowOf("mixed", Mixed);
}

/// "L(0); L(1) C(0); C(1)": what stands between two barriers.
std::string orderOf(bool Peel, unsigned Tiles) {
  ScheduleInput In = plainLoop();
  In.Peel = Peel;
  std::vector<std::string> Spans;
  for (const TimelineSpan &Span :
       timelineOf(buildSchedule(In), In, Tiles).Spans) {
    std::vector<std::string> Words;
    for (const Moment &M : Span.Of)
      if (M.Kind != Moment::Store)
        Words.push_back((M.Kind == Moment::Load ? "L(" : "C(") +
                        std::to_string(M.Tile) + ")");
    Spans.push_back(llvm::join(Words, " "));
  }
  return llvm::join(Spans, "; ");
}

TEST(Documents, FewTiles) {
  EXPECT_EQ(orderOf(false, 0) + orderOf(true, 0), "");
  EXPECT_EQ(orderOf(false, 1), "L(0); C(0)");
  EXPECT_EQ(orderOf(true, 1), "L(0); C(0)");
  const std::string Two =
      "| 2 | " + orderOf(false, 2) + " | " + orderOf(true, 2) + " |";
  EXPECT_TRUE(isInPage(Two)) << Two;
}

} // namespace
