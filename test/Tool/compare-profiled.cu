// REQUIRES: cuda-toolkit, nvdisasm
// Nobody sees the launch, so that the loop is left alone; a profile says that its warps wait.
// RUN: %pipeline-rewrite %s --trust-tree --arch=sm_90 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: loop left alone
// ALONE-NOT: profiled
// RUN: %pipeline-rewrite %s --trust-tree --arch=sm_90 --profile=%S/Inputs/profile.csv 2>&1 | FileCheck %s --check-prefix=WAITS
// WAITS: rewritten: cpasync, {{[34]}} stages
// WAITS: predicted to be the fastest: x0.59 +- 0.{{[0-9]+}} of the time; profiled: warps wait 75 % of their time for loads and barriers, the busiest unit does 10 % of what it can
// WAITS: executed: {{.*}}, equal

// Where units are busy a wait is no gain; where nothing waits there is none; of another kernel nothing is known.
// RUN: sed 's/"9.5"/"70"/; s/"11.5"/"70"/' %S/Inputs/profile.csv > %t.busy.csv
// RUN: %pipeline-rewrite %s --trust-tree --arch=sm_90 --profile=%t.busy.csv 2>&1 | FileCheck %s --check-prefix=BUSY
// BUSY: loop left alone: {{.*}} profiled: warps wait 75 % {{.*}} the busiest unit does 70 %
// RUN: %pipeline-rewrite %s --trust-tree --arch=sm_90 --profile=%S/Inputs/profile.csv -- -DNAME=other 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: loop left alone: {{.*}}its warps hardly ever wait for loads or barriers; profiled: warps wait 2 %
// RUN: %pipeline-rewrite %s --trust-tree --arch=sm_90 --profile=%S/Inputs/profile.csv -- -DNAME=third 2>&1 | FileCheck %s --check-prefix=ALONE

// What is no profile is said before anything is done, with the command that makes one.
// RUN: not %pipeline-rewrite %s --profile=%t.none 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: profile: {{.*}}.none: {{.*}}; such a file comes of: ncu --csv
// RUN: not %pipeline-rewrite %s --profile=%s 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: has no launch of a kernel; such a file comes of: ncu
// RUN: sed 's/smsp__issue_active/x/' %S/Inputs/profile.csv > %t.less.csv
// RUN: not %pipeline-rewrite %s --profile=%t.less.csv 2>&1 | FileCheck %s --check-prefix=LESS
// LESS: has no column 'smsp__issue_active.avg.pct_of_peak_sustained_active'
// RUN: %pipeline-rewrite --generate=profile | FileCheck %s --check-prefix=COMMAND
// COMMAND: ncu --csv --page raw --print-kernel-base mangled --metrics gpu__time_duration.sum,{{.*}} PROGRAM > FILE

#ifndef NAME
#define NAME waitingA
#endif
__global__ void NAME(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n) {
  __shared__ float a[32][33], v[32];
  const int t = threadIdx.x, row = blockIdx.x * 32;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    for (int i = 0; i < 32; ++i)
      a[i][t] = A[(row + i) * n + k + t];
    v[t] = x[k + t];
    __syncthreads();
    for (int j = 0; j < 32; ++j)
      sum += a[t][j] * v[j];
    __syncthreads();
  }
  y[row + t] = sum;
}
void run(const float *A, const float *x, float *y, int n, int grid) { NAME<<<grid, 32>>>(A, x, y, n); }
