// A length is asserted whatever it is made of, unless it is made of nothing that another build changes.
// RUN: %pipeline-rewrite %s %builtin --choose=rules --variant=ldg -o %t.cu 2>/dev/null
// RUN: %strip < %t.cu | FileCheck %s --implicit-check-not=static_assert
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin -- -DPAD=8 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: not %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin -- -DPAD=1 2>&1 | FileCheck %s --check-prefix=ALIGN
// SAME-COUNT-7: equal:
// ALIGN-COUNT-6: static assertion failed {{.*}}: each buffer of As is aligned to 16 bytes

#ifndef PAD
#define PAD 4
#endif

enum { First = PAD, Counted };
// CHECK: void enumerator(
// CHECK: static_assert(sizeof(As[0]) % 16 == 0,
// CHECK: static_assert(sizeof(As) <= 48 * 1024,
__global__ void enumerator(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[255 + Counted];
  float sum = 1;
  for (int k = 0; k < N; k += 256) {
    *(float4 *)&As[threadIdx.x * 4] = *(const float4 *)&A[k + threadIdx.x * 4];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i] * (i % 5);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

constexpr int pad() { return PAD; }
// CHECK: void function(
// CHECK: static_assert(sizeof(As[0]) % 16 == 0,
// CHECK: static_assert(sizeof(As) <= 48 * 1024,
__global__ void function(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[256 + pad()];
  float sum = 1;
  for (int k = 0; k < N; k += 256) {
    *(float4 *)&As[threadIdx.x * 4] = *(const float4 *)&A[k + threadIdx.x * 4];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i] * (i % 5);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

struct Row {
  float Left[PAD];
};
// CHECK: void size(
// CHECK: static_assert(sizeof(As[0]) % 16 == 0,
// CHECK: static_assert(sizeof(As) <= 48 * 1024,
__global__ void size(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[256 + sizeof(Row) / 4];
  float sum = 1;
  for (int k = 0; k < N; k += 256) {
    *(float4 *)&As[threadIdx.x * 4] = *(const float4 *)&A[k + threadIdx.x * 4];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i] * (i % 5);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <int N> struct Padded {
  static constexpr int Length = 256 + N;
};
// CHECK: void member(
// CHECK: static_assert(sizeof(As[0]) % 16 == 0,
// CHECK: static_assert(sizeof(As) <= 48 * 1024,
__global__ void member(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[Padded<PAD>::Length];
  float sum = 1;
  for (int k = 0; k < N; k += 256) {
    *(float4 *)&As[threadIdx.x * 4] = *(const float4 *)&A[k + threadIdx.x * 4];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i] * (i % 5);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#if PAD == 1
constexpr int Chosen = 257;
#else
constexpr int Chosen = 260;
#endif
// CHECK: void chosen(
// CHECK: static_assert(sizeof(As[0]) % 16 == 0,
// CHECK: static_assert(sizeof(As) <= 48 * 1024,
__global__ void chosen(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[Chosen];
  float sum = 1;
  for (int k = 0; k < N; k += 256) {
    *(float4 *)&As[threadIdx.x * 4] = *(const float4 *)&A[k + threadIdx.x * 4];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i] * (i % 5);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: void argument(
// CHECK: static_assert(sizeof(As[0]) % 16 == 0,
// CHECK: static_assert(sizeof(As) <= 48 * 1024,
template <int Pad> __global__ void argument(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[256 + Pad];
  float sum = 1;
  for (int k = 0; k < N; k += 256) {
    *(float4 *)&As[threadIdx.x * 4] = *(const float4 *)&A[k + threadIdx.x * 4];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i] * (i % 5);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

enum { Wide = 4 };
struct Fixed {
  double Left[Wide];
};
constexpr int wide() { return Wide + sizeof(Fixed) / 8; }
// CHECK: void settled(
__global__ void settled(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[Padded<248>::Length + wide() - 248];
  float sum = 1;
  for (int k = 0; k < N; k += 256) {
    *(float4 *)&As[threadIdx.x * 4] = *(const float4 *)&A[k + threadIdx.x * 4];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i] * (i % 5);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C) {
  argument<PAD><<<1, 64>>>(A, C, 512);
}
