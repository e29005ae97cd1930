// What a kernel can take: every instance of a template, a device function, a struct with pointers, module variables,
// sizes in memory.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --report=json > %t.json || true
// RUN: %python %S/Inputs/executions.py %t.json | FileCheck %s

template <typename T, int Tile>
__global__ void scaled(const T *__restrict__ in, T *__restrict__ out, int n) {
  __shared__ T tile[Tile];
  T sum = 0;
  for (int k = 0; k < n; k += Tile) {
    tile[threadIdx.x] = in[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < Tile; ++i)
      sum += tile[i] * T(i + 1);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
template __global__ void scaled<float, 64>(const float *, float *, int);
template __global__ void scaled<double, 128>(const double *, double *, int);
// CHECK: scaled: executed

struct View {
  const float *data;
  int rows;
  float factor;
};

__global__ void fromStruct(View view, float *__restrict__ out) {
  __shared__ float tile[32];
  float sum = 0;
  for (int k = 0; k < view.rows; ++k) {
    tile[threadIdx.x] = view.data[k * 32 + threadIdx.x];
    __syncthreads();
    sum += tile[31 - threadIdx.x] * view.factor;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
// CHECK: fromStruct: executed

__constant__ float weights[64];

__global__ void withConstants(const float *__restrict__ in, float *__restrict__ out, int n) {
  __shared__ float window[64];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    window[threadIdx.x] = in[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += window[i] * weights[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
// CHECK: withConstants: executed

__global__ void __launch_bounds__(96) rows(const int *__restrict__ begins, const float *__restrict__ in,
                                           float *__restrict__ out) {
  __shared__ float tile[96];
  float sum = 0;
  for (int k = begins[0]; k < begins[5]; k += 4) {
    tile[threadIdx.x] = in[k * 96 + threadIdx.x];
    __syncthreads();
    sum += tile[95 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
// CHECK: rows: executed
