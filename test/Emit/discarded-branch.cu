// A branch that an instance discards has no tree; its text is copied all the same, whole. It may not name a variable
// of the loop's header, which is not there behind the loop.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel -o %t.cu 2>/dev/null
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT

template <bool Stores> __global__ void stores(float *__restrict__ A, float *__restrict__ C, float *__restrict__ D, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// REPORT: :[[@LINE+4]]:3: remark: rewritten: ldg, 2 stages, peel
// REPORT: executed: {{.*}} equal
// CHECK: // Epilogue
// CHECK: if constexpr (Stores) { __syncwarp(); } else if (sum < 0.0f) sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if constexpr (Stores) { __syncwarp(); } else if (sum < 0.0f) sum = 0.0f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <bool Stores> __global__ void names_header(float *__restrict__ A, float *__restrict__ C, float *__restrict__ D, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// REPORT: :[[@LINE+1]]:3: warning: loop left alone: every instance discards a branch that names 'k', which the loads or the header give a value [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if constexpr (Stores)
      D[k + threadIdx.x] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void host(float *A, float *C, float *D, int N) {
  stores<false><<<1, 64>>>(A, C, D, N);
  names_header<false><<<1, 64>>>(A, C, D, N);
}
