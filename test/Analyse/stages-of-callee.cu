// A device function with no barrier in front of its loop has more than two stages where none of its callers writes what the
// loads read, or a barrier stands in between.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 --verify=kernels 2>&1 | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 --verify=kernels 2>&1 | FileCheck %s --check-prefix=ALL
// CHECK-COUNT-4: remark: rewritten: cpasync, 3 stages
// CHECK: 5 loops: 4 rewritten
// ALL-COUNT-4: run {{ *}}executed: {{.*}} equal

// By kernels that write nothing before.
__device__ float plain_sum(const float4 *__restrict__ A, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64].x;
    __syncthreads();
  }
  return sum;
}

__global__ void of_nothing(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  const float sum = plain_sum(A, N);
  C[threadIdx.x] = sum;
}

// Of another array, which is apart.
__global__ void of_another(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float seen[64];
  seen[threadIdx.x] = C[threadIdx.x];
  C[threadIdx.x] = 1.0f;
  C[threadIdx.x] = plain_sum(A, N) + seen[threadIdx.x];
}

// Two levels, and a barrier behind what is written.
template <int Step> __device__ float barred_sum(const float4 *A, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += Step) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < Step; ++i)
      sum += As[(i + threadIdx.x) % 64].x;
    __syncthreads();
  }
  return sum;
}

__device__ float twice(const float4 *A, int N) { return 2.0f * barred_sum<64>(A, N); }

__global__ void behind_a_barrier(float4 *A, float *__restrict__ C, int N) {
  for (int k = 0; k < N; k += 64)
    A[k + 63 - threadIdx.x].x = k + threadIdx.x;
  __syncthreads();
  C[threadIdx.x] = twice(A, N);
}

// In a loop of the caller, whose end is a barrier.
__device__ float in_rounds_sum(const float4 *A, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64].x;
    __syncthreads();
  }
  return sum;
}

__global__ void in_rounds(float4 *A, float *__restrict__ C, int N) {
  float sum = 0.0f;
  for (int r = 0; r < 2; ++r) {
    __syncthreads();
    sum += in_rounds_sum(A, N);
    __syncthreads();
    A[threadIdx.x].y = sum;
  }
  C[threadIdx.x] = sum;
}

// A parameter that a kernel's array is bound to, which the function itself does not write.
__device__ float of_part_sum(const float4 *__restrict__ A, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64].x;
    __syncthreads();
  }
  return sum;
}

__global__ void of_part(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  C[threadIdx.x] = 0.0f;
  const float4 *part = A + 64;
  if (N > 64)
    C[threadIdx.x] = of_part_sum(part, N - 64);
}

void run(float4 *A, float *C, int N) {
  of_nothing<<<1, 64>>>(A, C, N);
  of_another<<<1, 64>>>(A, C, N);
  behind_a_barrier<<<1, 64>>>(A, C, N);
  in_rounds<<<1, 64>>>(A, C, N);
  of_part<<<1, 64>>>(A, C, N);
}
