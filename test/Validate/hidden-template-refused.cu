// Where a name hides a template, clang does not take the new text: a name that means another thing.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

template <unsigned N> inline __device__ unsigned step() { return N; }

template <typename T> inline __device__ T more(T v, unsigned by) { return v + T(by); }

// Clang 19 leaves all of the outer call out.
template <bool Late> __global__ void argument(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{'step' would be nothing in the new text, and is 'step<2U>|'more' would be nothing in the new text, and is 'more<float>}}{{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    for (int e = threadIdx.x; e < 64; e += 64) {
      float v = more(A[k + e], step<2>());
      auto twice = [w = v] { return w + w; };
      Row[e] = twice();
    }
    __syncthreads();
    const unsigned step = 5;
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * step;
    __syncthreads();
  }
  C[threadIdx.x] = Late ? sum : 0.0f;
}

template <bool Late> __global__ void value(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'step' would be nothing in the new text, and is 'step<2U>{{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    for (int e = threadIdx.x; e < 64; e += 64) {
      unsigned by = step<2>();
      float v = more(A[k + e], by);
      auto twice = [w = v] { return w + w; };
      Row[e] = twice();
    }
    __syncthreads();
    const unsigned step = 5;
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * step;
    __syncthreads();
  }
  C[threadIdx.x] = Late ? sum : 0.0f;
}

void launch(const float *A, float *C, int N) {
  argument<false><<<1, 64>>>(A, C, N);
  argument<true><<<1, 64>>>(A, C, N);
  value<false><<<1, 64>>>(A, C, N);
  value<true><<<1, 64>>>(A, C, N);
}
