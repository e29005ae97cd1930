// The variable has another name than the member.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --strict-verify 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

struct Summer {
  static constexpr unsigned flip = 1;
  __device__ void run(const float *__restrict__ A, float *__restrict__ C, int N) const {
    __shared__ float Row[64];
    float sum = 0.0f;
// CHECK: :[[@LINE+1]]:5: remark: rewritten: ldg,
    for (int k = 0; k < N; k += 64) {
      Row[threadIdx.x ^ flip] = A[k + threadIdx.x];
      __syncthreads();
      const unsigned twice = 2;
      for (int i = 0; i < 64; ++i)
        sum += Row[i] * twice;
      __syncthreads();
    }
    C[threadIdx.x] = sum;
  }
};

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  Summer().run(A, C, N);
}
