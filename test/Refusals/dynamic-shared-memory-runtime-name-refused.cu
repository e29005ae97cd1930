// A function is the runtime's if the runtime declares it: what the user's of that name does with the kernel is not known. Another instance of it would have sizes of its own.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --arch=sm_80 --edit-launches 2>&1 >/dev/null | FileCheck %s

namespace compat {
template <class Kernel> void cudaLaunchKernel(Kernel kernel, int grid, int block, void **arguments, int count) {}
}

template <int TILE> __global__ void launchedByName(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}'launchedByName' is named where no launch is seen [dynamic-shared-memory]
  for (int k = 0; k < N; k += TILE) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(float *A, float *C, int N) {
  void *arguments[] = {&A, &C, &N};
  compat::cudaLaunchKernel(launchedByName<64>, 1, 64, arguments, 3);
  cudaLaunchKernel(launchedByName<64>, 1, 64, arguments, 256, nullptr);
}
int main() { launch(nullptr, nullptr, 0); }
