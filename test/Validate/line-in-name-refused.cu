// The nearest refused neighbour of line-in-name.cu: a type is made of the line.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

#define BUFFER static char Buffer[__LINE__]

static __global__ void sums(const float *A, float *C, int N) {
  __shared__ float As[32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void launch(const float *A, float *C, int N) { sums<<<1, 32>>>(A, C, N); }

BUFFER;
char *last() { return Buffer + sizeof(Buffer) - 1; }
