// Copy loops whose elements can be copied in chunks, and what is left to ask.
// RUN: %pipeline-rewrite %s %builtin --widen --print=facts | FileCheck %s

// All threads of the block share it, however many: nothing is left to ask.
// CHECK-LABEL: instance block_stride
// CHECK: tile As {{.*}} chunks-of=4 if=0
__global__ void block_stride(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += blockDim.x)
      As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The block must have so many.
// CHECK-LABEL: instance constant_stride
// CHECK: tile As {{.*}} chunks-of=4 if=1
__global__ void constant_stride(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The thread by another name.
// CHECK-LABEL: instance named_thread
// CHECK: tile As {{.*}} chunks-of=4 if=1
__global__ void named_thread(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  const int tid = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = tid; i < 128; i += 32)
      As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Rows of 8 threads, and 32 in all.
// CHECK-LABEL: instance rows_of_threads
// CHECK: tile As {{.*}} chunks-of=4 if=2
__global__ void rows_of_threads(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.y * 8 + threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A block of two dimensions, whatever they are.
// CHECK-LABEL: instance area
// CHECK: tile As {{.*}} chunks-of=4 if=0
__global__ void area(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x + blockDim.x * threadIdx.y; i < 128; i += blockDim.x * blockDim.y)
      As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The element by its number.
// CHECK-LABEL: instance one_dimension
// CHECK: tile As {{.*}} chunks-of=4 if=1
__global__ void one_dimension(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[128];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x ^ k];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Rows that are padded by a chunk.
// CHECK-LABEL: instance padded
// CHECK: tile As {{.*}} chunks-of=4 if=1
__global__ void padded(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][20];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The same, spelled out.
// CHECK-LABEL: instance flat_padded
// CHECK: tile As {{.*}} chunks-of=4 if=1
__global__ void flat_padded(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[160];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16 * 20 + i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x ^ k];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Division by shifting.
// CHECK-LABEL: instance shifts
// CHECK: tile As {{.*}} chunks-of=4 if=1
__global__ void shifts(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i >> 4][i & 15] = A[(i >> 4) * ld + k + (i & 15)];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// In steps.
// CHECK-LABEL: instance locals
// CHECK: tile As {{.*}} chunks-of=4 if=1
__global__ void locals(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32) {
      const int r = i / 16, c = i % 16;
      const float *row = A + r * ld + k;
      As[r][c] = row[c];
    }
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// One for the block.
// CHECK-LABEL: instance common_source
// CHECK: tile As {{.*}} chunks-of=4 if=1
__global__ void common_source(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  const int ours = blockIdx.x * ld;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = A[ours + i];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A pointer that all threads move on.
// CHECK-LABEL: instance moving_pointer
// CHECK: tile As {{.*}} chunks-of=4 if=1
__global__ void moving_pointer(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = A[i / 16 * ld + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
    A += 16;
  }
  C[threadIdx.x] = sum;
}

// A pragma.
// CHECK-LABEL: instance unrolled
// CHECK: tile As {{.*}} chunks-of=4 if=1
__global__ void unrolled(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    #pragma unroll
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Something else is written first.
// CHECK-LABEL: instance other_written_before
// CHECK: tile As {{.*}} chunks-of=4 if=1
__global__ void other_written_before(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  C[64 + threadIdx.x] = ld;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
