//===- two_distances.cu - one tile is copied, the other is changed --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile of vectors that can be copied asynchronously, many tiles ahead, and
// one whose values are halved on their way, so that they wait in registers. The
// kernels differ in how they say which elements are next.
//===----------------------------------------------------------------------===//
#include "harness.h"

constexpr int TILE = 64; // elements, and threads

__device__ float step(const float *As, const float4 *Bs, float sum) {
  const float4 b = Bs[TILE - 1 - threadIdx.x];
  return fmaf(As[(threadIdx.x + 1) % TILE], b.x + b.w, sum);
}

/// Both tiles by one offset, which only the loads use.
__global__ void shared_offset(const float *A, const float4 *B, float *C,
                              int K) {
  __shared__ float As[TILE];
  __shared__ float4 Bs[TILE];
  float sum = 0.f;
  int at = threadIdx.x;
  for (int k = 0; k < K; k += TILE) {
    As[threadIdx.x] = 0.5f * A[at];
    Bs[threadIdx.x] = B[at];
    at += TILE;
    __syncthreads();
    sum = step(As, Bs, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

/// The same, moved on before the loads, by a step that is moved on itself.
__global__ void moved_first(const float *A, const float4 *B, float *C, int K) {
  __shared__ float As[TILE];
  __shared__ float4 Bs[TILE];
  float sum = 0.f;
  int by = TILE / 2, at = threadIdx.x - TILE;
  for (int k = 0; k < K; k += TILE) {
    at += by + TILE / 2;
    Bs[threadIdx.x] = B[at];
    As[threadIdx.x] = 0.5f * A[at];
    by = TILE - by;
    __syncthreads();
    sum = step(As, Bs, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

/// A pointer of its own for each tile, and a barrier on top.
__global__ void pointers(const float *A, const float4 *B, float *C, int K) {
  __shared__ float As[TILE];
  __shared__ float4 Bs[TILE];
  float sum = 0.f;
  int k = 0;
  A += threadIdx.x;
  B += threadIdx.x;
  while (k < K) {
    __syncthreads();
    As[threadIdx.x] = 0.5f * *A;
    Bs[threadIdx.x] = *B;
    A += TILE;
    B += TILE;
    __syncthreads();
    sum = step(As, Bs, sum);
    k += TILE;
  }
  C[threadIdx.x] = sum;
}

/// The loop's own variable, which the computation reads, too.
__global__ void loop_variable(const float *A, const float4 *B, float *C,
                              int K) {
  __shared__ float As[TILE];
  __shared__ float4 Bs[TILE];
  float sum = 0.f;
  for (int k = 0; k < K; k += TILE) {
    const int at = k + threadIdx.x;
    Bs[threadIdx.x] = at < K ? B[at] : make_float4(0.f, 0.f, 0.f, 0.f);
    As[threadIdx.x] = at < K ? 0.5f * A[at] : 0.f;
    __syncthreads();
    if (k + TILE - 1 - int(threadIdx.x) < K)
      sum = step(As, Bs, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

/// One loop copies both tiles.
__global__ void copy_loop(const float *A, const float4 *B, float *C, int K) {
  __shared__ float As[TILE];
  __shared__ float4 Bs[TILE];
  float sum = 0.f;
  for (int k = 0; k < K; k += TILE) {
    for (int i = 0; i < TILE; i += TILE) {
      As[i + threadIdx.x] = 0.5f * A[k + i + threadIdx.x];
      Bs[i + threadIdx.x] = B[k + i + threadIdx.x];
    }
    __syncthreads();
    sum = step(As, Bs, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

/// There is a first tile whatever the condition says.
__global__ void body_first(const float *A, const float4 *B, float *C, int K) {
  __shared__ float As[TILE];
  __shared__ float4 Bs[TILE];
  float sum = 0.f;
  int k = 0, at = threadIdx.x;
  do {
    As[threadIdx.x] = 0.5f * A[at];
    Bs[threadIdx.x] = B[at];
    at += TILE;
    __syncthreads();
    sum = step(As, Bs, sum);
    __syncthreads();
    k += TILE;
  } while (k < K);
  C[threadIdx.x] = sum;
}

using Kernel = void (*)(const float *, const float4 *, float *, int);

template <Kernel kernel> static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K), B(r, 4 * r.K);
  harness::Output<float> C(r, TILE);
  r.launch(2.0 * r.K, [&] {
    kernel<<<1, TILE>>>(A, reinterpret_cast<const float4 *>((const float *)B),
                        C, r.K);
  });
  r.check(C, r.K / TILE, harness::Fp32, [&](size_t i) {
    double sum = 0;
    for (int k = 0; k < r.K; k += TILE) {
      const int a = k + (i + 1) % TILE, b = k + TILE - 1 - i;
      if (a < r.K && b < r.K)
        sum += 0.5 * A.at(a) * (double(B.at(4 * b)) + B.at(4 * b + 3));
    }
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  const std::initializer_list<harness::Case> sizes = {
      {1, TILE, 0},        {1, TILE, TILE},     {1, TILE, 2 * TILE},
      {1, TILE, 3 * TILE}, {1, TILE, 4 * TILE}, {1, TILE, 7 * TILE}};
  suite.add("shared_offset", run<shared_offset>, sizes);
  suite.add("moved_first", run<moved_first>, sizes);
  suite.add("pointers", run<pointers>, sizes);
  suite.add("loop_variable", run<loop_variable>, sizes);
  suite.add("loop_variable_ragged", run<loop_variable>,
            {{1, TILE, 90}, {1, TILE, 200}});
  suite.add("copy_loop", run<copy_loop>, sizes);
  suite.add("body_first", run<body_first>,
            {{1, TILE, TILE}, {1, TILE, 2 * TILE}, {1, TILE, 6 * TILE}});
  return suite.exitCode();
}
