// Tiles that are dense boxes, however the threads share them.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

// One element a thread.
__global__ void box_dense(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
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
void run_box_dense(const float *A, float *C, int ld, int N) { box_dense<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Several, in a loop.
__global__ void box_rounds(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[32][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    for (int r = threadIdx.y; r < 32; r += 16)
      As[r][threadIdx.x] = A[r * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_rounds(const float *A, float *C, int ld, int N) { box_rounds<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// By thread number, to a tile of one dimension.
__global__ void box_folded(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16 * 32];
  float sum = 0.0f;
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    As[t] = A[t / 32 * ld + k + t % 32];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i * 32 + threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_folded(const float *A, float *C, int ld, int N) { box_folded<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Rows that are a constant apart.
__global__ void box_fixed(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * 64 + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_fixed(const float *A, float *C, int ld, int N) { box_fixed<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// A column that moves on, in all its bits.
__global__ void box_advanced(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    int column = threadIdx.x + 216;
    column += k;
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + column];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_advanced(const float *A, float *C, int ld, int N) { box_advanced<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Likewise, one by one.
__global__ void box_counted(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    int column = k;
    ++column;
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + column + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_counted(const float *A, float *C, int ld, int N) { box_counted<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Where rows begin is no sum, and one number for all threads.
__global__ void box_quotient(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
  const int across = 1 + N % 2;
  const int row = blockIdx.x / across * 16 + threadIdx.y;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[row * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[row * 32 + threadIdx.x] = sum;
}
void run_box_quotient(const float *A, float *C, int ld, int N) { box_quotient<<<4, dim3(32, 16)>>>(A, C, ld, N); }

// Blocks take several tiles of the result.
__global__ void box_walk(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  for (int tile = blockIdx.x; tile < 4; tile += gridDim.x) {
    const int row = tile / 2 * 16 + threadIdx.y;
    float sum = 0.0f;
// CHECK: :[[@LINE+2]]:5: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
    for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[row * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
    C[row * 32 + threadIdx.x] = sum;
  }
}
void run_box_walk(const float *A, float *C, int ld, int N) { box_walk<<<2, dim3(32, 16)>>>(A, C, ld, N); }
