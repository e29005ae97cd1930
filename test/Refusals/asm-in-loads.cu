// Inline assembly that makes a value of its operands, or reads global memory
// where one of them says, is an operation as any other.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=DONE --implicit-check-not=warning:
// DONE-COUNT-4: executed: {{.*}} equal

__device__ float cached(const float *from) {
  float v;
  asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(v) : "l"(from));
  return v;
}

// CHECK-LABEL: void loaded(
__global__ void loaded(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    // CHECK: AsNext = cached(A + kNext + threadIdx.x);
    // CHECK: As[stage ^ 1][threadIdx.x] = AsNext;
    As[threadIdx.x] = cached(A + k + threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float guarded(const float *from, int wanted) {
  float v;
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; mov.b32 %0, 0;\n"
               "@p ld.global.nc.L1::no_allocate.f32 %0, [%1]; }"
               : "=f"(v)
               : "l"(from), "r"(wanted));
  return v;
}

// CHECK-LABEL: void guardedLoad(
__global__ void guardedLoad(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    // CHECK: AsNext = guarded(A + kNext + threadIdx.x, kNext + threadIdx.x < N);
    As[threadIdx.x] = guarded(A + k + threadIdx.x, k + threadIdx.x < N);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ unsigned low(unsigned packed) {
  unsigned half;
  asm volatile("lop3.b32 %0, %1, 0x000f000f, 0x64006400, 0xea;\n" : "=r"(half) : "r"(packed));
  return half;
}

// CHECK-LABEL: void unpacked(
__global__ void unpacked(const unsigned *__restrict__ A, unsigned *__restrict__ C, int N) {
  __shared__ unsigned As[64];
  unsigned sum = 0;
  for (int k = 0; k < N; k += 64) {
    // CHECK: AsNext = A[kNext + threadIdx.x];
    // CHECK: As[stage ^ 1][threadIdx.x] = low(AsNext);
    As[threadIdx.x] = low(A[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = 3 * sum + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void inPlace(
__global__ void inPlace(const unsigned *__restrict__ A, unsigned *__restrict__ C, int N) {
  __shared__ unsigned As[64];
  unsigned sum = 0;
  for (int k = 0; k < N; k += 64) {
    unsigned field, packed = A[k + threadIdx.x];
    asm("bfe.u32 %0, %1, 3, 7;" : "=r"(field) : "r"(packed));
    As[threadIdx.x] = field;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = 3 * sum + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
