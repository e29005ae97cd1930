// cuda::pipeline in functions that fill tiles: one that only copies is given the
// pipeline before its own parameters, a half that copies before its registers;
// the half that stores needs none.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --api=pipeline -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --api=pipeline --stages=3 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=RING
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --api=pipeline -o %t.cu --quiet
// RUN: %pipeline-rewrite %t.cu %builtin 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN-COUNT-3: already pipelined

static __device__ void copy(float4 *to, const float4 *from) {
  to[threadIdx.x] = from[threadIdx.x];
}
// CHECK: // copy(), asynchronously.
// CHECK-NEXT: static __device__ void copyAsync(cuda::pipeline<cuda::thread_scope_thread> &pipe, float4 *to, const float4 *from) {
// CHECK-NEXT: cuda::memcpy_async(&to[threadIdx.x], &from[threadIdx.x], cuda::aligned_size_t<16>(sizeof(float4)), pipe);
// CHECK-NEXT: }

template <int ROWS>
__device__ void both(float4 (&to)[64], float (&turned)[ROWS], const float4 *from, const float *other) {
  to[threadIdx.x] = from[threadIdx.x];
  turned[63 - threadIdx.x] = -other[threadIdx.x];
}
// CHECK: // both(), first half: reads global memory into registers.
// CHECK-NEXT: template <int ROWS>
// CHECK-NEXT: __device__ void bothFetch(cuda::pipeline<cuda::thread_scope_thread> &pipe, float &turnedNext, float4 (&to)[64],
// CHECK: cuda::memcpy_async(
// CHECK: // both(), second half
// CHECK-NEXT: template <int ROWS>
// CHECK-NEXT: __device__ void bothStore(const float &turnedNext,
// CHECK-NOT: pipe
// CHECK: __global__ void sums(

__global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
// CHECK: pipe.producer_acquire();
// CHECK-NEXT: copyAsync(pipe, As[0], A + kNext);
// CHECK-NEXT: pipe.producer_commit();
// CHECK: copyAsync(pipe, As[stage ^ 1], A + kNext);
// RING: copyAsync(pipe, As[fill], A + kNext);
// RING: copyAsync(pipe, As[fill], A + kNext);
  for (int k = 0; k < N; k += 64) {
    copy(As, A + k);
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void mixed(
__global__ void mixed(const float4 *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  __shared__ float Bs[64];
  float sum = 0;
// CHECK: both(As[0], Bs[0], A + kNext, B + kNext);
// CHECK: bothFetch{{.*}}(pipe, BsNext, As[stage ^ 1],
// CHECK: bothStore{{.*}}(BsNext, Bs[stage ^ 1]
  for (int k = 0; k < N; k += 64) {
    both(As, Bs, A + k, B + k);
    __syncthreads();
    sum += As[63 - threadIdx.x].x * Bs[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Another loop of the first kernel's function shares its twin.
// CHECK-LABEL: void again(
// CHECK: auto pipe = cuda::make_pipeline();
// CHECK: copyAsync(pipe, Ds[0], A + kNext);
__global__ void again(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 Ds[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    copy(Ds, A + k);
    __syncthreads();
    sum -= Ds[63 - threadIdx.x].y;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
