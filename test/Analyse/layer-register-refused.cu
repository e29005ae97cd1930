// An intrinsic tells the shape of the block, to which a warp is added.
// ACCEPTED: layer-register.cu
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --variant=tma --api=partitioned 2>&1 >/dev/null | FileCheck %s

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  const unsigned rows = __nvvm_read_ptx_sreg_ntid_y();
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the kernel may ask for the shape of its block, or a thread's place in z [tma-kernel]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x] * rows;
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run(const float *A, float *C, int ld, int N) { sums<<<1, dim3(32, 16)>>>(A, C, ld, N); }
