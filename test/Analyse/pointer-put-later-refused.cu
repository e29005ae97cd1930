// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: held-pointer.cu

// The object is made from C, and gets B on the way.
struct Sink {
  float *p;
  __device__ void turn(float *q) { p = q; }
};
__global__ void put_later(const float *A, float *B, float *__restrict__ C, int N) {
  __shared__ float As[64];
  Sink out{C};
  out.turn(B);
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-store]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    out.p[k + threadIdx.x] = As[63 - threadIdx.x];
    __syncthreads();
  }
}
