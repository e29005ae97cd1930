// What the loads read of a tile, this thread has just stored there: it is there
// when it is read, in any buffer.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=DONE --implicit-check-not=warning:
// DONE-COUNT-3: executed: {{.*}} equal

// CHECK-LABEL: void rates(
__global__ void rates(const float *__restrict__ D, const float *__restrict__ A, float *__restrict__ C, int N, float length) {
  __shared__ float Ds[64][2], As[64];
  const int tx = threadIdx.x;
  float sum = 0.0f, slope = 0.0f;
  for (int k = 0; k < N; k += 64) {
    // CHECK: Ds[stage ^ 1][tx][0] = rateNext * length;
    // CHECK-NEXT: Ds[stage ^ 1][tx][1] = rateNext * Ds[stage ^ 1][tx][0];
    float rate = D[k + tx];
    Ds[tx][0] = rate * length;
    Ds[tx][1] = rate * Ds[tx][0];
    As[tx] = A[k + tx];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i] * Ds[i][0];
      slope += As[i] * Ds[i][1];
    }
    __syncthreads();
  }
  C[tx] = sum + slope;
}

// CHECK-LABEL: void some(
__global__ void some(const float *__restrict__ D, float *__restrict__ C, int N) {
  __shared__ float Ds[32], Es[32];
  const int tx = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 32) {
    if (tx < 32) {
      Ds[tx] = D[k + tx] + 1.0f;
      const float twice = 2.0f * Ds[tx];
      if (k > 0)
        Es[tx] = twice * Ds[tx];
      else
        Es[tx] = twice;
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += Ds[i] * Es[i];
    __syncthreads();
  }
  C[tx] = sum;
}

// CHECK-LABEL: void added(
__global__ void added(const float *__restrict__ D, const double *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Ds[128];
  __shared__ int Es[64];
  const int tx = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    // CHECK: Ds[stage ^ 1][j * 64 + tx] = DsNext[j];
    // CHECK-NEXT: Ds[stage ^ 1][j * 64 + tx] *= DsNext2[j];
    // CHECK-NEXT: Ds[stage ^ 1][j * 64 + tx] -= 0.5f;
    for (int j = 0; j < 2; ++j) {
      Ds[j * 64 + tx] = D[k + tx];
      Ds[j * 64 + tx] *= A[k + tx];
      Ds[j * 64 + tx] -= 0.5f;
    }
    Es[tx] = k + D[k + tx];
    Es[tx] <<= 1;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + Ds[i] - Ds[127 - i] + Es[i];
    __syncthreads();
  }
  C[tx] = sum;
}
