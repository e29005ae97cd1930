// What a constructor declares is gone with it: no tile hands it to the next one.
// RUN: %pipeline-rewrite %s %builtin --print=facts | FileCheck %s

struct Load {
  __device__ Load(int &to, const int *from) {
    for (int i = 0; i < 2; ++i) {
      short &half = *(reinterpret_cast<short *>(&to) + i);
      half = half + from[i];
    }
  }
};

// CHECK-LABEL: in constructed
// CHECK-NOT: carried half
// CHECK: carried k copy
__global__ void constructed(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
  for (int k = 0; k < N; k += 64) {
    int index = 0;
    Load(index, A + k + threadIdx.x);
    As[threadIdx.x] = A[k + (index & 63)];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
