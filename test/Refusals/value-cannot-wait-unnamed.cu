// The types have names: by a typedef, by one that the class shows, and inside another class.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - | %strip | FileCheck %s

typedef struct {
  float Value;
} Cell;

__global__ void named(const Cell *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Cell As[64];
  float sum = 0.0f;
  // CHECK: Cell {{[A-Za-z]+}}Next;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].Value;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

class Account {
  struct Amount {
    int Units;
  };

public:
  using Shown = Amount;
  Shown Balance;
};

__global__ void reachable(const Account *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ Account As[64];
  int sum = 0;
  // CHECK: Account::Shown {{[A-Za-z]+}}Next;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x].Balance = A[k + threadIdx.x].Balance;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].Balance.Units;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

struct Order {
  struct Price {
    int Units;
  };
  Price Total;
};

__global__ void nested(const Order *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ Order As[64];
  int sum = 0;
  // CHECK: Order::Price {{[A-Za-z]+}}Next;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x].Total = A[k + threadIdx.x].Total;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].Total.Units;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
