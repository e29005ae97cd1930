// --min-blocks makes the compiler keep so many blocks on an SM: bounds with the
// threads of the largest launch, in front of the kernel's name, or a number of
// blocks in those that it has. How launches say it, and what is refused, is as
// near to Plan/launch-bounds-refused.cu as may be.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=ldg --min-blocks=2 -o %t.cu 2>%t.err
// RUN: %strip %t.cu | FileCheck %s --implicit-check-not=__launch_bounds__
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: grep -c 'launch bounds keep 2 blocks on an SM' %t.err | FileCheck %s --check-prefix=KEPT
// KEPT: {{^7$}}
// RUN: grep -c 'executed: .*, equal' %t.err | FileCheck %s --check-prefix=EACH
// EACH: {{^8$}}
// REPORT: in 'twice'
// REPORT: launch bounds keep 2 blocks on an SM
// REPORT: in 'twice'
// REPORT: because the kernel gets its launch bounds for the loop in line
// REPORT: 8 loops: 8 rewritten
// A second run has nothing to do.
// RUN: %pipeline-rewrite %t.cu %builtin --verify=kernels --variant=ldg --min-blocks=2 -o - 2>&1 >/dev/null | FileCheck %s --check-prefix=AGAIN
// AGAIN: 0 rewritten, 8 already pipelined
// Nothing is written for what is not asked for.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=ldg --min-blocks=0 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=NONE
// NONE-NOT: {{__launch_bounds__\([^)]*, 2\)}}

// CHECK: static __global__ void __launch_bounds__(128, 2) plain(
static __global__ void plain(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[128];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runPlain(const float *A, float *C, int N) {
  const dim3 block(8, 16);
  plain<<<1, block>>>(A, C, N);
  plain<<<1, 64>>>(A, C, N);
}

// A declaration in front of the definition needs no bounds of its own.
// CHECK: namespace inside {
// CHECK-NEXT: static __global__ void declared(
namespace inside {
static __global__ void declared(const float *__restrict__ A, float *__restrict__ C, int N);
}
// CHECK: __global__ void
// CHECK-NEXT: __launch_bounds__(64, 2) inside :: declared(
__global__ void
inside :: declared(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runDeclared(const float *A, float *C, int N) { inside::declared<<<1, 64>>>(A, C, N); }

// The instances of a template share its bounds.
// CHECK: template <int T>
// CHECK-NEXT: static __global__ void __launch_bounds__(128, 2) shaped(
template <int T>
static __global__ void shaped(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[T];
  float sum = 0;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[T - 1 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template <int T> void runShaped(const float *A, float *C, int N) { shaped<T><<<1, T>>>(A, C, N); }
template void runShaped<64>(const float *A, float *C, int N);
template void runShaped<128>(const float *A, float *C, int N);

// What the kernel says of its threads stays, whoever launches it.
// CHECK: __global__ void __launch_bounds__(256, 2) bounded(
__global__ void __launch_bounds__(256) bounded(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: __global__ void __launch_bounds__(T, 2) raised(
template <int T, int Blocks>
__global__ void __launch_bounds__(T, Blocks) raised(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[T];
  float sum = 0;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[T - 1 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void raised<64, 1>(const float *__restrict__ A, float *__restrict__ C, int N);

// A launch by the runtime's function.
// CHECK: static __global__ void __launch_bounds__(96, 2) called(
static __global__ void called(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[96];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runCalled(const float *A, float *C, int N) {
  void *all[] = {&A, &C, &N};
  cudaLaunchKernel((const void *)called, dim3(1), dim3(32, 3), all, 0, nullptr);
}

// Two loops of a kernel: it gets its bounds once.
// CHECK: static __global__ void __launch_bounds__(64, 2) twice(
static __global__ void twice(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  for (int k = 0; k < N; k += 64) { // pipeline-rewrite: min-blocks=3
    Bs[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum *= Bs[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runTwice(const float *A, float *C, int N) { twice<<<1, 64>>>(A, C, N); }
