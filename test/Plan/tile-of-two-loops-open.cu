// Two loops keep tiles in one array, and a run decides how often they run: where all threads run a loop equally often, what a round
// reads was written in the same round. Then no loop relies on the other, and both get buffers.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s

// CHECK: :[[@LINE+7]]:3: remark: rewritten: ldg, 2 stages
// CHECK: executed: {{.*}} equal
// CHECK: :[[@LINE+11]]:3: remark: rewritten: ldg, 2 stages
// CHECK: executed: {{.*}} equal
static __global__ void both(const float *__restrict__ a, float *out, int n, int m) {
  __shared__ float t[64];
  float s = 0, u = 0;
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = a[i * 64 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k) s = s * 0.5f + t[k];
    __syncthreads();
  }
  for (int i = 0; i < m; ++i) {
    t[threadIdx.x] = a[i * 64 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k) u = u * 0.25f + t[63 - k];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = s + u;
}

// No barrier is behind the first loop's reads: one on top of the second one is.
// CHECK: :[[@LINE+7]]:3: remark: rewritten: ldg, 2 stages
// CHECK: executed: {{.*}} equal
// CHECK: :[[@LINE+11]]:3: remark: rewritten: ldg, 2 stages
// CHECK: executed: {{.*}} equal
static __global__ void on_top(const float *__restrict__ a, float *out, int n, int m) {
  __shared__ float t[64];
  float s = 0, u = 0;
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    t[threadIdx.x] = a[i * 64 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k) s = s * 0.5f + t[k];
  }
  for (int i = 0; i < m; ++i) {
    __syncthreads();
    t[threadIdx.x] = a[i * 64 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k) u = u * 0.25f + t[63 - k];
  }
  out[blockIdx.x * 64 + threadIdx.x] = s + u;
}

// The second loop reads what the first one left, where it writes nothing.
// One buffer in each leaves a chance to both.
// CHECK: :[[@LINE+7]]:3: remark: rewritten: ldg-single, {{.*}} in 'what_is_left'
// CHECK: executed: {{.*}} equal
// CHECK: :[[@LINE+11]]:3: remark: rewritten: ldg-single, {{.*}} in 'what_is_left'
// CHECK: executed: {{.*}} equal
static __global__ void what_is_left(const float *__restrict__ a, float *out, int n, int m) {
  __shared__ float t[64];
  float s = 0, u = 0;
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = a[i * 64 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k) s = s * 0.5f + t[k];
    __syncthreads();
  }
  for (int i = 0; i < m; ++i) {
    if (threadIdx.x < m)
      t[threadIdx.x] = a[i * 64 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k) u = u * 0.25f + t[63 - k];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = s + u;
}

// The second loop may have no round: what is read behind it is then what the first one left.
// CHECK: rewritten: ldg, 2 stages, {{.*}} in 'no_round'
// CHECK: outside the loop 't' is the buffer with the last tile
// CHECK: executed: {{.*}} equal
static __global__ void no_round(const float *__restrict__ a, float *out, int n, int m) {
  __shared__ float t[64];
  float s = 0;
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = a[i * 64 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k) s = s * 0.5f + t[k];
    __syncthreads();
  }
  for (int i = 0; i < m; ++i) {
    t[threadIdx.x] = s * i;
    __syncthreads();
    s += t[63 - threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = s + t[threadIdx.x ^ 1];
}

// Likewise, and the second loop is known to run.
// CHECK: rewritten: ldg, 2 stages, {{.*}} in 'four_rounds'
// CHECK: outside the loop 't' is its first buffer: no side relies on the other
// CHECK: executed: {{.*}} equal
static __global__ void four_rounds(const float *__restrict__ a, float *out, int n, int m) {
  __shared__ float t[64];
  float s = 0;
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = a[i * 64 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k) s = s * 0.5f + t[k];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i) {
    t[threadIdx.x] = s * i;
    __syncthreads();
    s += t[63 - threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = s + t[threadIdx.x ^ 1];
}

// Some threads may run another number of rounds.
// CHECK: rewritten: ldg-single, {{.*}} in 'not_alike'
static __global__ void not_alike(const float *__restrict__ a, float *out, int n, const int *counts) {
  __shared__ float t[64];
  float s = 0;
  for (int i = 0; i < counts[threadIdx.x]; ++i) {
    t[threadIdx.x] = s * i;
    __syncthreads();
    s += t[63 - threadIdx.x];
    __syncthreads();
  }
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = a[i * 64 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k) s = s * 0.5f + t[k];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = s;
}

void run(float *a, float *o, int n, int m) {
  both<<<64, 64>>>(a, o, n, m);
  on_top<<<64, 64>>>(a, o, n, m);
  what_is_left<<<64, 64>>>(a, o, n, m);
  no_round<<<64, 64>>>(a, o, n, m);
  four_rounds<<<64, 64>>>(a, o, n, m);
  not_alike<<<64, 64>>>(a, o, n, (const int *)a);
}
