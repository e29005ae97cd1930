// A lambda that becomes a pointer to a function captures nothing.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    auto at = [](int i) { return As[i]; };
    int (*pointer)(int) = at;
    sum += pointer != nullptr;
    for (int i = 0; i < 64; ++i)
      sum += at(i);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
