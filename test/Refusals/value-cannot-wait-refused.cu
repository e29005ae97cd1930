// A loaded object cannot be assigned to, and so cannot wait in a variable that is
// declared before it is loaded.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

struct Pair {
  const int First;
  int Second;
};

__global__ void sums(const Pair *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [value-cannot-wait]
  for (int k = 0; k < N; k += 64) {
    Pair pair = A[k + threadIdx.x];
    As[threadIdx.x] = pair.First - pair.Second;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
