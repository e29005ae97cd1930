// A configuration that others may change, that is set twice, or whose
// attributes may ask for blocks that run together, cannot be edited. Where it is
// the only launch, none gives more.
// RUN: rm -rf %t && split-file %s %t
// RUN: cat %t/kernel %t/start %t/otherwise %t/end > %t/otherwise.cu
// RUN: %pipeline-rewrite %t/otherwise.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=OTHERWISE
// RUN: cat %t/kernel %t/start %t/twice %t/end > %t/twice.cu
// RUN: %pipeline-rewrite %t/twice.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=TWICE
// RUN: cat %t/kernel %t/start %t/attributes %t/end > %t/attributes.cu
// RUN: %pipeline-rewrite %t/attributes.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=ATTRIBUTES
// RUN: cat %t/kernel %t/given > %t/given.cu
// RUN: %pipeline-rewrite %t/given.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=GIVEN
// ACCEPTED: ../Emit/launch-config.cu
// OTHERWISE: cannot be edited: the launch's configuration is used otherwise, too
// TWICE: cannot be edited: the launch's configuration gets its bytes twice
// ATTRIBUTES: cannot be edited: the launch's configuration has attributes
// GIVEN: cannot be edited: the launch's configuration is not a local variable

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

//--- given
void host(const float *A, float *C, int N, cudaLaunchConfig_t *given) {
  cudaLaunchKernelEx(given, grown, A, C, N);
}
//--- start
void change(cudaLaunchConfig_t *config);

void host(const float *A, float *C, int N, cudaLaunchAttribute *attributes) {
  cudaLaunchConfig_t config = {1, 64, 256, 0};
//--- otherwise
  change(&config);
//--- twice
  config.dynamicSmemBytes = 512;
//--- attributes
  config.attrs = attributes;
//--- end
  cudaLaunchKernelEx(&config, grown, A, C, N);
}
