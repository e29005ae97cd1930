//===- tested-ranges.cu - one buffer for what is loaded and stored --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// M says how far C lies behind A, less 1024: beside it, across its ends by one
// element, or in the middle of it. N is a stride or a shift.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void upwards(const float *A, float *C, int n, int) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64] * 0.125f;
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

__global__ void downwards(const float *A, float *C, int n, int) {
  __shared__ float As[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    As[t] = A[n - 64 - k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + t) % 64] * 0.125f;
    C[n - 64 - k + t] = sum;
    __syncthreads();
  }
}

__global__ void moving(const float *A, float *C, int n, int) {
  __shared__ float As[64];
  A += threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    As[threadIdx.x] = *A;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64] * 0.125f;
    C[threadIdx.x] = sum;
    __syncthreads();
    A += 64;
    C += 64;
  }
}

__global__ void strided(const float *A, float *C, int n, int stride) {
  __shared__ float As[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    As[t] = A[k * stride + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + t) % 64] * 0.125f;
    C[k * stride + t] = sum;
    __syncthreads();
  }
}

__global__ void wrapping(const float *A, float *C, unsigned n, unsigned shift) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (unsigned k = 0; k < n; k += 64) {
    As[threadIdx.x] = A[shift * n + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64] * 0.125f;
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

/// What is taken away may be below 0 in a type that has no such numbers.
__global__ void taken_away(const float *A, float *C, int n, unsigned less) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64] * 0.125f;
    C[(int)(k + threadIdx.x - less)] = sum;
    __syncthreads();
  }
}

__global__ void taken_away_wide(const float *A, float *C, int n, size_t less) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64] * 0.125f;
    C[(int)(k + threadIdx.x - less)] = sum;
    __syncthreads();
  }
}

/// The first store is to where nothing is loaded from.
__global__ void second(const float *A, float *C, int n, int) {
  __shared__ float As[64];
  float *elsewhere = C + 2048;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64] * 0.125f;
    elsewhere[k + threadIdx.x] = sum;
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

constexpr int Size = 8192;

/// Apart on both sides, one element in common on both sides, in the middle.
constexpr std::initializer_list<harness::Case> Places = {
    {1024 + 192, 1, 192}, {1024 - 192, 1, 192}, {1024 + 191, 1, 192},
    {1024 - 191, 1, 192}, {1024 + 64, 1, 192},  {1024 - 64, 1, 192},
    {1024, 1, 192},       {1024 + 64, 1, 64},   {1024 + 127, 1, 128},
    {1024 - 127, 1, 128}, {1024, 1, 0},         {2048, 1, 192}};

template <typename Kernel> void runIn(harness::Run &r, Kernel K) {
  harness::Input<float> First(r, Size);
  harness::Output<float> All(r, Size);
  r.launch(0, [&] {
    harness::require(
        cudaMemcpy(All, First, Size * sizeof(float), cudaMemcpyDeviceToDevice),
        "copy");
    float *A = All + 2048;
    K<<<1, 64>>>(A, A + (r.M - 1024), r.K, r.N);
  });
  r.check(All, 0, harness::Exact, [&](size_t I) { return All.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("upwards", [](harness::Run &r) { runIn(r, upwards); }, Places);
  suite.add("downwards", [](harness::Run &r) { runIn(r, downwards); }, Places);
  suite.add("moving", [](harness::Run &r) { runIn(r, moving); }, Places);
  suite.add("strided", [](harness::Run &r) { runIn(r, strided); },
            {{1024 - 64, -1, 192},
             {1024 + 64, 1, 192},
             {1024 - 128, -2, 192},
             {1024, 0, 128},
             {2048, 1, 192}});
  suite.add(
      "wrapping", [](harness::Run &r) { runIn(r, wrapping); },
      {{1024 + 64, 1 << 25, 128}, {1024 + 64, 1, 128}, {1024 - 64, 0, 128}});
  for (auto [Name, Run] :
       {std::pair<const char *, void (*)(harness::Run &)>(
            "taken_away", [](harness::Run &r) { runIn(r, taken_away); }),
        {"taken_away_wide",
         [](harness::Run &r) { runIn(r, taken_away_wide); }}})
    suite.add(Name, Run,
              {{1024, -64, 192},
               {1024, 64, 192},
               {1024, 0, 192},
               {1024 - 64, -128, 192},
               {1024 + 192, -64, 192}});
  suite.add("second", [](harness::Run &r) { runIn(r, second); }, Places);
  return suite.exitCode();
}
