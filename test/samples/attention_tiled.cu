//===- attention_tiled.cu - attention, one query row per thread -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// O = softmax(Q * transpose(K) / sqrt(HEAD)) * V for each head: M queries, N
// columns (HEAD per head), K keys; N multiple of HEAD, any M, K. The tiles of
// keys and values come in together; the softmax is kept up to date while the
// keys pass by (running maximum and sum).
//===----------------------------------------------------------------------===//
// Forms: partitioned

#include "harness.h"

constexpr int HEAD = 32;    // columns per head
constexpr int QUERIES = 64; // per block, one per thread
constexpr int KEYS = 16;    // per tile

__global__ __launch_bounds__(QUERIES) void attention_tiled(
    const float *__restrict__ Q, const float *__restrict__ K,
    const float *__restrict__ V, float *__restrict__ O, int queries, int keys,
    int width, float scale) {
  __shared__ float Ks[KEYS][HEAD];
  __shared__ float Vs[KEYS][HEAD];

  const int column = blockIdx.y * HEAD;
  const int query = blockIdx.x * QUERIES + threadIdx.x;

  float q[HEAD], out[HEAD];
#pragma unroll
  for (int d = 0; d < HEAD; ++d) {
    q[d] = query < queries ? Q[query * width + column + d] * scale : 0.0f;
    out[d] = 0.0f;
  }
  float maximum = -INFINITY, total = 0.0f;

  for (int key0 = 0; key0 < keys; key0 += KEYS) {
#pragma unroll
    for (int i = threadIdx.x; i < KEYS * HEAD; i += QUERIES) {
      const int key = i / HEAD, d = i % HEAD;
      const bool inside = key0 + key < keys;
      const int from = (key0 + key) * width + column + d;
      Ks[key][d] = inside ? K[from] : 0.0f;
      Vs[key][d] = inside ? V[from] : 0.0f;
    }
    __syncthreads();

    const int count = min(KEYS, keys - key0);
    for (int key = 0; key < count; ++key) {
      float score = 0.0f;
#pragma unroll
      for (int d = 0; d < HEAD; ++d)
        score += q[d] * Ks[key][d];

      const float newMaximum = fmaxf(maximum, score);
      const float keep = expf(maximum - newMaximum);
      const float weight = expf(score - newMaximum);
      maximum = newMaximum;
      total = total * keep + weight;
#pragma unroll
      for (int d = 0; d < HEAD; ++d)
        out[d] = out[d] * keep + weight * Vs[key][d];
    }
    __syncthreads();
  }

  if (query < queries)
#pragma unroll
    for (int d = 0; d < HEAD; ++d)
      O[query * width + column + d] = total > 0.0f ? out[d] / total : 0.0f;
}

static void run(harness::Run &r) {
  if (!r.fits(r.N % HEAD == 0))
    return;
  size_t M = r.M, N = r.N, keys = r.K;
  const float scale = 1.0f / std::sqrt(float(HEAD));
  harness::Input<float> Q(r, M * N, -3, 3), K(r, keys * N, -3, 3);
  harness::Input<float> V(r, keys * N);
  harness::Output<float> O(r, M * N);
  dim3 grid(harness::ceilDiv(r.M, QUERIES), r.N / HEAD);
  r.launch(4.0 * M * N * keys, [&] {
    attention_tiled<<<grid, QUERIES>>>(Q, K, V, O, r.M, r.K, r.N, scale);
  });
  r.check(O, double(HEAD) * keys, harness::Fp32,
          harness::AttentionReference<HEAD>{Q, K, V, N, keys, scale});
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("attention_tiled", run,
            {{64, 32, 0},
             {30, 32, 1},
             {64, 32, 16},
             {20, 64, 32},
             {64, 32, 45},
             {33, 32, 64},
             {64, 64, 80},
             {70, 32, 130}});
  return suite.exitCode();
}
