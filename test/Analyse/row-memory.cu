// Padded rows take memory of every kernel and launch that has them.
// RUN: %pipeline-rewrite %s %builtin --layout=pad --variant=none --verify=kernels 2>&1 >/dev/null | grep 'rows of' | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --layout=pad --variant=none --verify=kernels --dynamic-smem=0 2>&1 >/dev/null | grep 'rows of' | FileCheck %s --check-prefix=SAID

#define LOOP                                                                   \
  float sum = 0.0f;                                                            \
  for (int k = 0; k < n; k += 256) {                                           \
    for (int r = 0; r < 8; ++r)                                                \
      As[r][t] = A[k + 32 * r + t];                                            \
    __syncthreads();                                                           \
    for (int c = 0; c < 32; ++c)                                               \
      sum += As[t % 8][c];                                                     \
    __syncthreads();                                                           \
  }                                                                            \
  C[t] = sum;

// The instance without the loop has the most.
// CHECK: 'As' left as they are: with padded rows 'of_two_sizes' has 48.03 KB
template <bool Loops, int Size> __global__ void of_two_sizes(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  __shared__ float more[Size];
  const int t = threadIdx.x;
  more[t] = 0;
  if constexpr (Loops) {
    LOOP
  } else {
    As[t % 8][t] = more[t];
    C[t] = As[t % 8][t];
  }
}

// CHECK: 'As' padded by 1 element, in 'of_fitting_sizes'
template <bool Loops, int Size> __global__ void of_fitting_sizes(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  __shared__ float more[Size];
  const int t = threadIdx.x;
  more[t] = 0;
  if constexpr (Loops) {
    LOOP
  } else {
    As[t % 8][t] = more[t];
    C[t] = As[t % 8][t];
  }
}

// It is given memory that it does not use.
// CHECK: 'As' left as they are: with padded rows 'given_more' has 48.03 KB
__global__ void given_more(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP
}

// CHECK: 'As' padded by 1 element, in 'given_less'
__global__ void given_less(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP
}

// CHECK: 'As' left as they are: not all launches of 'by_other_name' are in view: 'by_other_name' is named where no launch is seen
// SAID: 'As' padded by 1 element, in 'by_other_name'
__global__ void by_other_name(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP
}

// Elsewhere it may have other instances, of which the user's word says nothing.
// CHECK: 'As' left as they are: not all launches of 'of_any_type' are in view
// SAID: 'As' left as they are: not all launches of 'of_any_type' are in view
template <class T> __global__ void of_any_type(const T *A, T *C, int n) {
  __shared__ T As[8][32];
  const int t = threadIdx.x;
  LOOP
}

// CHECK: 'As' left as they are: how much dynamic memory 'of_any_size' is launched with is not in view (--dynamic-smem)
// SAID: 'As' padded by 1 element, in 'of_any_size'
__global__ void of_any_size(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP
}

// CHECK: 'As' left as they are: 'asks' asks how much shared memory a block has
// SAID: 'As' left as they are: 'asks' asks how much shared memory a block has
__global__ void asks(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP
  unsigned size;
  asm("mov.u32 %0, %%total_smem_size;" : "=r"(size));
  C[t] += size;
}

void launch(const float *A, float *C, int n, int size) {
  of_two_sizes<true, 32><<<1, 32>>>(A, C, n);
  of_two_sizes<false, 12032><<<1, 32>>>(A, C, n);
  of_fitting_sizes<true, 32><<<1, 32>>>(A, C, n);
  of_fitting_sizes<false, 12000><<<1, 32>>>(A, C, n);
  given_more<<<1, 32>>>(A, C, n);
  given_more<<<1, 32, 48128>>>(A, C, n);
  given_less<<<1, 32>>>(A, C, n);
  given_less<<<1, 32, 48096>>>(A, C, n);
  by_other_name<<<1, 32>>>(A, C, n);
  auto other = by_other_name;
  other<<<1, 32>>>(A, C, n);
  of_any_type<<<1, 32>>>(A, C, n);
  auto any = of_any_type<float>;
  any<<<1, 32>>>(A, C, n);
  of_any_size<<<1, 32, size>>>(A, C, n);
  asks<<<1, 32>>>(A, C, n);
}
