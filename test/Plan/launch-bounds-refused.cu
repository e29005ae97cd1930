// A kernel gets no launch bounds where a launch may have more threads than they
// say, or where they are there; the report says why, and the loop is pipelined
// without. The nearest that get them are in Emit/launch-bounds.cu.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=ldg --min-blocks=2 -o %t.cu 2>%t.err
// RUN: FileCheck %s < %t.err
// RUN: %strip %t.cu | FileCheck %s --check-prefix=TEXT --implicit-check-not=', 2) '
// TEXT: void decided(

// CHECK: in 'decided'
// CHECK: because the kernel gets no launch bounds: a run decides how many threads a launch gives a block
static __global__ void decided(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runDecided(const float *A, float *C, int N) {
  decided<<<1, 64>>>(A, C, N);
  decided<<<1, N>>>(A, C, N);
}

// CHECK: in 'changed'
// CHECK: because the kernel gets no launch bounds: a run decides how many threads a launch gives a block
static __global__ void changed(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runChanged(const float *A, float *C, int N) {
  dim3 block(64);
  if (N > 64)
    block.x = 128;
  changed<<<1, block>>>(A, C, N);
}

// CHECK: in 'handed'
// CHECK: because the kernel gets no launch bounds: 'handed' is named where no launch is seen
static __global__ void handed(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void start(void (*kernel)(const float *, float *, int), int threads);
void runHanded(const float *A, float *C, int N) {
  handed<<<1, 64>>>(A, C, N);
  start(handed, 64);
}

// CHECK: in 'unseen'
// CHECK: because the kernel gets no launch bounds: no launch of it is in this file
__global__ void unseen(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: in 'asked'
// CHECK: because the kernel gets no launch bounds: the host asks how many of the kernel's blocks fit
static __global__ void asked(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runAsked(const float *A, float *C, int N) {
  int blocks;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, asked, 64, 0);
  asked<<<blocks, 64>>>(A, C, N);
}

// CHECK: in 'limited'
// CHECK: because the kernel gets no launch bounds: the kernel says how many registers or threads it has
static __global__ void __maxnreg__(64) limited(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runLimited(const float *A, float *C, int N) { limited<<<1, 64>>>(A, C, N); }

// CHECK: in 'enough'
// CHECK: because the kernel gets no launch bounds: it has them for 2 blocks
constexpr int MOST = 2;
__global__ void __launch_bounds__(64, MOST) enough(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: in 'hidden'
// CHECK: because the kernel gets no launch bounds: the kernel's launch bounds are written in a macro
#define BOUNDS __launch_bounds__(64)
__global__ void BOUNDS hidden(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: in 'twice'
// CHECK: because the kernel gets no launch bounds: several declarations of the kernel say launch bounds
__global__ void __launch_bounds__(64) twice(const float *__restrict__ A, float *__restrict__ C, int N);
__global__ void __launch_bounds__(64) twice(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: in 'sumOf'
// CHECK: because the kernel gets no launch bounds: the loop is in a function that kernels call
__device__ void sumOf(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
static __global__ void caller(const float *__restrict__ A, float *__restrict__ C, int N) { sumOf(A, C, N); }
void runCaller(const float *A, float *C, int N) { caller<<<1, 64>>>(A, C, N); }
