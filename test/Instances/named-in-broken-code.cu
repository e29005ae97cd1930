// Launches in functions that do not parse name the instances: by a macro, by
// constants around them, through a host template, and by a type.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
#include <no/such/tensor.h>
#define WARP 32

template <int BK>
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[BK];
  float sum = 0.0f;
  for (int k = 0; k < N; k += BK) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: :11:3: remark: rewritten: ldg, 2 stages,
// CHECK: assumes  sums<128>, sums<64>: named in {{.*}}named-in-broken-code.cu:32, in code that is not compiled
// CHECK-NEXT: sums<96>: named in {{.*}}:40, in code that is not compiled
// CHECK-NEXT: sums<32>: named in {{.*}}:42, in code that is not compiled
// CHECK-NEXT: sums<16>: named in {{.*}}:46, in code that is not compiled
// CHECK-NEXT: run      executed: {{[0-9]+}} launches, 0 to {{[2-9]}} tiles, 2 schedules, equal
// CHECK: 1 loop: 1 rewritten

template <const int D, const int Parts>
void launch(gone::Tensor a, gone::Tensor c, int n) {
  constexpr int half = D / 2;
  const int bytes = a.size(0);
  sums<half * Parts><<<1, half>>>(a.data_ptr<float>(), c.data_ptr<float>(), n);
}

#define LAUNCH(size) \
  sums<(size)><<<1, (size)>>>(a.data_ptr<float>(), c.data_ptr<float>(), n)

void run(gone::Tensor a, gone::Tensor c, int n) {
  const int T = WARP;
  LAUNCH(3 * WARP);
  {
    sums<T><<<1, T>>>(a.data_ptr<float>(), c.data_ptr<float>(), n);
  }
  { // the inner one is meant
    const int T = sizeof(float4);
    DISPATCH(n, [&] { sums<T><<<1, T>>>(a.data_ptr<float>(), c, n); });
  }
  switch (n) {
  case 64: launch<128, 2>(a, c, n); break;
  case 32: launch<64, 2>(a, c, n); break;
  }
}
