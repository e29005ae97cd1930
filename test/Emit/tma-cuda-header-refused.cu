// A name of the file's own that <cuda.h> has, which the new text includes.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels 2>&1 >/dev/null -- -DOTHER | FileCheck %s --check-prefix=OTHER
#ifdef OTHER
enum Status { CUDA_OF_OURS_SUCCESS, CUDA_OF_OURS_FAILURE };
#else
enum Status { CUDA_SUCCESS, CUDA_OF_OURS_FAILURE };
#endif
__global__ void status(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
  // CHECK: :[[@LINE+2]]:3: warning: loop left alone: <cuda.h>, which tensor maps need, declares 'CUDA_SUCCESS', too [name-conflict]
  // OTHER: :[[@LINE+1]]:3: remark: rewritten: tma, 2 stages
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_status(const float *A, float *C, int ld, int N) { status<<<1, dim3(32, 16)>>>(A, C, ld, N); }
