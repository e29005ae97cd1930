// Two buffers that take turns need one barrier per tile: this is no race, and the loop has been pipelined by hand.
// RUN: %pipeline-rewrite %s %builtin --repair-barrier 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

// One index for both halves.
__global__ void oneIndex(const float *A, float *C, int N) {
  __shared__ float s[2][64];
  float sum = 0.0f;
  int w = 0;
// CHECK: :[[@LINE+1]]:3: remark: already pipelined: its buffers take turns, in 'oneIndex'
  for (int k = 0; k < N; k += 64) {
    s[w][threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[w][63 - i];
    w = 1 - w;
  }
  C[threadIdx.x] = sum;
}

// One behind the other; the next tile is loaded in front of the computation.
__global__ void twoIndices(const float *A, float *C, int N) {
  __shared__ float s[2][64];
  float sum = 0.0f;
  int write = 0, read = 0;
  s[0][threadIdx.x] = A[threadIdx.x];
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: remark: already pipelined: its buffers take turns, in 'twoIndices'
  for (int k = 64; k < N; k += 64) {
    read = write;
    write ^= 1;
    s[write][threadIdx.x] = A[k + threadIdx.x];
    for (int i = 0; i < 64; ++i)
      sum += s[read][63 - i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Three of them, by a count of the tiles.
__global__ void byCount(const float *A, float *C, int N) {
  __shared__ float s[3][64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: already pipelined: its buffers take turns, in 'byCount'
  for (int k = 0; k < N; ++k) {
    s[k % 3][threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[k % 3][63 - i];
  }
  C[threadIdx.x] = sum;
}

// Pointers change places.
__global__ void pointers(const float *A, float *C, int N) {
  __shared__ float s[64], other[64];
  float sum = 0.0f;
  float *now = s, *next = other;
  now[threadIdx.x] = A[threadIdx.x];
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: remark: already pipelined: its buffers take turns, in 'pointers'
  for (int k = 64; k < N; k += 64) {
    next[threadIdx.x] = A[k + threadIdx.x];
    for (int i = 0; i < 64; ++i)
      sum += now[63 - i];
    __syncthreads();
    float *before = now;
    now = next;
    next = before;
  }
  C[threadIdx.x] = sum;
}
