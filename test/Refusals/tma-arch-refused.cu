// No device that is built for has tensor maps.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_80,sm_89 2>&1 >/dev/null | FileCheck %s

__global__ void arch_no_tile(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}{{.*}} [tma-arch]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}

void run_arch_no_tile(const float *A, float *C, int ld, int N) { arch_no_tile<<<1, dim3(32, 16)>>>(A, C, ld, N); }
