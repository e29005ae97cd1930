// `continue` after the last barrier: no barrier and no load is skipped, whoever takes it.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=TEXT
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=PEEL

// TEXT-LABEL: void top
// TEXT: do { // 'continue' ends the computation of this tile
// TEXT-NEXT: // idle threads
// TEXT-NEXT: if (threadIdx.x >= M)
// TEXT-NEXT: continue;
// TEXT-NEXT: for (int i = 0; i < 64; ++i)
// TEXT-NEXT: sum += As[stage][i];
// TEXT-NEXT: } while (false);
// TEXT: As[stage ^ 1][threadIdx.x] = AsNext;
// TEXT-NEXT: }
// TEXT-NEXT: __syncthreads();
// PEEL-LABEL: void top
// PEEL: // Epilogue
// PEEL-NEXT: if (hasTiles) {
// PEEL-NEXT: do { // 'continue' ends the computation of this tile
// PEEL-NEXT: // idle threads
// PEEL-NEXT: if (threadIdx.x >= M)
// PEEL: } while (false);
__global__ void top(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    __syncthreads();
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    // idle threads
    if (threadIdx.x >= M)
      continue;
    for (int i = 0; i < 64; ++i)
      sum += As[i];
  }
  C[threadIdx.x] = sum;
}
