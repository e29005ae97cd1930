// Another name beside the template.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --strict-verify 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

template <unsigned N> inline __device__ unsigned step() { return N; }

template <typename T> inline __device__ T more(T v, unsigned by) { return v + T(by); }

template <bool Late> __global__ void argument(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    for (int e = threadIdx.x; e < 64; e += 64) {
      float v = more(A[k + e], step<2>());
      auto twice = [w = v] { return w + w; };
      Row[e] = twice();
    }
    __syncthreads();
    const unsigned width = 5;
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * width;
    __syncthreads();
  }
  C[threadIdx.x] = Late ? sum : 0.0f;
}

// CHECK: 1 loop: 1 rewritten
void launch(const float *A, float *C, int N) {
  argument<false><<<1, 64>>>(A, C, N);
  argument<true><<<1, 64>>>(A, C, N);
}
