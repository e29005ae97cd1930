// Memory of tiles that the kernel uses for something else around the loop: with
// several buffers what is read on one side must have been written there.
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --arch=sm_80 --variant=cpasync 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=ldg --kernel=left_in_the_middle 2>&1 >/dev/null | FileCheck %s --check-prefix=EXIT

// The last tile is read.
// CHECK: warning: loop left alone: the tile 'tiles' is also used outside the loop, and what the loop leaves there may be read [tile-used-outside]
static __global__ void left_by_loop(const float *__restrict__ A, float *__restrict__ C, int N) {
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
  C[threadIdx.x] = staged[127 - threadIdx.x];
  C[threadIdx.x] += sum;
}

void launch_left_by_loop(const float *A, float *C, int N, int block, size_t bytes) {
  left_by_loop<<<4, 128, bytes>>>(A, C, N);
}

// A half of what is read is the last tile's.
// CHECK: warning: loop left alone: the tile 'tiles' is also used outside the loop, and what the loop leaves there may be read [tile-used-outside]
static __global__ void half_written(const float *__restrict__ A, float *__restrict__ C, int N) {
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
  if (threadIdx.x < 64)
    staged[threadIdx.x] = sum;
  __syncthreads();
  C[threadIdx.x] = staged[127 - threadIdx.x];
}

void launch_half_written(const float *A, float *C, int N, int block, size_t bytes) {
  half_written<<<4, 128, bytes>>>(A, C, N);
}

// Whether it is written, a run decides.
// CHECK: warning: loop left alone: the tile 'tiles' is also used outside the loop, and what the loop leaves there may be read [tile-used-outside]
static __global__ void perhaps_written(const float *__restrict__ A, float *__restrict__ C, int N) {
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
  if (N > 7)
    staged[threadIdx.x] = sum;
  __syncthreads();
  C[threadIdx.x] = staged[127 - threadIdx.x];
}

void launch_perhaps_written(const float *A, float *C, int N, int block, size_t bytes) {
  perhaps_written<<<4, 128, bytes>>>(A, C, N);
}

// Another thread writes it, and no barrier stands between.
// CHECK: warning: loop left alone: the tile 'tiles' is also used outside the loop, and what the loop leaves there may be read [tile-used-outside]
static __global__ void written_by_another(const float *__restrict__ A, float *__restrict__ C, int N) {
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
  C[threadIdx.x] = staged[threadIdx.x / 2];
}

void launch_written_by_another(const float *A, float *C, int N, int block, size_t bytes) {
  written_by_another<<<4, 128, bytes>>>(A, C, N);
}

// What was there before is read in the loop.
// CHECK: warning: loop left alone: the tile 'tiles' is also used outside the loop, and the loop reads what may have been there before [tile-used-outside]
static __global__ void table(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float tiles[][32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *staged = &tiles[0][0];
  tiles[4 + warp][lane] = C[threadIdx.x];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < N; k += 4) {
    tiles[warp][lane] = A[(k + warp) * 32 + lane];
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += tiles[i][(lane + i) % 32] * tiles[4 + i][lane];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch_table(const float *A, float *C, int N, int block, size_t bytes) {
  table<<<4, 128, bytes>>>(A, C, N);
}

// How many threads there are, a run decides.
// CHECK: warning: loop left alone: the tile 'tiles' is also used outside the loop, and the launches do not say how many threads a block has [tile-used-outside]
static __global__ void any_block(const float *__restrict__ A, float *__restrict__ C, int N) {
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
  __syncthreads();
  C[threadIdx.x] = staged[127 - threadIdx.x];
}

void launch_any_block(const float *A, float *C, int N, int block, size_t bytes) {
  any_block<<<4, block, bytes>>>(A, C, N);
}

// Where it is read, a run decides.
// CHECK: warning: loop left alone: the tile 'tiles' is also used outside the loop, and what the loop leaves there may be read [tile-used-outside]
static __global__ void any_place(const float *__restrict__ A, float *__restrict__ C, int N) {
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
  __syncthreads();
  C[threadIdx.x] = staged[N % 128];
}

void launch_any_place(const float *A, float *C, int N, int block, size_t bytes) {
  any_place<<<4, 128, bytes>>>(A, C, N);
}

// Some threads may have left: what they do not write is the last tile's.
// CHECK: warning: loop left alone: the tile 'tiles' is also used outside the loop, and not all threads of a block may come to the loop [tile-used-outside]
static __global__ void left_early(const float *__restrict__ A, float *__restrict__ C, int N, int Used) {
  extern __shared__ float tiles[][32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *staged = &tiles[0][0];
  if (int(threadIdx.x) >= Used)
    return;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 4) {
    for (int row = 0; row < 4; ++row)
      tiles[row][lane] = A[(k + row) * 32 + lane];
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += tiles[i][(lane + i) % 32];
    __syncthreads();
  }
  staged[threadIdx.x] = sum;
  __syncthreads();
  C[threadIdx.x] = staged[127 - threadIdx.x] + warp;
}

void launch_left_early(const float *A, float *C, int N, int block, size_t bytes) {
  left_early<<<4, 128, bytes>>>(A, C, N, block);
}

// Behind a break another thread may still read the tile that is used up.
// EXIT: warning: loop left alone: the tile 'tiles' is also used outside the loop, and the loop may be left in the middle [tile-used-outside]
static __global__ void left_in_the_middle(const float *__restrict__ A, float *__restrict__ C, int N, int Last) {
  extern __shared__ float tiles[][32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *staged = &tiles[4][0];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 4) {
    tiles[warp][lane] = A[(k + warp) * 32 + lane];
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += tiles[i][(lane + i) % 32];
    if (Last)
      break;
    __syncthreads();
  }
  staged[threadIdx.x] = sum;
  __syncthreads();
  C[threadIdx.x] = staged[127 - threadIdx.x];
}

void launch_left_in_the_middle(const float *A, float *C, int N, int block, size_t bytes) {
  left_in_the_middle<<<4, 128, bytes>>>(A, C, N, block);
}
