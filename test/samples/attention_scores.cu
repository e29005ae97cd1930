//===- attention_scores.cu - attention with a shared array of scores ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As attention_tiled.cu: M queries, N columns (HEAD per head), K keys. Here a
// block of HEAD x QUERIES threads works in two steps on each pair of tiles:
// every thread first computes one score into shared memory, passes a barrier,
// and then uses all scores of its query for its own column of V.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int HEAD = 32; // columns per head, and keys per tile
constexpr int QUERIES = 8;

__global__ void attention_scores(const float *Q, const float *K, const float *V,
                                 float *O, int queries, int keys, int width,
                                 float scale) {
  __shared__ float Qs[QUERIES][HEAD];
  __shared__ float Ks[HEAD][HEAD + 1];
  __shared__ float Vs[HEAD][HEAD];
  __shared__ float scores[QUERIES][HEAD];

  const int x = threadIdx.x; // a key in the first step, a column in the second
  const int y = threadIdx.y; // a query
  const int query = blockIdx.x * QUERIES + y;
  const int column = blockIdx.y * HEAD + x;

  Qs[y][x] = query < queries ? Q[query * width + column] * scale : 0.0f;

  float out = 0.0f, maximum = -INFINITY, total = 0.0f;
  for (int key0 = 0; key0 < keys; key0 += HEAD) {
    for (int i = y; i < HEAD; i += QUERIES) {
      if (key0 + i < keys) {
        Ks[i][x] = K[(key0 + i) * width + column];
        Vs[i][x] = V[(key0 + i) * width + column];
      } else {
        Ks[i][x] = 0.0f;
        Vs[i][x] = 0.0f;
      }
    }
    __syncthreads();

    float score = 0.0f;
    for (int d = 0; d < HEAD; ++d)
      score += Qs[y][d] * Ks[x][d];
    scores[y][x] = key0 + x < keys ? score : -INFINITY;
    __syncthreads();

    float newMaximum = maximum;
    for (int i = 0; i < HEAD; ++i)
      newMaximum = fmaxf(newMaximum, scores[y][i]);
    const float keep = expf(maximum - newMaximum);
    maximum = newMaximum;
    out *= keep;
    total *= keep;
    for (int i = 0; i < HEAD; ++i) {
      const float weight = expf(scores[y][i] - newMaximum);
      total += weight;
      out += weight * Vs[i][x];
    }
    __syncthreads();
  }

  if (query < queries)
    O[query * width + column] = total > 0.0f ? out / total : 0.0f;
}

static void run(harness::Run &r) {
  if (!r.fits(r.N % HEAD == 0))
    return;
  size_t M = r.M, N = r.N, keys = r.K;
  const float scale = 1.0f / std::sqrt(float(HEAD));
  harness::Input<float> Q(r, M * N, -3, 3), K(r, keys * N, -3, 3);
  harness::Input<float> V(r, keys * N);
  harness::Output<float> O(r, M * N);
  dim3 grid(harness::ceilDiv(r.M, QUERIES), r.N / HEAD), block(HEAD, QUERIES);
  r.launch(4.0 * M * N * keys, [&] {
    attention_scores<<<grid, block>>>(Q, K, V, O, r.M, r.K, r.N, scale);
  });
  r.check(O, double(HEAD) * keys, harness::Fp32,
          harness::AttentionReference<HEAD>{Q, K, V, N, keys, scale});
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("attention_scores", run,
            {{8, 32, 0},
             {5, 32, 1},
             {8, 64, 32},
             {11, 32, 64},
             {8, 32, 90},
             {16, 32, 128},
             {7, 64, 160},
             {20, 32, 250}});
  return suite.exitCode();
}
