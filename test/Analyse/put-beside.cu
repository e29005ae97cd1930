// The nearest objects that are followed: nothing but their assignments puts a pointer into them, whose values may be used.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// CHECK: remark: rewritten: ldg, {{.*}}, in 'made'
// CHECK: remark: rewritten: ldg, {{.*}}, in 'assigned'

struct Range {
  const float *p;
  int n;
  __device__ Range(const float *q, int size) : p(q), n(size) {}
};

struct Plain {
  const float *p, *q;
};

__global__ void made(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  Range s(A, N);
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = s.p[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}

__global__ void assigned(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  Plain s{A, A};
  s.p = A + 64, s.p -= 64;
  s.q = A;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = s.p[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}
