//===- shared_in_place.cu - the computation writes what the loads fill ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles that the computation changes in place, and tiles beside its own data in
// one shared array, behind plain pointers that nothing tells apart. Any K.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int TILE = 64;
constexpr int BINS = 24;
#define AT(N) a[(N) % TILE]

// C[n] = sum over the tiles of what two rounds of smoothing leave at n.
__global__ void smooth_in_place(const float *__restrict__ A,
                                const float *__restrict__ B,
                                float *__restrict__ C, int K) {
  __shared__ float a[TILE], b[TILE];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    AT(t) = k0 + t < K ? A[k0 + t] : 1.0f;
    b[t] = k0 + t < K ? B[k0 + t] : 0.5f;
    __syncthreads();
    float v = AT(t + 1);
    __syncthreads();
    a[t] = 0.5f * (a[t] + v);
    __syncthreads();
    v = AT(t + 1) * b[t];
    __syncthreads();
    a[t] -= v;
    __syncthreads();
    sum += a[TILE - 1 - t];
    C[k0 + t] = sum;
    __syncthreads();
  }
}

// C[n] = sum over k of A[k] * B[k][n]; sums, tiles and a table in one array.
__global__ void sums_beside(const float *__restrict__ A,
                            const float *__restrict__ B, float *__restrict__ C,
                            int K) {
  extern __shared__ float shared[];
  float *sums = shared, *rows = sums + blockDim.x, *values = rows + TILE * 4;
  const int t = threadIdx.x;
  sums[t] = 0.0f;
  for (int k0 = 0; k0 + 4 <= K; k0 += 4) {
    __syncthreads();
    const float *from = B + k0 * TILE;
    rows[t] = from[t], rows[t + TILE] = from[t + TILE];
    rows[t + 2 * TILE] = from[t + 2 * TILE],
                 (rows[t + 3 * TILE] = from[t + 3 * TILE]);
    if (t < 4)
      values[t] = A[k0 + t];
    __syncthreads();
    for (int k = 0; k < 4; ++k)
      sums[t] += values[k] * rows[k * TILE + t];
    values[4 + t] = sums[t];
  }
  C[t] = sums[t];
}

// How often each bin is named; entries behind the last are not touched.
__global__ void count_bins(const int *order, int *counts, int K) {
  extern __shared__ int bins[];
  int *entry = &bins[BINS];
  const int t = threadIdx.x;
  if (t < BINS)
    bins[t] = 0;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    if (k0 + t < K)
      entry[t] = order[k0 + t];
    __syncthreads();
    const int from = (t + 7) % TILE;
    if (k0 + from < K) {
      atomicAdd(&bins[entry[from] % BINS], 1);
      entry[from] = -1;
    }
    __syncthreads();
  }
  if (t < BINS)
    counts[t] = bins[t];
}

static void runSmooth(harness::Run &r) {
  const size_t K = r.K, tiles = harness::ceilDiv(r.K, TILE);
  harness::Input<float> A(r, K), B(r, K);
  harness::Output<float> C(r, tiles * TILE);
  r.launch(double(K), [&] { smooth_in_place<<<1, TILE>>>(A, B, C, r.K); });
  r.check(C, tiles, harness::Fp32, [&](size_t i) {
    double sum = 0;
    for (size_t tile = 0; tile <= i / TILE; ++tile) {
      auto at = [&](const harness::Input<float> &from, size_t n, double fill) {
        const size_t k = tile * TILE + n % TILE;
        return k < K ? double(from.at(k)) : fill;
      };
      auto smooth = [&](size_t n) {
        return 0.5 * (at(A, n, 1.0) + at(A, n + 1, 1.0));
      };
      const size_t n = TILE - 1 - i % TILE;
      sum += smooth(n) - smooth(n + 1) * at(B, n, 0.5);
    }
    return sum;
  });
}

static void runSums(harness::Run &r) {
  const size_t K = r.K;
  harness::Input<float> A(r, K), B(r, K * TILE);
  harness::Output<float> C(r, TILE);
  r.launch(2.0 * K * TILE, [&] {
    sums_beside<<<1, TILE, (6 * TILE + 4) * sizeof(float)>>>(A, B, C, r.K);
  });
  r.check(C, K, harness::Fp32, [&](size_t n) {
    double sum = 0;
    for (size_t k = 0; k < K / 4 * 4; ++k)
      sum += double(A.at(k)) * double(B.at(k * TILE + n));
    return sum;
  });
}

static void runCounts(harness::Run &r) {
  const size_t K = r.K;
  harness::Input<int> order(r, K,
                            [](size_t k, uint64_t) { return int(k * k); });
  harness::Output<int> counts(r, BINS);
  r.launch(0, [&] {
    count_bins<<<1, TILE, (BINS + TILE) * sizeof(int)>>>(order, counts, r.K);
  });
  r.check(counts, K, harness::Exact, [&](size_t bin) {
    int count = 0;
    for (size_t k = 0; k < K; ++k)
      count += k * k % BINS == bin;
    return count;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("smooth_in_place", runSmooth,
            {{1, 1, 0}, {1, 1, 1}, {1, 1, 64}, {1, 1, 128}, {1, 1, 200}});
  suite.add("sums_beside", runSums,
            {{1, 1, 0}, {1, 1, 4}, {1, 1, 8}, {1, 1, 30}});
  suite.add("count_bins", runCounts,
            {{1, 1, 0}, {1, 1, 5}, {1, 1, 64}, {1, 1, 128}, {1, 1, 777}});
  return suite.exitCode();
}
