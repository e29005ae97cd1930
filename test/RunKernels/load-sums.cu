// What the statement that fills a tile adds up besides is added once for each
// tile, beside the stores.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels -o %t.cu 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %strip < %t.cu | FileCheck %s --check-prefix=TEXT
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=EACH
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=EACH
// EACH-COUNT-4: {{: equal|schedules, equal}}

// CHECK: :[[@LINE+19]]:3: remark: rewritten: ldg,
// CHECK: equal
// TEXT: void products(
// TEXT: for (int k = 0;
// TEXT-NOT: total +=
// TEXT: sum +=
// TEXT: total += r[j] * xs
// TEXT-NOT: total +=
// TEXT: C[ty
__global__ void products(const float *__restrict__ A, const float *__restrict__ x,
                         float *__restrict__ C, int N) {
  __shared__ float tile[16][64 + 1];
  __shared__ float xs[64];
  float r[4];
  float total = 0.0f, sum = 0.0f;
  const int tx = threadIdx.x, ty = threadIdx.y;
  if (ty == 0)
    xs[tx] = x[tx];
  __syncthreads();
  for (int k = 0; k < N; k += 16) {
    for (int j = 0; j < 4; ++j)
      r[j] = A[(k + ty * 4 + j) * 64 + tx];
    for (int j = 0; j < 4; ++j) {
      total += r[j] * xs[ty * 4 + j];
      tile[ty * 4 + j][tx] = r[j] * 2.0f;
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[i][(tx + i) % 64];
    __syncthreads();
  }
  C[ty * 64 + tx] = sum;
  C[ty * 64 + tx + 256] = total;
}

// Several statements, under conditions, and read again behind the loop.
// CHECK: :[[@LINE+6]]:3: remark: rewritten: ldg,
// CHECK: equal
__global__ void scaled(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float tile[64];
  float total = 1.0f, sum = 0.0f;
  int count = 0;
  for (int k = 0; k < N; k += 64) {
    if (threadIdx.x > 2) {
      const float v = A[k + threadIdx.x];
      total = total * 0.5f + v;
      if (v > 0.25f)
        ++count;
      tile[threadIdx.x] = v;
      total -= 0.125f;
    } else
      tile[threadIdx.x] = 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + total * count;
}

// One for each register, and an object with operators of its own.
// CHECK: :[[@LINE+16]]:3: remark: rewritten: ldg,
// CHECK: equal
struct Pair {
  float x, y;
};
__device__ Pair &operator+=(Pair &a, float b) {
  a.x += b;
  a.y = a.x * b;
  return a;
}
__global__ void rows(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float tile[4][64];
  float each[4] = {}, sum = 0.0f;
  Pair pair = {1.0f, 2.0f};
  const int t = threadIdx.x;
#pragma unroll 1
  for (int k = 0; k < N; k += 4) {
    for (int j = 0; j < 4; ++j) {
      const float v = A[(k + j) * 64 + t];
      each[j] += v;
      pair += v;
      tile[j][t] = v;
    }
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += tile[i][63 - t];
    __syncthreads();
  }
  C[t] = sum + each[0] - each[3] * each[1];
  C[t + 64] = pair.x + pair.y + each[2];
}

// The other tile is copied asynchronously, with two stages or three.
// CHECK: :[[@LINE+7]]:3: remark: rewritten: ldg,
// CHECK: equal
__global__ void beside(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N) {
  __shared__ float tile[64], raw[64];
  float total = 0.0f, sum = 0.0f;
  const int t = threadIdx.x;
  for (int k = 0; k < N; k += 64) {
    raw[t] = B[k + t];
    {
      const float v = A[k + t];
      total += v;
      tile[t] = v * 2.0f;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * raw[63 - i];
    __syncthreads();
  }
  C[t] = sum;
  C[t + 64] = total;
}
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=MIXED
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=MIXED
// MIXED: in 'beside'
// MIXED: equal
