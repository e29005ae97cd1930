// A pointer that the kernel itself puts into memory, or into what it is given, may lead to shared memory.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o %t.cu 2>&1 | FileCheck %s
struct View {
  int *data;
};
__device__ int *table[4];
__device__ void put(View &to, int *from) { to.data = from; }

__global__ void given(View view, const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64], Other[64];
  Other[threadIdx.x] = A[threadIdx.x];
  put(view, Other);
  __syncthreads();
  int sum = 0;
  // CHECK: :[[@LINE+1]]:3: warning: {{.*}}[unknown-source]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = view.data[threadIdx.x] + k;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i];
    if (sum == 77)
      Other[threadIdx.x] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void found(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64], Other[64];
  Other[threadIdx.x] = A[threadIdx.x];
  if (threadIdx.x < 4)
    table[threadIdx.x] = Other;
  __syncthreads();
  int sum = 0;
  // CHECK: :[[@LINE+1]]:3: warning: {{.*}}[unknown-source]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = table[1][threadIdx.x] + k;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i];
    if (sum == 77)
      Other[threadIdx.x] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
