// The kernel of README.md: 64 columns of 16 rows of C = A * B, a fragment for each of four warps.
#include <mma.h>

using namespace nvcuda;

__global__ void product(const half *__restrict__ A, const half *__restrict__ B, float *__restrict__ C, int N, int K) {
  __shared__ alignas(32) half as[16][64];
  const int row = threadIdx.x / 8, part = threadIdx.x % 8 * 8;
  const int column = blockIdx.x * 64 + threadIdx.x / 32 * 16;
  A += blockIdx.y * 16 * K;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k0 = 0; k0 < K; k0 += 64) {
    *(int4 *)&as[row][part] = *(const int4 *)&A[row * K + k0 + part];
    __syncthreads();
    for (int k = 0; k < 64; k += 16) {
      wmma::load_matrix_sync(a, &as[0][k], 64);
      wmma::load_matrix_sync(b, &B[(k0 + k) * N + column], N);
      wmma::mma_sync(sum, a, b, sum);
    }
    __syncthreads();
  }
  wmma::store_matrix_sync(&C[blockIdx.y * 16 * N + column], sum, N, wmma::mem_row_major);
}

void multiply(const half *A, const half *B, float *C, int M, int N, int K) {
  product<<<dim3(N / 64, M / 16), 128>>>(A, B, C, N, K);
}
