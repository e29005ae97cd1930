// The test of the block's shape, in front of the loop, would ask a local variable.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:
__global__ void taken(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  const dim3 blockDim(1, 1, 1);
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'blockDim' would be 'blockDim' of line [[@LINE-2]] in the new text, and is the toolkit's [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3.0f + As[i] / blockDim.y;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run(const float *A, float *C, int N) { taken<<<1, 64, 256>>>(A, C, N); }
