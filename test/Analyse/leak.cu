// A shared array of the function's own whose address stays in it, or goes to
// functions that do not keep it.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__device__ float last(const float *Row) {
  const float *p = Row + 63;
  return *p;
}

__device__ float own(const float *A, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    const float *row = As;
    sum += row[63 - threadIdx.x] + last(As);
    __syncthreads();
  }
  return sum;
}
