// A variable hides the member that the loads name.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

struct Summer {
  static constexpr unsigned flip = 1;
  __device__ void run(const float *__restrict__ A, float *__restrict__ C, int N) const {
    __shared__ float Row[64];
    float sum = 0.0f;
// CHECK: :[[@LINE+1]]:5: warning: loop left alone: 'flip' would be 'flip' of line 13 in the new text, and is 'Summer::flip' of line 5 [meaning-changes]
    for (int k = 0; k < N; k += 64) {
      Row[threadIdx.x ^ flip] = A[k + threadIdx.x];
      __syncthreads();
      const unsigned flip = 2;
      for (int i = 0; i < 64; ++i)
        sum += Row[i] * flip;
      __syncthreads();
    }
    C[threadIdx.x] = sum;
  }
};

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  Summer().run(A, C, N);
}
