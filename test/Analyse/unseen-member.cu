// A member of a class template without specialisations is one text, whatever the kernel's arguments are.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

template <int Rows, int Columns> struct Tile {
  float data[Rows * Columns];
  __device__ void fill(const float *from, int stride) {
    for (int i = threadIdx.x; i < Rows * Columns; i += 64)
      data[i] = from[i / Columns * stride + i % Columns];
  }
  __device__ float at(int row, int column) const { return data[row * Columns + column]; }
};

template <int R, int C> __global__ void products(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ D, int N) {
  __shared__ Tile<R, C> As;
  __shared__ Tile<R, C> Bs;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += C) {
    As.fill(A + k, N);
    Bs.fill(B + k, N);
    __syncthreads();
    for (int j = 0; j < C; ++j)
      sum += As.at(threadIdx.x / R, j) * Bs.at(threadIdx.x % R, j);
    __syncthreads();
  }
  D[threadIdx.x] = sum;
}
template __global__ void products<8, 16>(const float *, const float *, float *, int);

// By the name of the class, and what it calls gives a value.
struct Square {
  static __device__ float of(float x) { return x * x; }
};
template <class Op> struct Sum {
  float value = 0;
  __device__ void add(float x) { value += Op::of(x); }
  static __device__ void none(int) {}
};
template <class Op> __global__ void squares(const float *A, float *C, int N) {
  __shared__ float As[64];
  Sum<Op> sum;
  auto take = [&](float x) { sum.add(x); };
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum.add(As[63 - threadIdx.x]);
    take(As[threadIdx.x ^ 1]);
    Sum<Op>::none(k);
    __syncthreads();
  }
  C[threadIdx.x] = sum.value;
}
template __global__ void squares<Square>(const float *, float *, int);
// CHECK: 2 loops: 2 rewritten
