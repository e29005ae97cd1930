// Memory of tiles that the kernel uses for something else around the loop. What
// is read on one side was written on the same side: the tiles may have several
// buffers, and the others lie behind the tiles, over what is free meanwhile.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --variant=cpasync --verify=kernels 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --variant=cpasync 2>/dev/null | FileCheck %s --check-prefix=TEXT

// The result is staged through the tiles' memory and behind it, in outer rounds
// that a launch does not count.
// CHECK: remark: rewritten: cpasync, 2 stages, predicate, in 'staged_result'
// CHECK: executed: {{.*}} equal
static __global__ void staged_result(const float *__restrict__ A, float *__restrict__ C, int N, int Rows) {
  extern __shared__ float tiles[][32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *staged = &tiles[0][0];
  for (int row = blockIdx.x; row < Rows; row += gridDim.x) {
    float sums[4] = {};
    for (int k = 0; k < N; k += 8) {
      size_t to = warp * 2;
      for (int i = 0; i < 2; ++i) {
        tiles[to][lane] = A[(size_t(row) * N + k + to) * 32 + lane];
        to += 1;
      }
      __syncthreads();
      for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 4; ++j)
          sums[j] += tiles[i][(lane + j) % 32] * (j + 1);
      __syncthreads();
    }
    for (int j = 0; j < 4; ++j)
      staged[(j * 4 + warp) * 32 + lane] = sums[j];
    __syncthreads();
    for (int j = 0; j < 4; ++j)
      C[(size_t(row) * 16 + warp * 4 + j) * 32 + lane] = staged[(warp * 4 + j) * 32 + 31 - lane];
    __syncthreads();
  }
}

// TEXT: constexpr unsigned stageBytes = 1024;
// TEXT: tilesRead = tiles + stage * (stageBytes / sizeof(*tiles))
// TEXT: staged_result<<<4, 128, {{.*}}2048
void launch(const float *A, float *C, int N, int Rows, size_t bytes) {
  staged_result<<<4, 128, bytes>>>(A, C, N, Rows);
}

// All of what is read is written, by whichever thread, in front of a barrier.
// CHECK: remark: rewritten: cpasync, 2 stages, predicate, in 'written_by_both'
// CHECK: executed: {{.*}} equal
// TEXT: constexpr unsigned stageBytes = 512;
static __global__ void written_by_both(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float tiles[][32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *staged = &tiles[0][0];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 4) {
    tiles[warp][lane] = A[(k + warp) * 32 + lane];
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += tiles[i][(lane + i) % 32];
    __syncthreads();
  }
  for (unsigned i = lane; i < 32; i += 32)
    staged[warp * 32 + i] = sum;
  __syncthreads();
  C[threadIdx.x] = staged[127 - threadIdx.x];
}

void launch_written_by_both(const float *A, float *C, int N, int block, size_t bytes) {
  written_by_both<<<4, 128, bytes>>>(A, C, N);
}

// What a thread has written itself it reads without a barrier.
// CHECK: remark: rewritten: cpasync, 2 stages, predicate, in 'own_element'
// CHECK: executed: {{.*}} equal
// TEXT: constexpr unsigned stageBytes = 512;
static __global__ void own_element(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float tiles[][32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *staged = &tiles[0][0];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 4) {
    tiles[warp][lane] = A[(k + warp) * 32 + lane];
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += tiles[i][(lane + i) % 32];
    __syncthreads();
  }
  staged[threadIdx.x] = sum;
  C[threadIdx.x] = staged[threadIdx.x];
}

void launch_own_element(const float *A, float *C, int N, int block, size_t bytes) {
  own_element<<<4, 128, bytes>>>(A, C, N);
}

// Other threads may still read what stands there before the loop: the other
// buffer lies behind all that the launch gives.
// CHECK: remark: rewritten: cpasync, 2 stages, predicate, in 'used_before'
// CHECK: executed: {{.*}} equal
// TEXT: dynamic_smem_size
static __global__ void used_before(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float tiles[][32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *staged = &tiles[0][0];
  tiles[4 + warp][lane] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tiles[7 - warp][lane];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 4) {
    tiles[warp][lane] = A[(k + warp) * 32 + lane];
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += tiles[i][(lane + i) % 32];
    __syncthreads();
  }
  C[threadIdx.x] += sum;
}

void launch_used_before(const float *A, float *C, int N, int block, size_t bytes) {
  used_before<<<4, 128, bytes>>>(A, C, N);
}

// A barrier stands between.
// CHECK: remark: rewritten: cpasync, 2 stages, predicate, in 'done_before'
// CHECK: executed: {{.*}} equal
// TEXT: constexpr unsigned stageBytes = 512;
static __global__ void done_before(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float tiles[][32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *staged = &tiles[0][0];
  tiles[4 + warp][lane] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tiles[7 - warp][lane];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < N; k += 4) {
    tiles[warp][lane] = A[(k + warp) * 32 + lane];
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += tiles[i][(lane + i) % 32];
    __syncthreads();
  }
  C[threadIdx.x] += sum;
}

void launch_done_before(const float *A, float *C, int N, int block, size_t bytes) {
  done_before<<<4, 128, bytes>>>(A, C, N);
}
