// A kernel's pointer points to global memory. A device function's may point
// anywhere, but not to an array of the function's own whose address stays in it.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null | FileCheck %s --check-prefix=ASYNC

__global__ void kernel(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// ASYNC: :[[@LINE+1]]:3: remark: rewritten: cpasync,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float last(const float *Row) { return Row[63]; }

// It could be shared memory of the caller's: no cp.async.
__device__ void device(const float *A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ float Out[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// ASYNC: :[[@LINE+1]]:3: warning: {{.*}} its source is not seen to be in global memory [copy-not-raw]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    const float *row = As;
    for (int i = 0; i < 63; ++i)
      sum += row[i];
    Out[threadIdx.x] = sum += last(As);
    C[threadIdx.x] = sum;
    __syncthreads();
  }
}
