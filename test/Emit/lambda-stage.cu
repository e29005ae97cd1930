// A lambda without capture-default captures the stage of the tile that it names.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - | %strip | FileCheck %s

__global__ void sums(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    // CHECK: auto plain = [stage](int i) { return As[stage][i]; };
    auto plain = [](int i) { return As[i]; };
    // CHECK: auto offset = [N, stage](int i) { return As[stage][i] + N; };
    auto offset = [N](int i) { return As[i] + N; };
    // CHECK: auto all = [&](int i) { return As[stage][i]; };
    auto all = [&](int i) { return As[i]; };
    // CHECK: _Pragma("unroll 2") for
    // CHECK: if (hasNext)
    _Pragma("unroll 2") for (int i = 0; i < 64; ++i) sum += plain(i) + offset(i) * all(i);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
