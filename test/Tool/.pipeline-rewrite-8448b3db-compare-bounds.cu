// REQUIRES: cuda-toolkit
// A form that loses a block to its registers is compiled a second time, with launch bounds that keep it. Where these cannot
// be written the table says why.
// RUN: %pipeline-rewrite %s --print=candidates -- -arch=sm_90 > %t.tsv
// RUN: FileCheck %s < %t.tsv
// CHECK-DAG: {{[[:space:]]}}bounded{{[[:space:]].*[[:space:]]}}ldg, 2 stages, predicate{{[[:space:]]}}
// CHECK-DAG: {{[[:space:]]}}bounded{{[[:space:]].*[[:space:]]}}ldg, 2 stages, predicate, bounds for 2 blocks{{[[:space:]]}}
// CHECK-DAG: {{^}}# line {{[0-9]+}}, ldg, 2 stages, predicate: the kernel gets no launch bounds: the host asks how many of the kernel's blocks fit

// RUN: %python %S/Inputs/blocks.py bounded %t.tsv | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: ldg, 2 stages, predicate: 2 blocks, now 1
// BLOCKS: ldg, 2 stages, predicate, bounds for 2 blocks: 2 blocks, now 2

// Nobody asks where bounds are fixed.
// RUN: %pipeline-rewrite %s --min-blocks=0 --print=candidates -- -arch=sm_90 | FileCheck %s --check-prefix=FIXED
// FIXED-NOT: bounds for

__global__ void __launch_bounds__(1024, 2) bounded(const float4 *__restrict__ A, float *__restrict__ C, int Tiles) {
  __shared__ float4 As[1024];
  float4 sum = {0, 0, 0, 0}, weights = {1, 2, 3, 4};
  // Prologue: load the first tile.
  int tNext = 0;
  const bool hasTiles = tNext < Tiles;
  if (hasTiles) {
    As[threadIdx.x] = A[tNext * 1024 + threadIdx.x];
    __syncthreads();
    ++tNext;
  }

  for (; tNext < Tiles; ++tNext) {
    // Fetch the next tile while this one is used.
    float4 AsNext;
    AsNext = A[tNext * 1024 + threadIdx.x];

#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const float4 a = As[(threadIdx.x + i * 67) % 1024];
      sum.x += a.x * weights.w;
      sum.y += a.y * weights.z;
      sum.z += a.z * weights.y;
      sum.w += a.w * weights.x;
      weights.x += a.y;
      weights.y += a.z;
      weights.z += a.w;
      weights.w += a.x;
    }
    __syncthreads();
    As[threadIdx.x] = AsNext;
    __syncthreads();
  }

  // Epilogue: compute the last tile.
  if (hasTiles) {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const float4 a = As[(threadIdx.x + i * 67) % 1024];
      sum.x += a.x * weights.w;
      sum.y += a.y * weights.z;
      sum.z += a.z * weights.y;
      sum.w += a.w * weights.x;
      weights.x += a.y;
      weights.y += a.z;
      weights.z += a.w;
      weights.w += a.x;
    }
  }
  C[blockIdx.x * 1024 + threadIdx.x] = sum.x + sum.y + sum.z + sum.w;
}
void runBounded(const float4 *A, float *C, int Tiles) { bounded<<<256, 1024>>>(A, C, Tiles); }

__global__ void open(const float4 *__restrict__ A, float *__restrict__ C, int Tiles) {
  __shared__ float4 As[1024];
  float4 sum = {0, 0, 0, 0}, weights = {1, 2, 3, 4};
  // Prologue: load the first tile.
  int tNext = 0;
  const bool hasTiles = tNext < Tiles;
  if (hasTiles) {
    As[threadIdx.x] = A[tNext * 1024 + threadIdx.x];
    __syncthreads();
    ++tNext;
  }

  for (; tNext < Tiles; ++tNext) {
    // Fetch the next tile while this one is used.
    float4 AsNext;
    AsNext = A[tNext * 1024 + threadIdx.x];

#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const float4 a = As[(threadIdx.x + i * 67) % 1024];
      sum.x += a.x * weights.w;
      sum.y += a.y * weights.z;
      sum.z += a.z * weights.y;
      sum.w += a.w * weights.x;
      weights.x += a.y;
      weights.y += a.z;
      weights.z += a.w;
      weights.w += a.x;
    }
    __syncthreads();
    As[threadIdx.x] = AsNext;
    __syncthreads();
  }

  // Epilogue: compute the last tile.
  if (hasTiles) {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const float4 a = As[(threadIdx.x + i * 67) % 1024];
      sum.x += a.x * weights.w;
      sum.y += a.y * weights.z;
      sum.z += a.z * weights.y;
      sum.w += a.w * weights.x;
      weights.x += a.y;
      weights.y += a.z;
      weights.z += a.w;
      weights.w += a.x;
    }
  }
  C[blockIdx.x * 1024 + threadIdx.x] = sum.x + sum.y + sum.z + sum.w;
}
void runOpen(const float4 *A, float *C, int Tiles) {
  int blocks;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, open, 1024, 0);
  open<<<132 * blocks, 1024>>>(A, C, Tiles);
}
