// Each element is stored to once: what a round stores beside its copy is reached
// by no other round.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void pairs(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[128];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: cpasync,
  for (int k = 0; k < N; k += 64) {
    for (int i = 2 * threadIdx.x; i < 128; i += 32) {
      As[i + 1] = A[k + i / 2];
      As[i] = 0.0f;
    }
    __syncthreads();
    sum += As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void halves(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[128], Bs[64][2];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: cpasync,
  for (int k = 0; k < N; k += 64) {
    for (int i = threadIdx.x; i < 64; i += 16) {
      As[i + 64] = A[k + i];
      As[i] = 0.0f;
      Bs[i][0] = A[k + i];
      Bs[i][1] = A[k + 63 - i];
    }
    __syncthreads();
    sum += As[threadIdx.x] + Bs[threadIdx.x][1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void parts(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[4][64];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: cpasync,
  for (int k = 0; k < N; k += 256) {
    for (int i = threadIdx.x; i < 256; i += 64)
      As[i / 64][i % 64] = A[k + i];
    __syncthreads();
    sum += As[1][63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Two rounds differ by 1024 elements, hence by none or by rows of eight in a row.
__global__ void chunks(const short *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ __align__(16) short As[64][40];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: cpasync,
  for (int k = 0; k < N; k += 32) {
    for (int e = threadIdx.x * 8; e < 2048; e += 1024) {
      const int r = e / 32, c = e % 32;
      *reinterpret_cast<int4 *>(&As[r][c]) = *reinterpret_cast<const int4 *>(&A[r * N + k + c]);
    }
    __syncthreads();
    sum += As[threadIdx.x][1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A row that moves on by itself.
__global__ void moving(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64][5];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: cpasync,
  for (int k = 0; k < N; k += 4) {
    unsigned row = threadIdx.x / 4;
    const float4 *from = A + row * N + k;
    for (int i = 0; i < 8; ++i) {
      As[row][threadIdx.x % 4] = *from;
      from += 8 * N;
      row += 8;
    }
    __syncthreads();
    sum += As[63 - threadIdx.x][1].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#define ROW 128

// (j * 128) / 4 is 32 * j: rows of 32 that d stays within.
__global__ void rows(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[16 * ROW / 4];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: cpasync,
  for (int k = 0; k < N; k += 16) {
    for (int d = threadIdx.x; d < ROW / 4; d += 8)
      for (int j = threadIdx.y; j < 16; j += 4)
        As[j * ROW / 4 + d] = A[(k + j) * (ROW / 4) + d];
    __syncthreads();
    sum += As[threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What another loop stores before comes before.
__global__ void filledBefore(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: cpasync,
  for (int k = 0; k < N; k += 64) {
    for (int i = threadIdx.x; i < 256; i += 64)
      As[i] = 1.0f;
    for (int i = threadIdx.x; i < 192; i += 64)
      As[i] = A[k + i];
    __syncthreads();
    sum += As[255 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
