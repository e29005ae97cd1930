// Why static tiles whose stages pass 48 KB stay static: the smallest case of each
// reason. test/Emit/moved-tiles.cu has what is accepted.
// ACCEPTED: moved-tiles.cu
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --variant=cpasync 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --variant=cpasync --no-edit-launches 2>&1 >/dev/null | FileCheck %s --check-prefix=NO
// NO: 56 KB of static shared memory per block; the limit is 48 KB; {{.*}}it stays static, because of --no-edit-launches [shared-memory-exceeded]

// CHECK: it stays static, because no launch of it is in this file [shared-memory-exceeded]
static __global__ void kept_pointer(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[7][256];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 7; ++i)
      As[i][threadIdx.x] = A[(k + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 7][i].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: it stays static, because the host gives it dynamic shared memory, which it does not use [shared-memory-exceeded]
static __global__ void given_bytes(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[7][256];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 7; ++i)
      As[i][threadIdx.x] = A[(k + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 7][i].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: it stays static, because a launch does not write how much dynamic shared memory it gives [shared-memory-exceeded]
static __global__ void default_bytes(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[7][256];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 7; ++i)
      As[i][threadIdx.x] = A[(k + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 7][i].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: it stays static, because a launch is written in a macro [shared-memory-exceeded]
static __global__ void in_macro(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[7][256];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 7; ++i)
      As[i][threadIdx.x] = A[(k + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 7][i].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: it stays static, because the kernel has dynamic shared memory of another kind [shared-memory-exceeded]
static __global__ void has_dynamic(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[7][256];
  extern __shared__ float other[];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 7; ++i)
      As[i][threadIdx.x] = A[(k + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 7][i].x;
    __syncthreads();
  }
  other[threadIdx.x] = sum;
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: it stays static, because 'As' is declared together with something else [shared-memory-exceeded]
static __global__ void with_another(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[7][256], Last;
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 7; ++i)
      As[i][threadIdx.x] = A[(k + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 7][i].x;
    __syncthreads();
  }
  Last = A[0];
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: it stays static, because 'As' has a comment or directive in its declaration [shared-memory-exceeded]
static __global__ void with_comment(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As /* rows */ [7][256];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 7; ++i)
      As[i][threadIdx.x] = A[(k + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 7][i].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: it stays static, because 'As' is declared in a macro [shared-memory-exceeded]
#define TILE(T, NAME) __shared__ T NAME[7][256]
static __global__ void declared_in_macro(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  TILE(float4, As);
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 7; ++i)
      As[i][threadIdx.x] = A[(k + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 7][i].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: it stays static, because 'As' is aligned to more than 128 bytes [shared-memory-exceeded]
static __global__ void aligned_more(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ __align__(256) float4 As[7][256];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 7; ++i)
      As[i][threadIdx.x] = A[(k + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 7][i].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// CHECK: it stays static, because the kernel calls a function that is not in view [shared-memory-exceeded]
__device__ float elsewhere(float);
static __global__ void unseen_call(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[7][256];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 7; ++i)
      As[i][threadIdx.x] = A[(k + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 7][i].x;
    __syncthreads();
  }
  sum = elsewhere(sum);
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

void host(const float4 *A, float *C, int N) {
  auto *kernel = &kept_pointer;
  kernel<<<4, 256>>>(A, C, N);
  given_bytes<<<4, 256, 1024>>>(A, C, N);
  void *args[] = {&A, &C, &N};
  cudaLaunchKernel((const void *)default_bytes, dim3(4), dim3(256), args);
#define SHAPE 4, 256
  in_macro<<<SHAPE>>>(A, C, N);
  has_dynamic<<<4, 256>>>(A, C, N);
  with_another<<<4, 256>>>(A, C, N);
  with_comment<<<4, 256>>>(A, C, N);
  declared_in_macro<<<4, 256>>>(A, C, N);
  aligned_more<<<4, 256>>>(A, C, N);
  unseen_call<<<4, 256>>>(A, C, N);
}

// What lies behind a tile of 16 bytes more than a multiple of 128.
// CHECK: it stays static, because what lies behind 'As' would not be aligned as it is [shared-memory-exceeded]
static __global__ void odd_size(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[7 * 256 + 1];
  __shared__ float Bs[1024];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 7; ++i)
      As[i * 256 + threadIdx.x] = A[(k + i) * 256 + threadIdx.x];
    *reinterpret_cast<float4 *>(&Bs[threadIdx.x * 4]) = A[k * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i].x * Bs[i];
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// One launch text gives every instance as much.
// CHECK: gemm<8> on sm_90 would need 64 KB of static shared memory per block; {{.*}}; it stays static, because the instances of the template need different amounts [shared-memory-exceeded]
template <int ROWS>
static __global__ void gemm(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[ROWS][256];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < ROWS; ++i)
      As[i][threadIdx.x] = A[(k + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % ROWS][i].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

void host_more(const float4 *A, float *C, int N) {
  odd_size<<<4, 256>>>(A, C, N);
  gemm<8><<<4, 256>>>(A, C, N);
  gemm<1><<<4, 256>>>(A, C, N);
}
