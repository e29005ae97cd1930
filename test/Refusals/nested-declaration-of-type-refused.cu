// The loads name a type that depends on the iteration's variables.
// ACCEPTED: ../Emit/moved-declarations.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}'Index'{{.*}} [nested-declaration]
  for (int k = 0; k < N; k += 64) {
    using Index = decltype(k);
    As[threadIdx.x] = A[Index(k) + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
