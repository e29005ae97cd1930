// Hand-made pipelines are written as plain loops, which run equal.
// RUN: %pipeline-rewrite %s %builtin --unpipeline -o %t.cu 2> %t.text
// RUN: FileCheck %s < %t.text
// RUN: FileCheck %s --check-prefix=PLAIN < %t.cu
// What is written is plain, and can be pipelined.
// RUN: %pipeline-rewrite %t.cu %builtin --unpipeline 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: %pipeline-rewrite %t.cu %builtin --verify=syntax 2>&1 >/dev/null | FileCheck %s --check-prefix=PIPELINED
// Without the option the schedule is said.
// RUN: %pipeline-rewrite %s %builtin --verify=syntax 2>&1 >/dev/null | FileCheck %s --check-prefix=SAID
// RUN: %pipeline-rewrite %s %builtin --unpipeline --report=json 2>/dev/null | FileCheck %s --check-prefix=JSON
// CHECK: remark: rewritten: plain loop; was register prefetch, distance 1, 1 buffer, in 'one'
// CHECK: executed: {{.*}} equal
// CHECK: remark: rewritten: plain loop; was register prefetch, distance 1, 2 buffers, in 'two'
// CHECK: executed: {{.*}} equal
// CHECK: remark: rewritten: plain loop; was cp.async, distance 1, 2 buffers, in 'pair'
// CHECK: executed: {{.*}} equal
// CHECK: remark: rewritten: plain loop; was cp.async, distance 2, 3 buffers, in 'ring'
// CHECK: executed: {{.*}} equal
// AGAIN: no K-loops found
// PIPELINED: 4 rewritten
// SAID: already pipelined: register prefetch, in 'two'
// SAID-NEXT: schedule register prefetch, distance 1, 2 buffers
// JSON: "handPipeline": {
// JSON: "undone": true
#include <cuda_pipeline.h>

__global__ void one(const float *__restrict__ A, float *__restrict__ C, int T) {
  __shared__ float s[128];
  int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[t];
  // PLAIN: for (int k = 0; k < T; ++k) {
  // PLAIN-NEXT: s[t] = A[k * 128 + t];
  // PLAIN-NEXT: __syncthreads();
  // PLAIN-NEXT: sum = sum * 0.5f + s[127 - t];
  // PLAIN-NEXT: __syncthreads();
  // PLAIN-NEXT: }
  for (int k = 0; k < T; ++k) {
    s[t] = next;
    __syncthreads();
    if (k + 1 < T)
      next = A[(k + 1) * 128 + t];
    sum = sum * 0.5f + s[127 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// The pointer moves on with the loads.
__global__ void two(const float *__restrict__ A, float *__restrict__ C, int n) {
  // PLAIN: __shared__ float s[128];
  __shared__ float s[2][128];
  int t = threadIdx.x, buffer = 0;
  float sum = 0.0f;
  s[buffer][t] = A[t];
  __syncthreads();
  // PLAIN: for (int i = 0; i < n; i += 128) {
  // PLAIN-NEXT: s[t] = A[t];
  // PLAIN-NEXT: __syncthreads();
  // PLAIN: __syncthreads();
  for (int i = 0; i < n; i += 128) {
    float r;
    A += 128;
    if (i + 128 < n)
      r = A[t];
    sum = sum * 0.5f + s[buffer][127 - t];
    if (i + 128 < n)
      s[buffer ^ 1][t] = r;
    buffer ^= 1;
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void pair(const float4 *__restrict__ A, float *__restrict__ C, int T) {
  __shared__ float4 s[2][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  __pipeline_memcpy_async(&s[0][t], &A[t], 16);
  __pipeline_commit();
  // PLAIN: for (int k = 0; k < T; ++k) {
  // PLAIN-NEXT: s[t] = A[k * 64 + t];
  for (int k = 0; k < T; ++k) {
    if (k + 1 < T) {
      __pipeline_memcpy_async(&s[(k + 1) & 1][t], &A[(k + 1) * 64 + t], 16);
      __pipeline_commit();
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    sum += s[k & 1][63 - t].x;
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void ring(const float4 *__restrict__ A, float *__restrict__ C, int T) {
  __shared__ float4 s[3][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  for (int j = 0; j < 2; ++j) {
    if (j < T)
      __pipeline_memcpy_async(&s[j][t], &A[j * 64 + t], 16);
    __pipeline_commit();
  }
  // PLAIN: for (int k = 0; k < T; ++k) {
  // PLAIN-NEXT: s[t] = A[k * 64 + t];
  // PLAIN-NEXT: __syncthreads();
  // PLAIN-NEXT: sum += s[63 - t].x;
  for (int k = 0; k < T; ++k) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (k + 2 < T)
      __pipeline_memcpy_async(&s[(k + 2) % 3][t], &A[(k + 2) * 64 + t], 16);
    __pipeline_commit();
    sum += s[k % 3][63 - t].x;
  }
  C[t] = sum;
}
