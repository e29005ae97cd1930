// The loads need a copy of a variable that is reached by another name, too.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void through_pointer(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  int c = 0;
  int *p = &c;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loads need a copy of 'c', which has another name [unsupported-update]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[c + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x] * c;
    __syncthreads();
    *p += 64;
  }
  C[threadIdx.x] = sum;
}

__global__ void through_reference(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  int c = 0;
  int &r = c;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loads need a copy of 'c', which has another name [unsupported-update]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[c + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x] * c;
    __syncthreads();
    r += 64;
  }
  C[threadIdx.x] = sum;
}

__global__ void through_lambda(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  int c = 0;
  auto next = [&] { c += 64; };
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loads need a copy of 'c', which has another name [unsupported-update]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[c + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x] * c;
    __syncthreads();
    next();
  }
  C[threadIdx.x] = sum;
}

__global__ void value_of_lambda(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  int c = 0;
  auto at = [&](int i) { return A[c + i]; };
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loads need a copy of 'c', which has another name [unsupported-update]
  for (; c < N; c += 64) {
    As[threadIdx.x] = at(threadIdx.x);
    __syncthreads();
    sum += As[63 - threadIdx.x] * c;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

struct Step {
  int *at;
  __device__ Step(int &at) : at(&at) {}
  __device__ void next() { *at += 64; }
};

__global__ void through_object(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  int c = 0;
  Step step(c);
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loads need a copy of 'c', which has another name [unsupported-update]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[c + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x] * c;
    __syncthreads();
    step.next();
  }
  C[threadIdx.x] = sum;
}
