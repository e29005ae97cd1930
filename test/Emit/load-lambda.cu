// A lambda that fills tiles gets two halves beside it, in front of the prologue:
// of the element's type as the template knows it, and one name in each function.
// RUN: %pipeline-rewrite %s %builtin --stages=2 -o - 2>/dev/null | %strip | FileCheck %s --implicit-check-not=loadFetch2
// RUN: %pipeline-rewrite %s %builtin --stages=2 -o %t.cu --quiet
// RUN: %pipeline-rewrite %t.cu %builtin --stages=2 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN-COUNT-3: already pipelined

template <typename T>
__global__ void given(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ T As[64];
  T sum = 0;
  auto load = [&](T *to, int k) {
    for (int i = 0; i < 64; i += 32)
      to[i + threadIdx.x] = A[k + i + threadIdx.x];
  };
// CHECK: // load(), first half: reads global memory into registers.
// CHECK-NEXT: auto loadFetch = [&](T (&toNext)[2], int k) {
// CHECK: toNext[i / 32] = A[k + i + threadIdx.x];
// CHECK: // load(), second half: stores the registers in shared memory.
// CHECK-NEXT: auto loadStore = [&](const T (&toNext)[2], T *to) {
// CHECK: to[i + threadIdx.x] = toNext[i / 32];
// CHECK-NEXT: };
// CHECK-EMPTY:
// CHECK: int stage = 0;
// CHECK: load(As[0], kNext);
// CHECK: T AsNext[2];
// CHECK: loadFetch(AsNext, kNext);
// CHECK: loadStore(AsNext, As[stage ^ 1]);
  for (int k = 0; k < N; k += 64) {
    load(As, k);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void given<float>(const float *, float *, int);
template __global__ void given<double>(const double *, double *, int);

// What it names itself has one buffer; what the loop computes for it comes first.
__global__ void named(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  int at;
  auto load = [&] { As[threadIdx.x] = A[at]; };
// CHECK: auto loadFetch = [&](float &AsNext) {
// CHECK-NEXT: AsNext = A[at];
// CHECK: auto loadStore = [&](const float &AsNext) {
// CHECK-NEXT: As[threadIdx.x] = AsNext;
// CHECK: if (hasNext) {
// CHECK-NEXT: at = kNext + threadIdx.x;
// CHECK-NEXT: loadFetch(AsNext);
// CHECK: loadStore(AsNext);
  for (int k = 0; k < N; k += 64) {
    at = k + threadIdx.x;
    load();
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
