// Miscompile class: something between the copies of a tile and the barrier that
// waits for them finds the element not there yet, or is overwritten by it.
// RUN: %pipeline-rewrite %s %builtin --copy-once 2>&1 >/dev/null | FileCheck %s

__global__ void readBefore(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[64];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: 's' is read while 's' may be copied [copy-in-flight]
  s[threadIdx.x] = g[threadIdx.x];
  // CHECK-NEXT: :[[@LINE+1]]:{{[0-9]+}}: note: here
  float own = s[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = own + s[63 - threadIdx.x];
}

__global__ void readThroughPointer(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[64];
  const float *p = s + 1;
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: {{.*}} [copy-in-flight]
  s[threadIdx.x] = g[threadIdx.x];
  float own = p[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = own + s[63 - threadIdx.x];
}

__global__ void otherDynamicArray(const float *__restrict__ g, float *__restrict__ out) {
  extern __shared__ float s[];
  extern __shared__ int count[];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: 'count', which may be it, is stored to otherwise while 's' may be copied [copy-in-flight]
  s[threadIdx.x] = g[threadIdx.x];
  count[64] = 1;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x] + count[64];
}

__global__ void addedTo(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[64];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: {{.*}} [copy-in-flight]
  s[threadIdx.x] = g[threadIdx.x];
  s[threadIdx.x] += 1.0f;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void filledBehind(const float *__restrict__ g, float *__restrict__ out, int n) {
  __shared__ float s[64];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: a thread may store to an element of 's' twice, and the copy might come last [copy-in-flight]
  s[threadIdx.x] = g[threadIdx.x];
  // CHECK-NEXT: :[[@LINE+2]]:5: note: stored here
  if (threadIdx.x >= n)
    s[threadIdx.x] = 0.0f;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void filledInTheNextRound(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[65];
  for (int i = 0; i < 64; ++i) {
    // CHECK: :[[@LINE+1]]:5: warning: tile 's' left alone: {{.*}} twice{{.*}} [copy-in-flight]
    s[i + 1] = g[i];
    s[i] = 0.0f;
  }
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void wider(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float4 s4[16];
  float *s = reinterpret_cast<float *>(s4);
  if (threadIdx.x < 16) {
    // CHECK: :[[@LINE+1]]:5: warning: tile 's4' left alone: {{.*}} twice{{.*}} [copy-in-flight]
    s[4 * threadIdx.x + 1] = g[threadIdx.x];
    *reinterpret_cast<float4 *>(&s[4 * threadIdx.x]) = make_float4(0, 0, 0, 0);
  }
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void round64(const float *__restrict__ g, float *__restrict__ out, int n) {
  __shared__ float s[64];
  for (int i = threadIdx.x; i < n; i += 32)
    // CHECK: :[[@LINE+1]]:5: warning: tile 's' left alone: {{.*}} twice{{.*}} [copy-in-flight]
    s[i % 64] = g[i];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void rowsOverlap(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[512];
  for (int r = 0; r < 4; ++r)
    for (int c = threadIdx.x; c < 65; c += 16)
      // CHECK: :[[@LINE+1]]:7: warning: tile 's' left alone: {{.*}} twice{{.*}} [copy-in-flight]
      s[r * 64 + c] = g[r * 64 + c];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void partsDiffer(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[8][32];
  for (int i = threadIdx.x; i < 256; i += 32)
    // CHECK: :[[@LINE+1]]:5: warning: tile 's' left alone: {{.*}} twice{{.*}} [copy-in-flight]
    s[i / 64][i % 32] = g[i];
  __syncthreads();
  out[threadIdx.x] = s[1][31 - threadIdx.x];
}

__global__ void pointerMoves(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[64];
  float *p = s + threadIdx.x;
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: {{.*}} twice{{.*}} [copy-in-flight]
  p[1] = g[threadIdx.x];
  p += 1;
  p[0] = 0.0f;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void leaves(const float *__restrict__ g, float *__restrict__ out, int n) {
  __shared__ float s[64];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: the thread may leave while 's' may be copied [copy-in-flight]
  s[threadIdx.x] = g[threadIdx.x];
  // CHECK-NEXT: :[[@LINE+2]]:5: note: here
  if (threadIdx.x >= n)
    return;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void jumps(const float *__restrict__ g, float *__restrict__ out, int n) {
  __shared__ float s[64];
again:;
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: a goto may pass the wait for the copies [copy-in-flight]
  s[threadIdx.x] = g[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
  if (n-- > 0)
    goto again;
}

__global__ void warpsMeet(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[65];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: threads synchronise while 's' may be copied [copy-in-flight]
  s[threadIdx.x] = g[threadIdx.x];
  __syncwarp();
  s[threadIdx.x + 1] = 0.0f;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void flags(const float *__restrict__ g, float *__restrict__ out, int *__restrict__ flag) {
  __shared__ float s[64];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: an atomic stands while 's' may be copied [copy-in-flight]
  s[threadIdx.x] = g[threadIdx.x];
  atomicAdd(flag, 1);
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void assembly(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[64];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: inline assembly stands while 's' may be copied [copy-in-flight]
  s[threadIdx.x] = g[threadIdx.x];
  asm volatile("mov.u32 %0, %0;" : "+r"(*(unsigned *)&out[0]) : : "memory");
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
// CHECK: no K-loops found
// CHECK-NEXT: 16 tiles loaded once: 0 copied asynchronously, 16 refused
