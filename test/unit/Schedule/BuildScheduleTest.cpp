//===- BuildScheduleTest.cpp - Forms and their steps ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Schedule/BuildSchedule.h"
#include "Schedule/CheckSchedule.h"
#include "ScheduleForms.h"
#include "gtest/gtest.h"

using namespace pipeline_rewrite;

namespace {

std::string textOf(const ScheduleInput &In) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, buildSchedule(In));
  return Text;
}

TEST(BuildSchedule, EveryFormDoesWhatTheSourceDid) {
  for (const NamedForm &Form : allForms()) {
    auto Wrong = checkSchedule(buildSchedule(Form.In), Form.In);
    EXPECT_FALSE(Wrong) << Form.Name << ": " << *Wrong << "\n"
                        << textOf(Form.In);
  }
}

TEST(BuildSchedule, DoubleBufferingThroughRegisters) {
  EXPECT_EQ(textOf(plainLoop()), R"(  stream 0 stores, distance 1, buffers 2
  prologue
    if tile of 0:
      load 0[0]
      barrier #1, moved
  body, asked of the computation
    in place of #0:
      advance 0, with increment
      hasNext = tile of 0
      if hasNext:
        issue 0[read+1]
    unit 2 reads 0[read]
    if hasNext:
      store 0[read+1]
    barrier #3
    next read
)");
}

TEST(BuildSchedule, MultistageCopiesBesideRegisters) {
  ScheduleInput In = plainLoop();
  In.Stages = 3;
  copySome(In);
  EXPECT_EQ(textOf(In), R"(  stream 0 stores, distance 1, buffers 2
  stream 1 copies, distance 2, buffers 3
  prologue
    hasTiles = tile of 1
    fill loop:
      acquire
      if tile of 1:
        load 1[fill]
        advance 1, with increment
      commit
    if hasTiles:
      load 0[0]
      wait 1
      barrier #1, moved
  body, asked of the computation
    in place of #0:
      acquire
      if tile of 1:
        issue 1[fill]
        advance 1, with increment
      commit
      advance 0, with increment
      hasNext = tile of 0
      if hasNext:
        issue 0[parity+1]
    unit 2 reads 0[parity] 1[read]
    if hasNext:
      store 0[parity+1]
    release
    wait 1
    barrier #3
    fill = read
    next read
    next parity
)");
}

/// Behind the loop each tile is waited for once, and none is committed: nobody
/// would arrive for it.
TEST(BuildSchedule, PeeledTensorMapsInAMultistageLoop) {
  ScheduleInput In = plainLoop();
  In.Stages = 3;
  In.Peel = true;
  copyAll(In, AsyncApi::TensorMaps);
  EXPECT_EQ(textOf(In), R"(  stream 0 copies, distance 2, buffers 3
  prologue
    fill loop:
      if tile of 0:
        load 0[fill]
        advance 0, with increment
        next held
        commit
  body, asked of stream 0
    in place of #0:
      scope:
        issue 0[fill]
      commit
    wait 0 in place of #1
    unit 2 reads 0[read]
    release
    barrier #3
    fill = read
    next read
    advance 0
  epilogue
    drain loop:
      wait 0
      unit 2 reads 0[read]
      release
      barrier #3, moved
      next read
)");
}

TEST(BuildSchedule, MultistageTensorMapsBesideRegisters) {
  ScheduleInput In = plainLoop();
  In.Stages = 3;
  In.Peel = true;
  copySome(In);
  In.Protocol = describe(AsyncApi::TensorMaps).Protocol;
  EXPECT_EQ(textOf(In), R"(  stream 0 stores, distance 1, buffers 2
  stream 1 copies, distance 2, buffers 3
  prologue
    hasTiles = tile of 1
    fill loop:
      if tile of 1:
        load 1[fill]
        advance 1, with increment
        next held
        commit
    if hasTiles:
      load 0[0]
      barrier #1, moved
  body, asked of stream 1
    in place of #0:
      scope:
        issue 1[fill]
      commit
      advance 0, with increment
      scope:
        issue 0[parity+1]
    wait 0 in place of #1
    unit 2 reads 0[parity] 1[read]
    scope:
      store 0[parity+1]
    release
    barrier #3
    fill = read
    next read
    next parity
    advance 1
  epilogue
    drain loop:
      advance 0, with increment
      hasNext = held > 1
      if hasNext:
        issue 0[parity+1]
      wait 0
      unit 2 reads 0[parity] 1[read]
      if hasNext:
        store 0[parity+1]
      release
      barrier #3, moved
      next read
      next parity
)");
}

TEST(BuildSchedule, FragmentsAheadInAMultistageLoop) {
  ScheduleInput In = plainLoop();
  In.Stages = 3;
  copyAll(In, AsyncApi::Primitives);
  readAhead(In);
  EXPECT_EQ(textOf(In), R"(  stream 0 copies, distance 2, buffers 3
  prologue
    hasTiles = tile of 0
    fill loop:
      acquire
      if tile of 0:
        load 0[fill]
        advance 0, with increment
        next held
      commit
    if hasTiles:
      wait 1
      barrier #1, moved
      first fragments of #2 read 0[read]
  body, asked of the computation
    in place of #0:
      acquire
      if tile of 0:
        issue 0[fill]
        advance 0, with increment
        next held
      commit
    unit 2 but its last step reads 0[read]
    release
    wait 1
    barrier #3
    fill = read
    next read
    if held > 1:
      first fragments of #2 read 0[read]
    last step of #2
    drop held
)");
}

TEST(BuildSchedule, BarriersOfABody) {
  ScheduleInput In = plainLoop();
  auto Count = [&](bool InConditions, bool Waits) {
    return countBarriers(buildSchedule(In), InConditions, Waits);
  };
  EXPECT_EQ(Count(false, false), 1u);
  In.Stages = 1;
  EXPECT_EQ(Count(false, false),
            1u); // the other is under the stores' condition
  EXPECT_EQ(Count(true, false), 2u);
  In.Peel = true;
  EXPECT_EQ(Count(false, false), 2u);
}

} // namespace
