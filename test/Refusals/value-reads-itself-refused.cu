// An object is made, and its conversions and default values read global memory: there is no text of these to put
// into a register.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__device__ int Factors[64];
__device__ int Order[64];

struct Scaled {
  int Value;
  __device__ Scaled() = default;
  __device__ Scaled(int v, int by = Factors[2]) : Value(v * by) {}
};

struct WithFactor {
  int Value, Factor = Factors[3];
};

// A conversion.
__global__ void conversion(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ Scaled As[64];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [value-cannot-wait]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].Value;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A default value of a member.
__global__ void member(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [value-cannot-wait]
  for (int k = 0; k < N; k += 64) {
    WithFactor both{A[k + threadIdx.x]};
    As[threadIdx.x] = both.Value * both.Factor;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A subscript of the tile.
__global__ void place(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [value-cannot-wait]
  for (int k = 0; k < N; k += 64) {
    As[Order[threadIdx.x]] = A[k + threadIdx.x] * 2;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
