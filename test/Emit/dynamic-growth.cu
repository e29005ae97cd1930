// More buffers in dynamic shared memory: launches give them, and the kernel asks
// whether its own does. A limit that the host sets grows with them.
// RUN: %pipeline-rewrite %s %builtin -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --print=plan | FileCheck %s --check-prefix=PLAN
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// RUN: %pipeline-rewrite %s %builtin -o %t.cu 2>/dev/null
// RUN: %pipeline-rewrite %t.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=AGAIN
// AGAIN-COUNT-2: already pipelined
// AGAIN: 0 rewritten

// REPORT: remark: rewritten: {{.*}} in 'carved'
// REPORT: the launches give at least 512 bytes of dynamic shared memory
// REPORT-NEXT: a launch that gives fewer than 512 bytes, or another block than (64, 1, 1) and (32, 1, 1), runs the original loop, which stays beside it
// REPORT: executed: {{.*}} equal
template <int TILE>
static __global__ void carved(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float4 smem[];
  float *base = (float *)smem;
  float *As = base;
  float sum = 0.0f;
// PLAN: plan form=ldg
// PLAN-NEXT: tile smem copy=register stages=2 grows
// CHECK: // Load ahead only where the launch gives the shared memory for it.
// CHECK-NEXT: unsigned sharedBytes;
// CHECK-NEXT: asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(sharedBytes));
// CHECK-NEXT: if (sharedBytes >= 512 && ((blockDim.x == 64 && blockDim.y == 1 && blockDim.z == 1) || (blockDim.x == 32 && blockDim.y == 1 && blockDim.z == 1))) {
// CHECK: constexpr unsigned stageBytes = 256;
// CHECK: As[i] = A[kNext + i];
// CHECK: auto *AsRead = As + stage * (stageBytes / sizeof(*As));
// CHECK-NEXT: auto *AsFill = As + (stage ^ 1) * (stageBytes / sizeof(*As));
// CHECK: sum += AsRead[i];
// CHECK: } else {
// CHECK-NEXT: // pipeline-rewrite: off
// CHECK-NEXT: for (int k = 0; k < N; k += TILE) {
// CHECK: As[i] = A[k + i];
// CHECK: sum += As[i];
  for (int k = 0; k < N; k += TILE) {
    for (int i = threadIdx.x; i < TILE; i += 32)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// REPORT: remark: rewritten: {{.*}} in 'rows'
// REPORT: executed: {{.*}} equal
static __global__ void rows(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float tile[][132];
  float sum = 0.0f;
// A row of 528 bytes, and 128: a stage is a multiple of 4224.
// CHECK: if (sharedBytes >= 33776 && blockDim.x == 32 && blockDim.y == 32 && blockDim.z == 1) {
// CHECK: constexpr unsigned stageBytes = 16896;
// CHECK: auto *tileRead = tile + stage * (stageBytes / sizeof(*tile));
  for (int k = 0; k < N; k += 32) {
    ((float4 *)tile[threadIdx.y])[threadIdx.x] = A[(k + threadIdx.y) * 32 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void host(float *A, float *C, int N, size_t bytes) {
// CHECK: {{^}}  carved<64><<<1, 64, 512>>>(A, C, N);
  carved<64><<<1, 64, 256>>>(A, C, N);
// CHECK-NEXT: {{^}}  carved<64><<<1, 32, 1024>>>(A, C, N);
  carved<64><<<1, 32, 1024>>>(A, C, N);
// CHECK-NEXT: void *args[] =
// CHECK-NEXT: {{^}}  cudaLaunchKernel((const void *)carved<64>, 1, 64, args, bytes < 512 ? 512 : bytes, 0);
  void *args[] = {&A, &C, &N};
  cudaLaunchKernel((const void *)carved<64>, 1, 64, args, bytes, 0);

// CHECK: cudaFuncSetAttribute(rows, cudaFuncAttributeMaxDynamicSharedMemorySize, 33776);
  cudaFuncSetAttribute(rows, cudaFuncAttributeMaxDynamicSharedMemorySize, 16896);
// CHECK-NEXT: rows<<<1, dim3(32, 32), 33776>>>((const float4 *)A, C, N);
  rows<<<1, dim3(32, 32), 16896>>>((const float4 *)A, C, N);
}
