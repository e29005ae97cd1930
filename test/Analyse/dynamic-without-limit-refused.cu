// A launch that fails, because nothing has allowed it more than 48 KB: where the limit is raised for more buffers, it would not.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

static __global__ void fails(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: warning: loop left alone: the tile 'As' is shared memory whose size the launch decides, and it cannot be edited: a launch asks for more than 48 KB, which nothing allows: it fails as it is [dynamic-shared-memory]
// CHECK-NEXT: :[[@LINE+12]]:3: note: here
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run_fails(float *A, float *C, int N) {
  fails<<<1, 64, 49156>>>(A, C, N);
}

// All that a launch may ask for.
static __global__ void most(const float *__restrict__ A, float *__restrict__ C, int N) {
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
void run_most(float *A, float *C, int N) { most<<<1, 64, 49152>>>(A, C, N); }

// The host allows it.
static __global__ void allowed(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float Ds[];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; k += 64) {
    Ds[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Ds[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run_allowed(float *A, float *C, int N) {
  cudaFuncSetAttribute(allowed, cudaFuncAttributeMaxDynamicSharedMemorySize, 49156);
  allowed<<<1, 64, 49156>>>(A, C, N);
}
