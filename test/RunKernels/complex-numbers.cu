// Complex numbers of CUDA's headers, without a toolkit: the kernel is run.
// RUN: %pipeline-rewrite %s %no-nvcc --choose=rules 2>&1 >/dev/null | FileCheck %s
#include <cublas_v2.h>
#include <cufft.h>

__global__ void turn(const cuComplex *__restrict__ A,
                     const cufftDoubleComplex *__restrict__ B,
                     cuComplex *__restrict__ C, int N) {
  __shared__ cuComplex As[64];
  __shared__ cuDoubleComplex Bs[64];
  cuComplex sum = make_cuComplex(0.0f, 1.0f);
// CHECK: :[[@LINE+2]]:3: remark: rewritten
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = cuCdivf(A[k + threadIdx.x], make_cuComplex(2.0f, -1.0f));
    Bs[threadIdx.x] = cuConj(B[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = cuCsubf(cuCfmaf(sum, As[i], cuComplexDoubleToFloat(Bs[i])),
                    make_cuComplex(cuCabsf(As[i]), cuCrealf(sum)));
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

int main() {
  turn<<<1, 64>>>(nullptr, nullptr, nullptr, 256);
}
