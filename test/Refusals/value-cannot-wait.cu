// The nearest class whose values can wait: its constructor does nothing but
// start the members, and copies copy bytes.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - | %strip | FileCheck %s

struct Pair {
  int First, Second;
  __device__ Pair() : First(0), Second(0) {}
};

__global__ void sums(const Pair *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
  // CHECK: Pair pairNext;
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
