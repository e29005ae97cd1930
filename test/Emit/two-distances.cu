// A ring beside two buffers: Bs is copied two tiles ahead, As fetched one tile
// ahead. Each has the loop's variables at its own distance.
// RUN: %pipeline-rewrite %s %builtin --stages=3 -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --stages=3 --epilogue=peel -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=PEEL
// RUN: %pipeline-rewrite %s %builtin --stages=3 -o %t.cu --quiet
// RUN: %pipeline-rewrite %t.cu %builtin --stages=3 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: %pipeline-rewrite %s %builtin --stages=3 --epilogue=peel -o %t.cu --quiet
// RUN: %pipeline-rewrite %t.cu %builtin --stages=3 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN-NOT: rewritten:
// AGAIN-NOT: left alone
// CHECK: __shared__ float As[2][64];
// CHECK-NEXT: __shared__ float4 Bs[3][64];
// CHECK: // Prologue: start copying the first 2 tiles, and load the rest of the first.
// CHECK-NEXT: int stage = 0, fill = 0, parity = 0;
// CHECK-NEXT: int kNext = 0;
// CHECK-NEXT: int atAhead = at;
// CHECK-NEXT: int kAhead = 0;
// CHECK-NEXT: const bool hasTiles = kAhead < N;
// CHECK-NEXT: for (; fill < 2; ++fill) {
// CHECK-NEXT: if (kAhead < N) {
// CHECK-NEXT: __pipeline_memcpy_async(&Bs[fill][threadIdx.x], &B[atAhead], sizeof(float4));
// CHECK-NEXT: atAhead += 64;
// CHECK-NEXT: kAhead += 64;
// CHECK-NEXT: }
// CHECK-NEXT: __pipeline_commit();
// CHECK-NEXT: }
// CHECK-NEXT: if (hasTiles) {
// CHECK-NEXT: As[0][threadIdx.x] = 2.0f * A[at];
// CHECK-NEXT: __pipeline_wait_prior(1);
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: for (int k = 0; k < N; k += 64) {
// CHECK-NEXT: // Start copying the tile that is 2 ahead while this one is used.
// CHECK-NEXT: if (kAhead < N) {
// CHECK-NEXT: __pipeline_memcpy_async(&Bs[fill][threadIdx.x], &B[atAhead], sizeof(float4));
// CHECK-NEXT: atAhead += 64;
// CHECK-NEXT: kAhead += 64;
// CHECK-NEXT: }
// CHECK-NEXT: __pipeline_commit();
// CHECK-EMPTY:
// CHECK-NEXT: // Fetch the rest of the next tile.
// CHECK-NEXT: at += 64;
// CHECK-NEXT: kNext += 64;
// CHECK-NEXT: const bool hasNext = kNext < N;
// CHECK-NEXT: float AsNext;
// CHECK-NEXT: if (hasNext) {
// CHECK-NEXT: AsNext = A[at];
// CHECK-NEXT: }
// CHECK-NEXT: __syncwarp(); // holds the loads up here
// CHECK-EMPTY:
// CHECK-NEXT: sum += As[parity][threadIdx.x ^ 1] * Bs[stage][63 - threadIdx.x].x;
// CHECK-NEXT: if (hasNext) {
// CHECK-NEXT: As[parity ^ 1][threadIdx.x] = 2.0f * AsNext;
// CHECK-NEXT: }
// CHECK-NEXT: __pipeline_wait_prior(1);
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: fill = stage;
// CHECK-NEXT: stage = stage == 2 ? 0 : stage + 1;
// CHECK-NEXT: parity ^= 1;
// CHECK-NEXT: }
// PEEL: int stage = 0, fill = 0, parity = 0, left = 0;
// PEEL-NEXT: int atAhead = at;
// PEEL-NEXT: int kNext = 0;
// PEEL-NEXT: const bool hasTiles = kNext < N;
// PEEL: for (; kNext < N; kNext += 64) {
// PEEL: // Fetch the rest of the next tile.
// PEEL-NEXT: at += 64;
// PEEL-NEXT: float AsNext;
// PEEL-NEXT: AsNext = A[at];
// PEEL: parity ^= 1;
// PEEL-NEXT: atAhead += 64;
// PEEL: for (; left > 0; --left) {
// PEEL-NEXT: __pipeline_commit();
// PEEL-EMPTY:
// PEEL-NEXT: // Fetch the rest of the next tile.
// PEEL-NEXT: at += 64;
// PEEL-NEXT: const bool hasNext = left > 1;
// PEEL-NEXT: float AsNext;
// PEEL-NEXT: if (hasNext) {
// PEEL-NEXT: AsNext = A[at];
// PEEL-NEXT: }
// PEEL-EMPTY:
// PEEL-NEXT: sum +=
// PEEL-NEXT: if (hasNext) {
// PEEL-NEXT: As[parity ^ 1][threadIdx.x] = 2.0f * AsNext;
// PEEL-NEXT: }
// PEEL-NEXT: __pipeline_wait_prior(1);

__global__ void sums(const float *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C,
                     int N) {
  __shared__ float As[64];
  __shared__ float4 Bs[64];
  float sum = 0.0f;
  int at = threadIdx.x;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = 2.0f * A[at];
    Bs[threadIdx.x] = B[at];
    at += 64;
    __syncthreads();
    sum += As[threadIdx.x ^ 1] * Bs[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Under one condition, with variables from before the loop: each part has its own stores in both branches, and what
// neither needs is fetched with the nearer.
__global__ void guarded(const float2 *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ float4 Bs[64];
  float sum = 0.0f;
  int at, last = 0;
  float2 v;
// CHECK-LABEL: void guarded(
// CHECK: // Start copying
// CHECK-NEXT: if (kAhead < N) {
// CHECK-NEXT: if (kAhead + threadIdx.x < N) {
// CHECK-NEXT: at = kAhead + threadIdx.x;
// CHECK-NEXT: __pipeline_memcpy_async(&Bs[fill][threadIdx.x], &B[at], sizeof(float4));
// CHECK-NEXT: } else {
// CHECK-NEXT: Bs[fill][threadIdx.x] = float4{};
// CHECK-NEXT: }
// CHECK-NEXT: kAhead += 64;
// CHECK-NEXT: }
// CHECK: if (hasNext) {
// CHECK-NEXT: if (kNext + threadIdx.x < N) {
// CHECK-NEXT: at = kNext + threadIdx.x;
// CHECK-NEXT: vNext = A[at];
// CHECK-NEXT: last = at;
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: if (hasNext) {
// CHECK-NEXT: if (kNext + threadIdx.x < N) {
// CHECK-NEXT: v = vNext;
// CHECK-NEXT: As[parity ^ 1][threadIdx.x] = v.x;
// CHECK-NEXT: } else {
// CHECK-NEXT: As[parity ^ 1][threadIdx.x] = 0.0f;
// CHECK-NEXT: }
  for (int k = 0; k < N; k += 64) {
    if (k + threadIdx.x < N) {
      at = k + threadIdx.x;
      v = A[at];
      As[threadIdx.x] = v.x;
      Bs[threadIdx.x] = B[at];
      last = at;
    } else {
      As[threadIdx.x] = 0.0f;
      Bs[threadIdx.x] = float4{};
    }
    __syncthreads();
    sum += As[threadIdx.x ^ 1] * Bs[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum + last;
}

// Functions that load: each is in the part of its tile.
static __device__ void copy(float4 *to, const float4 *from) { to[threadIdx.x] = from[threadIdx.x]; }
static __device__ void twice(float *to, const float *from) { to[threadIdx.x] = 2.0f * from[threadIdx.x]; }

__global__ void called(const float *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C,
                       int N) {
  __shared__ float As[64];
  __shared__ float4 Bs[64];
  float sum = 0.0f;
// CHECK: copyAsync(Bs[fill], B + kAhead);
// CHECK: if (hasTiles) {
// CHECK-NEXT: twice(As[0], A + kNext);
// CHECK: copyAsync(Bs[fill], B + kAhead);
// CHECK: twiceFetch(AsNext, A + kNext);
// CHECK: twiceStore(AsNext, As[parity ^ 1]);
  for (int k = 0; k < N; k += 64) {
    twice(As, A + k);
    copy(Bs, B + k);
    __syncthreads();
    sum += As[threadIdx.x ^ 1] * Bs[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
