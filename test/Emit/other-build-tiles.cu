// What further buffers rely on, and another build may make untrue, must not compile there: that each buffer stays aligned,
// that all fit static shared memory, that cp.async knows the size.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync -o %t.cu 2>/dev/null
// RUN: %strip < %t.cu | FileCheck %s --implicit-check-not=static_assert
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin -- -DPAD=8 -DNARROW 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: not %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin -- -DPAD=1 2>&1 | FileCheck %s --check-prefix=ALIGN
// RUN: not %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin -- -DPAD=6144 2>&1 | FileCheck %s --check-prefix=ROOM
// RUN: not %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin -- -DODD 2>&1 | FileCheck %s --check-prefix=SIZE
// SAME-COUNT-5: equal:
// ALIGN: static assertion failed {{.*}}: each buffer of As is aligned to 16 bytes
// ROOM: static assertion failed {{.*}}: all buffers fit static shared memory
// SIZE: static assertion failed {{.*}}: cp.async copies 4, 8 or 16 bytes

#ifndef PAD
#define PAD 4
#endif
#if defined(NARROW)
typedef float2 vec;
#elif defined(ODD)
typedef float3 vec;
#else
typedef float4 vec;
#endif
#define WIDE 4

// CHECK: void padded(
// CHECK: static_assert(sizeof(As[0]) % 16 == 0,
// CHECK: static_assert(sizeof(As) + sizeof(Bs) <= 48 * 1024,
__global__ void padded(const float *__restrict__ A, float *__restrict__ C, int N) {
  const int length = 256 + PAD;
  __shared__ __align__(16) float As[length], Bs[64];
  float sum = 1;
  for (int k = 0; k < N; k += 256) {
    *(float4 *)&As[threadIdx.x * 4] = *(const float4 *)&A[k + threadIdx.x * 4];
    Bs[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i] * Bs[63 - i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: void typed(
// CHECK: static_assert(sizeof(As) <= 48 * 1024,
// CHECK: static_assert(sizeof(vec) == 4 || sizeof(vec) == 8 || sizeof(vec) == 16,
// CHECK: sizeof(vec));
__global__ void typed(const vec *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ vec As[64];
  float sum = 1;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Each instance has a tile of its own.
// CHECK: void instances(
// CHECK: static_assert(sizeof(As[0]) % 16 == 0,
// CHECK: static_assert(sizeof(As) <= 48 * 1024,
template <int Weight> __global__ void instances(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[256 + PAD];
  float sum = 1;
  for (int k = 0; k < N; k += 256) {
    *(float4 *)&As[threadIdx.x * 4] = *(const float4 *)&A[k + threadIdx.x * 4];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i] * (i % 5) * Weight;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The same in every build.
// CHECK: void fixed(
__global__ void fixed(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[256 + WIDE];
  float sum = 1;
  for (int k = 0; k < N; k += 256) {
    *(float4 *)&As[threadIdx.x * 4] = *(const float4 *)&A[k + threadIdx.x * 4];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, const vec *V, float *C) {
  padded<<<1, 64>>>(A, C, 512);
  typed<<<1, 64>>>(V, C, 256);
  fixed<<<1, 64>>>(A, C, 512);
  instances<1><<<1, 64>>>(A, C, 512);
  instances<2><<<1, 64>>>(A, C, 512);
}
