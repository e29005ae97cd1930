// A name that ## makes is found by no search for the name.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg-single,
// CHECK: cannot be edited: the kernel's name is not written where it is used
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#define JOINED(a, b) a##b

template <typename Kernel> void launch(Kernel kernel, const float *A, float *C, int N) { kernel<<<1, 64, 256>>>(A, C, N); }

void host(float *A, float *C, int N) {
  sums<<<1, 64, 256>>>(A, C, N);
  launch(JOINED(su, ms), A, C, N);
}
