// Declarations behind a template that serve its instances, and one behind a function that its halves do not meet: they
// stand beside it.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>%t.err | %strip | FileCheck %s
// RUN: FileCheck --check-prefix=EXEC %s <%t.err
// EXEC-COUNT-4: run      executed: {{.*}} equal

template <class T> __device__ T tripled(T v) { return v * 3; }

__device__ void fillRow(float *tile, const float *a) {
  tile[threadIdx.x] = tripled(a[threadIdx.x]);
}
// CHECK: void fillRow{{Store|Fetch}}
// CHECK: float tripled(float v) { return -v; }
__device__ float tripled(float v) { return -v; }

template <class T> struct Factor {
  static __device__ T of(T v) { return v * 6; }
};
template <class T> __device__ void fillScaledPart(T *tile, const T *a) {
  tile[threadIdx.x] = Factor<T>::of(a[threadIdx.x]);
}
template <class T> __device__ T quadrupled(T v) { return v * 4; }
template <class T> __device__ void fillPart(T *tile, const T *a) {
  tile[threadIdx.x] = quadrupled(a[threadIdx.x]);
}

template <> __device__ float quadrupled(float v) { return -v; }
template <> struct Factor<float> {
  static __device__ float of(float v) { return v * 5; }
};

__global__ void behind_function(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    fillRow(Row, A + k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void of_function(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    fillPart(Row, A + k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void of_class(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    fillScaledPart(Row, A + k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <class T>
__global__ void behind_kernel(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ T Row[64];
  T sum = 0;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = Factor<T>::of(A[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template <> struct Factor<int> {
  static __device__ int of(int v) { return v * 7; }
};
template __global__ void behind_kernel<int>(const int *, int *, int);
template __global__ void behind_kernel<float>(const float *, float *, int);
