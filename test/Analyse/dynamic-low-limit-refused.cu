// A launch that fails, because the limit is lower than what the kernel uses: with a limit that is raised for more buffers, it would not.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

static __global__ void low(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: warning: loop left alone: the tile 'As' is shared memory whose size the launch decides, and it cannot be edited: a limit is lower than what it uses: launches after it fail as they are [dynamic-shared-memory]
// CHECK-NEXT: :[[@LINE+14]]:3: note: here
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run_low(float *A, float *C, int N) {
  cudaFuncSetAttribute(low, cudaFuncAttributeMaxDynamicSharedMemorySize, 256);
  low<<<1, 64, 256>>>(A, C, N);
  cudaFuncSetAttribute(low, cudaFuncAttributeMaxDynamicSharedMemorySize, 252);
  low<<<1, 64, 256>>>(A, C, N);
}

// All that the kernel uses.
static __global__ void enough(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float Bs[];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; k += 64) {
    Bs[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Bs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run_enough(float *A, float *C, int N) {
  cudaFuncSetAttribute(enough, cudaFuncAttributeMaxDynamicSharedMemorySize, 256);
  enough<<<1, 64, 256>>>(A, C, N);
  cudaFuncSetAttribute(enough, cudaFuncAttributeMaxDynamicSharedMemorySize, 256);
  enough<<<1, 64, 256>>>(A, C, N);
}
