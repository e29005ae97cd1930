// A register needs a declaration, and the type of what is loaded has no name, or
// one that only its class may use. A copy needs neither.
// ACCEPTED: value-cannot-wait-unnamed.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync -o - | %strip | FileCheck %s --check-prefix=COPY

struct Cell {
  union {
    float Value;
    int Bits;
  } Of;
};

__global__ void unnamed(const Cell *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Cell As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}the kernel cannot name that type{{.*}} [value-cannot-wait]
  for (int k = 0; k < N; k += 64) {
    // COPY: sizeof(As{{\[}}stage ^ 1][threadIdx.x].Of)
    As[threadIdx.x].Of = A[k + threadIdx.x].Of;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].Of.Value;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

class Account {
  struct Amount {
    int Units;
  };

public:
  Amount Balance;
};

__global__ void unreachable(const Account *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ Account As[64];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}the kernel cannot name that type{{.*}} [value-cannot-wait]
  for (int k = 0; k < N; k += 64) {
    // COPY: sizeof(As{{\[}}stage ^ 1][threadIdx.x].Balance)
    As[threadIdx.x].Balance = A[k + threadIdx.x].Balance;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].Balance.Units;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
