// ACCEPTED: other-programs.cu
// A file that may be linked with the kernel's, or include it: it may launch an
// instance that needs more, or set the limit of a kernel of C.
// RUN: rm -rf %t && split-file %s %t
// RUN: %pipeline-rewrite %t/library/grown.cu %builtin 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %t/helper/grown.cu %builtin 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %t/sometimes/grown.cu %builtin 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %t/within/grown.cu %builtin 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %t/member/grown.cu %builtin 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %t/module/grown.cu %builtin 2>&1 >/dev/null | FileCheck %s
// CHECK: remark: rewritten: ldg-single,
// CHECK: cannot be edited: 'grown' may be launched in {{.*}}other.cpp, too

//--- library/grown.cu
template <int T>
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
void run(float *A) { grown<64><<<1, 64, 256>>>(A, A + 640, 640); }

//--- library/other.cpp
template <int T> __global__ void grown(const float *, float *, int);
void use(float *A) { grown<64><<<1, 64, 256>>>(A, A + 64, 64); }
int main() { use(nullptr); }
//--- helper/grown.cu
template <int T>
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
void run(float *A) { grown<64><<<1, 64, 256>>>(A, A + 640, 640); }
int main() { run(nullptr); }
//--- helper/other.cpp
template <int T> __global__ void grown(const float *, float *, int);
void use(float *A) { grown<64><<<1, 64, 256>>>(A, A + 64, 64); }

//--- sometimes/grown.cu
template <int T>
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
void run(float *A) { grown<64><<<1, 64, 256>>>(A, A + 640, 640); }
#ifdef ALONE
int main() { run(nullptr); }
#endif
//--- sometimes/other.cpp
template <int T> __global__ void grown(const float *, float *, int);
void use(float *A) { grown<64><<<1, 64, 256>>>(A, A + 64, 64); }
int main() { use(nullptr); }
//--- within/grown.cu
template <int T>
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
void run(float *A) { grown<64><<<1, 64, 256>>>(A, A + 640, 640); }
// Renamed where it is included.
int main() { run(nullptr); }
//--- within/other.cpp
#define main grownMain
#include "grown.cu"
#undef main
void use(float *A) { grown<64><<<1, 64, 256>>>(A, A + 64, 64); }
int main() { use(nullptr); }
//--- member/grown.cu
template <int T>
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
void run(float *A) { grown<64><<<1, 64, 256>>>(A, A + 640, 640); }
int main() { run(nullptr); }
//--- member/other.cpp
template <int T> __global__ void grown(const float *, float *, int);
void use(float *A) { grown<64><<<1, 64, 256>>>(A, A + 64, 64); }
struct Program {
  int main();
};
int Program::main() { return 0; }
//--- module/grown.cu
extern "C" __global__ void grown(const float *__restrict__ A, float *__restrict__ C, int N) {
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
void run(float *A) { grown<<<1, 64, 256>>>(A, A + 640, 640); }
int main() { run(nullptr); }
//--- module/other.cpp
const char *name = "grown";
int allowed = CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
int main() { return *name; }