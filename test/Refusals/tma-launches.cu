// Behind the kernel, with a constant size.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void launches_any(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}

void run_launches_any(const float *A, float *C, int ld, int N) {
  const dim3 block(32, 16);
  launches_any<<<1, block>>>(A, C, ld, N);
  launches_any<<<1, dim3(32, 16), 0, 0>>>(A, C, ld, N);
}

// An argument changes what a grid of constant size does not read.
__global__ void launches_ordered(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_launches_ordered(const float *A, float *C, int ld, int N, int g) { launches_ordered<<<1, dim3(32, 16)>>>(A, C + 512 * g--, ld, N); }

// A function that only reads, and a stream that converts.
struct Stream {
  cudaStream_t of;
  operator cudaStream_t() const { return of; }
};
int rounds;
int same() { return rounds; }
__global__ void launches_read(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_launches_read(const float *A, float *C, int ld, Stream s) { ::launches_read<<<same(), dim3(32, 16), 0, s>>>(A, C, ld, rounds); }

// Blocks that a run decides: the launch asks whether each thread has an element of the tile.
__global__ void launches_decided(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_launches_decided(const float *A, float *C, int ld, int N, int n) { launches_decided<<<1, dim3(32, n)>>>(A, C, ld, N); }

// Of two launches one has other blocks.
__global__ void launches_two(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_launches_two(const float *A, float *C, int ld, int N) {
  launches_two<<<1, dim3(32, 16)>>>(A, C, ld, N);
  launches_two<<<1, dim3(32, 8)>>>(A, C, ld, N);
}

// By a call, which is given the addresses of the arguments.
template <int W> __global__ void launches_called(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[W][W];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += W) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < W; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * W + threadIdx.x] = sum;
}
void run_launches_called(const float *A, float *C, int ld, int N) {
  void *args[] = {&A, &C, &ld, &N};
  cudaLaunchKernel((const void *)launches_called<32>, dim3(1), dim3(32, 32), args, 0, 0);
}

// The launch is what a macro is given.
__global__ void launches_checked(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
#define CHECKED(...) do { __VA_ARGS__; if (cudaGetLastError() != cudaSuccess) return; } while (0)
void run_launches_checked(const float *A, float *C, int ld, int N) {
  CHECKED((launches_checked<<<1, dim3(32, 16)>>>(A, C, ld, N)));
}

// By a configuration, in a stream that is captured.
__global__ void launches_captured(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_launches_captured(const float *A, float *C, int ld, int N, cudaStream_t stream) {
  cudaGraph_t graph;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(32, 16);
  config.stream = stream;
  cudaStreamBeginCapture(stream, 0);
  cudaLaunchKernelEx(&config, launches_captured, A, C, ld, N);
  cudaStreamEndCapture(stream, &graph);
}

// In a lambda of known types.
__global__ void launches_lambda(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: tma, 2 stages, predicate
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_launches_lambda(const float *A, float *C, int ld, int N) {
  auto run = [=](int n) { launches_lambda<<<1, dim3(32, 16)>>>(A, C, ld, n); };
  run(N);
}

// By a using-directive.
namespace inner {
__global__ void launches_inner(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: tma, 2 stages, predicate
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
} // namespace inner
using namespace inner;
void run_launches_inner(const float *A, float *C, int ld, int N) { launches_inner<<<1, dim3(32, 16)>>>(A, C, ld, N); }
