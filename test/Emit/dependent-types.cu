// Miscompile class: a type that depends on the template's parameters, written
// as one instance has it. It is written as the source writes it somewhere.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=ASYNC

template <class T> struct Of { typedef T Type; typedef int Index; };

// CHECK: typename Of<T>::Index kNext = 0;
// CHECK: typename Of<T>::Type AsNext;
// ASYNC: static_assert(sizeof(typename Of<T>::Type) == 4 ||
// ASYNC: sizeof(typename Of<T>::Type));
template <class T>
__global__ void sums(const typename Of<T>::Type *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ typename Of<T>::Type As[64];
  T sum = 0;
  for (typename Of<T>::Index k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void sums<float>(const float *, float *, int);
template __global__ void sums<double>(const double *, double *, int);

// A parameter of another template's is not in scope here.
template <class T> struct Row {
  T Values[64];
};

// CHECK-LABEL: void rows(
// CHECK: float RowsNext;
__global__ void rows(const Row<float> *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Row<float> Rows[1];
  float sum = 0;
  for (int k = 0; k < N; ++k) {
    Rows[0].Values[threadIdx.x] = A[k].Values[threadIdx.x];
    __syncthreads();
    sum += Rows[0].Values[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The arguments choose the function, another one in each instance.
__device__ float at(const float *From, int I) { return From[I]; }
__device__ double at(const double *From, int I) { return From[I]; }

// CHECK-LABEL: void chosen(
// CHECK: {{^ *}}T AsNext;
template <class T>
__global__ void chosen(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ T As[64];
  T sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = at(A, k + threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void chosen<float>(const float *, float *, int);
template __global__ void chosen<double>(const double *, double *, int);
