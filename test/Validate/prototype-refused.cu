// The parameter of a template with a prototype has another meaning where the next tile is stored.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

template <typename T>
__global__ void hidden(const T *__restrict__ A, T *__restrict__ C, int N, int flip);

template <typename T>
__global__ void hidden(const T *__restrict__ A, T *__restrict__ C, int N, int flip) {
  __shared__ T Row[64];
  T sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'flip' would be 'flip' of line [[@LINE+4]] in the new text, and is 'flip' of line [[@LINE-3]] [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x ^ flip] = A[k + threadIdx.x];
    __syncthreads();
    const int flip = 2;
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * flip;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const float *A, float *C, int N) { hidden<float><<<1, 64>>>(A, C, N, 1); }
