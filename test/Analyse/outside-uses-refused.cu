// Static tiles that code around the loop uses in a way that ties them to the one
// buffer of the source. test/Emit/outside-uses.cu has what is accepted.
// ACCEPTED: ../Emit/outside-uses.cu
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --arch=sm_90 --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

// CHECK: warning: loop left alone: the tile 'As' is also used outside the loop, and the loop may reach it by another name [tile-used-outside]
static __global__ void pointer_in_loop(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  const float4 *row = &As[0][0];
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += row[i].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: warning: loop left alone: the tile 'As' is also used outside the loop, and the loop may reach it by another name [tile-used-outside]
static __global__ void reference_in_loop(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  float4 (&row)[256] = As[0];
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += row[i].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: warning: loop left alone: the tile 'As' is also used outside the loop, and its address is kept or handed on [tile-used-outside]
struct Rows { const float4 *first; };
static __global__ void kept_in_object(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  Rows rows{&As[0][0]};
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += rows.first[i].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: warning: loop left alone: the tile 'As' is also used outside the loop, and its address is kept or handed on [tile-used-outside]
static __global__ void kept_in_lambda(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  auto get = [&](int i) { return As[0][i].x; };
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += get(i);
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: warning: loop left alone: the tile 'As' is also used outside the loop, and no barrier stands between what uses it before and the loop [tile-used-outside]
static __global__ void no_barrier_before(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  As[0][threadIdx.x] = A[threadIdx.x];
  sum += As[0][threadIdx.x].y;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 4][i].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: warning: loop left alone: the tile 'As' is also used outside the loop, and what the loop leaves there may be read [tile-used-outside]
static __global__ void relies_in_rounds(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  for (int row = 0; row < 3; ++row) {
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 4][i].x;
    __syncthreads();
  }
  __syncthreads();
  sum += As[0][255 - threadIdx.x].x;
  __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: warning: loop left alone: the tile 'As' is also used outside the loop, and the loop reads what may have been there before [tile-used-outside]
static __global__ void relies_on_before(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  As[0][threadIdx.x] = A[threadIdx.x];
  __syncthreads();
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 3; ++i)
      As[i + 1][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 4][i].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: warning: loop left alone: the tile 'As' is also used outside the loop, and what the loop leaves there may be read [tile-used-outside]
static __global__ void written_before_read_behind(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  As[3][threadIdx.x] = A[threadIdx.x];
  __syncthreads();
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 3; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 3][i].x;
    __syncthreads();
  }
  sum += As[3][255 - threadIdx.x].x;
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: warning: loop left alone: the tile 'As' is also used outside the loop, and the loop may be left in the middle [tile-used-outside]
static __global__ void left_early(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 4][i].x;
    if (__syncthreads_or(sum > 10.0f))
      break;
  }
  sum += As[0][255 - threadIdx.x].x;
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: warning: loop left alone: the tile 'As' is also used outside the loop, and what the loop leaves there may be read [tile-used-outside]
static __global__ void in_inner_block(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  {
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 4][i].x;
    __syncthreads();
  }
  }
  sum += As[0][255 - threadIdx.x].x;
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: warning: loop left alone: the tile 'As' is also used outside the loop, and its loop uses it where it has no stage [tile-used-outside]
static __global__ void in_head(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  for (int k = 0; k < N * int(sizeof(As) / 16384); ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 4][i].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: warning: loop left alone: the tile 'As' is also used outside the loop, and what inline assembly reads may be in it [tile-used-outside]
static __global__ void read_by_number(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  unsigned at = __cvta_generic_to_shared(&As[0][0]);
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      {
        float x;
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(at + i * 16));
        sum += x;
      }
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: warning: loop left alone: the tile 'As' is tied to one buffer: the loop keeps its address beyond the iteration [tile-used-outside]
static __global__ void pointer_from_loop(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  const float4 *last = nullptr;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      last = &As[0][i], sum += As[i % 4][i].x;
    __syncthreads();
  }
  if (last)
    sum += last->x;
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// A bit-field leaves the other bits of its bytes as they were.
// CHECK: warning: loop left alone: the tile 'As' is also used outside the loop, and the loop reads what may have been there before [tile-used-outside]
struct Parts { int first : 4, rest : 28; };
static __global__ void bit_field(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Parts As[256];
  float sum = 0.0f;
  As[threadIdx.x] = Parts{0, int(threadIdx.x)};
  __syncthreads();
  for (int k = 0; k < N; ++k) {
    As[threadIdx.x].first = A[k * 256 + threadIdx.x].x;
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i].first + As[i].rest;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// An object from before the loop reads the tile where its block ends.
// CHECK: warning: loop left alone: the tile 'As' is also used outside the loop, and {{.*}} [tile-used-outside]
struct AtEnd {
  const float4 (&from)[256];
  float *to;
  __device__ ~AtEnd() { *to = from[255 - threadIdx.x].x; }
};
static __global__ void read_at_end(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[256];
  float sum = 0.0f;
  AtEnd last{As, C + blockIdx.x * 256 + threadIdx.x};
  for (int k = 0; k < N; ++k) {
    As[threadIdx.x] = A[k * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// A device function's array keeps what it holds from call to call.
// CHECK: warning: loop left alone: the tile 'As' is also used outside the loop [tile-used-outside]
__device__ float in_function(const float4 *__restrict__ A, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 4][i].x;
    __syncthreads();
  }
  return sum + As[0][255 - threadIdx.x].x;
}
static __global__ void calls(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  C[threadIdx.x] = in_function(A, N);
}

void host(const float4 *A, float *C, int N) {
  pointer_in_loop<<<400, 256>>>(A, C, N);
  reference_in_loop<<<400, 256>>>(A, C, N);
  kept_in_object<<<400, 256>>>(A, C, N);
  kept_in_lambda<<<400, 256>>>(A, C, N);
  no_barrier_before<<<400, 256>>>(A, C, N);
  relies_in_rounds<<<400, 256>>>(A, C, N);
  relies_on_before<<<400, 256>>>(A, C, N);
  written_before_read_behind<<<400, 256>>>(A, C, N);
  left_early<<<400, 256>>>(A, C, N);
  in_inner_block<<<400, 256>>>(A, C, N);
  in_head<<<400, 256>>>(A, C, N);
  read_by_number<<<400, 256>>>(A, C, N);
  pointer_from_loop<<<400, 256>>>(A, C, N);
  calls<<<400, 256>>>(A, C, N);
  bit_field<<<400, 256>>>(A, C, N);
  read_at_end<<<400, 256>>>(A, C, N);
}
