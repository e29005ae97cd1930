// The nearest calls: what is loaded is a value for them, and no place.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// CHECK: remark: rewritten: {{.*}}, in 'called'
// CHECK: remark: rewritten: {{.*}}, in 'member'

__device__ float get(const float *p, int i) { return p[i]; }
__device__ float twice(float v) { return v + v; }

struct Table {
  const float *p;
  __device__ float operator[](int i) const { return p[i]; }
  __device__ float at(int i) const { return p[i]; }
};

__global__ void called(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = twice(get(A, k + threadIdx.x));
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 100.0f)) break;
  }
  C[threadIdx.x] = sum;
}

__global__ void member(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  Table t{A};
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = twice(t.at(k + threadIdx.x)) + t[k];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 100.0f)) break;
  }
  C[threadIdx.x] = sum;
}
