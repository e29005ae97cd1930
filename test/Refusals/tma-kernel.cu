// A kernel of one text, to whose loop all threads come.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

// Two instances, each with its own sides, in the words of the template.
template <int W, class T> __global__ void kernel_of_template(const T *__restrict__ A, T *__restrict__ C, int ld, int N) {
  __shared__ T As[W][W];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += W) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < W; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * W + threadIdx.x] = sum;
}
void run_kernel_of_template(const float *A, float *C, int ld, int N) {
  kernel_of_template<16><<<1, dim3(16, 16)>>>(A, C, ld, N);
  kernel_of_template<32, float><<<1, dim3(32, 32)>>>(A, C, ld, N);
}

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

// Elements of two sizes; a host template launches it.
template <class T, int W = 32> __global__ void kernel_elements(const T *__restrict__ A, T *__restrict__ C, int ld, int N) {
  __shared__ T As[16][W];
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
template <class T> void run_elements_of(const T *A, T *C, int ld, int N) { kernel_elements<T><<<1, dim3(32, 16)>>>(A, C, ld, N); }
void run_elements(const float *A, float *C, const double *B, double *D, int ld, int N) {
  run_elements_of(A, C, ld, N);
  run_elements_of(B, D, ld, N);
}

// Sides that the launch does not know, of one instance.
template <int W> __global__ void kernel_sides(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  constexpr int S = 16 * W;
  __shared__ float As[S][S];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += S) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < S; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * S + threadIdx.x] = sum;
}
void run_kernel_sides(const float *A, float *C, int ld, int N) { kernel_sides<2><<<1, dim3(32, 32)>>>(A, C, ld, N); }

// An alignment of its own.
template <int W> __global__ void kernel_aligned(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  alignas(alignof(float4)) __shared__ float As[16][W];
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
void run_kernel_aligned(const float *A, float *C, int ld, int N) { kernel_aligned<32><<<1, dim3(32, 16)>>>(A, C, ld, N); }
