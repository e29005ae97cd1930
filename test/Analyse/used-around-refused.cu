// What runs around the loop in ways that are easily overlooked. None of it may
// count as separate from the tiles.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --variant=cpasync 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

// An argument calls the same function.
// CHECK: warning: loop left alone: the tile 'tiles' is also used outside the loop, and what the loop leaves there may be read [tile-used-outside]
__device__ int add(int a, int b) { return a + b; }

static __global__ void nested_calls(const float *__restrict__ A, float *__restrict__ C, int N, int Rows) {
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
  C[threadIdx.x] = sum + staged[add(64, add(0, threadIdx.x % 64))];
}

void launch_nested_calls(const float *A, float *C, int N, int Rows, size_t bytes) {
  nested_calls<<<4, 128, bytes>>>(A, C, N, Rows);
}

// An atomic reads.
// CHECK: warning: loop left alone: the tile 'tiles' is also used outside the loop, and what the loop leaves there may be read [tile-used-outside]
static __global__ void atomic(const float *__restrict__ A, float *__restrict__ C, int N, int Rows) {
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
  C[threadIdx.x] = sum + atomicAdd(&staged[threadIdx.x], 1.0f);
}

void launch_atomic(const float *A, float *C, int N, int Rows, size_t bytes) {
  atomic<<<4, 128, bytes>>>(A, C, N, Rows);
}

// A function makes a pointer from its parameter.
// CHECK: warning: loop left alone: the tile 'tiles' is also used outside the loop, and what the loop leaves there may be read [tile-used-outside]
__device__ float *place(float *base, int i) { return base + i; }

static __global__ void pointer_made_by_call(const float *__restrict__ A, float *__restrict__ C, int N, int Rows) {
  extern __shared__ float tiles[][32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *staged = &tiles[0][0];
  float *q = place(staged, 0);
  float sum = 0.0f;
  for (int k = 0; k < N; k += 4) {
    tiles[warp][lane] = A[(k + warp) * 32 + lane];
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += tiles[i][(lane + i) % 32];
    __syncthreads();
  }
  C[threadIdx.x] = sum + q[127 - threadIdx.x];
}

void launch_pointer_made_by_call(const float *A, float *C, int N, int Rows, size_t bytes) {
  pointer_made_by_call<<<4, 128, bytes>>>(A, C, N, Rows);
}

// A function keeps its parameter in an object.
// CHECK: warning: loop left alone: the tile 'tiles' is also used outside the loop, and what the loop leaves there may be read [tile-used-outside]
struct Kept {
  float *p;
};

__device__ float keep(float *base, int i) {
  Kept s{base};
  return s.p[i];
}

static __global__ void pointer_kept_in_callee(const float *__restrict__ A, float *__restrict__ C, int N, int Rows) {
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
  C[threadIdx.x] = sum + keep(staged, 127 - threadIdx.x);
}

void launch_pointer_kept_in_callee(const float *A, float *C, int N, int Rows, size_t bytes) {
  pointer_kept_in_callee<<<4, 128, bytes>>>(A, C, N, Rows);
}

// An outer round goes the other way, and reads what the last one's loop left.
// CHECK: warning: loop left alone: the tile 'tiles' is also used outside the loop, and what stands around the loop is not understood [tile-used-outside]
static __global__ void other_way(const float *__restrict__ A, float *__restrict__ C, int N, int Rows) {
  extern __shared__ float tiles[][32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *staged = &tiles[0][0];
  for (int r = 0; r < Rows; ++r) {
    if (r % 2 == 0) {
      float sum = 0.0f;
      for (int k = 0; k < N; k += 4) {
        tiles[warp][lane] = A[(k + warp) * 32 + lane];
        __syncthreads();
        for (int i = 0; i < 4; ++i)
          sum += tiles[i][(lane + i) % 32];
        __syncthreads();
      }
      C[threadIdx.x] += sum;
    } else {
      C[threadIdx.x] += staged[127 - threadIdx.x];
    }
    __syncthreads();
  }
}

void launch_other_way(const float *A, float *C, int N, int Rows, size_t bytes) {
  other_way<<<4, 128, bytes>>>(A, C, N, Rows);
}

// In front of the `break` a variable changes.
// CHECK: warning: loop left alone: the tile 'tiles' is also used outside the loop, and what the loop leaves there may be read [tile-used-outside]
static __global__ void changed_before_break(const float *__restrict__ A, float *__restrict__ C, int N, int Rows) {
  extern __shared__ float tiles[][32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *staged = &tiles[0][0];
  float sum = 0.0f;
  int off = 0;
  for (int r = 0; r < Rows; ++r) {
    off = 64;
    if (r + 1 == Rows)
      break;
    for (int k = 0; k < N; k += 4) {
      tiles[warp][lane] = A[(k + warp) * 32 + lane];
      __syncthreads();
      for (int i = 0; i < 4; ++i)
        sum += tiles[i][(lane + i) % 32];
      __syncthreads();
    }
    off = 0;
    if (threadIdx.x < 64)
      staged[threadIdx.x] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum + staged[off + threadIdx.x % 64];
}

void launch_changed_before_break(const float *A, float *C, int N, int Rows, size_t bytes) {
  changed_before_break<<<4, 128, bytes>>>(A, C, N, Rows);
}

// The head of the loop reads.
// CHECK: warning: loop left alone: the tile 'tiles' is also used outside the loop, and not all threads of a block may come to the loop [tile-used-outside]
static __global__ void head(const float *__restrict__ A, float *__restrict__ C, int N, int Rows) {
  extern __shared__ float tiles[][32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *staged = &tiles[0][0];
  float sum = 0.0f;
  staged[threadIdx.x] = 0.0f;
  __syncthreads();
  for (int r = 0; r < Rows; ++r) {
    for (int k = staged[threadIdx.x] > 1e30f ? 4 : 0; k < N; k += 4) {
      tiles[warp][lane] = A[(k + warp) * 32 + lane];
      __syncthreads();
      for (int i = 0; i < 4; ++i)
        sum += tiles[i][(lane + i) % 32];
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

void launch_head(const float *A, float *C, int N, int Rows, size_t bytes) {
  head<<<4, 128, bytes>>>(A, C, N, Rows);
}

// A `return` in a loop.
// CHECK: warning: loop left alone: the tile 'tiles' is also used outside the loop, and what the loop leaves there may be read [tile-used-outside]
static __global__ void rounds_return(const float *__restrict__ A, float *__restrict__ C, int N, int Rows) {
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
  while (sum > 0.0f)
    return;
  staged[threadIdx.x] = sum;
  __syncthreads();
  C[threadIdx.x] = staged[127 - threadIdx.x];
}

void launch_rounds_return(const float *A, float *C, int N, int Rows, size_t bytes) {
  rounds_return<<<4, 128, bytes>>>(A, C, N, Rows);
}

// A class with numbers of its own gives the block.
// CHECK: warning: loop left alone: the tile 'tiles' is also used outside the loop, and the launches do not say how many threads a block has [tile-used-outside]
struct Warps {
  int n;
  explicit Warps(int n) : n(n) {}
  operator dim3() const { return dim3(n * 32); }
};

static __global__ void other_class(const float *__restrict__ A, float *__restrict__ C, int N, int Rows) {
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
  if (threadIdx.x < 4)
    staged[threadIdx.x] = sum;
  __syncthreads();
  C[threadIdx.x] = sum + staged[threadIdx.x];
}

void launch_other_class(const float *A, float *C, int N, int Rows, size_t bytes) {
  other_class<<<4, Warps(4), bytes>>>(A, C, N, Rows);
}
