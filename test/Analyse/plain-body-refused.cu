// Making a body plain puts a declaration in front of the condition, and takes
// braces away. Where that would do something else, the loop is left alone.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single -o - 2>&1 | FileCheck %s

// What has no value at first, or no type of its own.
__global__ void reference(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a barrier stands under a condition [barrier-in-condition]
  for (int k = 0; k < n; k += 64) {
    if (m) {
      const float &at = A[k / m];
      As[threadIdx.x] = A[k + threadIdx.x] + at;
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += As[j] * at;
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

__global__ void no_type(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a barrier stands under a condition [barrier-in-condition]
  for (int k = 0; k < n; k += 64) {
    if (m) {
      const auto at = 100 / m;
      As[threadIdx.x] = A[k + threadIdx.x] + at;
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += As[j] * at;
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

__global__ void two_names(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a barrier stands under a condition [barrier-in-condition]
  for (int k = 0; k < n; k += 64) {
    if (m) {
      int at = 100 / m, to = at;
      As[threadIdx.x] = A[k + threadIdx.x] + at;
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += As[j] * to;
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

// A macro names what would be found after the braces are gone.
#define SHOW C[n + k] = shown
__global__ void opened(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
  float shown = sum;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a barrier stands under a condition [barrier-in-condition]
  for (int k = 0; k < n; k += 64) {
    {
      float shown = k;
      As[threadIdx.x] = A[k + threadIdx.x] + shown;
      __syncthreads();
      for (int j = 0; j < 64; ++j)
      sum += As[j];
      __syncthreads();
    }
    SHOW;
  }
  C[threadIdx.x] = sum;
}

__global__ void hoisted(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
  float shown = sum;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a barrier stands under a condition [barrier-in-condition]
  for (int k = 0; k < n; k += 64) {
    if (k != m) {
      const float shown = k;
      As[threadIdx.x] = A[k + threadIdx.x] + shown;
      __syncthreads();
      for (int j = 0; j < 64; ++j)
      sum += As[j] * shown;
      __syncthreads();
    }
    SHOW;
  }
  C[threadIdx.x] = sum;
}

// The end of a macro is no place for a brace.
#define ADD sum += 1.0f
__global__ void ends(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it can be left in the middle of a tile [early-exit]
  for (int k = 0; k < n; k += 64) {
    if (k == m)
      continue;
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += As[j];
    __syncthreads();
    ADD;
  }
  C[threadIdx.x] = sum;
}
