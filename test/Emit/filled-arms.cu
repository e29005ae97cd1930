// A guarded load whose other arm fills the same element: what either arm stores waits in one register, so that the guard is asked once
// and the store needs none.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=predicate --verify=kernels -o - 2>%t.report | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.report
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --print=plan 2>&1 | FileCheck %s --check-prefix=PLAN
// REPORT-COUNT-10: executed: {{.*}}, equal
// REPORT: 10 loops: 10 rewritten
// PLAN: fetch float for s, filled

// CHECK-LABEL: void plain_arms
// CHECK: Fetch the next tile
// CHECK: if (kNext + threadIdx.x < n)
// CHECK-NEXT: sNext = A[kNext + threadIdx.x];
// CHECK-NEXT: else
// CHECK-NEXT: sNext = 0.0f;
// CHECK: if (hasNext)
// CHECK-NEXT: s[stage ^ 1][threadIdx.x] = sNext;
static __global__ void plain_arms(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    if (k + threadIdx.x < n)
      s[threadIdx.x] = A[k + threadIdx.x];
    else
      s[threadIdx.x] = 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The fill first, in braces, in a copy loop, of a class, over two lines.
// CHECK-LABEL: void fill_first
// CHECK: Fetch the next tile
// CHECK: float4 sNext[2];
// CHECK: if (kNext + threadIdx.x >= n) { // outside
// CHECK-NEXT: sNext[r] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
// CHECK-NEXT: } else {
// CHECK-NEXT: // inside
// CHECK-NEXT: sNext[r] = A[r * n + kNext + threadIdx.x];
// CHECK: __syncwarp()
// CHECK: for (int r = 0; r < 2; ++r) {
// CHECK-NEXT: s[stage ^ 1][r]
// CHECK-NEXT: [threadIdx.x] = sNext[r];
// CHECK-NEXT: }
static __global__ void fill_first(const float4 *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float4 s[2][64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int r = 0; r < 2; ++r) {
      if (k + threadIdx.x >= n) { // outside
        s[r][threadIdx.x] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
      } else {
        // inside
        s[r]
         [threadIdx.x] = A[r * n + k + threadIdx.x];
      }
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[0][i].x * s[1][i].w;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Under a guard of its own, and in a chain, of which the innermost pair is one.
// CHECK-LABEL: void nested_guards
// CHECK: __syncwarp()
// CHECK: if (hasNext) {
// CHECK-NEXT: if (threadIdx.x < 48)
// CHECK-NEXT: s[stage ^ 1][threadIdx.x] = sNext;
// CHECK-NEXT: if (kNext == 0)
// CHECK-NEXT: t[stage ^ 1][threadIdx.x] = tNext;
// CHECK-NEXT: else t[stage ^ 1][threadIdx.x] = tNext2;
// CHECK-NEXT: }
static __global__ void nested_guards(const float *__restrict__ A, float *__restrict__ C, int n, float pad) {
  __shared__ float s[48], t[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    if (threadIdx.x < 48)
      if (k + threadIdx.x < n) s[threadIdx.x] = A[k + threadIdx.x]; else s[threadIdx.x] = pad;
    if (k == 0)
      t[threadIdx.x] = A[threadIdx.x];
    else if (k + threadIdx.x < n)
      t[threadIdx.x] = A[k + threadIdx.x];
    else
      t[threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < 48; ++i)
      sum += s[i] * t[63 - i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What the store no longer asks is not computed for it.
// CHECK-LABEL: void row_of_the_guard
// CHECK: Fetch the next tile
// CHECK: const int row = kNext + threadIdx.x;
// CHECK-NOT: const int row
// CHECK: s[stage ^ 1][threadIdx.x] = sNext;
static __global__ void row_of_the_guard(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    const int row = k + threadIdx.x;
    if (row < n)
      s[threadIdx.x] = A[row];
    else
      s[threadIdx.x] = -1.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// One text for both instances: what is loaded for a tile of doubles is converted when it is stored.
// CHECK-LABEL: void of_any_type
// CHECK: Fetch the next tile
// CHECK: if (kNext + threadIdx.x < n)
// CHECK-NEXT: sNext = A[kNext + threadIdx.x];
// CHECK-NOT: sNext = 0
// CHECK: __syncwarp()
// CHECK: if (kNext + threadIdx.x < n)
// CHECK-NEXT: s[stage ^ 1][threadIdx.x] = sNext;
// CHECK-NEXT: else
// CHECK-NEXT: s[stage ^ 1][threadIdx.x] = 0;
template <typename T> static __global__ void of_any_type(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ T s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    if (k + threadIdx.x < n)
      s[threadIdx.x] = A[k + threadIdx.x];
    else
      s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// T(0) is one of each.
// CHECK-LABEL: void of_any_number
// CHECK: sNext = T(0);
// CHECK: s[stage ^ 1][threadIdx.x] = sNext;
template <typename T> static __global__ void of_any_number(const T *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ T s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    if (k + threadIdx.x < n)
      s[threadIdx.x] = A[k + threadIdx.x];
    else
      s[threadIdx.x] = T(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

//===-- The arms stay apart ------------------------------------------------===//

// Another element. Both guards are the same for every tile.
// CHECK-LABEL: void other_element
// CHECK: __syncwarp()
// CHECK: s[stage ^ 1][threadIdx.x] = sNext;
// CHECK-NEXT: else
// CHECK-NEXT: s[stage ^ 1][127 - threadIdx.x] = 0.0f;
static __global__ void other_element(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float s[128];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = 0.0f;
    s[127 - threadIdx.x] = 1.0f;
    if (threadIdx.x < m)
      s[threadIdx.x] = A[k + threadIdx.x];
    else
      s[127 - threadIdx.x] = 0.0f;
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What is loaded is converted when it is stored: a register of the load's type would round the fill twice.
// CHECK-LABEL: void converted
// CHECK: __syncwarp()
// CHECK: if (kNext + threadIdx.x < n)
// CHECK-NEXT: s[stage ^ 1][threadIdx.x] = sNext;
// CHECK-NEXT: else
// CHECK-NEXT: s[stage ^ 1][threadIdx.x] = 0.1;
static __global__ void converted(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ double s[64];
  double sum = 0.0;
  for (int k = 0; k < n; k += 64) {
    if (k + threadIdx.x < n)
      s[threadIdx.x] = A[k + threadIdx.x];
    else
      s[threadIdx.x] = 0.1;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// An arm stores more.
// CHECK-LABEL: void more_in_an_arm
// CHECK: __syncwarp()
// CHECK: if (threadIdx.x < m)
// CHECK-NEXT: s[stage ^ 1][threadIdx.x] = sNext;
// CHECK-NEXT: else {
static __global__ void more_in_an_arm(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float s[128];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x + 64] = 0.0f;
    if (threadIdx.x < m)
      s[threadIdx.x] = A[k + threadIdx.x];
    else {
      s[threadIdx.x] = 0.0f;
      s[threadIdx.x + 64] = 1.0f;
    }
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Both arms load: two registers, two guards.
// CHECK-LABEL: void both_load
// CHECK: __syncwarp()
// CHECK: s[stage ^ 1][threadIdx.x] = sNext;
// CHECK-NEXT: else
// CHECK-NEXT: s[stage ^ 1][threadIdx.x] = sNext2;
static __global__ void both_load(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    if (k + threadIdx.x < n)
      s[threadIdx.x] = A[k + threadIdx.x];
    else
      s[threadIdx.x] = A[0];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

int main() {
  float *A, *C;
  cudaMalloc(&A, 4096 * sizeof(float));
  cudaMalloc(&C, 4096 * sizeof(float));
  plain_arms<<<1, 64>>>(A, C, 200);
  fill_first<<<1, 64>>>((const float4 *)A, C, 200);
  nested_guards<<<1, 64>>>(A, C, 200, 2.0f);
  row_of_the_guard<<<1, 64>>>(A, C, 200);
  of_any_type<float><<<1, 64>>>(A, C, 200);
  of_any_type<double><<<1, 64>>>(A, C, 200);
  of_any_number<<<1, 64>>>(A, C, 200);
  of_any_number<<<1, 64>>>((const double *)A, C, 200);
  other_element<<<1, 64>>>(A, C, 200, 50);
  converted<<<1, 64>>>(A, C, 200);
  more_in_an_arm<<<1, 64>>>(A, C, 200, 50);
  both_load<<<1, 64>>>(A, C, 200);
}
