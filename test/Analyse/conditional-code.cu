// An #if inside a statement of the computation: both of its branches are harmless, so that each build may have the new text.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel -o %t.cu 2>/dev/null
// RUN: %strip %t.cu | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=SAYS
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --verify=kernels 2>&1 >/dev/null -- -DWITH_DEPTH=1 | FileCheck %s --check-prefix=SAYS
// RUN: %pipeline-rewrite %t.cu %builtin --variant=ldg 2>&1 >/dev/null -- -DWITH_DEPTH=1 | FileCheck %s --check-prefix=AGAIN
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null -- -DUNROLLED | FileCheck %s --check-prefix=SAYS
// AGAIN: 3 loops: 0 rewritten, 3 already pipelined

#ifndef WITH_DEPTH
#define WITH_DEPTH 0
#endif
#define WITH_SQUARES 1

// CHECK-LABEL: void depths(
// CHECK: // Epilogue
// CHECK: #if WITH_DEPTH
// CHECK-NEXT: const float near = fminf(sum, weight);
// CHECK: #else
// CHECK-NEXT: depth += 1.0f;
// CHECK-NEXT: #endif
__global__ void depths(const float *__restrict__ A, float *__restrict__ C, float *__restrict__ D, int N) {
  __shared__ float As[64];
  float sum = 0.0f, depth = 0.0f, weight = 1.0f, each[2] = {0.0f, 0.0f};
// SAYS: :[[@LINE+2]]:3: remark: rewritten: {{.*}} in 'depths'
// SAYS: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
#if WITH_DEPTH
      const float near = fminf(sum, weight); // the nearer
      #pragma unroll
      for (int j = 0; j < 2; ++j)
        if (threadIdx.x > 3)
          each[j] += near;
      depth += sum * weight;
#else
      depth += 1.0f;
#endif
      weight *= 0.5f;
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
  D[threadIdx.x] = depth + each[0] + each[1];
}

// What is compiled may read the tile and write global memory.
// CHECK-LABEL: void squares(
// CHECK: // Epilogue
// CHECK: #if WITH_SQUARES
// CHECK-NEXT: squares += As[stage][i] * As[stage][i];
// CHECK-NEXT: if (i == 63)
// CHECK-NEXT: D[threadIdx.x] = squares;
// CHECK-NEXT: #ifdef NEVER
// CHECK-NEXT: squares = 0.0f;
// CHECK-NEXT: #else
// CHECK-NEXT: squares *= 0.5f;
// CHECK-NEXT: #endif
// CHECK-NEXT: #endif
__global__ void squares(const float *__restrict__ A, float *__restrict__ C, float *__restrict__ D, int N) {
  __shared__ float As[64];
  float sum = 0.0f, squares = 0.0f;
// SAYS: :[[@LINE+2]]:3: remark: rewritten: {{.*}} in 'squares'
// SAYS: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
#if WITH_SQUARES
      squares += As[i] * As[i];
      if (i == 63)
        D[threadIdx.x] = squares;
#ifdef NEVER
      squares = 0.0f;
#else
      squares *= 0.5f;
#endif
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A pragma that a build may lack.
// CHECK-LABEL: void pragma(
// CHECK: // Epilogue
// CHECK: #ifdef UNROLLED
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: #endif
__global__ void pragma(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// SAYS: :[[@LINE+2]]:3: remark: rewritten: {{.*}} in 'pragma'
// SAYS: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 8; ++i) {
#ifdef UNROLLED
#pragma unroll
#endif
      for (int j = 0; j < 8; ++j)
        sum += As[8 * i + j];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
