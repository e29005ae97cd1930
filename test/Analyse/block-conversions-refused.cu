// How many threads a launch has is the number after all conversions.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: block-conversions.cu

__global__ void block_narrowed(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[320];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < 320; i += blockDim.x)
    As[i] = 7;
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 'As' is also used outside the loop{{.*}} [tile-used-outside]
  for (int k = 0; k < N; k += 320) {
    As[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 320; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[t] = sum;
}
void run_narrowed(const float *A, float *C, int N) {
  const unsigned char block = 320; // 64
  block_narrowed<<<1, block>>>(A, C, N);
}

__global__ void block_cast(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[320];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < 320; i += blockDim.x)
    As[i] = 7;
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 'As' is also used outside the loop{{.*}} [tile-used-outside]
  for (int k = 0; k < N; k += 320) {
    As[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 320; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[t] = sum;
}
void run_cast(const float *A, float *C, int N) { block_cast<<<1, (unsigned char)320>>>(A, C, N); }

__global__ void block_is_true(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[320];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < 320; i += blockDim.x)
    As[i] = 7;
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 'As' is also used outside the loop{{.*}} [tile-used-outside]
  for (int k = 0; k < N; k += 320) {
    As[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 320; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[t] = sum;
}
void run_is_true(const float *A, float *C, int N) {
  const bool block = 320;
  block_is_true<<<1, block>>>(A, C, N);
}

__global__ void block_through_number(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[320];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < 320; i += blockDim.x)
    As[i] = 7;
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 'As' is also used outside the loop{{.*}} [tile-used-outside]
  for (int k = 0; k < N; k += 320) {
    As[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 320; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[t] = sum;
}
void run_through_number(const float *A, float *C, int N) {
  const unsigned char threads = 320;
  const dim3 block = threads;
  block_through_number<<<1, block>>>(A, C, N);
}

__global__ void block_derived(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[320];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < 320; i += blockDim.x)
    As[i] = 7;
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 'As' is also used outside the loop{{.*}} [tile-used-outside]
  for (int k = 0; k < N; k += 320) {
    As[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 320; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[t] = sum;
}
struct Fifth : dim3 {
  Fifth(unsigned n) : dim3(n / 5) {}
};
void run_derived(const float *A, float *C, int N) {
  const Fifth block = 320u;
  block_derived<<<1, block>>>(A, C, N);
}

__global__ void block_converted(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[320];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < 320; i += blockDim.x)
    As[i] = 7;
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 'As' is also used outside the loop{{.*}} [tile-used-outside]
  for (int k = 0; k < N; k += 320) {
    As[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 320; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[t] = sum;
}
struct Warps {
  unsigned n;
  Warps(unsigned threads) : n(threads / 5) {}
  operator dim3() const { return dim3(n); }
};
void run_converted(const float *A, float *C, int N) {
  const Warps block = 320u;
  block_converted<<<1, block>>>(A, C, N);
}

__global__ void block_namesake(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[320];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < 320; i += blockDim.x)
    As[i] = 7;
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 'As' is also used outside the loop{{.*}} [tile-used-outside]
  for (int k = 0; k < N; k += 320) {
    As[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 320; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[t] = sum;
}
namespace fifths {
struct dim3 : ::dim3 {
  dim3(unsigned n) : ::dim3(n / 5) {}
};
}
void run_namesake(const float *A, float *C, int N) {
  block_namesake<<<1, fifths::dim3(320)>>>(A, C, N);
}
