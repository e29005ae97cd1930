// What a macro gives cannot be edited, and there is no other launch.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg-single,
// CHECK: cannot be edited: a launch is written in a macro
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#define LAUNCH(kernel) kernel<<<1, 64, 256>>>

void host(float *A, float *C, int N, size_t bytes) {
  LAUNCH(sums)(A, C, N);
}
