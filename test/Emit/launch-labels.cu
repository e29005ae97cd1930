// A limit is raised in the launch itself, behind whatever label, and in a query, which would answer with no block.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --variant=cpasync -o - 2>/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --variant=cpasync --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// REPORT-COUNT-2: executed: {{.*}} equal

static __global__ void labels(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[7][256];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 7; ++i)
      As[i][threadIdx.x] = A[(k * 7 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 7; ++i)
      sum += As[i][255 - threadIdx.x].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

static __global__ void query(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[7][256];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 7; ++i)
      As[i][threadIdx.x] = A[(k * 7 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 7; ++i)
      sum += As[i][255 - threadIdx.x].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

void in_labels(const float4 *A, float *C, int N) {
  if (N > 3)
// CHECK: here: labels<<<1, 256, allowedSharedBytes(labels, 0, 28672)>>>(A, C, N);
  here: labels<<<1, 256>>>(A, C, N);
  switch (N)
// CHECK: default: labels<<<1, 256, allowedSharedBytes(labels, 0, 28672)>>>(A, C, N);
  default: labels<<<1, 256>>>(A, C, N);
  switch (N) {
  case 1:
// CHECK: {{^}}    labels<<<1, 256, allowedSharedBytes(labels, 0, 28672)>>>(A, C, N);
    labels<<<1, 256>>>(A, C, N);
  }
}

void asks_first(const float4 *A, float *C, int N) {
  int blocks;
// CHECK: cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, query, 256, allowedSharedBytes(query, 0, 28672));
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, query, 256, 0);
  query<<<blocks, 256>>>(A, C, N);
}
