// One text serves all targets of a build: where one of them lacks cp.async, it
// is used only if it is named, however the targets are.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --arch=sm_75,sm_86 2>&1 >/dev/null | FileCheck %s --check-prefix=MIXED
// RUN: %pipeline-rewrite %s %builtin --verify=kernels -- -gencode arch=compute_75,code=sm_75 -gencode arch=compute_86,code=sm_86 2>&1 >/dev/null | FileCheck %s --check-prefixes=BUILD,MIXED
// BUILD: note: architectures that the command builds for: sm_75, sm_86
// MIXED: remark: rewritten: ldg, 2 stages
// MIXED: because {{.*}}'As' goes through registers: sm_75 has no cp.async; --arch=sm_86 leaves it out
// MIXED: executed: {{.*}}equal
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --arch=sm_70,sm_75,sm_80,sm_90 2>&1 >/dev/null | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: through registers: sm_70, sm_75 have no cp.async; --arch=sm_80,sm_90 leaves them out

// Where each has it, and where the copies are named.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --arch=sm_80,sm_86 2>&1 >/dev/null | FileCheck %s --check-prefix=ALL
// ALL: remark: rewritten: cpasync, 2 stages
// ALL: executed: {{.*}}equal
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --arch=sm_75,sm_86 --variant=cpasync 2>&1 >/dev/null | FileCheck %s --check-prefix=NAMED
// NAMED: remark: rewritten: cpasync, 2 stages
// NAMED: cp.async; a load and a store at once on sm_75, where nothing is hidden by it
// NAMED: executed: {{.*}}equal

__global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x * As[i].y + As[i].z * As[i].w;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float4 *A, float *C, int N) { sums<<<64, 64>>>(A, C, N); }
