// Making a body plain asks a condition twice, runs a declaration whatever the
// condition says, and takes braces away. Where that would do something else, the
// loop is left alone.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single -o - 2>&1 | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --verify=kernels -o - 2>&1 | FileCheck %s --check-prefix=EQUAL

// A declaration that counts, under a condition and behind one that skips.
__global__ void countsInside(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
  int count = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a barrier stands under a condition [barrier-in-condition]
  for (int k = 0; k < n; k += 64) {
    if (k != m) {
      const int at = count++;
      As[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      for (int j = 0; j < 64; ++j)
      sum += As[j] * at;
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

__global__ void countsBehind(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
  int count = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it can be left in the middle of a tile [early-exit]
  for (int k = 0; k < n; k += 64) {
    if (k == m)
      continue;
    const int at = count++;
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += As[j] * at;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Not every value can be divided by, and not every function comes to its end.
__global__ void divides(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a barrier stands under a condition [barrier-in-condition]
  for (int k = 0; k < n; k += 64) {
    if (m) {
      const int at = 100 / m;
      As[threadIdx.x] = A[k + threadIdx.x] + at;
      __syncthreads();
      for (int j = 0; j < 64; ++j)
      sum += As[j] * at;
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

__device__ int odd(int n) {
  while (n % 2 == 0)
    n /= 2;
  return n;
}
__global__ void calls(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a barrier stands under a condition [barrier-in-condition]
  for (int k = 0; k < n; k += 64) {
    if (m) {
      const int at = odd(m);
      As[threadIdx.x] = A[k + threadIdx.x] + at;
      __syncthreads();
      for (int j = 0; j < 64; ++j)
      sum += As[j] * at;
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

// A division by a number, and a name that no macro comes to.
// EQUAL: executed: {{.*}} equal
__global__ void halves(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten
  for (int k = 0; k < n; k += 64) {
    if (k != m) {
      const int at = k / 2 % 8;
      As[threadIdx.x] = A[k + threadIdx.x] + at;
      __syncthreads();
      for (int j = 0; j < 64; ++j)
      sum += As[j] * at;
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}
