// The kernel itself defines words for its tiles, between their declarations and the loop: their uses in the loop are written
// out, and the definitions are no uses.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --variant=cpasync --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --variant=cpasync -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=TEXT

static __global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float4 tile[64];
  float sum = 0.0f;
#define TILE tile
#define FLOATS reinterpret_cast<float *>(tile)
#define ROW (tile + 32)
#define HALF(i) \
  ROW[i]
// CHECK: :[[@LINE+2]]:3: remark: rewritten: cpasync,
// CHECK: executed: {{.*}}, equal
  for (int k = 0; k < n; k += 64) {
#pragma unroll
    for (int i = threadIdx.x; i < 64; i += blockDim.x) {
      float4 v = A[k + i];
      TILE[i] = v;
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += FLOATS[i + threadIdx.x] * TILE[i].y + HALF(i).z;
    __syncthreads();
  }
  C[blockIdx.x * 32 + threadIdx.x] = sum;
#undef TILE
}
// TEXT: __shared__ float4 tile[2][64];
// TEXT: #define TILE tile
// TEXT: #define FLOATS reinterpret_cast<float *>(tile)
// TEXT: __pipeline_memcpy_async(&tile[stage ^ 1][i],
// TEXT: sum += reinterpret_cast<float *>(tile[stage])[i + threadIdx.x] * tile[stage][i].y + (tile[stage] + 32)[i].z;
// TEXT: #undef TILE

// Behind the loop it is the last tile.
static __global__ void behind(const float4 *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float4 last[64];
  float sum = 0.0f;
#define LAST last
// CHECK: :[[@LINE+2]]:3: remark: rewritten: cpasync,
// CHECK: executed: {{.*}}, equal
  for (int k = 0; k < n; k += 64) {
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
      LAST[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += LAST[i].y;
    __syncthreads();
  }
  sum += reinterpret_cast<float *>(LAST)[threadIdx.x];
  C[blockIdx.x * 32 + threadIdx.x] = sum;
}
// TEXT: sum += last[{{.*}}][i].y;
// TEXT: sum += reinterpret_cast<float *>(last[{{.*}}])[threadIdx.x];

void run(const float4 *A, float *C, int n) {
  sums<<<1, 32>>>(A, C, n);
  behind<<<1, 32>>>(A, C, n);
}
