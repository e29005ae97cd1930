// A function that fills tiles by calling others: each on the way gets halves,
// and hands on the registers of those that it calls. What only stores a value
// that it is given is called as it is.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o %t.cu --quiet
// RUN: %pipeline-rewrite %t.cu %builtin 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --api=pipeline -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=ASYNC
// AGAIN-COUNT-2: already pipelined

template <int N>
__device__ void row(float (&to)[N], const float *from) {
  to[threadIdx.x] = from[threadIdx.x];
}
// CHECK: // row(), first half
// CHECK-NEXT: template <int N>
// CHECK-NEXT: __device__ void rowFetch(float &toNext, const float *from) {
// CHECK-NEXT: toNext = from[threadIdx.x];
// CHECK: __device__ void rowStore(const float &toNext, float (&to)[N]) {

template <int ROWS, int COLS>
__device__ void rows(float (&tile)[ROWS][COLS], const float *from) {
  constexpr int STEP = 2;
  for (int i = 0; i < ROWS; i += STEP)
    row<COLS>(tile[i], from + i * COLS);
}
// CHECK: __device__ void rowsFetch(float (&tileNext)[(ROWS + 2 - 1) / 2], const float *from) {
// CHECK-NEXT: constexpr int STEP = 2;
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (int i = 0; i < ROWS; i += STEP)
// CHECK-NEXT: rowFetch<COLS>(tileNext[i / STEP], from + i * COLS);
// CHECK: __device__ void rowsStore(const float (&tileNext)[(ROWS + 2 - 1) / 2], float (&tile)[ROWS][COLS]) {
// CHECK: rowStore<COLS>(tileNext[i / STEP], tile[i]);

__device__ void both(float (&a)[4][32], float (&b)[8][32], const float *from) {
  rows(a, from);
  rows(b, from + 128);
}
// CHECK: __device__ void bothFetch(float (&aNext)[(4 + 2 - 1) / 2], float (&bNext)[(8 + 2 - 1) / 2], const float *from) {
// CHECK-NEXT: rowsFetch<4, 32>(aNext, from);
// CHECK-NEXT: rowsFetch<8, 32>(bNext, from + 128);
// CHECK: __device__ void bothStore(const float (&aNext)[(4 + 2 - 1) / 2], const float (&bNext)[(8 + 2 - 1) / 2],
// CHECK-NEXT: float (&a)[4][32], float (&b)[8][32]) {
// CHECK-NEXT: rowsStore(aNext, a);
// CHECK-NEXT: rowsStore(bNext, b);

// ASYNC: __device__ void rowAsync(cuda::pipeline<cuda::thread_scope_thread> &pipe, float (&to)[N], const float *from) {
// ASYNC: __device__ void rowsAsync(cuda::pipeline<cuda::thread_scope_thread> &pipe, float (&tile)[ROWS][COLS], const float *from) {
// ASYNC: rowAsync<COLS>(pipe, tile[i], from + i * COLS);
// ASYNC: rowsAsync(pipe, a, from);
// ASYNC-NEXT: rowsAsync(pipe, b, from + 128);

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[4][32], Bs[8][32];
  float sum = 0;
// CHECK: both(As[0], Bs[0], A + kNext);
// CHECK: float AsNext[(4 + 2 - 1) / 2];
// CHECK-NEXT: float BsNext[(8 + 2 - 1) / 2];
// CHECK: bothFetch(AsNext, BsNext, A + kNext);
// CHECK: bothStore(AsNext, BsNext, As[stage ^ 1], Bs[stage ^ 1]);
// ASYNC: bothAsync(pipe, As[0], Bs[0], A + kNext);
  for (int k = 0; k < N; k += 384) {
    both(As, Bs, A + k);
    __syncthreads();
    sum += As[2][31 - threadIdx.x] * Bs[4][31 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <int N> __device__ void put(float *to, int at, float value) {
  to[N * at + threadIdx.x] = value;
}
__device__ void scaled(float *to, const float *from) {
  constexpr int HALF = 32 / 2;
  for (int i = 0; i < 2; ++i)
    put<2 * HALF>(to, i, 2.0f * from[32 * i + threadIdx.x]);
}
// CHECK: __device__ void scaledFetch(float (&toNext)[2], const float *from) {
// CHECK: toNext[i] = from[32 * i + threadIdx.x];
// CHECK: __device__ void scaledStore(const float (&toNext)[2], float *to) {
// CHECK-NEXT: constexpr int HALF = 32 / 2;
// CHECK: put<2 * HALF>(to, i, 2.0f * toNext[i]);
__global__ void late(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[32];
  float sum = 0;
// CHECK: BsNext = A[kNext + threadIdx.x];
// CHECK: put<32>(Bs[stage ^ 1], 0, BsNext);
  for (int k = 0; k < N; k += 64) {
    scaled(As, A + k);
    put<32>(Bs, 0, A[k + threadIdx.x]);
    __syncthreads();
    sum += As[63 - threadIdx.x] * Bs[31 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
