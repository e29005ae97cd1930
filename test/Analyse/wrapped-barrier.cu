// A barrier as macros write it: in braces, in `do … while (0)`, beside nothing.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --epilogue=peel --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=SAYS --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=predicate --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=SAYS --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --epilogue=peel -o %t.cu 2>/dev/null
// RUN: %strip %t.cu | FileCheck %s

#define SYNC() do { __syncthreads(); } while (0)
#define SYNC_BLOCK { __syncthreads(); }
#define SYNC_ALL() do { (void)0; { __syncthreads(); }; ((void)0); } while (false)
#define LOAD(at) do { As[threadIdx.x] = A[at]; } while (0)
#define USE(i) do { sum += As[i]; } while (0)

// CHECK-LABEL: void once(
// CHECK: __pipeline_wait_prior(0);
// CHECK-NEXT: SYNC();
__global__ void once(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// SAYS: :[[@LINE+2]]:3: remark: rewritten:
// SAYS: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    SYNC();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    SYNC();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void block(
// CHECK: __pipeline_wait_prior(0);
// CHECK-NEXT: SYNC_BLOCK
__global__ void block(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// SAYS: :[[@LINE+2]]:3: remark: rewritten:
// SAYS: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    SYNC_BLOCK;
    sum += As[63 - threadIdx.x];
    SYNC_BLOCK
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void nothing(
// CHECK: __pipeline_wait_prior(0);
// CHECK-NEXT: SYNC_ALL();
__global__ void nothing(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// SAYS: :[[@LINE+2]]:3: remark: rewritten:
// SAYS: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    SYNC_ALL();
    sum += As[63 - threadIdx.x];
    do { __syncthreads(); } while (0);
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void spelled(
__global__ void spelled(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// SAYS: :[[@LINE+2]]:3: remark: rewritten:
// SAYS: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    { As[threadIdx.x] = A[k + threadIdx.x]; }
    { { __syncthreads(); } }
    { sum += As[63 - threadIdx.x]; }
    { ; __syncthreads(); }
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void all(
__global__ void all(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// SAYS: :[[@LINE+2]]:3: remark: rewritten:
// SAYS: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    LOAD(k + threadIdx.x);
    SYNC();
    for (int i = 0; i < 64; ++i)
      USE(i);
    SYNC();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void chosen(
// CHECK: __pipeline_wait_prior(0);
// CHECK-NEXT: do { if constexpr (Threads > 32) __syncthreads(); else __syncwarp(); } while (0);
template <int Threads> __global__ void chosen(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// SAYS: :[[@LINE+2]]:3: remark: rewritten:
// SAYS: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    do { if constexpr (Threads > 32) __syncthreads(); else __syncwarp(); } while (0);
    sum += As[63 - threadIdx.x];
    do { if constexpr (Threads > 32) __syncthreads(); else __syncwarp(); } while (0);
  }
  C[threadIdx.x] = sum;
}
template __global__ void chosen<64>(const float *, float *, int);
