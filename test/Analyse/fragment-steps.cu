// The k-steps of a computation, each of which reads fragments, registers, from the tiles and then computes with them. Those
// of the next step may be read while one is computed. What keeps them from it is in fragment-steps-refused.cu.
// RUN: %pipeline-rewrite %s %builtin --print=facts | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=cpasync --stages=3 --fragments=ahead -o %t.cu 2>%t.err
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// REPORT-COUNT-11: executed: {{.*}}, equal
// REPORT: 11 loops: 11 rewritten
// RUN: grep -c 'the fragments of a k-step are read while' %t.err | FileCheck %s --check-prefix=EACH
// EACH: {{^11$}}
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=cpasync --stages=4 --epilogue=peel --fragments=ahead -o - 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=cpasync --stages=2 --epilogue=peel --fragments=ahead -o - 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=cpasync --stages=2 --fragments=ahead -o - 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT

// CHECK-LABEL: in inOrder
// CHECK: steps {{[0-9]+}} x4 fragments a b{{$}}
static __global__ void inOrder(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum[2][2] = {};
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      float a[2], b[2];
      for (int i = 0; i < 2; ++i) {
        const int at = (t + step * 2 + i) % 64;
        a[i] = As[at];
        b[i] = Bs[at];
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  C[t] = sum[0][0] + sum[0][1] + sum[1][0] + sum[1][1];
}

// Reading and computing take turns, but no element is read twice in a step.
// CHECK-LABEL: in inTurns
// CHECK: steps {{[0-9]+}} x4 fragments a b{{$}}
static __global__ void inTurns(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum[2][2] = {};
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      float a[2], b[2];
      for (int i = 0; i < 2; ++i) {
        a[i] = As[(t + step * 2 + i) % 64];
        for (int j = 0; j < 2; ++j) {
          if (i == 0)
            b[j] = Bs[(t * 3 + step + j) % 64];
          sum[i][j] += a[i] * b[j];
        }
      }
    }
    __syncthreads();
  }
  C[t] = sum[0][0] + sum[0][1] + sum[1][0] + sum[1][1];
}

// Steps of more than one; nothing unrolls the loop.
// CHECK-LABEL: in byStride
// CHECK: steps {{[0-9]+}} x4 fragments a b{{$}}
static __global__ void byStride(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
    for (int step = 0; step < 64; step += 16) {
      float a, b;
      a = As[(t * 3 + step) % 64];
      b = Bs[(t + step) % 64];
      sum += a * b;
    }
    __syncthreads();
  }
  C[t] = sum;
}

// Registers of the kernel, of which no value passes from one step to the next.
// CHECK-LABEL: in declaredBefore
// CHECK: steps {{[0-9]+}} x4 fragments a b{{$}}
static __global__ void declaredBefore(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum[2][2] = {};
  float a[2] = {0}, b[2];
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      for (int i = 0; i < 2; ++i) {
        const int at = (t + step * 2 + i) % 64;
        a[i] = As[at];
        b[i] = Bs[at];
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  C[t] = sum[0][0] + sum[0][1] + sum[1][0] + sum[1][1];
}

// Both halves need the index, which is made of no tile.
// CHECK-LABEL: in bothHalves
// CHECK: steps {{[0-9]+}} x4 fragments a{{$}}
static __global__ void bothHalves(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      float a;
      const int at = (t + step * 5) % 64;
      a = As[at];
      sum += a * at;
    }
    __syncthreads();
  }
  C[t] = sum;
}

// What is computed may change the fragments of its own step.
// CHECK-LABEL: in changedInPlace
// CHECK: steps {{[0-9]+}} x4 fragments a b{{$}}
static __global__ void changedInPlace(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum[2][2] = {};
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      float a[2], b[2];
      for (int i = 0; i < 2; ++i) {
        const int at = (t + step * 2 + i) % 64;
        a[i] = As[at];
        b[i] = Bs[at];
      }
      for (int i = 0; i < 2; ++i)
        a[i] = -a[i];
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  C[t] = sum[0][0] + sum[0][1] + sum[1][0] + sum[1][1];
}

// The barrier at the end of an iteration stands on top of the next.
// CHECK-LABEL: in onTop
// CHECK: steps {{[0-9]+}} x4 fragments a b{{$}}
static __global__ void onTop(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    __syncthreads();
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
    for (int step = 0; step < 4; ++step) {
      float a, b;
      a = As[(t + step) % 64];
      b = Bs[(t * 3 + step) % 64];
      sum += a * b;
    }
  }
  C[t] = sum;
}

// What follows the k-steps behind the barrier follows the last of them.
// CHECK-LABEL: in inDo
// CHECK: steps {{[0-9]+}} x4 fragments a b{{$}}
static __global__ void inDo(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  int k = 0;
  do {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
    for (int step = 0; step < 4; ++step) {
      float a, b;
      a = As[(t + step) % 64];
      b = Bs[(t * 3 + step) % 64];
      sum += a * b;
    }
    __syncthreads();
    k += 64;
  } while (k < N);
  C[t] = sum;
}

// The barrier after the k-steps stands on top of the body.
// CHECK-LABEL: in whileOnTop
// CHECK: steps {{[0-9]+}} x4 fragments a b{{$}}
static __global__ void whileOnTop(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  int k = 0;
  while (k < N) {
    __syncthreads();
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    k += 64;
    __syncthreads();
    for (int step = 0; step < 4; ++step) {
      float a, b;
      a = As[(t + step) % 64];
      b = Bs[(t * 3 + step) % 64];
      sum += a * b;
    }
  }
  C[t] = sum;
}

// Fragments may have other names in the step, and be asked for their size.
// CHECK-LABEL: in byPointer
// CHECK: steps {{[0-9]+}} x4 fragments a{{$}}
static __global__ void byPointer(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
    for (int step = 0; step < 4; ++step) {
      float a[2];
      float *to = a;
      to[0] = As[(t + step) % 64];
      to[1] = Bs[(t * 3 + step) % 64];
      for (int i = 0; i < sizeof(a) / sizeof(*a); ++i)
        sum += a[i] * to[1 - i];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: in inOuterLoop
// CHECK: steps {{[0-9]+}} x2 fragments a{{$}}
// CHECK: steps {{[0-9]+}} x6 fragments a{{$}}
template <int STEPS>
static __global__ void inOuterLoop(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  for (int row = 0; row < 3; ++row) {
    float sum = 0;
    for (int k = 0; k < N; k += 64) {
      As[t] = A[k + t + row];
      Bs[t] = B[k + t];
      __syncthreads();
#pragma unroll
      for (int step = 0; step < STEPS; ++step) {
        float a[2];
        float *to = a;
        to[0] = As[(t + step) % 64];
        to[1] = Bs[(t * 3 + step) % 64];
        sum += a[0] * to[1];
      }
      __syncthreads();
    }
    C[row * 64 + t] = sum;
  }
}
void run(const float *A, const float *B, float *C, int N) {
  inOuterLoop<2><<<1, 64>>>(A, B, C, N);
  inOuterLoop<6><<<1, 64>>>(A, B, C, N);
}
