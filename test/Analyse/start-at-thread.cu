// A counter that starts at the thread's number: some threads may leave the loop before others, and what they filled
// stays for those that go on. One buffer keeps it.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null | FileCheck %s --check-prefix=ASYNC
// CHECK: :[[@LINE+7]]:3: remark: rewritten: ldg-single,
// CHECK: executed: {{.*}}, equal
// ASYNC: :[[@LINE+5]]:3: warning: loop left alone: a guard or an index that changes with the iteration {{.*}} [stale-tile]
__global__ void ofThread(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[64];
  const int tx = threadIdx.x;
  float sum = 0;
  for (int k = tx; k < (K + 31) / 32 * 32; k += 64) {
    As[tx] = A[k];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[tx] = sum;
}

// CHECK: :[[@LINE+7]]:3: remark: rewritten: ldg, 2 stages
// CHECK: executed: {{.*}}, equal
// ASYNC: :[[@LINE+5]]:3: remark: rewritten: cpasync,
__global__ void ofBlock(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[64];
  const int tx = threadIdx.x;
  float sum = 0;
  for (int k = blockIdx.x; k < (K + 31) / 32 * 32; k += 64) {
    As[tx] = A[k + tx];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[tx] = sum;
}
void run(const float *A, float *C, int K) {
  ofThread<<<1, 64>>>(A, C, K);
  ofBlock<<<1, 64>>>(A, C, K);
}
