// The nearest stores that are copied: the pointer in the object stays where it is, and the reference to const is read.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null | FileCheck %s
// CHECK: remark: rewritten: cpasync, {{.*}}, in 'one'
// CHECK: remark: rewritten: cpasync, {{.*}}, in 'via'

struct Cursor {
  float *p;
};
__device__ const float &larger(const float &a, const float &b) { return a < b ? b : a; }

__global__ void one(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[128];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    Cursor c{As};
    c.p[2 * threadIdx.x] = A[k + threadIdx.x];
    c.p[2 * threadIdx.x + 1] = 1.0f;
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void via(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    float v = A[k + threadIdx.x];
    const float &r = v;
    sum += larger(v, r);
    As[threadIdx.x] = v;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
struct View { const float &v; __device__ View(const float &x) : v(x) {} __device__ void set() const { const_cast<float &>(v) = 2.0f; } };
