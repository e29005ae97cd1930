// Launches that nobody sees give what they gave: by a pointer, a name that ##
// makes, the user's function by a name of the runtime's, in another build.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s
// CHECK: remark: rewritten: ldg, 2 stages, {{.*}} in 'unseen'
// CHECK: a launch that gives fewer than 512 bytes, or another block than (64, 1, 1), runs the original loop, which stays beside it
// CHECK: executed: {{.*}} equal

namespace compat {
template <class Kernel> void cudaLaunchKernel(Kernel kernel, int grid, int block, void **arguments, int count) {}
}

static __global__ void unseen(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#define PASTED(End) un##End

void host(float *A, float *C, int N) {
  void *args[] = {&A, &C, &N};
  unseen<<<1, 64, 256>>>(A, C, N);
  auto *kernel = &unseen;
  kernel<<<1, 64, 256>>>(A, C, N);
  PASTED(seen)<<<1, 64, 256>>>(A, C, N);
  compat::cudaLaunchKernel(unseen, 1, 64, args, 3);
#ifdef OTHER
  unseen<<<1, 64, 384>>>(A, C, N);
#endif
}
