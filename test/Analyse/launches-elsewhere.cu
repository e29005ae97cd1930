// Other files mean something else by the kernel's name: a kernel of their own,
// a comment, a string, a longer name; or the kernel is of internal linkage.
// RUN: rm -rf %t && split-file %s %t
// RUN: %pipeline-rewrite %t/grown.cu %builtin 2>&1 >/dev/null | FileCheck %s
// CHECK-COUNT-2: remark: rewritten: ldg,
// CHECK: host     launch in line [[#]] gets 512 bytes

//--- own.cu
#define BLOCK 256
template <int T> __global__ void __launch_bounds__(BLOCK) grown(float *A, int N) {
  A[threadIdx.x] = N;
}
void own(float *A) { grown<3><<<1, 1>>>(A, 0); }
//--- words.cpp
// grown
const char *words = "grown", *grown_more;
//--- notes.txt
grown
//--- inner.h
void inner(int);
//--- grown.cu
__global__ void grown(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

namespace {
template <int T>
__global__ void inner(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace

// A member and a variable of the kernel's name are not the kernel.
struct Options {
  int grown;
};

void host(float *A, float *C, int N, Options options) {
  int grown = options.grown;
  ::grown<<<1, 64, 256>>>(A, C, N + grown);
  inner<64><<<1, 64, 256>>>(A, C, N);
}
