// How many rounds a copy loop has is known when the kernel runs. The first wait in registers, as many as the launches need, 16 at
// most; the others are copied when these are stored.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=predicate --verify=kernels -o - 2>%t.report | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.report
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=EACH
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=PEEL
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o %t.cu --quiet
// RUN: %pipeline-rewrite %t.cu %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --check-prefix=AGAIN
// REPORT-COUNT-8: executed: {{.*}}, equal
// REPORT: 8 loops: 8 rewritten
// EACH-COUNT-8: executed: {{.*}}, equal
// PEEL-COUNT-7: executed: {{.*}}, equal
// AGAIN: 8 loops: 0 rewritten, 8 already pipelined

// Every launch is in view: two rounds.
// CHECK-LABEL: void scaled
// CHECK: float sNext[2];
// CHECK: for (int iRound = 0; iRound < 2; ++iRound) {
// CHECK-NEXT: const int i = threadIdx.x + iRound * blockDim.x;
// CHECK-NEXT: if (i < 64)
// CHECK-NEXT: sNext[iRound] = A[kNext + i];
// CHECK: for (int iRound = 0; iRound < 2; ++iRound) {
// CHECK-NEXT: const int i = threadIdx.x + iRound * blockDim.x;
// CHECK-NEXT: if (i < 64)
// CHECK-NEXT: s[stage ^ 1][i] = sNext[iRound] * 2.0f;
// CHECK-NEXT: }
// CHECK-NEXT: #pragma unroll 1
// CHECK-NEXT: // Iterations beyond the registers.
// CHECK-NEXT: for (int i = threadIdx.x + 2 * blockDim.x; i < 64; i += blockDim.x)
// CHECK-NEXT: s[stage ^ 1][i] = A[kNext + i] * 2.0f;
// CHECK-NEXT: }
static __global__ void scaled(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
      s[i] = A[k + i] * 2.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// More rounds than registers, in a body with locals of its own, and two tiles.
// CHECK-LABEL: void two_tiles
// CHECK: float aNext[16];
// CHECK: float sNext[16];
// CHECK: for (unsigned int i = threadIdx.x + 16 * blockDim.x; i < 64; i += blockDim.x) {
// CHECK-NEXT: const float a = A[kNext + i];
// CHECK-NEXT: s[stage ^ 1][i] = B[kNext + i] + 1.0f;
// CHECK-NEXT: t[stage ^ 1][63 - i] = a * a;
static __global__ void two_tiles(const float *__restrict__ A, const float *__restrict__ B,
                                 float *__restrict__ C, int n) {
  __shared__ float s[64], t[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (unsigned i = threadIdx.x; i < 64; i += blockDim.x) {
      const float a = A[k + i];
      s[i] = B[k + i] + 1.0f;
      t[63 - i] = a * a;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i] * t[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A loop in each other; what a round of the outer one declares is there for the further rounds of the inner one.
// CHECK-LABEL: void rows
// CHECK: float sNext[2][16];
// CHECK: const int row = r * 64;
// CHECK: const int row = r * 64;
// CHECK: for (int c = threadIdx.x + 16 * blockDim.x; c < 64; c += blockDim.x)
// CHECK: for (int r = threadIdx.y + 2 * blockDim.y; r < 8; r += blockDim.y) {
// CHECK: const int row = r * 64;
// CHECK: for (int c = threadIdx.x; c < 64; c += blockDim.x)
static __global__ void rows(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[8][64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 512) {
    for (int r = threadIdx.y; r < 8; r += blockDim.y) {
      const int row = r * 64;
      for (int c = threadIdx.x; c < 64; c += blockDim.x)
        s[r][c] = -A[k + row + c];
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[threadIdx.y][i] * s[7][63 - i];
    __syncthreads();
  }
  C[threadIdx.y * 2 + threadIdx.x] = sum;
}

// The bound is a parameter, and so is the width of a row; what the loads of a tile share waits once, and goes by the name of its
// register in the further rounds.
// CHECK-LABEL: void with_scale
// CHECK: float scaleNext;
// CHECK: float sNext[8];
// CHECK: for (size_t i = threadIdx.x + 8 * blockDim.x; i < width; i += blockDim.x)
// CHECK-NEXT: s[stage ^ 1][i] = scaleNext * A[base + i];
static __global__ void with_scale(const float *__restrict__ A, const float *__restrict__ S,
                                  float *__restrict__ C, int n, int width) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    const float scale = S[k];
    const int base = k * width, unused = 1;
    for (size_t i = threadIdx.x; i < width; i += blockDim.x)
      s[i] = scale * A[base + i];
    __syncthreads();
    for (int i = 0; i < width; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The tile's size stands in memory: it is read before the loads, and once.
// CHECK-LABEL: void ragged
static __global__ void ragged(const float *__restrict__ A, const int *__restrict__ starts,
                              float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
      s[i] = i < k * 16 ? A[starts[k] % 16 + i] * 3.0f : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A pointer that moves on, and constants around: whole threads of a warp.
// CHECK-LABEL: void by_warps
static __global__ void by_warps(const float *__restrict__ p, float *__restrict__ C, int n) {
  __shared__ float s[12][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
  float sum = 0.0f;
  while (n-- > 0) {
    for (int r = warp; r < 12; r += warps)
      s[r][lane] = p[r * 32 + lane] + r;
    p += 12 * 32;
    __syncthreads();
    for (int i = 0; i < 12; ++i)
      sum += s[i][31 - lane];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// From 0 on, as often as a parameter says, around a loop of constants.
// CHECK-LABEL: void from_zero
// CHECK: for (int r = 0; r < 8; ++r) {
// CHECK-NEXT: if (r < height)
// CHECK: sNext[r][c] = A[
// CHECK: for (int r = 8; r < height; ++r)
static __global__ void from_zero(const float *__restrict__ A, float *__restrict__ C, int n, int height) {
  __shared__ float s[64][8];
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    for (int r = 0; r < height; ++r)
      for (int c = 0; c < 2; ++c)
        s[r][threadIdx.x + c * 4] = A[(k * height + r) * 8 + threadIdx.x + c * 4] * 2.0f;
    __syncthreads();
    for (int r = 0; r < height; ++r)
      sum += s[r][7 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// One round in the launches: further ones begin a block behind.
// CHECK-LABEL: void one_round
// CHECK: float sNext[1];
// CHECK: for (int i = threadIdx.x + (blockDim.x * blockDim.y); i < 64; i += blockDim.x * blockDim.y)
static __global__ void one_round(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = threadIdx.x; i < 64; i += blockDim.x * blockDim.y)
      s[i] = A[k + i] + 0.25f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, const float *B, const int *starts, float *C, int n) {
  scaled<<<1, 32>>>(A, C, n);
  two_tiles<<<1, 2>>>(A, B, C, n);
  rows<<<1, dim3(2, 4)>>>(A, C, n);
  with_scale<<<1, 4>>>(A, B, C, n, 60);
  ragged<<<1, 32>>>(A, starts, C, n);
  by_warps<<<1, 64>>>(A, C, n);
  from_zero<<<1, 4>>>(A, C, n, 20);
  one_round<<<1, 64>>>(A, C, n);
}
