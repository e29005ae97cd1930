//===- PlanInstanceTest.cpp - Facts stay, what a run adds goes beside -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/PlanInstance.h"
#include "Analyse/Ranges/RangeTest.h"
#include "Chain/AnalysedUnit.h"
#include "Frontend/ParsedSource.h"
#include "gtest/gtest.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

constexpr char Kernel[] = R"(
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
)";

// What is planned from facts may not change them.
static_assert(std::is_same_v<decltype(PlanInstance::Facts), const LoopFacts &>);

/// However often a loop is planned, it is analysed once for each input.
TEST(AnalysedUnitTest, OnceForAllPlans) {
  auto Unit = parseText(Kernel);
  AnalysedUnit Known(*Unit);
  ASSERT_EQ(Known.sites().size(), 1u);
  const KLoopSite &Site = Known.sites().front();
  Options Opts;
  const AnalysedLoop &First = Known.loop(Site, AnalysisInput(Opts));
  ASSERT_EQ(First.Instances.size(), 1u);
  Opts.Form = Variant::Ldg;
  Opts.Stages = 4;
  EXPECT_EQ(&Known.loop(Site, AnalysisInput(Opts)), &First);
  Opts.AssumeNoAlias = !Opts.AssumeNoAlias;
  EXPECT_NE(&Known.loop(Site, AnalysisInput(Opts)), &First);
  EXPECT_EQ(&Known.kernels(), &Known.kernels());
}

TEST(PlanInstanceTest, AnotherLoopEditsTheLaunches) {
  LoopFacts Facts;
  Facts.Growth.CanGrow = Facts.Partition.CanLoad = Facts.Boxes.Are =
      Answer::yes();
  Facts.Growth.Moves = {nullptr};
  PlanInstance Mine(Facts);
  EXPECT_TRUE(Mine.canGrow().isYes());
  EXPECT_EQ(Mine.moves().size(), 1u);
  Mine.MayEditLaunches = "another one does";
  EXPECT_EQ(Mine.canGrow().because(), "another one does");
  EXPECT_EQ(Mine.canPartition().because(), "another one does");
  EXPECT_EQ(Mine.areBoxes().id(), RefusalId::TmaLaunches);
  EXPECT_TRUE(Mine.moves().empty());
}

TEST(PlanInstanceTest, TheOriginalLoopStaysBesideTheNewOne) {
  LoopFacts Facts;
  Tile &T = Facts.Tiles.emplace_back();
  Facts.Partition.CanLoad = Facts.Boxes.Are = Answer::yes();
  Facts.Ranges = std::make_shared<const RangeTest>();
  const PlanInstance Mine(Facts);
  EXPECT_TRUE(Mine.canPartition().isNo());
  EXPECT_EQ(Mine.areBoxes().id(), RefusalId::TmaKernel);
  T.Outside = OutsideUse::First;
  EXPECT_EQ(Mine.outsideUse(T), OutsideUse::First);
  T.Outside = OutsideUse::Last;
  EXPECT_EQ(Mine.outsideUse(T), OutsideUse::Unknown);
}

TEST(PlanInstanceTest, AnotherLoopNamesTheTile) {
  LoopFacts Facts;
  Tile &T = Facts.Tiles.emplace_back();
  T.Outside = OutsideUse::First;
  // No use is looked at.
  alignas(8) static char Place[8];
  T.UsedOutside = reinterpret_cast<const Expr *>(Place);
  PlanInstance Mine(Facts);
  EXPECT_FALSE(Mine.isTied(T));
  Mine.InOtherLoops.insert(T.Var);
  EXPECT_TRUE(Mine.isTied(T));
  EXPECT_EQ(T.Outside, OutsideUse::First);
}

} // namespace
} // namespace pipeline_rewrite
