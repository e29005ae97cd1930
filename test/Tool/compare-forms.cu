// REQUIRES: cuda-toolkit
// Where nobody has named a form, nvcc, if it is in reach, compiles the candidates, and the one whose code promises most
// is taken. A second stage leaves room for one block where shared memory had room for two. Where 56 sums take the
// registers of the other block in any case, it costs nothing.
// RUN: sed s/SUMS/56/g %s > %t.56.cu && sed s/SUMS/2/g %s > %t.2.cu && sed s/SUMS/4/g %s > %t.4.cu
// RUN: %pipeline-rewrite %t.56.cu -- 2>&1 >/dev/null | FileCheck %s --check-prefix=MORE
// MORE: rewritten: cpasync, 2 stages,
// MORE: nvcc compiled {{[0-9]+}} forms, of which this one is predicted to be the fastest: x0.{{[0-9]+ \+- 0\.[0-9]+}} of the time
// MORE: executed:
// MORE: arch registers
// MORE-NOT: occupancy-loss

// A loop so short may be unrolled by nvcc, which may load ahead by itself then. A disassembler shows whether it does; without one nobody knows.
// RUN: %pipeline-rewrite %t.2.cu -- 2>&1 >/dev/null | FileCheck %s --check-prefix=FEWER
// FEWER: loop left alone: {{(none of [0-9]+ forms .*: the loop is so short|the best of [0-9]+ forms)}}

// Each is a line of a table.
// RUN: %pipeline-rewrite %t.56.cu --print=candidates -- | FileCheck %s --check-prefix=TABLE
// TABLE: form{{[[:space:]]}}chosen
// TABLE-DAG: cpasync, 2 stages, {{(peel|predicate), original kept, launches edited[[:space:]]}}1
// TABLE-DAG: ldg-single, 1 buffer, {{(peel|predicate)[[:space:]]}}0

// A target that lacks cp.async takes it out of the candidates; what is left counts by the target that gains least.
// RUN: %pipeline-rewrite %t.56.cu -- -gencode arch=compute_75,code=sm_75 -gencode arch=compute_86,code=sm_86 2>&1 >/dev/null | FileCheck %s --check-prefix=MIXED
// MIXED: loop left alone: none of {{[0-9]+}} forms that nvcc compiled is a candidate; the first, ldg{{.*}}; none by cp.async: sm_75 has no cp.async; --arch=sm_86 leaves it out [nothing-to-gain]
// MIXED: arch registers
// MIXED-NEXT: sm_75
// MIXED-NEXT: sm_86

// Nobody is asked if a form is named, or if the rules are. A level of --verify does not say who chooses, but syntax compiles nothing.
// RUN: %pipeline-rewrite %t.56.cu --verify=kernels -- 2>&1 >/dev/null | FileCheck %s --check-prefix=MORE
// RUN: %pipeline-rewrite %t.56.cu --verify=syntax -- 2>&1 >/dev/null | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: loop left alone: no nvcc has compiled and compared its forms;
// RUN: %pipeline-rewrite %t.56.cu --choose=rules -- 2>&1 >/dev/null | FileCheck %s --check-prefix=NAMED
// NAMED: rewritten: ldg-single,
// NAMED-NOT: compiled
// RUN: %pipeline-rewrite %t.4.cu --variant=ldg --allow-occupancy-loss -- 2>&1 >/dev/null | FileCheck %s --check-prefix=FORM
// FORM: rewritten: ldg, 2 stages
// FORM-NOT: compiled

// A gate fails for what would be written, and for nothing else.
// RUN: not %pipeline-rewrite %t.56.cu --check -- 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: warning: loop in 'sums' can be software-pipelined: cpasync, 2 stages,
// LIST: with -i, this program rewrites the loop
// RUN: %pipeline-rewrite %t.2.cu --check -- 2>&1 | count 0
// RUN: %pipeline-rewrite %t.56.cu --check -- -Xptxas --no-such-option 2>&1 | FileCheck %s --check-prefix=UNCOMPARED --implicit-check-not=warning:
// UNCOMPARED: note: 1 loop is left alone since its forms were not compiled and compared here; '--choose=rules' has rules choose one

// A compiler that fails is a note: the loop is as one without a compiler.
// RUN: %pipeline-rewrite %t.56.cu -- -Xptxas --no-such-option 2>&1 >/dev/null | FileCheck %s --check-prefix=FAILS
// FAILS: loop left alone: no nvcc has compiled and compared its forms;
// FAILS: note: forms are not compared, because nvcc does not compile the original:

static __global__ void __launch_bounds__(512) sums(const float4 *__restrict__ A, float *__restrict__ C, int Tiles) {
  extern __shared__ float4 As[];
  float sum[SUMS] = {};
  for (int t = 0; t < Tiles; ++t) {
#pragma unroll
    for (int i = 0; i < 5; ++i)
      As[i * 512 + threadIdx.x] = A[t * 2560 + i * 512 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < SUMS; ++j) {
      const float4 a = As[(threadIdx.x + j * 39) % 2560];
      sum[j] += a.x * a.y + a.z * a.w + a.x * a.z + a.y * a.w + a.x * a.w + a.y * a.z;
    }
    __syncthreads();
  }
#pragma unroll
  for (int j = 0; j < SUMS; ++j)
    C[(blockIdx.x * SUMS + j) * 512 + threadIdx.x] = sum[j];
}

void run(const float4 *A, float *C, int Tiles) { sums<<<256, 512, 2560 * sizeof(float4)>>>(A, C, Tiles); }
