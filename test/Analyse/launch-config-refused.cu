// A configuration that others may change, that is set twice, or whose
// attributes may ask for blocks that run together, cannot be edited.
// RUN: rm -rf %t && split-file %s %t
// RUN: cat %t/kernel %t/otherwise %t/end > %t/otherwise.cu
// RUN: %pipeline-rewrite %t/otherwise.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=OTHERWISE
// RUN: cat %t/kernel %t/twice %t/end > %t/twice.cu
// RUN: %pipeline-rewrite %t/twice.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=TWICE
// RUN: cat %t/kernel %t/attributes %t/end > %t/attributes.cu
// RUN: %pipeline-rewrite %t/attributes.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=ATTRIBUTES
// RUN: cat %t/kernel %t/given %t/end > %t/given.cu
// RUN: %pipeline-rewrite %t/given.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=GIVEN
// RUN: cat %t/kernel %t/together %t/end > %t/together.cu
// RUN: %pipeline-rewrite %t/together.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=TOGETHER
// RUN: cat %t/kernel %t/sizes %t/end > %t/sizes.cu
// RUN: %pipeline-rewrite %t/sizes.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=SIZES
// ACCEPTED: ../Emit/launch-config.cu
// OTHERWISE: cannot be edited: the launch's configuration is used otherwise, too
// TWICE: cannot be edited: the launch's configuration gets its bytes twice
// ATTRIBUTES: cannot be edited: the launch's configuration has attributes
// GIVEN: cannot be edited: the launch's configuration is not a local variable
// Fewer blocks may fit than a cooperative launch wants.
// TOGETHER: cannot be edited: 'grown' is named where no launch is seen
// How many threads fit would change with the bytes.
// SIZES: cannot be edited: 'grown' is named where no launch is seen

//--- kernel
static __global__ void grown(const float *__restrict__ A, float *__restrict__ C, int N) {
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

void change(cudaLaunchConfig_t *config);

void host(const float *A, float *C, int N, cudaLaunchAttribute *attributes, cudaLaunchConfig_t *given,
          void **args) {
  cudaLaunchConfig_t config = {1, 64, 256, 0};
//--- otherwise
  change(&config);
//--- twice
  config.dynamicSmemBytes = 512;
//--- attributes
  config.attrs = attributes;
//--- given
  cudaLaunchKernelEx(given, grown, A, C, N);
//--- together
  cudaLaunchCooperativeKernel(grown, 1, 64, args, 256, 0);
//--- sizes
  int blocks, threads;
  cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, grown, 256);
//--- end
  cudaLaunchKernelEx(&config, grown, A, C, N);
}
