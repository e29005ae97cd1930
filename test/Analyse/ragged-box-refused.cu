// Rows in another order than in memory.
// ACCEPTED: ../Refusals/tma-box.cu
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 2>&1 >/dev/null | FileCheck %s

static __global__ void sums(const int *__restrict__ A, int *__restrict__ C, int ld, int N) {
  __shared__ int As[16][32];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}as far apart as each other{{.*}} [tma-box]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[(threadIdx.y ^ threadIdx.y / 8) * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum = sum * 3 + As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}

void host(const int *A, int *C, int ld, int N) { sums<<<1, dim3(32, 16)>>>(A, C, ld, N); }
