// A local that a guarded read fills waits whole: the guard is asked once, and
// neither half has declarations that it does not need.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s

struct Wide { float x[4]; };

// All ways to give it a first value, and both branches of a guard.
// CHECK-LABEL: void fills(
// CHECK: float bNext;
// CHECK-NEXT: float cNext;
// CHECK-NEXT: float dNext;
// CHECK-NEXT: Wide wNext;
// CHECK-NEXT: if (hasNext) {
// CHECK-NEXT: const int i = kNext + threadIdx.x;
// CHECK-NEXT: bNext = 0.25f;
// CHECK-NEXT: cNext = 1 / 8.0f;
// CHECK-NEXT: wNext = Wide{{[{][{]}}1, 2, 3, 4}};
// CHECK-NEXT: if (i < N) {
// CHECK-NEXT: bNext = A[i];
// CHECK-NEXT: cNext = A[i + N];
// CHECK-NEXT: }
// CHECK-NEXT: if (i < N)
// CHECK-NEXT: dNext = A[i + 1];
// CHECK-NEXT: else
// CHECK-NEXT: dNext = -1;
// CHECK-NEXT: if (i + 5 < N)
// CHECK-NEXT: wNext = B[i];
// CHECK-NEXT: }
// CHECK: if (hasNext) {
// CHECK-NEXT: const int j = 63 - threadIdx.x;
// CHECK-NEXT: Bs[stage ^ 1][j] = bNext;
// CHECK-NEXT: Cs[stage ^ 1][j] = cNext;
// CHECK-NEXT: Ds[stage ^ 1][j] = dNext;
// CHECK-NEXT: Ws[stage ^ 1][j] = wNext;
__global__ void fills(const float *__restrict__ A, const Wide *__restrict__ B,
                      float *__restrict__ C, int N) {
  __shared__ float Bs[64], Cs[64], Ds[64];
  __shared__ Wide Ws[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    const int i = k + threadIdx.x, j = 63 - threadIdx.x;
    float b{0.25f};
    float c(1 / 8.0f);
    float d;
    Wide w{{1, 2, 3, 4}};
    if (i < N) {
      b = A[i];
      c = A[i + N];
    }
    if (i < N)
      d = A[i + 1];
    else
      d = -1;
    if (i + 5 < N)
      w = B[i];
    Bs[j] = b;
    Cs[j] = c;
    Ds[j] = d;
    Ws[j] = w;
    __syncthreads();
    for (int t = 0; t < 64; ++t)
      sum += Bs[t] + Cs[t] + Ds[t] + Ws[t].x[t % 4];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What changes the local behind the load changes a local; what only asks for
// its value asks the register.
// CHECK-LABEL: void changes(
// CHECK: valueNext = 0;
// CHECK-NEXT: if (kNext + i < N)
// CHECK-NEXT: valueNext = A[kNext + i];
// CHECK-NEXT: maskedNext = 0;
// CHECK-NEXT: if (kNext + i < N)
// CHECK-NEXT: maskedNext = A[kNext + i + 1];
// CHECK-NEXT: }
// CHECK: if (hasNext) {
// CHECK-NEXT: int i = threadIdx.x;
// CHECK-NEXT: As[stage ^ 1][i] = valueNext > 1 ? 1 : valueNext;
// CHECK-NEXT: float masked = maskedNext;
// CHECK-NEXT: if (i % 2)
// CHECK-NEXT: masked *= 2;
// CHECK-NEXT: if (valueNext > 3)
// CHECK-NEXT: Bs[stage ^ 1][i] = masked;
// CHECK-NEXT: else
// CHECK-NEXT: Bs[stage ^ 1][i] = 0;
__global__ void changes(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    int i = threadIdx.x;
    float value = 0;
    if (k + i < N)
      value = A[k + i];
    As[i] = value > 1 ? 1 : value;
    float masked = 0;
    if (k + i < N)
      masked = A[k + i + 1];
    if (i % 2)
      masked *= 2;
    if (value > 3)
      Bs[i] = masked;
    else
      Bs[i] = 0;
    __syncthreads();
    for (int t = 0; t < 64; ++t)
      sum += As[t] * Bs[t];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A value that is computed from what is loaded would wait for it; one that a
// later load needs is wanted before the computation as well.
// CHECK-LABEL: void apart(
// CHECK: if (hasNext) {
// CHECK-NEXT: int i = threadIdx.x;
// CHECK-NEXT: if (kNext + i < N)
// CHECK-NEXT: scaledNext = A[kNext + i];
// CHECK-NEXT: int at = 0;
// CHECK-NEXT: if (kNext + i < N) {
// CHECK-NEXT: at = P[kNext + i];
// CHECK-NEXT: atNext = P[kNext + i];
// CHECK-NEXT: }
// CHECK-NEXT: BsNext = A[at];
// CHECK: if (hasNext) {
// CHECK-NEXT: int i = threadIdx.x;
// CHECK-NEXT: float scaled = 0;
// CHECK-NEXT: if (kNext + i < N)
// CHECK-NEXT: scaled = scaledNext * 2;
// CHECK-NEXT: As[stage ^ 1][i] = scaled;
// CHECK-NEXT: int at = 0;
// CHECK-NEXT: if (kNext + i < N) {
// CHECK-NEXT: at = atNext;
// CHECK-NEXT: }
// CHECK-NEXT: Bs[stage ^ 1][i] = at + BsNext;
__global__ void apart(const float *__restrict__ A, const int *__restrict__ P,
                      float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    int i = threadIdx.x;
    float scaled = 0;
    if (k + i < N)
      scaled = A[k + i] * 2;
    As[i] = scaled;
    int at = 0;
    if (k + i < N) {
      at = P[k + i];
    }
    Bs[i] = at + A[at];
    __syncthreads();
    for (int t = 0; t < 64; ++t)
      sum += As[t] * Bs[t];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
