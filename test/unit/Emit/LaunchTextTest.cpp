//===- LaunchTextTest.cpp - Launches that give so many bytes at least -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Host/LaunchText.h"
#include "Analyse/AnalyseLoop.h"
#include "Emit/EmitEdits.h"
#include "Execution/KernelTrial.h"
#include "Frontend/ParsedSource.h"
#include "Match/FindKLoops.h"
#include "Plan/Choice/BudgetRules.h"
#include "Plan/PlanPipeline.h"
#include "Schedule/BuildSchedule.h"
#include "Schedule/FromPlan.h"

namespace pipeline_rewrite {
namespace {

constexpr char Kernel[] = R"(
static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
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
size_t size();
)";

/// A loop whose launches are planned to give so many bytes at least.
class LaunchTextTest : public testing::Test {
protected:
  /// \p Host with its launches edited.
  std::string edited(const std::string &Host, uint64_t AtLeast) {
    Unit = parseText(Kernel + Host);
    std::vector<KLoopSite> Sites = findKLoops(*Unit);
    Options Opts;
    Opts.Form = Variant::Ldg;
    Opts.Archs = {"sm_90"};
    std::vector<LoopFacts> Facts;
    for (const KLoop &Loop : Sites.at(0).Instances) {
      Judgement J = analyseLoop(Loop, *Unit, AnalysisInput(Opts));
      Facts.push_back(std::move(std::get<LoopFacts>(J)));
    }
    std::vector<PlanInstance> Instances;
    for (const LoopFacts &F : Facts) {
      SharedMemoryUse &Memory = Instances.emplace_back(F).Memory;
      Memory.DynamicNeeded = Memory.DynamicPerStage = AtLeast / 2;
    }
    auto Result = planPipeline(Instances, *Unit, Opts);
    auto *Planned = std::get_if<PlannedLoop>(&Result);
    if (!Planned || Planned->Plan.Stages != 2)
      return "not planned";
    const PipelinePlan &Plan = Planned->Plan;
    EXPECT_EQ(Plan.Launch.AtLeast, AtLeast);
    Names NewNames(*Unit);
    auto Edits =
        emitEdits(Plan, buildSchedule(scheduleInput(Plan)), *Unit, NewNames);
    auto *Set = std::get_if<EditSet>(&Edits);
    if (!Set)
      return std::get<Refusal>(Edits).Detail;
    Changes = hostChanges(Plan, *Unit);
    return Set->apply(Unit->text(), strlen(Kernel), Unit->text().size());
  }

