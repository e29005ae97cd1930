// What the rounds of an open copy loop, those that wait in registers and those beyond, read and share with others.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --variant=ldg-single --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=SINGLE
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --variant=ldg --epilogue=predicate --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=TWO
// SINGLE-COUNT-10: executed: {{.*}}, equal
// TWO-COUNT-9: executed: {{.*}}, equal
// CHECK: rewritten: ldg, {{.*}} in 'scratch'
// CHECK: executed: {{.*}}, equal
// CHECK: rewritten: ldg-single, {{.*}} in 'bound'
// CHECK: executed: {{.*}}, equal
// CHECK: rewritten: mixed, {{.*}} in 'beside'
// CHECK: executed: {{.*}}, equal
// CHECK: rewritten: ldg, {{.*}} in 'both'
// CHECK: executed: {{.*}}, equal
// CHECK: rewritten: ldg, {{.*}} in 'locals'
// CHECK: executed: {{.*}}, equal
// CHECK: rewritten: ldg, {{.*}} in 'instance'
// CHECK: executed: {{.*}}, equal
// CHECK: rewritten: ldg, {{.*}} in 'two_blocks'
// CHECK: executed: {{.*}}, equal
// CHECK: rewritten: ldg, {{.*}} in 'gathered'
// CHECK: executed: {{.*}}, equal
// CHECK: rewritten: ldg, {{.*}} in 'guarded'
// CHECK: executed: {{.*}}, equal
// CHECK: rewritten: ldg, {{.*}} in 'numbers'
// CHECK: executed: {{.*}}, equal
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --variant=ldg --epilogue=predicate -o - | %strip | FileCheck %s --check-prefix=TEXT

// A variable that the computation uses as well: it gets the value of the tile again.
static __global__ void scratch(const float *__restrict__ A, const int *__restrict__ perm, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  int at;
  for (int k = 0; k < n; ++k) {
    at = perm[k] & 7;
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
      s[i] = A[at + i] * 2.0f;
    __syncthreads();
    at = k * 3 + 1;
    for (int i = 0; i < 64; ++i)
      sum += s[i] * at;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The bound is another one for each tile.
static __global__ void bound(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    int w = n - k;
    if (w > 64)
      w = 64;
    for (int i = threadIdx.x; i < w; i += blockDim.x)
      s[i] = A[k + i] * 2.0f;
    __syncthreads();
    for (int i = 0; i < w; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Beside a loop whose tile is copied asynchronously.
static __global__ void beside(const float *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ float s[64];
  __shared__ float4 t[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
      s[i] = A[k + i] * 2.0f;
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
      t[i] = B[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i] * t[i].y;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// In one loop with such a tile: both go through registers.
static __global__ void both(const float *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ float s[64];
  __shared__ float4 t[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = threadIdx.x; i < 64; i += blockDim.x) {
      s[i] = A[k + i] * 2.0f;
      t[i] = B[k + i];
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i] * t[i].y;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Locals of a round: one waits whole, one is changed before it is stored.
static __global__ void locals(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n, int w) {
  __shared__ float s[64], t[64];
  float sum = 0.0f;
  int tid = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    for (auto i = tid; i < 64; i += blockDim.x) {
      float v = 0.0f;
      if (i < w)
        v = A[k + i];
      s[i] = v;
      float u = B[k + i];
      u *= 2.0f;
      u += v;
      t[i] = u;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i] * t[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Instances with other sizes and types share the text, and the number of registers.
template <int T, typename I>
static __global__ void instance(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[T];
  float sum = 0.0f;
  for (int k = 0; k < n; k += T) {
    const I from = k, unused = 2;
    for (I i = threadIdx.x; i < T; i += blockDim.x)
      s[i] = A[from + i] * 2.0f;
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Launches with blocks of several shapes; a pragma above.
static __global__ void two_blocks(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
#pragma unroll
    for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < 64; i += blockDim.x * blockDim.y)
      s[i] = A[k + i] * 2.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}

// What a round reads first, and a declaration of which the stores need nothing.
static __global__ void gathered(const float *__restrict__ A, const int *__restrict__ idx, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    const int off = k, one = 1;
    for (int i = threadIdx.x; i < 64; i += blockDim.x) {
      const int j = idx[off + i] & 63;
      s[i] = A[j] * 2.0f;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A guard around one loop, and a fill by another.
static __global__ void guarded(const float *__restrict__ A, float *__restrict__ C, int n, int rows) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    if (k / 64 < rows) {
      for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = 0.5f * A[k + i];
    } else {
      for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = 0.0f;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Of the numbers that a round declares, those that its own statements name.
// TEXT-LABEL: void numbers(
// TEXT: if (i < 64) {
// TEXT-NEXT: const int o = kNext;
// TEXT-NEXT: sNext[iRound] = A[o + i];
// TEXT: if (i < 64) {
// TEXT-NEXT: const int r = i / 8, c = i % 8;
// TEXT-NEXT: s[stage ^ 1][c][r] = sNext[iRound] * 2.0f;
// TEXT: for (int i = threadIdx.x + 16 * blockDim.x; i < 64; i += blockDim.x) {
// TEXT-NEXT: const int r = i / 8, c = i % 8, o = kNext;
// TEXT-NEXT: s[stage ^ 1][c][r] = A[o + i] * 2.0f;
static __global__ void numbers(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[8][8];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = threadIdx.x; i < 64; i += blockDim.x) {
      const int r = i / 8, c = i % 8, o = k;
      s[c][r] = A[o + i] * 2.0f;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i / 8][i % 8];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, const float4 *B, const int *P, float *C, int n) {
  scratch<<<1, 2>>>(A, P, C, n);
  bound<<<1, 2>>>(A, C, n);
  beside<<<1, 2>>>(A, B, C, n);
  both<<<1, 2>>>(A, B, C, n);
  locals<<<1, 2>>>(A, A + 1, C, n, 50);
  instance<64, int><<<1, 2>>>(A, C, n);
  instance<96, unsigned><<<1, 2>>>(A, C, n);
  two_blocks<<<1, dim3(2, 2)>>>(A, C, n);
  two_blocks<<<1, 2>>>(A, C, n);
  gathered<<<1, 2>>>(A, P, C, n);
  guarded<<<1, 2>>>(A, C, n, 3);
  numbers<<<1, 2>>>(A, C, n);
}
