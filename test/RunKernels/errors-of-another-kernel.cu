// A kernel that does not parse keeps no other from being run.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

// CHECK: [[#@LINE+4]]:3: warning: loop left alone: line [[#@LINE+8]]: {{.*}} [errors-in-function]
__global__ void broken(const float *A, float *C, int n) {
  __shared__ float s[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i] * unknown;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: [[#@LINE+5]]:3: remark: rewritten:
// CHECK: run      executed: {{.*}} equal
__global__ void whole(const float *A, float *C, int n) {
  __shared__ float s[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
