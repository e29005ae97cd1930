// The kernel depends on the alias.
// ACCEPTED: other-build-pointer-alias.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remark:
#if CUDA_VERSION >= 14000
typedef const float (*Rows)[32];
#else
typedef const float (*Rows)[16];
#endif
constexpr int Columns = sizeof(*Rows()) / sizeof(float);

__global__ void direct(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}depends on 'Rows', which another build makes another [conditional-compilation]
  for (int k = 0; k < N; ++k) {
    As[threadIdx.x] = ((Rows)A)[k][threadIdx.x % 16];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// By a constant that is made of it.
__global__ void indirect(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}{{.*}}another build{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += Columns) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
