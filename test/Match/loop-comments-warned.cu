// What cannot be followed in a comment on a loop is said with its place.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// RUN: sh %S/../Tool/Inputs/exits 1 %pipeline-rewrite %s %builtin --check 2>&1 | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --report=github | FileCheck %s --check-prefix=GITHUB
// RUN: %pipeline-rewrite %s %builtin --report=sarif | FileCheck %s --check-prefix=SARIF
// RUN: %pipeline-rewrite %s %builtin --report=json | FileCheck %s --check-prefix=JSON
// RUN: %pipeline-rewrite %s %builtin --report=html | FileCheck %s --check-prefix=HTML

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: loop-comments-warned.cu:[[@LINE+6]]:24: warning: 'stage=3' is not followed: unknown key 'stage'; did you mean 'stages'?
// CHECK: :[[@LINE+5]]:32: warning: 'arch=sm_90' is not followed: unknown key 'arch'
// GITHUB: ::warning file={{.*}},line=[[@LINE+4]],col=24,title=pipeline-rewrite loop-comment::'stage=3' is not followed
// SARIF: "ruleId": "loop-comment"
// JSON: "message": "'stage=3' is not followed: unknown key 'stage'; did you mean 'stages'?"
// HTML: &apos;stage=3&apos; is not followed
  // pipeline-rewrite: stage=3,arch=sm_90 epilogue=peel
// CHECK: :[[@LINE+1]]:59: warning: 'stages=99' is not followed: --stages=99: a pipeline has 2 to 8 stages
  for (int k = 0; k < N; k += 64) { // pipeline-rewrite:  stages=99
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
// CHECK: :[[@LINE+1]]:25: warning: this comment is at no loop with a block barrier, and has no effect
    // pipeline-rewrite: off
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  // A string is no comment.
  const char *text = "// pipeline-rewrite: of";
  C[threadIdx.x] = text[0] + sum;
}

// The other words hold.
// CHECK-NOT: is not followed
// CHECK: ldg, 2 stages, peel
