template <typename T, int ROWS, int COLS>
__device__ void loadTile(T (&tile)[ROWS][COLS], const T *from, int pitch) {
  tile[threadIdx.y][threadIdx.x] = from[threadIdx.y * pitch + threadIdx.x];
}

__global__ void gemm(const float *A, const float *B, float *C, int n) {
  __shared__ float As[16][16], Bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;

  for (int k0 = 0; k0 < n; k0 += 16) {
    loadTile(As, A + blockIdx.y * 16 * n + k0, n);
    loadTile(Bs, B + k0 * n + blockIdx.x * 16, n);
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }

  C[(blockIdx.y * 16 + ty) * n + blockIdx.x * 16 + tx] = sum;
}
