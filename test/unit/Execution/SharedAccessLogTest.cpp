//===- SharedAccessLogTest.cpp --------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/CountConflicts.h"
#include "gtest/gtest.h"

using namespace pipeline_rewrite;
using namespace pipeline_rewrite::executor;

namespace {

const std::string Here = "/src/k.cu", Elsewhere = "/include/mma.hpp",
                  Tile = "As";

struct Told {
  AccessKind Kind = AccessKind::Read;
  unsigned Line = 3, Instruction = 1, Bytes = 4, Epoch = 1;
  const std::string *File = &Here;
};

class SharedAccessLogTest : public testing::Test {
protected:
  void tell(unsigned Thread, uint64_t Offset, const Told &Of = {}) {
    executor::Access A;
    A.Kind = Of.Kind;
    A.Space = AccessSpace::Shared;
    A.Bytes = Of.Bytes;
    A.Thread = Thread;
    A.Variable = &Tile;
    A.Offset = Offset;
    A.File = Of.File;
    A.Line = Of.Line;
    A.Instruction = Of.Instruction;
    A.Epoch = Of.Epoch;
    Log.accessed(A);
  }

  std::string text(const RowDistances &With = {}) const {
    std::string Text;
    for (const LineConflicts &Each : Log.count(With))
      Text += textOf(Each) + "\n";
    return Text;
  }

  SharedAccessLog Log{Here};
};

TEST_F(SharedAccessLogTest, ThreadsRunOneByOneAndAreCountedByWarps) {
  for (unsigned Thread = 0; Thread < 64; ++Thread)
    for (unsigned K = 0; K < 4; ++K)
      tell(Thread, 4 * (32 * K + Thread % 32));
  EXPECT_EQ(text(), "line 3, load of As: 8 accesses, 8 wavefronts, 8 without "
                    "conflicts\n");
}

TEST_F(SharedAccessLogTest, RowsFurtherApart) {
  for (unsigned Thread = 0; Thread < 32; ++Thread)
    tell(Thread, 128 * Thread);
  EXPECT_EQ(text(), "line 3, load of As: 1 accesses, 32 wavefronts, 1 without "
                    "conflicts\n");
  EXPECT_EQ(text({{Tile, {128, 132}}}),
            "line 3, load of As: 1 accesses, 1 wavefronts, 1 without "
            "conflicts\n");
}

TEST_F(SharedAccessLogTest, LanesMeetAgainBehindABarrier) {
  Told Later;
  Later.Epoch = 2;
  // The second lane was not there the first time.
  tell(0, 0);
  tell(0, 4, Later);
  tell(1, 128 + 4, Later);
  EXPECT_EQ(text(), "line 3, load of As: 2 accesses, 3 wavefronts, 2 without "
                    "conflicts\n");
}

TEST_F(SharedAccessLogTest, NeighboursOfALineAreOneAccess) {
  for (unsigned Thread = 0; Thread < 32; ++Thread)
    for (unsigned I = 0; I < 4; ++I) {
      Told Part;
      Part.Instruction = I;
      tell(Thread, 16 * Thread + 4 * (3 - I), Part);
    }
  EXPECT_EQ(text(), "line 3, load of As: 1 accesses, 4 wavefronts, 4 without "
                    "conflicts\n");
}

TEST_F(SharedAccessLogTest, NeighboursThatAreNotAlignedStayApart) {
  for (unsigned Thread = 0; Thread < 32; ++Thread)
    for (unsigned I = 0; I < 2; ++I) {
      Told Part;
      Part.Instruction = I;
      tell(Thread, 8 * Thread + 4 + 4 * I, Part);
    }
  EXPECT_EQ(text(), "line 3, load of As: 2 accesses, 4 wavefronts, 2 without "
                    "conflicts\n");
}

TEST_F(SharedAccessLogTest, KindsAndLinesAreApart) {
  Told Store, Copy, Header, Atomic;
  Store.Kind = AccessKind::Write;
  Copy.Kind = AccessKind::CopyTo;
  Copy.Bytes = 16;
  Copy.Instruction = 2;
  Header.File = &Elsewhere;
  Header.Instruction = 3;
  Atomic.Kind = AccessKind::Atomic;
  Atomic.Instruction = 4;
  tell(0, 0, Store);
  tell(0, 0, Copy);
  tell(0, 0, Header);
  tell(0, 0, Atomic);
  EXPECT_EQ(text(), "line 0, load of As: 1 accesses, 1 wavefronts, 1 without "
                    "conflicts\n"
                    "line 3, store of As: 1 accesses, 1 wavefronts, 1 without "
                    "conflicts\n"
                    "line 3, copy of As: 1 accesses, 1 wavefronts, 1 without "
                    "conflicts\n");
}

} // namespace
