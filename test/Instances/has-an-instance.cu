// A template with an instance is judged by what clang saw.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=assumes --implicit-check-not=sums\<32
#include <no/such/tensor.h>

template <int BK = 128>
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[BK];
  float sum = 0.0f;
  for (int k = 0; k < N; k += BK) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: :9:3: remark: rewritten: ldg, 2 stages,
// CHECK: sums<64>, 64 threads per block
void known(float *A, float *C, int n) { sums<64><<<1, 64>>>(A, C, n); }
void run(gone::Tensor a, int n) { sums<32><<<1, 32>>>(a.data(), a.data(), n); }
