// A tensor map has numbers of this build. Where another build has others, there is none.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --variant=tma -o %t.cu 2>&1 | FileCheck %s --implicit-check-not=rewritten: --implicit-check-not=alone:

// CHECK: :[[@LINE+12]]:3: remark: rewritten: tma, {{.*}}, in 'fixed'
#define SIDE 32
#ifndef LEVEL
#define LEVEL 3
#endif
// The comment stays behind the parameter.
static __global__ void fixed(const float *__restrict__ A, float *__restrict__ C,
                             int K // columns
) {
  __shared__ float As[SIDE][SIDE];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += SIDE) {
    As[y][x] = A[y * K + k + x];
    __syncthreads();
    for (int i = 0; i < SIDE; ++i)
      sum += As[y][i] * i;
    __syncthreads();
  }
  C[y * SIDE + x] = sum;
}
void runFixed(const float *A, float *C, int K) {
#if LEVEL > 2
  K += SIDE;
#endif
  fixed<<<1, dim3(SIDE, SIDE)>>>(A, C, K);
}

// CHECK: :[[@LINE+8]]:3: warning: loop left alone: 'pitch' depends on 'PITCH', which another build makes another [tma-kernel]
#ifndef PITCH
#define PITCH 96
#endif
static __global__ void pitch(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[SIDE][SIDE];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += SIDE) {
    As[y][x] = A[y * PITCH + k + x];
    __syncthreads();
    for (int i = 0; i < SIDE; ++i)
      sum += As[y][i] * i;
    __syncthreads();
  }
  C[y * SIDE + x] = sum;
}
void runPitch(const float *A, float *C, int K) { pitch<<<1, dim3(SIDE, SIDE)>>>(A, C, K); }

// CHECK: :[[@LINE+8]]:3: warning: loop left alone: another build may give 'ROWS' another value, and the kernel other sizes [tma-kernel]
#ifndef ROWS
#define ROWS 32
#endif
static __global__ void rows(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[SIDE][SIDE];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += SIDE) {
    As[y][x] = A[y * K + k + x];
    __syncthreads();
    for (int i = 0; i < SIDE; ++i)
      sum += As[y][i] * i;
    __syncthreads();
  }
  C[y * SIDE + x] = sum;
}
void runRows(const float *A, float *C, int K) { rows<<<1, dim3(SIDE, ROWS)>>>(A, C, K); }
