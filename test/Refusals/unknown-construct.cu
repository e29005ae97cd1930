// By its name; and an expression that is a block.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

struct Pair { float first, second; };

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  Pair last = {0.0f, 1.0f};
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum += last.second;
    sum += ({ float own = As[63]; own * own; });
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: :[[@LINE+7]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}} equal
#define CLAMPED(index, last) \
  ({ int at = (index), most = (last); at > most ? most : at; })
__global__ void clamped(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 48) {
    As[threadIdx.x] = A[CLAMPED(k + int(threadIdx.x), N - 1)];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A default that is the same everywhere.
__device__ int placed(int value, int column = 3) { return value + column; }
// CHECK: :[[@LINE+5]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}} equal
__global__ void columns(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x] * placed(1);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
