// The loads reach the loop variable by a reference inside an object.
// ACCEPTED: other-name.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

struct Place {
  int &k;
};

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int k = 0;
  Place place{k};
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unsupported-update]
  for (; k < N; k += 64) {
    As[threadIdx.x] = A[place.k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
