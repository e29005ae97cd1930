// ACCEPTED: dynamic-unseen.cu
// Another file of the folder, or of the compilation database, may launch an
// instance of the kernel that needs more: it declares it. Or the kernel's name
// stands there as a string that the driver is given, beside a limit.
// RUN: rm -rf %t && split-file %s %t
// RUN: sed -e 's,FOLDER,%/t,g' %t/commands.json.in > %t/compile_commands.json
// RUN: %pipeline-rewrite %t/beside/grown.cu %builtin 2>&1 >/dev/null | FileCheck %s
// CHECK: :[[#]]:3: remark: rewritten: ldg-single,
// CHECK: cannot be edited: 'grown' may be launched in {{.*}}other.cpp, too
// CHECK: other.cpp:2:1: note: named here
// RUN: %pipeline-rewrite %t/apart/grown.cu %builtin -p %t 2>&1 >/dev/null | FileCheck %s --check-prefix=FAR
// FAR: cannot be edited: 'grown' may be launched in {{.*}}far.cu, too
// RUN: %pipeline-rewrite %t/apart/grown.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=ALONE
// ALONE: remark: rewritten: ldg,
// RUN: %pipeline-rewrite %t/driver/grown.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=DRIVER
// DRIVER: cannot be edited: 'grown' may be launched in {{.*}}driver.cpp, too
// In the kernel's own file, too; and what asks for all kernels names none.
// RUN: %pipeline-rewrite %t/own/grown.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=OWN
// OWN: cannot be edited: 'grown' is named where no launch is seen
// RUN: sed -i s/EVERY/cuModuleEnumerateFunctions/ %t/all/all.cpp
// RUN: %pipeline-rewrite %t/all/grown.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=ALL
// ALL: cannot be edited: 'grown' may be launched in {{.*}}all.cpp, too
// What another file of the run has compiled for a moment is nobody's program.
// RUN: mv %t/beside/other.cpp %t/beside/.pipeline-rewrite-0123abcd-other.cpp
// RUN: %pipeline-rewrite %t/beside/grown.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=ALONE
// A kernel that no other file can name is launched by one that includes it.
// RUN: %pipeline-rewrite %t/within/inner.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=WITHIN
// WITHIN: cannot be edited: 'inner' may be launched in {{.*}}whole.cu, too

//--- commands.json.in
[{"directory": "FOLDER", "file": "apart/grown.cu", "arguments": ["nvcc", "-c", "apart/grown.cu"]},
 {"directory": "FOLDER", "file": "far/far.cu", "arguments": ["nvcc", "-c", "far/far.cu"]}]
//--- far/far.cu
template <int T> __global__ void grown(const float *__restrict__ A, float *__restrict__ C, int N);
void far(float *A, float *C) { grown<64><<<1, 64, 256>>>(A, C, 640); }

//--- beside/other.cpp
// grown
void (*also)(const float *, float *, int) = grown<32>;
//--- beside/grown.cu
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
void host(float *A, float *C, int N) { grown<64><<<1, 64, 256>>>(A, C, N); }

//--- apart/grown.cu
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
void host(float *A, float *C, int N) { grown<64><<<1, 64, 256>>>(A, C, N); }

//--- driver/driver.cpp
void *get(const char *name);
void allow(void *kernel, int which);
void *kernel() {
  allow(get("grown"), CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
  return get("grown");
}
//--- driver/grown.cu
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
void host(float *A, float *C, int N) { grown<<<1, 64, 256>>>(A, C, N); }

//--- within/whole.cu
#include "inner.cu"
void whole(float *A, float *C) { inner<64><<<1, 64, 256>>>(A, C, 640); }
//--- within/inner.cu
template <int T>
static __global__ void inner(const float *__restrict__ A, float *__restrict__ C, int N) {
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
void host(float *A, float *C, int N) { inner<64><<<1, 64, 256>>>(A, C, N); }

//--- own/grown.cu
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
void host(float *A, float *C, int N) { grown<<<1, 64, 256>>>(A, C, N); }
enum Attribute { CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES };
void *get(const char *name);
void allow(void *kernel, Attribute which);
void lower() { allow(get("grown"), CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES); }

//--- all/all.cpp
int EVERY(void **, unsigned, void *);
int limit(void *kernel) { return CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES; }
//--- all/grown.cu
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
void host(float *A, float *C, int N) { grown<<<1, 64, 256>>>(A, C, N); }
