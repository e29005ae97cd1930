// What new text says means something else where it lands: a local variable, one of a namespace, a parameter, a type, a template parameter, a macro of another build.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:
__device__ int rowOf() { return blockIdx.x; }

__global__ void local(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float As[];
  const dim3 blockDim(1, 1, 1);
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'blockDim' would be 'blockDim' of line 7 in the new text, and is the toolkit's [meaning-changes]
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * blockDim.x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runLocal(const float *A, float *C, int K) { local<<<1, 64, 256>>>(A, C, K); }

namespace unread {
__constant__ uint3 blockDim = {1, 1, 1};
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float As[];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'blockDim' would be 'unread::blockDim' of line 22 in the new text, and is the toolkit's [meaning-changes]
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace unread
void runUnread(const float *A, float *C, int K) { unread::sums<<<1, 64, 256>>>(A, C, K); }

// The test at run time reads the place of the block, and casts to a size.
__global__ void parameter(const float *A, float *C, int K, uint3 blockIdx) {
  __shared__ float As[64];
  float sum = 0.0f;
  const int row = rowOf();
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'blockIdx' would be 'blockIdx' of line 40 in the new text, and is the toolkit's [meaning-changes]
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[blockIdx.x + row * K + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[row * 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}
void runParameter(const float *A, float *C, int K) { parameter<<<3, 64>>>(A, C, K, uint3{0, 0, 0}); }

namespace small {
typedef unsigned char size_t;
__global__ void sums(const float *A, float *C, int K) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'size_t' would be the type 'unsigned char' in the new text, and is the toolkit's [meaning-changes]
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[threadIdx.x] = sum;
    __syncthreads();
  }
}
} // namespace small
void runSmall(const float *A, float *C, int K) { small::sums<<<1, 64>>>(A, C, K); }

template <class size_t> __global__ void ofTemplate(const float *A, float *C, int K) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'size_t' would be a declaration of line [[@LINE-3]] in the new text, and is the toolkit's [meaning-changes]
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[threadIdx.x] = sum;
    __syncthreads();
  }
}
void runTemplate(const float *A, float *C, int K) { ofTemplate<unsigned char><<<1, 64>>>(A, C, K); }

namespace other {
#ifdef SMALL
using size_t = unsigned char;
#endif
__global__ void sums(const float *A, float *C, int K) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'size_t' would be a declaration of line [[@LINE-5]] in the new text, and is the toolkit's [meaning-changes]
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[threadIdx.x] = sum;
    __syncthreads();
  }
}
} // namespace other
void runOther(const float *A, float *C, int K) { other::sums<<<1, 64>>>(A, C, K); }

#ifdef SMALL
#define size_t unsigned char
#endif
__global__ void macro(const float *A, float *C, int K) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'size_t' would be a macro of line [[@LINE-5]] in the new text, and is the toolkit's [meaning-changes]
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[threadIdx.x] = sum;
    __syncthreads();
  }
}
void runMacro(const float *A, float *C, int K) { macro<<<1, 64>>>(A, C, K); }
