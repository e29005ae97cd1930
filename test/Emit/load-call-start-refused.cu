// The caller may give a negative number, the function changes what it was given, or the kernel is given it itself.
// ACCEPTED: load-call-start.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remark:

static __device__ void load(float *to, const float *from, int scale, int t) {
  for (int i = t; i < 96; i += 32)
    if (i >= 0)
      to[i] = scale * from[i];
}
static __device__ void loadFrom(float *to, const float *from, int scale, int t) {
  t -= 32;
  for (int i = t; i < 96; i += 32)
    if (i >= 0)
      to[i] = scale * from[i];
}

__global__ void negative(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[96];
  const int tid = threadIdx.x;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < n; ++k) {
    load(s, A + k * 96, 2, tid - 64);
    __syncthreads();
    for (int i = 0; i < 96; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[tid] = sum;
}

__global__ void changed(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[96];
  const int tid = threadIdx.x;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < n; ++k) {
    loadFrom(s, A + k * 96, 2, tid);
    __syncthreads();
    for (int i = 0; i < 96; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[tid] = sum;
}

__global__ void given(const float *__restrict__ A, float *__restrict__ C, int n, int first) {
  __shared__ float s[96];
  const int tid = threadIdx.x;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < n; ++k) {
    load(s, A + k * 96, 2, tid + first);
    __syncthreads();
    for (int i = 0; i < 96; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[tid] = sum;
}
