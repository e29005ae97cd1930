// As moved-aligned.cu, with the alignment in front of `__shared__` and in the toolkit's word for it.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --arch=sm_90 --verify=kernels -o - | %strip | FileCheck %s

// CHECK-LABEL: void aligned(
// CHECK: extern __shared__ __align__(128) unsigned char smem[];
// CHECK-NEXT: auto *AsMore = reinterpret_cast<decltype(As) *>(smem);
// CHECK-NEXT: auto *BsMore = reinterpret_cast<decltype(Bs) *>(AsMore + 1);
__global__ void aligned(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  alignas(32) __shared__ float As[128][64];
  __shared__ __align__(16) float Bs[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    for (int e = threadIdx.x; e < 128 * 64; e += 256)
      As[e / 64][e % 64] = A[e / 64 * ld + k + e % 64];
    if (threadIdx.x < 64)
      Bs[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[threadIdx.x / 2][i] * Bs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C, int ld, int N) { aligned<<<1, 256>>>(A, C, ld, N); }
