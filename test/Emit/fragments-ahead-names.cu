// Fragments that move out of the k-step get another name where the function has theirs for something else: for the fragments of
// another loop, a variable of the kernel, or a function that is called behind the loop.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=cpasync --stages=3 --fragments=ahead -o %t.cu 2>%t.err
// RUN: %strip %t.cu | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=cpasync --stages=2 --epilogue=peel --fragments=ahead -o - 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// REPORT-COUNT-3: the fragments of a k-step are read while the one before is computed
// REPORT: executed: {{.*}}, equal
// REPORT: 3 loops: 3 rewritten

static __device__ float b(float x) { return x + 1; }

// CHECK-LABEL: void twice
// CHECK: float a2[2][2], b2[2];
// CHECK: a2[set][i] = As[stage][(t + step + i) % 64];
// CHECK: b2[set] = As[stage][(t * 3 + step) % 64];
// CHECK: sum += a2[set][0] * b2[set] + a2[set][1] * (sizeof(a2[set]) / sizeof(*a2[set]));
// CHECK: float a3[2];
// CHECK: a3[set2] = Bs[stage2][(t + step2) % 64];
// CHECK: sum -= a3[set2];
static __global__ void twice(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      float a[2], b;
      for (int i = 0; i < 2; ++i)
        a[i] = As[(t + s + i) % 64];
      b = As[(t * 3 + s) % 64];
      sum += a[0] * b + a[1] * (sizeof(a) / sizeof(*a));
    }
    __syncthreads();
  }
  for (int k = 0; k < N; k += 64) {
    Bs[t] = B[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      float a;
      a = Bs[(t + s) % 64];
      sum -= a;
    }
    __syncthreads();
  }
  C[t] = b(sum);
}

// CHECK-LABEL: void hidesParameter
// CHECK: float a2[2];
// CHECK: a2[set] = As[stage][(t + step) % 64];
// CHECK: sum += a2[set];
static __global__ void hidesParameter(const float *__restrict__ A, float *__restrict__ C, int N, float a) {
  __shared__ float As[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      float a;
      a = As[(t + s) % 64];
      sum += a;
    }
    __syncthreads();
  }
  C[t] = sum + a;
}
void run(const float *A, const float *B, float *C, int N) {
  twice<<<1, 64>>>(A, B, C, N);
  hidesParameter<<<1, 64>>>(A, C, N, 2);
}
