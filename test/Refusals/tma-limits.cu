// The smallest rows, and the most of them.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

// Rows of 16 bytes.
__global__ void limits_narrow(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[128][4];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 4) {
    As[threadIdx.x / 4][threadIdx.x % 4] = A[threadIdx.x / 4 * ld + k + threadIdx.x % 4];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i * 8][threadIdx.x % 4];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_limits_narrow(const float *A, float *C, int ld, int N) { limits_narrow<<<1, 512>>>(A, C, ld, N); }

// 256 rows.
__global__ void limits_tall(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[256][4];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 4) {
    for (int e = threadIdx.x; e < 1024; e += 512)
      As[e / 4][e % 4] = A[e / 4 * ld + k + e % 4];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i * 16][threadIdx.x % 4];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_limits_tall(const float *A, float *C, int ld, int N) { limits_tall<<<1, 512>>>(A, C, ld, N); }

// 128 bytes.
__global__ void limits_odd(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[8][4];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 4) {
    As[threadIdx.x / 4][threadIdx.x % 4] = A[threadIdx.x / 4 * ld + k + threadIdx.x % 4];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i % 8][threadIdx.x % 4];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_limits_odd(const float *A, float *C, int ld, int N) { limits_odd<<<1, 32>>>(A, C, ld, N); }

// Rows that an index of 32 bits reaches by beginning again: the host makes no map, and launches the original.
__global__ void limits_backward(const float *__restrict__ A, float *__restrict__ C, unsigned ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: not executed: {{.*}}no launch was found for which the host makes tensor maps
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * (ld + 4294967232u) + 4096u + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_limits_backward(const float *A, float *C, unsigned ld, int N) { limits_backward<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Rows that share elements.
__global__ void limits_shared(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * 4 + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_limits_shared(const float *A, float *C, int ld, int N) { limits_shared<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Parameters that leave room for a map.
struct Weights {
  float of[900];
};
__global__ void limits_some_room(const float *__restrict__ A, float *__restrict__ C, int ld, int N, Weights W) {
  __shared__ float As[32][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: tma
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += W.of[i] * As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_limits_some_room(const float *A, float *C, int ld, int N, Weights W) { limits_some_room<<<1, dim3(32, 32)>>>(A, C, ld, N, W); }
