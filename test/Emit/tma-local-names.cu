// The second kernel has the names that the first one declares inside itself: an
// enumerator, a class with a method. And a kernel that is declared twice is one
// to launch.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void twice_declared(const float4 *__restrict__, float4 *__restrict__, int, int);
__global__ void twice_declared(const float4 *__restrict__ A, float4 *__restrict__ C, int ld, int N) {
  __shared__ float4 As[16][32];
  enum { Rows = 16 };
  struct Sum {
    float Value = 0.0f;
    __device__ void add(float Next) { Value += Next; }
  } sum;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: tma,
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < Rows; ++i)
      sum.add(As[i][threadIdx.x].x);
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x].x = sum.Value;
}
void launch(const float *A, float *C, int N) {
  twice_declared<<<1, dim3(32, 16)>>>((const float4 *)A, (float4 *)C, N / 4, N / 4);
}
