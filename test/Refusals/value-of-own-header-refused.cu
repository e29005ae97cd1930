// The same class of a header that is not known: its copies may do anything.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -- -include %S/Inputs/known/cuComplex.h 2>&1 >/dev/null | FileCheck %s
struct Other : Short2 {
  Other() = default;
  __device__ Other(const Other &from) : Short2(from) {}
  __device__ Other &operator=(const Other &from) {
    Short2::operator=(from);
    return *this;
  }
};

__global__ void sums(const Other *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: a value of type 'Other' cannot wait in a register [value-cannot-wait]
  for (int k = 0; k < N; k += 64) {
    const Other pair = A[k + threadIdx.x];
    As[threadIdx.x] = pair.x - pair.y;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
