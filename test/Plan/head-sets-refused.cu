// What the head of a statement sets is of use beside it, where its phase may leave it out.
// ACCEPTED: head-sets.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

// What the condition sets would go with the branch that has nothing to load.
__global__ void sets(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a condition in the loads sets something [side-effect-in-loads]
  for (int k = 0; k < N; k += 64) {
    bool isIn = false;
    As[threadIdx.x] = 0;
    if ((isIn = k + threadIdx.x < N)) {
    }
    if (isIn)
      As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A loop that is there for what its head does.
__global__ void counts(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a condition in the loads sets something [side-effect-in-loads]
  for (int k = 0; k < N; k += 64) {
    int c = 0;
    for (int i = 0; i < 2; c += ++i)
      ;
    As[threadIdx.x] = A[k + threadIdx.x] * c;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// By reference; the branch is of one phase, and the count of another as well.
__device__ bool bump(int &c) { return ++c > 0; }
__global__ void bumps(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a condition in the loads sets something [side-effect-in-loads]
  for (int k = 0; k < N; k += 64) {
    int c = 0;
    if (bump(c)) {
      Bs[threadIdx.x] = c;
    }
    As[threadIdx.x] = k + threadIdx.x + c < N ? A[k + threadIdx.x + c] : 0;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// In the variable of a condition.
__global__ void holds(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a condition in the loads sets something [side-effect-in-loads]
  for (int k = 0; k < N; k += 64) {
    int c = 0;
    for (; int more = ++c < 4;) {
    }
    As[threadIdx.x] = A[k + threadIdx.x] * c;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
