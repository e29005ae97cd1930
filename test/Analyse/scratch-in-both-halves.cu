// A variable declared before the loop serves the loads, and then the
// computation. Each writes it before reading it: no value passes.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>/dev/null -o - | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK --implicit-check-not=warning:

__global__ void guarded(const float2 *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float re[64], im[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float2 v;
// REMARK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int m = 0; m < n; ++m) {
    __syncthreads();
    if (t < 48) {
      v = A[m * 64 + t];
      re[t] = v.x;
      im[t] = v.y;
    }
    __syncthreads();
    if (t < 48)
      for (int i = 0; i < 48; ++i) {
        v = make_float2(re[i], im[i]);
        sum += v.x * v.y;
      }
  }
  C[t] = sum;
}
// CHECK-LABEL: void guarded
// CHECK: float2 v;
// CHECK-NOT: float2 vNext = v
// CHECK: vNext = A[mNext * 64 + t];
// CHECK: v = make_float2(re[stage][i], im[stage][i]);
// CHECK: v = vNext;
// CHECK-NEXT: re[stage ^ 1][t] = v.x;

__global__ void statements(const float *__restrict__ A, const int *__restrict__ order,
                           float *__restrict__ C, int n) {
  __shared__ float s[64];
  int i;
  float v, sum = 0.0f;
// REMARK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < n; k += 64) {
    i = order[k + threadIdx.x];
    if (i < 0)
      v = 1.0f;
    else
      v = A[i];
    s[threadIdx.x] = v;
    __syncthreads();
    v = 0.0f;
    for (i = 0; i < 64; ++i)
      v += s[i];
    sum += v * v;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
