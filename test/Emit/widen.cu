// A copy loop goes from chunk to chunk; a pragma goes along, and what the plan
// could not prove is asked in front of it.
// RUN: %pipeline-rewrite %s %builtin --widen --variant=cpasync -o - | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --widen --variant=cpasync --api=pipeline -o - -- -DCUDART_VERSION=13000 | %strip | FileCheck %s --check-prefix=PIPE

#define THREADS 64

// CHECK: alignas(16) __shared__ float As[2][8][64], Bs[2][256];
// CHECK: auto copyTile = [&](int into) {
// CHECK-NEXT: {{^}}    if (blockDim.x >= THREADS) {
// CHECK-NEXT: {{^}}#pragma unroll
// CHECK-NEXT: {{^}}      for (int i = tid * 4; i < 512; i += THREADS * 4) {
// CHECK-NEXT: {{^}}        auto *to2 = &As[into][i / 64][i % 64];
// CHECK-NEXT: {{^}}        const auto *from = &A[kNext + i];
// CHECK-NEXT: {{^}}        if (reinterpret_cast<size_t>(from) % 16 == 0)
// CHECK-NEXT: {{^}}          __pipeline_memcpy_async(to2, from, 16);
// CHECK-NEXT: {{^}}        else
// CHECK-NEXT: {{^}}          for (int e = 0; e < 4; ++e)
// CHECK-NEXT: {{^}}            __pipeline_memcpy_async(to2 + e, from + e, sizeof(float));
// CHECK-NEXT: {{^}}      }
// CHECK-NEXT: {{^}}    } else {
// CHECK-NEXT: {{^}}#pragma unroll
// CHECK-NEXT: {{^}}      for (int i = tid; i < 512; i += THREADS)
// CHECK-NEXT: {{^}}        __pipeline_memcpy_async(
// CHECK:      {{^}}    }
// CHECK-NEXT: {{^}}    for (unsigned int i = tid * 4; i < 256; i += blockDim.x * 4) {
// CHECK-NEXT: {{^}}      const int at = kNext / 2 + i;
// CHECK-NEXT: {{^}}      {
// CHECK-NEXT: {{^}}        auto *to2 = &Bs[into][i];
// CHECK-NEXT: {{^}}        const auto *from = &B[at];
// PIPE: cuda::memcpy_async(to2, from, cuda::aligned_size_t<16>(16), pipe);
// PIPE: to2 + e,
__global__ void two(const float *__restrict__ A, const float *__restrict__ B,
                    float *__restrict__ C, int N, int to) {
  __shared__ float As[8][64], Bs[256];
  const int tid = threadIdx.x;
  float sum = to;
  for (int k = 0; k < N; k += 512) {
#pragma unroll
    for (int i = tid; i < 512; i += THREADS)
      As[i / 64][i % 64] = A[k + i];
    for (unsigned i = tid; i < 256; i += blockDim.x) {
      const int at = k / 2 + i;
      Bs[i] = B[at];
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[tid & 7][i] * Bs[tid ^ i];
    __syncthreads();
  }
  C[tid] = sum;
}
