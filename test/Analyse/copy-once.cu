// The nearest tiles that may be copied asynchronously, and what is no tile that
// is loaded once.
// RUN: %pipeline-rewrite %s %builtin --copy-once 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin --copy-once --arch=sm_75 2>&1 >/dev/null | FileCheck %s --check-prefix=OLD
// OLD-COUNT-8: warning: tile {{.*}} left alone: no target architecture has cp.async [copy-not-raw]
// OLD: 8 tiles loaded once: 0 copied asynchronously, 8 refused

struct alignas(8) Pair {
  float a, b;
};

__global__ void raw(const Pair *g, float *__restrict__ out, int n) {
  __shared__ Pair s[64];
  // CHECK: :[[@LINE+1]]:3: remark: tile 's' is copied asynchronously: 1 copy of 8 bytes
  s[threadIdx.x] = threadIdx.x < n ? g[threadIdx.x] : Pair{0.0f, 0.0f};
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x].a;
}

__global__ void storedBeside(float *__restrict__ g, const float *h, float *out) {
  __shared__ float s[64];
  g[threadIdx.x] = 1.0f;
  // CHECK: :[[@LINE+1]]:3: remark: tile 's' is copied
  s[threadIdx.x] = h[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void storedBehind(float *g) {
  __shared__ float s[64];
  // CHECK: :[[@LINE+1]]:3: remark: tile 's' is copied
  s[threadIdx.x] = g[threadIdx.x];
  __syncthreads();
  g[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void underCondition(const float *g, float *out, int n) {
  __shared__ float s[64];
  if (n > 0) {
    // CHECK: :[[@LINE+1]]:5: remark: tile 's' is copied
    s[threadIdx.x] = g[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
  }
}

// Two tiles at one barrier, and one at the next, of an element each.
__global__ void several(const float4 *a, const float *b, float *out) {
  __shared__ float4 s[64];
  __shared__ float t[64], scale;
  // CHECK: :[[@LINE+1]]:3: remark: tile 's' is copied asynchronously: 1 copy of 16 bytes
  s[threadIdx.x] = a[threadIdx.x];
  // CHECK: :[[@LINE+1]]:3: remark: tile 't' is copied asynchronously: 1 copy of 4 bytes
  t[threadIdx.x] = b[threadIdx.x];
  __syncthreads();
  float sum = s[63 - threadIdx.x].x * t[0];
  // CHECK: :[[@LINE+2]]:5: remark: tile 'scale' is copied
  if (threadIdx.x == 0)
    scale = b[64];
  __syncthreads();
  out[threadIdx.x] = sum * scale;
}

template <int N> __global__ void sized(const float *g, float *out) {
  __shared__ float s[N];
  // CHECK: :[[@LINE+2]]:5: remark: tile 's' is copied
  for (int i = threadIdx.x; i < N; i += 32)
    s[i] = g[i];
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
}
template __global__ void sized<64>(const float *, float *);
template __global__ void sized<128>(const float *, float *);

// No value comes from global memory; the tile is filled in each round of a
// loop; the barrier is another's.
__global__ void notLoaded(const float *g, float *out, int n) {
  __shared__ float s[64], t[64];
  s[threadIdx.x] = 0.0f;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = g[i * 64 + threadIdx.x];
    out[i] = t[threadIdx.x] + s[0];
  }
}

__device__ void ofDevice(const float *g, float *s) {
  s[threadIdx.x] = g[threadIdx.x];
  __syncthreads();
}
// CHECK: 8 tiles loaded once: 8 copied asynchronously, 0 refused
