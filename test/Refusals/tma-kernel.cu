// A kernel of one text, to whose loop all threads come.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void kernel_of_template(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}

void run_kernel_of_template(const float *A, float *C, int ld, int N) { kernel_of_template<<<1, dim3(32, 16)>>>(A, C, ld, N); }

__global__ void kernel_left(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
  if (ld == 0)
    return;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}

void run_kernel_left(const float *A, float *C, int ld, int N) { kernel_left<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// A static constant, and a variable of the file.
static __device__ int calls;
__global__ void kernel_constant(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
  static constexpr int Step = 2;
  if (threadIdx.x + threadIdx.y == 0)
    C[512] = calls += Step;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_kernel_constant(const float *A, float *C, int ld, int N) { kernel_constant<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// A parameter of another name.
__global__ void kernel_parameter(const float *__restrict__ A, float *__restrict__ C, int ld, int bytes, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_kernel_parameter(const float *A, float *C, int ld, int N) { kernel_parameter<<<1, dim3(32, 16)>>>(A, C, ld, 0, N); }
