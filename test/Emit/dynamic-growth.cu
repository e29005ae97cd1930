// More buffers in dynamic shared memory: the launches give them, the kernel takes
// equal parts. A limit that the host sets grows with them.
// Where the tile lies in it, a run decides (`N % 1`): a stage is all of it.
// RUN: %pipeline-rewrite %s %builtin -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --print=plan | FileCheck %s --check-prefix=PLAN
// RUN: %pipeline-rewrite %s %builtin -o %t.cu 2>/dev/null
// RUN: %pipeline-rewrite %t.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=AGAIN
// AGAIN-COUNT-2: already pipelined
// AGAIN: 0 rewritten

template <int TILE>
static __global__ void carved(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float4 smem[];
  float *base = (float *)smem;
  float *As = base;
  float sum = 0.0f;
// PLAN: plan form=ldg
// PLAN-NEXT: tile smem copy=register stages=2 grows
// CHECK: int stage = 0;
// CHECK-NEXT: // The launch gives 2 stages of dynamic shared memory.
// CHECK-NEXT: unsigned stageBytes;
// CHECK-NEXT: asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(stageBytes));
// CHECK-NEXT: stageBytes = stageBytes / 256 * 128;
// CHECK: As[threadIdx.x + N % 1] = A[kNext + threadIdx.x];
  for (int k = 0; k < N; k += TILE) {
// CHECK: auto *AsRead = As + stage * (stageBytes / sizeof(*As));
// CHECK-NEXT: auto *AsFill = As + (stage ^ 1) * (stageBytes / sizeof(*As));
// CHECK: AsNext = A[kNext + threadIdx.x];
    As[threadIdx.x + N % 1] = A[k + threadIdx.x];
    __syncthreads();
// CHECK: sum += AsRead[i];
    for (int i = 0; i < TILE; ++i)
      sum += As[i];
// CHECK: AsFill[threadIdx.x + N % 1] = AsNext;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static __global__ void rows(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float tile[][132];
  float sum = 0.0f;
// 528 bytes a row and 128: 16896.
// CHECK: fill = 0;
// CHECK: auto *tileFill = tile + fill * (stageBytes / sizeof(*tile));
// CHECK: auto *tileRead = tile + stage * (stageBytes / sizeof(*tile));
// CHECK: if (kNext < N) {
// CHECK-NEXT: auto *tileFill = tile + fill * (stageBytes / sizeof(*tile));
// pipeline-rewrite: stages=3
  for (int k = 0; k < N; k += 32) {
    ((float4 *)tile[threadIdx.y])[threadIdx.x + N % 1] = A[(k + threadIdx.y) * 32 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void host(float *A, float *C, int N, size_t bytes) {
// CHECK: {{^}}  carved<64><<<1, 64, 2 * 256>>>(A, C, N);
  carved<64><<<1, 64, 256>>>(A, C, N);
// CHECK-NEXT: void *args[] =
// CHECK-NEXT: {{^}}  cudaLaunchKernel((const void *)carved<64>, 1, 64, args, 2 * ((100 + 127) / 128 * 128), 0);
  void *args[] = {&A, &C, &N};
  cudaLaunchKernel((const void *)carved<64>, 1, 64, args, 100, 0);

// CHECK: cudaFuncSetAttribute(rows, cudaFuncAttributeMaxDynamicSharedMemorySize, 3 * 16896);
  cudaFuncSetAttribute(rows, cudaFuncAttributeMaxDynamicSharedMemorySize, 16896);
// CHECK-NEXT: rows<<<1, dim3(32, 32), 3 * 16896>>>((const float4 *)A, C, N);
  rows<<<1, dim3(32, 32), 16896>>>((const float4 *)A, C, N);
}
