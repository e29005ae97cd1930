// The head of the loop reads shared memory that the loop does not write: what
// it was given in front of the loop, it is in each iteration.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=TEXT

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ int End, Step[2];
  if (threadIdx.x == 0) {
    End = N;
    Step[1] = 64;
  }
  __syncthreads();
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < End; k += Step[1]) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// TEXT: for (int k = 0; k < End; k += Step[1]) {
// TEXT: kNext += Step[1];
// TEXT: hasNext = kNext < End;
