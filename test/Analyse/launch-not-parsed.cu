// Host code that does not parse leaves a grid without a type behind; the kernel is fine.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

static __global__ void sums(const float *A, float *C, int N) {
  __shared__ float As[32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const Unknown &Given) {
  dim3 grid((Given.n + 31) / 32, 1);
  sums<<<grid, 32>>>(Given.A, Given.C, Given.n);
}
