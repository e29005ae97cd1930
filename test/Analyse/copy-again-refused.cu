// What a thread copies to one place again and again.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --variant=cpasync 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

// A loop whose number of rounds is not known.
// CHECK: warning: loop left alone: no tile can be copied by cp.async: tiles: a thread may store to one element again, and the copy might come last [copy-not-raw]
static __global__ void again(const float *__restrict__ A, float *__restrict__ C, int N, int Rows) {
  extern __shared__ float tiles[][32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *staged = &tiles[0][0];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 4) {
    for (int i = 0; i < Rows; ++i)
      tiles[warp][lane] = A[(k + warp) * 32 + lane + i];
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += tiles[i][(lane + i) % 32];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch_again(const float *A, float *C, int N, int Rows, size_t bytes) {
  again<<<4, 128, bytes>>>(A, C, N, Rows);
}

// A loop around a call.
// CHECK: warning: loop left alone: no tile can be copied by cp.async: tiles: a thread may store to one element again, and the copy might come last [copy-not-raw]
__device__ void put(float *to, const float *from) { *to = *from; }

static __global__ void calls(const float *__restrict__ A, float *__restrict__ C, int N, int Rows) {
  extern __shared__ float tiles[][32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *staged = &tiles[0][0];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 4) {
    for (int i = 0; i < 2; ++i)
      put(&tiles[warp][lane], &A[(k + warp) * 32 + lane + i]);
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += tiles[i][(lane + i) % 32];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch_calls(const float *A, float *C, int N, int Rows, size_t bytes) {
  calls<<<4, 128, bytes>>>(A, C, N, Rows);
}
