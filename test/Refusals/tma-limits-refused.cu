// Boxes that the hardware has not.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s

// Rows of 8 bytes.
__global__ void limits_no_narrow(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[256][2];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}no multiple of 16{{.*}} [tma-limits]
  for (int k = 0; k < N; k += 2) {
    As[threadIdx.x / 2][threadIdx.x % 2] = A[threadIdx.x / 2 * ld + k + threadIdx.x % 2];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i * 16 + threadIdx.y][threadIdx.x % 2];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_limits_no_narrow(const float *A, float *C, int ld, int N) { limits_no_narrow<<<1, 512>>>(A, C, ld, N); }

// More than 256 rows.
__global__ void limits_no_tall(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[260][4];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}256 are the most{{.*}} [tma-limits]
  for (int k = 0; k < N; k += 4) {
    for (int e = threadIdx.x; e < 1040; e += 520)
      As[e / 4][e % 4] = A[e / 4 * ld + k + e % 4];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i * 16][threadIdx.x % 4];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_limits_no_tall(const float *A, float *C, int ld, int N) { limits_no_tall<<<1, 520>>>(A, C, ld, N); }

// Not a multiple of 128 bytes.
__global__ void limits_no_odd(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[3][4];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}no multiple of 128{{.*}} [tma-limits]
  for (int k = 0; k < N; k += 4) {
    As[threadIdx.x / 4][threadIdx.x % 4] = A[threadIdx.x / 4 * ld + k + threadIdx.x % 4];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i % 3][threadIdx.x % 4];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_limits_no_odd(const float *A, float *C, int ld, int N) { limits_no_odd<<<1, 12>>>(A, C, ld, N); }

// All rows are the same one.
__global__ void limits_no_apart(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}0 bytes apart{{.*}} [tma-limits]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * 0 + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_limits_no_apart(const float *A, float *C, int ld, int N) { limits_no_apart<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Rows of an odd number of elements.
__global__ void limits_no_unit(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}148 bytes apart{{.*}} [tma-limits]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * 37 + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_limits_no_unit(const float *A, float *C, int ld, int N) { limits_no_unit<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Rows from the last to the first.
__global__ void limits_no_last(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}lie in front of each other{{.*}} [tma-limits]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[(15 - (int)threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_limits_no_last(const float *A, float *C, int ld, int N) { limits_no_last<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Parameters that leave no room for a map.
struct Weights {
  float of[1000];
};
__global__ void limits_no_room(const float *__restrict__ A, float *__restrict__ C, int ld, int N, Weights W) {
  __shared__ float As[32][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}more than 4096 bytes of parameters{{.*}} [tma-limits]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += W.of[i] * As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_limits_no_room(const float *A, float *C, int ld, int N, Weights W) { limits_no_room<<<1, dim3(32, 32)>>>(A, C, ld, N, W); }
