// Template parameters are numbers in an instance, and others in the next: the
// register array and the start of its index keep their names.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s

template <int BM, int FIRST, int STEP>
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[BM];
  float sum = 0;
// CHECK: float AsNext[(BM - FIRST + STEP - 1) / STEP];
// CHECK: AsNext[(i - FIRST) / STEP] = A[k0Next + i + threadIdx.x];
  for (int k0 = 0; k0 < N; k0 += BM) {
    for (int i = FIRST; i < BM; i += STEP)
      As[i + threadIdx.x] = A[k0 + i + threadIdx.x];
    __syncthreads();
    sum += As[BM - 1 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void sums<64, 0, 16>(const float *, float *, int);
template __global__ void sums<128, 32, 32>(const float *, float *, int);
