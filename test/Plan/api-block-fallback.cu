// A pipeline of the block waits for every one of its threads. Where one of them
// may not come, or come less often, the primitives are taken, and the report
// says why.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --api=pipeline-block -o - 2>&1 | %strip | FileCheck %s

// CHECK: in 'leaves'
// CHECK: with the primitives: some threads of the block may be gone: line [[@LINE+6]]
__global__ void leaves(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N)
    return;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: in 'leavesOneRound'
// CHECK: with the primitives: some threads of the block may be gone: line [[@LINE+11]]
__global__ void leavesOneRound(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  for (int row = blockIdx.x; row < N; row += gridDim.x) {
    float sum = 0;
    for (int k = 0; k < N; k += 64) {
      As[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      sum += As[63 - threadIdx.x].x;
      __syncthreads();
    }
    if (threadIdx.x + row > N) return;
    C[threadIdx.x] = sum;
  }
}

// CHECK: in 'branch'
// CHECK: with the primitives: not all threads of the block may come to the loop: line [[@LINE+4]]
__global__ void branch(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  if (threadIdx.y < N) {
    for (int k = 0; k < N; k += 64) {
      As[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      sum += As[63 - threadIdx.x].x;
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

// CHECK: in 'outer'
// CHECK: with the primitives: not all threads of the block may come to the loop: line [[@LINE+3]]
__global__ void outer(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  for (int row = 0; row < N; ++row) {
    float sum = 0;
    if (A[row].x > threadIdx.x)
      break;
    for (int k = 0; k < N; k += 64) {
      As[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      sum += As[63 - threadIdx.x].x;
      __syncthreads();
    }
    C[threadIdx.x] = sum;
  }
}

// What is read from memory that the kernel may write need not be the same for
// all.
// CHECK: in 'count'
// CHECK: with the primitives: the number of iterations is not seen to be the same in all threads of the block
__global__ void count(const float4 *__restrict__ A, const int *n, float *C) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < n[blockIdx.x]; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Nothing writes what a kernel reads through const and __restrict__.
// CHECK: block-wide cuda::pipeline, in 'kept'
__global__ void kept(const float4 *__restrict__ A, const int *__restrict__ n, float *__restrict__ C) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < n[blockIdx.x]; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: in 'start'
// CHECK: with the primitives: the number of iterations is not seen
__global__ void start(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  int first = 0;
  if (threadIdx.x > 32)
    first = 64;
  for (int k = first; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: in 'changed'
// CHECK: with the primitives: the number of iterations is not seen
__device__ void set(int &n) { n += threadIdx.x; }
__global__ void changed(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  set(N);
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: in 'ended'
// CHECK: with the primitives: some threads of the block may be gone: line [[@LINE+3]]
__device__ void end(int i, int n) {
  if (i > n)
    asm volatile("exit;");
}
__global__ void ended(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  end(threadIdx.x, N);
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: in 'part'
// CHECK: with the primitives: not all threads of the block may call 'part'
__device__ float part(const float4 *__restrict__ A, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  return sum;
}
__global__ void caller(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  if (threadIdx.x < 64)
    C[threadIdx.x] = part(A, N);
}

struct MadeAtEnd {
  __device__ MadeAtEnd(int n) {
    if (threadIdx.x > n)
      asm volatile("exit;");
  }
};
struct GoneAtEnd {
  int n;
  __device__ ~GoneAtEnd() {
    if (threadIdx.x > n)
      asm volatile("exit;");
  }
};

// CHECK: in 'constructs'
// CHECK: with the primitives: some threads of the block may be gone: line [[@LINE+2]]
__global__ void constructs(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  MadeAtEnd made(N);
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: in 'destroys'
// CHECK: with the primitives: some threads of the block may be gone: line [[@LINE+2]]
__global__ void destroys(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  { GoneAtEnd gone{N}; }
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: in 'returnsInAsm'
// CHECK: with the primitives: some threads of the block may be gone: line [[@LINE+2]]
__global__ void returnsInAsm(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  if (threadIdx.x > N) asm volatile("ret;");
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
