// The nearest to tma-partitioned-refused.cu: what stands before the loop does the same in every thread, or only computes.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --api=partitioned --allow-occupancy-loss --arch=sm_90 --verify=kernels -o - 2>&1 >/dev/null | FileCheck %s
constexpr int T = 16;

// CHECK: partitioned, in 'shape'
// CHECK: executed: {{.*}} equal
static __global__ void shape(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T];
  float sum = 0;
  C += gridDim.x - 4 + threadIdx.y - threadIdx.y;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[15 - threadIdx.y][15 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
}
void run_shape(const float *A, float *C, int ld, int N) { shape<<<4, dim3(T, T)>>>(A, C, ld, N); }

// CHECK: partitioned, in 'loops'
// CHECK: executed: {{.*}} equal
static __global__ void loops(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T];
  float sum = 0;
  for (int i = 0; i != N / T; ++i)
    sum += i * threadIdx.y;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[15 - threadIdx.y][15 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
}
void run_loops(const float *A, float *C, int ld, int N) { loops<<<4, dim3(T, T)>>>(A, C, ld, N); }

// CHECK: partitioned, in 'local'
// CHECK: executed: {{.*}} equal
static __global__ void local(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T];
  float sum = 0;
  float own[T][2] = {};
  #pragma unroll
  for (int i = 0; i < T; ++i)
    own[i][1] = threadIdx.y;
  const float *at = &own[T - 1][1];
  sum += own[3][1] * (at != own[threadIdx.y]);
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[15 - threadIdx.y][15 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
}
void run_local(const float *A, float *C, int ld, int N) { local<<<4, dim3(T, T)>>>(A, C, ld, N); }

// CHECK: partitioned, in 'leaves'
// CHECK: executed: {{.*}} equal
static __global__ void leaves(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T];
  float sum = 0;
  if (N > 4096)
    return;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[15 - threadIdx.y][15 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
}
void run_leaves(const float *A, float *C, int ld, int N) { leaves<<<4, dim3(T, T)>>>(A, C, ld, N); }

// CHECK: partitioned, in 'bounds'
// CHECK: executed: {{.*}} equal
static __global__ void __launch_bounds__(256) bounds(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T];
  float sum = 0;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[15 - threadIdx.y][15 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
}
void run_bounds(const float *A, float *C, int ld, int N) { bounds<<<4, dim3(T, T)>>>(A, C, ld, N); }

// CHECK: partitioned, in 'meets'
// CHECK: executed: {{.*}} equal
static __global__ void meets(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T];
  float sum = 0;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[15 - threadIdx.y][15 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
  __syncwarp();
}
void run_meets(const float *A, float *C, int ld, int N) { meets<<<4, dim3(T, T)>>>(A, C, ld, N); }

// CHECK: partitioned, in 'exchanges'
// CHECK: executed: {{.*}} equal
static __global__ void exchanges(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T];
  float sum = 0;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    float own = As[threadIdx.x][threadIdx.y];
    sum += own * __shfl_sync(~0u, own, 3);
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
}
void run_exchanges(const float *A, float *C, int ld, int N) { exchanges<<<4, dim3(T, T)>>>(A, C, ld, N); }

// CHECK: partitioned, in 'large'
// CHECK: executed: {{.*}} equal
static __global__ void large(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[28][32];
  float sum = 0;
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * 28 + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[27 - threadIdx.y][31 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * 28 + threadIdx.y) * 32 + threadIdx.x] = sum;
}
void run_large(const float *A, float *C, int ld, int N) { large<<<4, dim3(32, 28)>>>(A, C, ld, N); }

// CHECK: 8 loops: 8 rewritten, 0 already pipelined, 0 refused
