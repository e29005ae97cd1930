// A function of the user's that new ones must not be taken for: what launches the kernels has another name.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels -o - 2>/dev/null | %strip | FileCheck %s
// CHECK: static void tma_launch_named(dim3 launchGrid,
// CHECK: tma_launch_named(dim3(N / 128), dim3(32, 16), 0, 0, (const float4 *)A, (float4 *)C, N / 4, N / 4);
__global__ void named(const float4 *__restrict__ A, float4 *__restrict__ C, int ld, int N) {
  __shared__ float4 As[16][32];
  float4 sum = {};
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum.x += As[i][threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void launch(const float *A, float *C, int N) {
  named<<<dim3(N / 128), dim3(32, 16)>>>((const float4 *)A, (float4 *)C, N / 4, N / 4);
}

// CHECK: static void tma_launch_second_named(
// CHECK: void launch_second_named(const float *A, float *C, int N) { tma_launch_second_named(1,
__global__ void second_named(const float4 *__restrict__ A, float4 *__restrict__ C, int ld, int N) {
  __shared__ float4 As[16][32];
  float4 sum = {};
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum.x += As[i][threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void launch_second_named(const float *A, float *C, int N) { second_named<<<1, dim3(32, 16)>>>((const float4 *)A, (float4 *)C, N, N); }
