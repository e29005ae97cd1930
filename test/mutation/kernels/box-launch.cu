// A function `launch`, for which `launch_sums` is not to be taken; its arguments are written with casts.
static __global__ void sums(const float4 *__restrict__ A, float4 *__restrict__ C, int ld, int N) {
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

void launch(const float *A, float *C, int N) { sums<<<dim3(N / 128), dim3(32, 16)>>>((const float4 *)A, (float4 *)C, N / 4, N / 4); }
