// A shared array of the function's own whose address stays in it, or goes to
// functions that do not keep it.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__device__ float last(const float *Row) {
  const float *p = Row + 63;
  return *p;
}

__device__ float own(const float *A, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    const float *row = As;
    sum += row[63 - threadIdx.x] + last(As);
    __syncthreads();
  }
  return sum;
}

struct Complex {
  float x, y;
};
__device__ Complex operator*(Complex a, Complex b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }
__device__ Complex operator+(const Complex &a, const Complex &b) { return {a.x + b.x, a.y + b.y}; }

__device__ void add(Complex alpha, const Complex *Row, Complex &Sum) { Sum = Sum + alpha * Row[1]; }

__device__ Complex operators(const Complex *A, int N) {
  __shared__ Complex As[64];
  Complex sum = {};
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    Complex copy = As[63 - threadIdx.x];
    add(copy, &As[3], sum);
    sum = sum + As[5];
    __syncthreads();
  }
  return sum;
}
