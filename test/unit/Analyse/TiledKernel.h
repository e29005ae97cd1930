//===- TiledKernel.h - A kernel with one tile, and its launch -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TEST_UNIT_ANALYSE_TILEDKERNEL_H
#define PIPELINE_REWRITE_TEST_UNIT_ANALYSE_TILEDKERNEL_H

#include "Analyse/AnalyseLoop.h"
#include "Match/FindKLoops.h"
#include "Snippet.h"

namespace pipeline_rewrite {

/// `kernel` fills `T`, 16 x 16 floats, with \p Load from `A`, of which a row
/// has `K` elements: blocks of 16 x 16 threads whose place is `x`, `y`.
class TiledKernel {
public:
  explicit TiledKernel(llvm::StringRef Load, llvm::StringRef Before = "")
      : Source(("#include <cuda_runtime.h>\n"
                "__global__ void kernel(const float *A, float *C, int K) {\n"
                "  __shared__ __align__(128) float T[16][16];\n"
                "  const int x = threadIdx.x, y = threadIdx.y;\n"
                "  float sum = 0.0f;\n  " +
                Before + "\n  for (int k = 0; k < K; k += 16) {\n    " + Load +
                "\n    __syncthreads();\n"
                "    for (int i = 0; i < 16; ++i)\n      sum += T[y][i];\n"
                "    __syncthreads();\n  }\n"
                "  C[blockIdx.x * 256 + y * 16 + x] = sum;\n}\n"
                "void run(float *A, float *C, int K) {\n"
                "  kernel<<<4, dim3(16, 16)>>>(A, C, K);\n}\n")
                   .str()),
        Sites(findKLoops(*Source.Unit)), Asked(withTensorMaps()),
        Found(analyseLoop(loop(), *Source.Unit, Asked)) {}

  const KLoop &loop() const { return Sites.at(0).Instances.at(0); }
  const SourceUnit &unit() const { return *Source.Unit; }
  const AnalysisInput &asked() const { return Asked; }
  /// nullptr, and a failure, if there are none.
  const LoopFacts *facts() const {
    const auto *Facts = std::get_if<LoopFacts>(&Found);
    const auto *No = std::get_if<Refusal>(&Found);
    EXPECT_TRUE(Facts) << (No ? No->Detail : "no K-loop");
    return Facts;
  }

private:
  static AnalysisInput withTensorMaps() {
    Options Opts;
    Opts.Form = Variant::Tma;
    return AnalysisInput(Opts);
  }

  Snippet Source;
  std::vector<KLoopSite> Sites;
  AnalysisInput Asked;
  Judgement Found;
};

/// The row of `A` that a thread of row `y` reads.
inline const std::string Row = "A[(blockIdx.x * 16 + y) * K + k + x]";

} // namespace pipeline_rewrite
#endif
