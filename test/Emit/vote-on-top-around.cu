// A vote on top of the body, and what stands around it: each kernel runs as its original does.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --assume-tiles-exist --verify=kernels 2>&1 | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --assume-tiles-exist --verify=kernels 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --assume-tiles-exist -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=TEXT
// CHECK-COUNT-6: run {{ *}}executed: {{.*}} equal
// CHECK: 6 loops: 6 rewritten
// TWO-COUNT-5: run {{ *}}executed: {{.*}} equal
// TWO: 6 loops: 5 rewritten

// The load barrier keeps what is read in front of it from what is written behind the loop.
// TEXT-LABEL: void reads_between
// TEXT: if (__syncthreads_and(
// TEXT: sum += other[
// TEXT: __syncwarp();
// TEXT: __syncthreads();
// TEXT: sum += light
// TEXT: other[threadIdx.x] = sum;
__global__ void reads_between(const float4 *__restrict__ A, int N, float *__restrict__ Out) {
  __shared__ float4 As[64];
  __shared__ float other[64];
  other[threadIdx.x] = threadIdx.x;
  __syncthreads();
  float light = 1.0f, sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    if (__syncthreads_and(light < 0.0001f))
      break;
    sum += other[(threadIdx.x + 7) % 64];
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j) {
      sum += light * As[j].x;
      light *= 0.95f;
    }
  }
  other[threadIdx.x] = sum;
  __syncthreads();
  Out[blockIdx.x * 64 + threadIdx.x] = sum + other[63 - threadIdx.x];
}

__global__ void in_rounds(const float4 *__restrict__ A, int N, float *__restrict__ Out, int Rounds) {
  __shared__ float4 As[64];
  for (int r = 0; r < Rounds; ++r) {
    float light = 1.0f + r, sum = 0.0f;
    for (int k = 0; k < N; k += 64) {
      const int finished = __syncthreads_count(light < 0.0001f);
      if (finished >= 64)
        break;
      As[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      for (int j = 0; j < 64; ++j) {
        sum += light * As[(j * 5 + threadIdx.x) % 64].x;
        light *= 0.95f;
      }
    }
    Out[(r * gridDim.x + blockIdx.x) * 64 + threadIdx.x] = sum;
  }
}

// The loads of a tile set what the next vote asks: not those of the next one.
// TEXT-LABEL: void set_by_loads
// TEXT: bool done = false;
// TEXT-NOT: done =
// TEXT: for (int k = 0;
// TEXT: if (__syncthreads_or(done))
// TEXT: done = {{.*}} > 1.99f;
__global__ void set_by_loads(const float4 *__restrict__ A, int N, float *__restrict__ Out) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  bool done = false;
  for (int k = 0; k < N; k += 64) {
    if (__syncthreads_or(done))
      break;
    float4 v = A[k + threadIdx.x];
    done = v.x > 1.99f;
    As[threadIdx.x] = v;
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += As[j].x;
  }
  Out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// Nothing leaves the loop, which has one tile at least.
__global__ void vote_alone(const float4 *__restrict__ A, int N, float *__restrict__ Out) {
  __shared__ float4 As[64];
  float sum = 0.0f, light = 1.0f;
  int k = 0, total = 0;
  do {
    sum *= 0.5f;
    const int finished = __syncthreads_count(light < 0.05f);
    total += finished;
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j) {
      sum += light * As[j].x;
      light *= 0.97f;
    }
    k += 64;
  } while (k < N);
  Out[blockIdx.x * 64 + threadIdx.x] = sum + total;
}

// The break stands in the computation, and shared memory is used behind the loop.
__global__ void left_later(const float4 *__restrict__ A, int N, float *__restrict__ Out) {
  __shared__ float4 As[64];
  __shared__ float last[64];
  float sum = 0.0f, light = 1.0f;
  for (int k = 0; k < N; k += 64) {
    const int finished = __syncthreads_count(light < 0.05f);
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j) {
      sum += light * As[j].x;
      light *= 0.98f;
    }
    if (finished > 32)
      break;
    sum += As[63 - threadIdx.x].y;
  }
  last[threadIdx.x] = sum;
  __syncthreads();
  Out[blockIdx.x * 64 + threadIdx.x] = sum + last[threadIdx.x ^ 1];
}

// A list of elements, of which a block does not come to the end; a guard that keeps the tile to one buffer.
__global__ void gathered(const float4 *__restrict__ A, const int *__restrict__ List, int N, float *__restrict__ Out) {
  __shared__ float4 As[64];
  __shared__ int ids[64];
  float sum = 0.0f, light = 1.0f;
  int left = N;
  for (int i = 0; i < (N + 63) / 64; i++, left -= 64) {
    if (__syncthreads_count(light < 0.0005f) == 64)
      break;
    const int at = i * 64 + threadIdx.x;
    if (at < N) {
      const int id = List[at] & 63;
      ids[threadIdx.x] = id;
      As[threadIdx.x] = A[id];
    }
    __syncthreads();
    for (int j = 0; j < min(64, left); ++j) {
      sum += light * As[j].x * ids[j];
      light *= 0.97f;
    }
  }
  Out[blockIdx.x * 64 + threadIdx.x] = sum;
}

void run(const float4 *A, const int *List, int N, float *Out) {
  reads_between<<<2, 64>>>(A, N, Out);
  in_rounds<<<2, 64>>>(A, N, Out, 3);
  set_by_loads<<<2, 64>>>(A, N, Out);
  vote_alone<<<2, 64>>>(A, N, Out);
  left_later<<<2, 64>>>(A, N, Out);
  gathered<<<2, 64>>>(A, List, N, Out);
}
