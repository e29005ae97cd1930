// How many values a thread copies is known at run time only. The first rounds of such a copy loop could wait in registers, if the
// others could be copied by themselves.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

// A round leaves a number to the next one.
__global__ void carried(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}its rounds do more than to fill tiles{{.*}} [copy-loop-not-constant]
  for (int k = 0; k < N; k += 64) {
    int from = k + threadIdx.x;
    for (int i = threadIdx.x; i < 64; i += blockDim.x) {
      As[i] = A[from];
      from += blockDim.x;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// So does this one, in the loop around.
__global__ void carried_inside(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[8][64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < N; k += 512) {
    for (int r = threadIdx.y; r < 8; r += blockDim.y) {
      float row = 0.0f;
      for (int c = threadIdx.x; c < 64; c += blockDim.x) {
        row += A[k + r * 64 + c];
        As[r][c] = row;
      }
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[threadIdx.y][i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A sum of what is loaded.
__global__ void total(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f, all = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < N; k += 64) {
    for (int i = threadIdx.x; i < 64; i += blockDim.x) {
      const float a = A[k + i];
      all += a;
      As[i] = a * 2.0f;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + all;
}

// The bound changes from round to round.
__global__ void shrinks(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < N; k += 64) {
    int end = 64;
    for (int i = threadIdx.x; i < end; i += blockDim.x) {
      As[i] = A[k + i] * 2.0f;
      end -= 1;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The start may be so large a number that a round's number added to it begins again at 0.
__global__ void from_anywhere(const float *__restrict__ A, float *__restrict__ C, int N, unsigned first) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < N; k += 64) {
    for (unsigned i = first + threadIdx.x; i < 64; i += 32)
      As[i] = A[k + i] * 2.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// ... or a step.
__global__ void by_anything(const float *__restrict__ A, float *__restrict__ C, int N, unsigned step) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < N; k += 64) {
    for (unsigned i = threadIdx.x; i < 64; i += step)
      As[i] = A[k + i] * 2.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A function fills the tile.
__device__ void fill(float *s, const float *A) {
  for (int i = threadIdx.x; i < 64; i += blockDim.x)
    s[i] = A[i] * 2.0f;
}

__global__ void by_function(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < N; k += 64) {
    fill(As, A + k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
