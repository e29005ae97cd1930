// One half of the block loads while the other computes: pipelined by hand. If
// both halves load between the same barriers, nothing is ahead.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void turns(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[2][64];
  bool first = threadIdx.x < 64;
  int t = threadIdx.x % 64;
  float sum = 0.0f;
  if (first)
    s[0][t] = A[t];
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: remark: already pipelined: one part of the block loads while the other computes,
  for (int k = 0; k < N; k += 128) {
    if (first) {
      sum += s[0][63 - t];
      __syncthreads();
      sum += s[1][63 - t];
      __syncthreads();
      if (k + 128 < N)
        s[0][t] = A[k + 128 + t];
    } else {
      s[1][t] = A[k + 64 + t];
      __syncthreads();
      sum += s[0][63 - t];
      __syncthreads();
      sum += s[1][63 - t];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void together(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[128];
  int t = threadIdx.x;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [barrier-in-condition]
  for (int k = 0; k < N; k += 128) {
    if (t < 64) {
      s[t] = A[k + t];
      __syncthreads();
      sum += s[127 - t];
    } else {
      s[t] = A[k + t];
      __syncthreads();
      sum += s[127 - t];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// Whole blocks load in one iteration and compute in the next.
__global__ void alternately(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[128];
  int t = threadIdx.x;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [barrier-in-condition]
  for (int k = 0; k < N; k += 128) {
    if (k % 256 == 0) {
      s[t] = A[k + t];
      __syncthreads();
    } else {
      sum += s[127 - t];
      __syncthreads();
    }
  }
  C[t] = sum;
}
