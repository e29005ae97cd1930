// What the counter holds after the copy loop is asked for: by the computation, by the next statement of the loads, after the pipelined
// loop, by a loop around that counts by it, through its address, by a jump.
// ACCEPTED: open-copy-loop-counter.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remark:

#define KERNEL(NAME, BEFORE, LOADS, COMPUTATION, AFTER)                        \
  __global__ void NAME(const float *__restrict__ A, float *__restrict__ C,     \
                       int n) {                                                \
    __shared__ float s[32];                                                    \
    int i = 0;                                                                 \
    float sum = 0.0f;                                                          \
    BEFORE;                                                                    \
    for (int k = 0; k < n; k += 32) {                                          \
      LOADS;                                                                   \
      __syncthreads();                                                         \
      COMPUTATION;                                                             \
      __syncthreads();                                                         \
    }                                                                          \
    AFTER;                                                                     \
    C[threadIdx.x] = sum;                                                      \
  }
#define COPY for (i = threadIdx.x; i < 32; i += blockDim.x) s[i] = A[k + i] * 2.0f
#define SUM for (i = 0; i < 32; ++i) sum += s[i]

// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [
KERNEL(computation, , COPY, sum += i; SUM, )
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [
KERNEL(loads, , COPY; s[i - 32 + threadIdx.x] = 0.0f, SUM, )
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [
KERNEL(after, , COPY, for (int j = 0; j < 32; ++j) sum += s[j], sum += i)
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [
KERNEL(sum_then_after, , COPY, for (int j = 0; j < 32; ++j) sum += s[j]; sum += i, )
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [
KERNEL(around, , for (i = 0; i < 2; ++i) for (i = threadIdx.x; i < 32; i += blockDim.x) s[i] = A[k + i] * 2.0f, SUM, )
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [
KERNEL(address, int *p = &i, COPY, sum += *p; for (int j = 0; j < 32; ++j) sum += s[j], )
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [
KERNEL(own_start, i = threadIdx.x, for (i = i % 32; i < 32; i += blockDim.x) s[i] = A[k + i] * 2.0f, SUM, )
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [
KERNEL(jump, if (n == 7) goto inside, COPY, for (i = 0; i < 32; ++i) { sum += s[i]; }, for (i = 0; i < 3; ++i) { inside: sum += i; })
