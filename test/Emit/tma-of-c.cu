// A kernel of C linkage: the second kernel has the linkage of C++, but where a block gives both that of C.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// CHECK-COUNT-2: executed: {{.*}} equal
extern "C" __global__ void alone(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[32][32];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_alone(const float *A, float *C, int ld, int N) { alone<<<1, dim3(32, 32)>>>(A, C, ld, N); }

extern "C" {
__global__ void in_block(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[32][32];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
}
void run_in_block(const float *A, float *C, int ld, int N) { in_block<<<1, dim3(32, 32)>>>(A, C, ld, N); }
