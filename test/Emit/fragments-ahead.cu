// Fragments that are read ahead, in dynamic memory, peeled, by steps of more than one: the halves of a k-step are lambdas in
// front of the loop, of which one points to the tiles of the stage that is read when it is called.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=cpasync --stages=3 --epilogue=peel --fragments=ahead -o %t.cu 2>%t.err
// RUN: %strip %t.cu | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// REPORT: remark: rewritten: cpasync, 3 stages, peel, in 'gemm'
// REPORT: the fragments of a k-step are read while the one before is computed
// REPORT: executed: {{.*}}, equal
// A second run has nothing to do.
// RUN: %pipeline-rewrite %t.cu %builtin --verify=kernels --fragments=ahead -o - 2>&1 >/dev/null | FileCheck %s --check-prefix=AGAIN
// AGAIN: 0 rewritten, 2 already pipelined
// With other stages and shapes.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=cpasync --stages=2 --epilogue=peel --fragments=ahead -o - 2>&1 >%t.two.cu | FileCheck %s --check-prefix=RUNS
// RUN: %strip %t.two.cu | FileCheck %s --check-prefix=TWO
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=cpasync --stages=2 --fragments=ahead -o - 2>&1 >%t.flag.cu | FileCheck %s --check-prefix=RUNS
// RUN: %strip %t.flag.cu | FileCheck %s --check-prefix=FLAG
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=cpasync --stages=4 --fragments=ahead -o - 2>&1 >/dev/null | FileCheck %s --check-prefix=RUNS
// RUNS: executed: {{.*}}, equal

#define SIZE 64
#define STEP 16

// CHECK:      extern __shared__ float memory[];
// CHECK:      // Two sets of fragments.
// CHECK-NEXT: float left2[2][2], right[2];
// CHECK:      int stage = 0, fill = 0, left = 0;
// CHECK:      static_assert(SIZE % (2 * STEP) == 0, "two sets of fragments take turns");
// CHECK-NEXT: // Reads the fragments of a step.
// CHECK-NEXT: auto readFragments = [&](int step) {
// CHECK-NEXT:   const int set = step / STEP % 2;
// CHECK-NEXT:   auto *AsRead = As + stage * (stageBytes / sizeof(*As));
// CHECK-NEXT:   auto *BsRead = Bs + stage * (stageBytes / sizeof(*Bs));
// CHECK-NEXT:   // Of this step.
// CHECK-NEXT:   const int at = (t + step) % SIZE;
// CHECK-NEXT:   for (int i = 0; i < 2; ++i) {
// CHECK-NEXT:     left2[set][i] = AsRead[(at + i) % SIZE];
// CHECK-NEXT:     if (i == 0)
// CHECK-NEXT:       right[set] = BsRead[at];
// CHECK-NEXT:   }
// CHECK-NEXT: };
// CHECK:      // Computes a step with its fragments.
// CHECK-NEXT: auto computeStep = [&](int step) {
// CHECK-NEXT:   const int set = step / STEP % 2;
// CHECK-NEXT:   for (int i = 0; i < 2; ++i) {
// CHECK-NEXT:     sum[i] += left2[set][i] * right[set]; // not yet for all
// CHECK-NEXT:   }
// CHECK-NEXT: };
// CHECK:      __syncthreads();
// CHECK-NEXT: readFragments(0);
// CHECK:      for (; kNext < N; kNext += SIZE) {
// CHECK:      #pragma unroll
// CHECK-NEXT: for (int part = 0; part + STEP < SIZE; part += STEP) {
// CHECK-NEXT:   readFragments(part + STEP);
// CHECK-NEXT:   computeStep(part);
// CHECK-NEXT: }
// CHECK-NEXT: __pipeline_wait_prior(1);
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: fill = stage;
// CHECK-NEXT: stage = stage == 2 ? 0 : stage + 1;
// CHECK-NEXT: // The next tile's first fragments, ahead of this one's last step.
// CHECK-NEXT: readFragments(0);
// CHECK-NEXT: computeStep(SIZE - STEP);
// CHECK:      for (; left > 0; --left) {
// CHECK:      stage = stage == 2 ? 0 : stage + 1;
// CHECK-NEXT: if (left > 1) {
// CHECK-NEXT:   readFragments(0);
// CHECK-NEXT: }
// CHECK-NEXT: computeStep(SIZE - STEP);

// TWO:      // Epilogue: compute the last tile.
// TWO-NEXT: if (hasTiles) {
// TWO:        computeStep(part);
// TWO-NEXT: }
// TWO-NEXT: computeStep(SIZE - STEP);

// FLAG: const bool hasNext = kNext < N;
// FLAG-NEXT: if (hasNext) {
// FLAG: if (hasNext) {
// FLAG-NEXT: readFragments(0);
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  extern __shared__ float memory[];
  float *As = memory, *Bs = memory + SIZE;
  const int t = threadIdx.x;
  float sum[2] = {};
  for (int k = 0; k < N; k += SIZE) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
    for (int part = 0; part < SIZE; part += STEP) {
      float left2[2], right;
      // Of this step.
      const int at = (t + part) % SIZE;
      for (int i = 0; i < 2; ++i) {
        left2[i] = As[(at + i) % SIZE];
        if (i == 0)
          right = Bs[at];
        sum[i] += left2[i] * right; // not yet for all
      }
    }
    __syncthreads();
  }
  C[t] = sum[0] + sum[1];
}
void run(const float *A, const float *B, float *C, int N) { gemm<<<1, SIZE, 2 * SIZE * sizeof(float)>>>(A, B, C, N); }
