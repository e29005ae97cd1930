// A function that fills tiles gets two halves beside it: one fetches, one
// stores. It serves two loops and two instances, and is written once.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s --implicit-check-not=loadFetch2
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o %t.cu --quiet
// RUN: %pipeline-rewrite %t.cu %builtin 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN-COUNT-2: already pipelined

/// Copies.
template <typename T, int ROWS>
__device__ void load(T (&tile)[ROWS], const T *from, int n) {
  constexpr int STEP = 32;
  // Comment.
  for (int i = 0; i < ROWS; i += STEP) {
    int at = i + threadIdx.x;
    tile[at] = at < n ? from[at] : T(0);
  }
}
// CHECK: // load(), first half: reads global memory into registers.
// CHECK-NEXT: template <typename T, int ROWS>
// CHECK-NEXT: __device__ void loadFetch(T (&tileNext)[(ROWS + 32 - 1) / 32], const T *from, int n) {
// CHECK-NEXT: constexpr int STEP = 32;
// CHECK-NEXT: // Comment.
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (int i = 0; i < ROWS; i += STEP) {
// CHECK-NEXT: int at = i + threadIdx.x;
// CHECK-NEXT: tileNext[i / STEP] = at < n ? from[at] : T(0);
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // load(), second half: stores the registers in shared memory.
// CHECK-NEXT: template <typename T, int ROWS>
// CHECK-NEXT: __device__ void loadStore(const T (&tileNext)[(ROWS + 32 - 1) / 32], T (&tile)[ROWS]) {
// CHECK: tile[at] = tileNext[i / STEP];

template <typename E>
__global__ void sums(const E *__restrict__ A, E *__restrict__ C, int N) {
  __shared__ E As[128];
  E sum = 0;
// CHECK: load(As[0], A + kNext, N - kNext);
// CHECK: E AsNext[(128 + 32 - 1) / 32];
// CHECK-NEXT: if (hasNext) {
// CHECK-NEXT: loadFetch<E, 128>(AsNext, A + kNext, N - kNext);
// CHECK: loadStore(AsNext, As[stage ^ 1]);
  for (int k = 0; k < N; k += 128) {
    load(As, A + k, N - k);
    __syncthreads();
    sum += As[127 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void sums<float>(const float *, float *, int);
template __global__ void sums<double>(const double *, double *, int);

__global__ void other(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Bs[64];
  float sum = 0;
// CHECK: float BsNext[(64 + 32 - 1) / 32];
// CHECK: loadFetch<float, 64>(BsNext, A + kNext, N - kNext);
  for (int k = 0; k < N; k += 64) {
    load(Bs, A + k, N - k);
    __syncthreads();
    sum += Bs[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
