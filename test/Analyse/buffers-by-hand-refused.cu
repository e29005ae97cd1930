// The nearest refused neighbours of buffers-by-hand.cu: their buffers take no turns, or not in time.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remark:

// The index stays.
__global__ void stays(const float *A, float *C, int N) {
  __shared__ float s[2][64];
  float sum = 0.0f;
  int w = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [missing-barrier]
  for (int k = 0; k < N; k += 64) {
    s[w][threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[w][63 - i];
    w = w ^ 0;
  }
  C[threadIdx.x] = sum;
}

// Twice a tile.
__global__ void twice(const float *A, float *C, int N) {
  __shared__ float s[2][64];
  float sum = 0.0f;
  int w = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [missing-barrier]
  for (int k = 0; k < N; k += 64) {
    s[w][threadIdx.x] = A[k + threadIdx.x];
    w ^= 1;
    __syncthreads();
    w ^= 1;
    for (int i = 0; i < 64; ++i)
      sum += s[w][63 - i];
  }
  C[threadIdx.x] = sum;
}

// In some threads only.
__global__ void guarded(const float *A, float *C, int N) {
  __shared__ float s[2][64];
  float sum = 0.0f;
  int w = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [missing-barrier]
  for (int k = 0; k < N; k += 64) {
    s[w][threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[w][63 - i];
    if (threadIdx.x > 3)
      w ^= 1;
  }
  C[threadIdx.x] = sum;
}

// The third iteration meets what the first has stored, but so does the second: k % 4 / 2 changes every other time.
__global__ void tooSlow(const float *A, float *C, int N) {
  __shared__ float s[2][64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [missing-barrier]
  for (int k = 0; k < N; ++k) {
    s[k % 4 / 2][threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[k % 4 / 2][63 - i];
  }
  C[threadIdx.x] = sum;
}

// Both pointers lead to one array.
__global__ void onePlace(const float *A, float *C, int N) {
  __shared__ float s[64];
  float sum = 0.0f;
  float *now = s, *next = s;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [missing-barrier]
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
