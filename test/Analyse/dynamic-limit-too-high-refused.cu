// The host allows more than the launches give; several times that would not be
// allowed.
// Where the tile lies in it, a run decides (`N % 1`): a stage is all of it.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: dynamic-aligned.cu

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg-single,
// CHECK: one buffer, because sums on sm_86 would need 128 KB of shared memory per block; the limit is 99 KB
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x + N % 1] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void host(float *A, float *C, int N) {
  cudaFuncSetAttribute(sums, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  sums<<<1, 64, 256>>>(A, C, N);
}
