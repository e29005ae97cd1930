// No second kernel is written of these, or not all of its threads would wait.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s

template <int W> __global__ void kernel_no_of_template(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}is a template{{.*}} [tma-kernel]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}

void run_kernel_no_of_template(const float *A, float *C, int ld, int N) { kernel_no_of_template<2><<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Some threads are gone.
__global__ void kernel_no_left(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
  if (threadIdx.x == ld)
    return;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}may be gone{{.*}} [tma-kernel]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}

void run_kernel_no_left(const float *A, float *C, int ld, int N) { kernel_no_left<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// A parameter without a name.
__global__ void kernel_no_unnamed(const float *__restrict__ A, float *__restrict__ C, int ld, int N, int) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}has no name{{.*}} [tma-kernel]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}

void run_kernel_no_unnamed(const float *A, float *C, int ld, int N) { kernel_no_unnamed<<<1, dim3(32, 16)>>>(A, C, ld, N, 0); }
