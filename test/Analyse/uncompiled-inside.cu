// An #if within one statement of the computation, whose branches compute with numbers that the loads do not know: other
// builds, architectures among them, run the same loop around other arithmetic.
// RUN: %pipeline-rewrite %s %builtin -o %t.cu 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin --arch=sm_75 -- -DWITH_DEPTH 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel -o %t.peel.cu
// RUN: %build/bin/pipeline-rewrite prove %s %t.peel.cu --cuda-path=builtin -- -DWITH_DEPTH 2>&1 | FileCheck %s --check-prefix=SAME
// SAME-COUNT-3: equal:

__global__ void depths(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f, depth = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef WITH_DEPTH
#pragma message("with depth")
      depth += fmaxf(sum, 1.0f);
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum + depth;
}

// In instructions of one architecture, and in those of older ones.
__global__ void products(const unsigned *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ unsigned As[64];
  float acc[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  unsigned row[4];
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; i += 4) {
      for (int j = 0; j < 4; ++j)
        row[j] = As[i + j];
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
      for (int j = 0; j < 2; ++j) {
        asm volatile(
            "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32"
            "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};\n"
            : "=f"(((float *)(acc + 0))[0]), "=f"(acc[1]), "=f"(acc[2]), "=f"(acc[3])
            : "r"(((unsigned *)(row + 0))[2 * j]), "r"(row[2 * j + 1]), "r"(row[j]), "f"(acc[0]), "f"(acc[1]), "f"(acc[2]),
              "f"(acc[3]));
      }
#else
      asm volatile(
          "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
          "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
          : "=f"(((float *)(acc + 0))[0]), "=f"(acc[1]), "=f"(acc[2]), "=f"(acc[3])
          : "r"(((unsigned *)(row + 0))[0]), "r"(row[1]), "r"(row[2]), "r"(row[3]), "r"(row[0]), "r"(row[1]), "f"(acc[0]),
            "f"(acc[1]), "f"(acc[2]), "f"(acc[3]));
#endif
    }
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    C[threadIdx.x * 4 + j] = acc[j];
}

__device__ float scaled(float x) {
#if __CUDA_ARCH__ >= 800
  return 2.0f * x;
#else
  return x + x;
#endif
}

__global__ void called(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = scaled(A[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
#if __CUDA_ARCH__ >= 800
  sum *= 0.5f;
#endif
  C[threadIdx.x] = sum;
}

// The name is a parameter's there, and a member's.
#ifdef WITH_DEPTH
#define PLACE(i) ((i) + threadIdx.y * 0)
#else
#define PLACE(i) (i)
#endif
__global__ void placed(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[PLACE(threadIdx.x)] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0, y = 1; i < 64; ++i)
      sum += As[i] * y;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
