// The type is spelled nowhere.
// ACCEPTED: dependent-types.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

template <class T> struct Row {
  T Values[64];
};

template <class R> __global__ void sums(const R *__restrict__ A, double *__restrict__ C, int N) {
  __shared__ R Rows[1];
  double sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the type of what is loaded differs between instances or builds, and is spelled nowhere [instances-differ]
  for (int k = 0; k < N; ++k) {
    Rows[0].Values[threadIdx.x] = A[k].Values[threadIdx.x];
    __syncthreads();
    sum += Rows[0].Values[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void sums(const Row<float> *, double *, int);
template __global__ void sums(const Row<double> *, double *, int);
