// A function copies a tile from the thread's number on, which its caller gives: the copy loop has a known number of rounds at most.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

template <int Threads, int Rows, int Columns>
static __device__ void load(float (&to)[Rows][Columns], const float *from, int stride, int rows, int t) {
  for (int i = t; i < Rows * Columns; i += Threads) {
    const int row = i / Columns, column = i % Columns;
    to[row][column] = row < rows ? from[row * stride + column] : 0.0f;
  }
}

// By a function in between, from another column on.
template <int Threads, int Rows, int Columns>
static __device__ void loadMore(float (&to)[Rows][Columns], const float *from, int stride, int t) {
  load<Threads>(to, from, stride, Rows, t % Threads);
}

static __global__ void sums(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ float as[4][24];
  __shared__ float bs[3][32];
  const int tid = threadIdx.x;
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg
// CHECK: executed: {{.*}}, equal
  for (int k = 0; k < n; ++k) {
    load<32>(as, A + k * 96, 24, n - k, tid);
    loadMore<32>(bs, B + k * 96, 32, threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 24; ++i)
      sum += as[i & 3][i] * bs[i % 3][31 - tid];
    __syncthreads();
  }
  C[tid] = sum;
}

void run(const float *A, const float *B, float *C, int n) { sums<<<1, 32>>>(A, B, C, n); }
