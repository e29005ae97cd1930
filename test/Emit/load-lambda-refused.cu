// Lambdas that fill a tile and cannot be cut in halves, each for one reason.
// ACCEPTED: load-lambda.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

// The loop variable exists in the loop; its copy for the loads is made behind the lambda.
__global__ void captures_the_step(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int k;
  auto load = [&] { As[threadIdx.x] = A[k + threadIdx.x]; };
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loads need a copy of 'k', which has another name [unsupported-update]
  for (k = 0; k < N; k += 64) {
    load();
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

// The computation writes what the lambda reads.
__global__ void captures_a_result(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int shift = 0;
  auto load = [&](int k) { As[threadIdx.x] = A[k + shift + threadIdx.x]; };
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} 'shift', which this tile's computation writes [load-depends-on-compute]
  for (int k = 0; k < N; k += 64) {
    load(k);
    __syncthreads();
    shift = As[63 - threadIdx.x] > 0.0f;
    __syncthreads();
  }
  C[threadIdx.x] = shift;
}

__global__ void writes_a_capture(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int loads = 0;
  auto load = [&](int k) { As[threadIdx.x] = A[k + threadIdx.x]; ++loads; };
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by 'load', which also writes 'loads' [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    load(k);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void has_state(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int k = 0;
  auto load = [=]() mutable { As[threadIdx.x] = A[k + threadIdx.x]; k += 64; };
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}'load', which has a state of its own [load-in-callee]
  for (int i = 0; i < N; i += 64) {
    load();
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void any_type(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  auto load = [&](auto *to, int k) { to[threadIdx.x] = A[k + threadIdx.x]; };
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}'load', which has parameters of any type [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    load(As, k);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void of_the_iteration(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by a lambda, which is no lambda that a local in front of the loop holds [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    auto load = [&] { As[threadIdx.x] = A[k + threadIdx.x]; };
    load();
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

template <typename Load>
__device__ void sums(Load load, const float *As, float *C, int N) {
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [{{[a-z-]+}}]
  for (int k = 0; k < N; k += 64) {
    load(k);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}
__global__ void is_given(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  sums([&](int k) { As[threadIdx.x] = A[k + threadIdx.x]; }, As, C, N);
}
