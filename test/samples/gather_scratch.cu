//===- gather_scratch.cu - gathered sums, variables used by both halves ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C[i] = sum over k of f(A[order[k]]), any K. Variables declared before the
// loop carry values of the loads, and are used again by the computation.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int TILE = 64;

// Whole blocks under a condition, barrier on top.
__global__ void pairs_scratch(const float2 *A, const float *W, float *C, int N,
                              int K) {
  __shared__ float re[TILE], im[TILE], weight[TILE];
  const int t = threadIdx.x;
  float sum = 0.0f;
  float2 v;
  int j;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    __syncthreads();
    if (k0 + t < K) {
      j = K - 1 - (k0 + t);
      v = A[j];
      re[t] = v.x;
      im[t] = v.y;
      weight[t] = W[j];
    } else {
      re[t] = 0.0f;
      im[t] = 0.0f;
      weight[t] = 0.0f;
    }
    __syncthreads();
    for (j = 0; j < TILE; ++j) {
      v = make_float2(re[j], im[(j + t) % TILE]);
      sum += v.x * v.y + weight[j];
    }
  }
  for (int n = t; n < N; n += TILE)
    C[n] = sum;
}

// Statements of their own; the gathered address is scratch, too.
__global__ void gather_scratch(const float *A, const float4 *B,
                               const int *order, float *C, int N, int K) {
  __shared__ float As[TILE];
  __shared__ float4 Bs[TILE];
  const int t = threadIdx.x;
  int i;
  float v, sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    if (k0 + t < K)
      i = order[k0 + t];
    else
      i = 0;
    if (k0 + t < K)
      i = order[i];
    v = 2.0f;
    if (i % 3 != 0)
      v *= A[i];
    As[t] = v;
    Bs[t] = B[i];
    __syncthreads();
    v = 0.0f;
    for (i = 0; i < TILE && k0 + i < K; ++i)
      v += As[i] * Bs[i].y;
    sum += v;
    __syncthreads();
  }
  for (int n = t; n < N; n += TILE)
    C[n] = sum;
}

static void runPairs(harness::Run &r) {
  const size_t K = r.K, padded = harness::ceilDiv(r.K, TILE) * TILE;
  harness::Input<float> A(r, 2 * K), W(r, K);
  harness::Output<float> C(r, r.N);
  r.launch(double(K), [&] {
    pairs_scratch<<<1, TILE>>>(
        reinterpret_cast<const float2 *>(static_cast<const float *>(A)), W, C,
        r.N, r.K);
  });
  r.check(C, 2 * K, harness::Fp32, [&](size_t t) {
    double sum = 0;
    auto at = [&](size_t k, size_t part) {
      return k < K ? double(A.at(2 * (K - 1 - k) + part)) : 0.0;
    };
    for (size_t k = 0; k < padded; ++k) {
      const size_t other = k / TILE * TILE + (k + t) % TILE;
      sum += at(k, 0) * at(other, 1) + (k < K ? double(W.at(K - 1 - k)) : 0.0);
    }
    return sum;
  });
}

static void runGather(harness::Run &r) {
  const size_t K = r.K;
  harness::Input<float> A(r, K + 1), B(r, 4 * (K + 1));
  harness::Input<int> order(r, K,
                            [&](size_t k, uint64_t) { return int(K - 1 - k); });
  harness::Output<float> C(r, r.N);
  r.launch(double(K), [&] {
    gather_scratch<<<1, TILE>>>(
        A, reinterpret_cast<const float4 *>(static_cast<const float *>(B)),
        order, C, r.N, r.K);
  });
  r.check(C, K, harness::Fp32, [&](size_t) {
    double sum = 0;
    for (size_t k = 0; k < K; ++k) {
      const size_t i = k; // order, twice
      sum += (i % 3 ? 2.0 * double(A.at(i)) : 2.0) * double(B.at(4 * i + 1));
    }
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("pairs_scratch", runPairs,
            {{1, 64, 0}, {1, 64, 1}, {1, 40, 64}, {1, 64, 128}, {1, 64, 200}});
  suite.add("gather_scratch", runGather,
            {{1, 64, 0}, {1, 64, 1}, {1, 40, 64}, {1, 64, 128}, {1, 64, 200}});
  return suite.exitCode();
}
