// Each instance runs a branch of its own in the loads: the text has both, each in the phases in which it is needed, by
// the names that these have.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels -o %t.cu 2>%t.err -- -std=c++17
// RUN: FileCheck %s --input-file=%t.cu
// RUN: FileCheck %s --input-file=%t.err --check-prefix=REPORT
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --verify=kernels 2>&1 >/dev/null -- -std=c++17 | FileCheck %s --check-prefix=REPORT

// One is wanted before the computation, the other after it.
// REPORT: remark: rewritten: {{.*}} in 'phases'
// REPORT: executed: {{.*}} equal
// CHECK-LABEL: void phases
// CHECK: if (kNext < N) {
// CHECK: if constexpr (Scaled) {
// CHECK-NEXT: scale = kNext * 0.5f;
// CHECK-NEXT: } else
// CHECK-NEXT: off = kNext / 2;
// CHECK: if (hasNext) {
// CHECK-NEXT: int off = 0;
// CHECK-NEXT: if constexpr (Scaled) {
// CHECK-NEXT: } else
// CHECK-NEXT: off = kNext / 2;
// CHECK-NEXT: AsNext = A[kNext + threadIdx.x + off];
// CHECK: if (hasNext) {
// CHECK-NEXT: float scale = 1.0f;
// CHECK-NEXT: if constexpr (Scaled) {
// CHECK-NEXT: scale = kNext * 0.5f;
template <bool Scaled> __global__ void phases(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    int off = 0;
    float scale = 1.0f;
    if constexpr (Scaled) {
      scale = k * 0.5f;
    } else
      off = k / 2;
    As[threadIdx.x] = A[k + threadIdx.x + off] * scale;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void phases<true>(const float *, float *, int);
template __global__ void phases<false>(const float *, float *, int);

// The first instance has nothing in the place of the other's statement, and a variable that moves on.
// REPORT: remark: rewritten: {{.*}} in 'nothing'
// REPORT: executed: {{.*}} equal
// CHECK-LABEL: void nothing
// CHECK: if constexpr (Checked) {
// CHECK-NEXT: mask = 0;
// CHECK-NEXT: for (int i = 0; i < kNext % 5; ++i)
template <bool Checked> __global__ void nothing(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  int mask = 3;
  for (int k = 0; k < N; k += 64) {
    if constexpr (Checked) {
      mask = 0;
      for (int i = 0; i < k % 5; ++i)
        mask |= 1 << i;
    }
    As[threadIdx.x] = threadIdx.x & mask ? A[k + threadIdx.x] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void nothing<false>(const float *, float *, int);
template __global__ void nothing<true>(const float *, float *, int);