  std::unique_ptr<SourceUnit> Unit;
  std::vector<HostChange> Changes;
};

TEST_F(LaunchTextTest, NumberIsReplaced) {
  EXPECT_EQ(edited("void f(float *A) { sums<<<1, 64, 256>>>(A, A, 64); }", 512),
            "void f(float *A) { sums<<<1, 64, 512>>>(A, A, 64); }");
  ASSERT_EQ(Changes.size(), 1u);
  EXPECT_EQ(Changes[0].Before, "256");
  EXPECT_EQ(Changes[0].After, "512");
  EXPECT_FALSE(Changes[0].RaisesLimit);
}

TEST_F(LaunchTextTest, EnoughIsLeftAlone) {
  const char *Host = "void f(float *A) { sums<<<1, 64, 1024>>>(A, A, 64); }";
  EXPECT_EQ(edited(Host, 512), Host);
  EXPECT_TRUE(Changes.empty());
}

TEST_F(LaunchTextTest, KnownBytesAreMultiplied) {
  EXPECT_EQ(edited("#define SIZE 128 * 2\n"
                   "void f(float *A) { sums<<<1, 64, SIZE>>>(A, A, 64); }",
                   512),
            "#define SIZE 128 * 2\n"
            "void f(float *A) { sums<<<1, 64, 2 * (SIZE)>>>(A, A, 64); }");
  EXPECT_EQ(edited("constexpr int SIZE = 256;\n"
                   "void f(float *A) { sums<<<1, 64, SIZE>>>(A, A, 64); }",
                   512),
            "constexpr int SIZE = 256;\n"
            "void f(float *A) { sums<<<1, 64, 2 * SIZE>>>(A, A, 64); }");
  EXPECT_EQ(edited("void f(float *A, int size) {\n"
                   "  sums<<<1, 64, size>>>(A, A, 64);\n"
                   "}",
                   512),
            "void f(float *A, int size) {\n"
            "  sums<<<1, 64, size < 512 ? 512 : size>>>(A, A, 64);\n"
            "}");
}

TEST_F(LaunchTextTest, SumStaysOne) {
  EXPECT_EQ(edited("void f(float *A) { sums<<<1, 64, 64 * sizeof(float)>>>(A, "
                   "A, 64); }",
                   512),
            "void f(float *A) { sums<<<1, 64, 2 * (64 * sizeof(float))>>>(A, "
            "A, 64); }");
  EXPECT_EQ(edited("void f(float *A) { sums<<<1, 64, 64 * sizeof(float)>>>(A, "
                   "A, 64); }",
                   640),
            "void f(float *A) { sums<<<1, 64, 64 * sizeof(float) + 384>>>(A, "
            "A, 64); }");
}

/// One number of bytes is twice what one instance gives, and not the other.
TEST_F(LaunchTextTest, InstancesGiveOtherBytes) {
  EXPECT_EQ(edited("template <int T> void f(float *A) {\n"
                   "  sums<<<1, 64, T * 4>>>(A, A, 64);\n"
                   "}\n"
                   "template void f<64>(float *);\n"
                   "template void f<100>(float *);",
                   512),
            "template <int T> void f(float *A) {\n"
            "  sums<<<1, 64, (T * 4) < 512 ? 512 : (T * 4)>>>(A, A, 64);\n"
            "}\n"
            "template void f<64>(float *);\n"
            "template void f<100>(float *);");
}

/// It is not known what comes of it, and it is to be called once.
TEST_F(LaunchTextTest, CallIsHandedOver) {
  EXPECT_EQ(
      edited("void f(float *A) { sums<<<1, 64, size()>>>(A, A, 64); }", 512),
      "void f(float *A) { sums<<<1, 64, allowedSharedBytes("
      "sums, size(), 512)>>>(A, A, 64); }");
}

/// Beyond what every launch may give, a function asks the device.
TEST_F(LaunchTextTest, LimitIsRaised) {
  EXPECT_EQ(edited("void f(float *A, int bytes) {\n"
                   "  sums<<<1, 64, bytes>>>(A, A, 64);\n"
                   "}",
                   65536),
            "void f(float *A, int bytes) {\n"
            "  sums<<<1, 64, allowedSharedBytes(sums, bytes, "
            "65536)>>>(A, A, 64);\n"
            "}");
  ASSERT_EQ(Changes.size(), 1u);
  EXPECT_TRUE(Changes[0].RaisesLimit);
}

TEST_F(LaunchTextTest, CallIsMadeOnce) {
  EXPECT_EQ(
      edited("void f(float *A) { sums<<<1, 64, size()>>>(A, A, 64); }", 65536),
      "void f(float *A) { sums<<<1, 64, allowedSharedBytes("
      "sums, size(), 65536)>>>(A, A, 64); }");
}

/// A limit that the host sets is one of many: none lowers another.
TEST_F(LaunchTextTest, LimitOfTheHost) {
  EXPECT_EQ(edited("void f(float *A, int bytes) {\n"
                   "  cudaFuncSetAttribute(sums, "
                   "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);\n"
                   "  sums<<<1, 64, bytes>>>(A, A, 64);\n"
                   "}",
                   512),
            "void f(float *A, int bytes) {\n"
            "  cudaFuncSetAttribute(sums, "
            "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes < 512 ? 512 : "
            "bytes);\n"
            "  sums<<<1, 64, bytes < 512 ? 512 : bytes>>>(A, A, 64);\n"
            "}");
}

TEST_F(LaunchTextTest, BudgetIsThatOfTheBytes) {
  EXPECT_EQ(
      edited("void f(float *A) { sums<<<1, 64, 256>>>(A, A, 64); }", 300 << 10),
      "not planned");
}

TEST(LaunchPlanTest, Bytes) {
  LaunchPlan Plan;
  EXPECT_FALSE(Plan.grows());
  EXPECT_EQ(Plan.bytes(100), 100u);
  LaunchSite Site;
  Site.Constant = true;
  Site.Values = {256, 100};
  Plan.AtLeast = 200;
  EXPECT_TRUE(Plan.grows());
  EXPECT_EQ(Plan.ofSite(Site), NewBytes::Least);
  Site.Values = {256};
  EXPECT_EQ(Plan.ofSite(Site), NewBytes::Same);
  EXPECT_EQ(Plan.bytes(100), 200u);
  EXPECT_EQ(Plan.bytes(300), 300u);
}

/// What the executor gives the output is what the launches would.
TEST(LaunchChangeTest, Bytes) {
  LaunchChange Change;
  EXPECT_EQ(Change.dynamicBytes(100), 100u);
  Change.AtLeast = 200;
  EXPECT_EQ(Change.dynamicBytes(100), 200u);
  EXPECT_EQ(Change.dynamicBytes(300), 300u);
}

TEST(DynamicBudgetTest, SoManyBytesAtLeast) {
  SharedMemoryUse Use;
  Use.DynamicBytes = 1000;
  Use.DynamicNeeded = 800;
  Use.DynamicPerStage = 500;
  EXPECT_EQ(Use.dynamicBytes(1), 1000u);
  EXPECT_EQ(Use.dynamicBytes(2), 1300u);
  EXPECT_EQ(Use.dynamicBytes(3), 1800u);
  Use.DynamicBytes = 1500;
  EXPECT_EQ(Use.dynamicBytes(2), 1500u);
}

} // namespace
} // namespace pipeline_rewrite
