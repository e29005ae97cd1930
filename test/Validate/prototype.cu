// A template's prototype names its parameters otherwise, or not, or as a pack.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --strict-verify 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

template <typename T>
__global__ void named(const T *__restrict__ A, T *__restrict__ C, int N);
template <typename T> __global__ void bare(const T *, T *__restrict__, int);
template <typename... Pack> __global__ void pack(int N, float *__restrict__ C, const Pack *__restrict__... a);
template <typename T> struct Sums {
  static __device__ T sum(const T *__restrict__ A, int N);
};

template <typename T>
__global__ void named(const T *__restrict__ In, T *__restrict__ C, int N) {
  __shared__ T Row[64];
  T sum = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = In[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <typename T>
__global__ void bare(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ T Row[64];
  T sum = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float first(const float *A, const float *, int At) { return A[At]; }

template <typename... Pack>
__global__ void pack(int N, float *__restrict__ C, const Pack *__restrict__... A) {
  __shared__ float Row[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = first(A..., k + threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <typename T>
__device__ T Sums<T>::sum(const T *__restrict__ A, int N) {
  __shared__ T Row[64];
  T sum = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  return sum;
}

__global__ void member(const float *__restrict__ A, float *__restrict__ C, int N) {
  C[threadIdx.x] = Sums<float>::sum(A, N);
}

void launch(const float *A, float *C, int N) {
  named<float><<<1, 64>>>(A, C, N);
  bare<float><<<1, 64>>>(A, C, N);
  pack<float, float><<<1, 64>>>(N, C, A, A);
  member<<<1, 64>>>(A, C, N);
}
