// Nothing names the type of the register in all instances.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null | FileCheck %s

template <typename T> struct Vector;
template <> struct Vector<float> { using Type = float4; };
template <> struct Vector<double> { using Type = double2; };

template <typename T>
__global__ void sums(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ typename Vector<T>::Type As[64];
  T sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [instances-differ]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = reinterpret_cast<const typename Vector<T>::Type *>(A)[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void sums<float>(const float *, float *, int);
template __global__ void sums<double>(const double *, double *, int);
