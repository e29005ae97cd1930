// What the computation writes to a variable that the body declares reaches no
// load: each half has one of its own.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning: --implicit-check-not="not executed"
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning: --implicit-check-not="not executed"
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning: --implicit-check-not="not executed"
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning: --implicit-check-not="not executed"

// CHECK: [[#@LINE+4]]:3: remark: rewritten:
__global__ void twice(const float *__restrict__ A, float *__restrict__ C, int n, int d) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    int at = k + d;
    s[threadIdx.x] = A[at + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += s[i] * at;
      at = at * 3 % 17;
    }
    __syncthreads();
    sum += at;
  }
  C[threadIdx.x] = sum;
}

// By a reference to it, and an array of it.
// CHECK: [[#@LINE+4]]:3: remark: rewritten:
__global__ void named(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    int at[2] = {k, int(threadIdx.x)};
    s[threadIdx.x] = A[at[0] + at[1]];
    __syncthreads();
    int &first = at[0];
    for (int i = 0; i < 64; ++i) {
      first = i;
      sum += s[at[0]] * at[1];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Where some threads skip that.
// CHECK: [[#@LINE+4]]:3: remark: rewritten:
__global__ void skipped(const float *__restrict__ A, float *__restrict__ C, int n, int idle) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    int at = k;
    __syncthreads();
    s[threadIdx.x] = A[at + threadIdx.x];
    __syncthreads();
    if (threadIdx.x >= idle)
      continue;
    for (at = 0; at < 64; ++at)
      sum += s[at];
  }
  C[threadIdx.x] = sum;
}

// Declared in front of the loop, it is given a value by the loads of each tile.
// CHECK: [[#@LINE+5]]:3: remark: rewritten:
__global__ void given(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  int end;
  for (int k = 0; k < n; k += 64) {
    end = min(k + 64, n);
    s[threadIdx.x] = k + threadIdx.x < end ? A[k + threadIdx.x] : 0.0f;
    __syncthreads();
    if (threadIdx.x < 32) {
      end -= k;
      for (int i = 0; i < end; ++i)
        sum += s[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
