// Inline assembly in macros of the computation, with the address of the tile in
// an argument or before: three buffers, and the macros stay.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --stages=3 -o - 2>/dev/null | FileCheck %s

#define LDMATRIX(R0, R1, ADDRESS) \
  asm volatile("ldmatrix.sync.aligned.x2.m8n8.shared.b16 {%0, %1}, [%2];\n" : "=r"(R0), "=r"(R1) : "r"(ADDRESS))
#define SHARED(X) ((unsigned)__cvta_generic_to_shared(&(X)))
#define OF_TILE(I) SHARED(As[I][0])
// CHECK-LABEL: __global__ void fragments
// CHECK: __shared__ uint4 As[3][32][2];
// CHECK: unsigned at = __cvta_generic_to_shared(&As[stage][threadIdx.x][0]);
// CHECK: LDMATRIX(r0, r1, at);
// CHECK: LDMATRIX(r2, r3, SHARED(As[stage][threadIdx.x][1]));
// CHECK: LDMATRIX(r4, r5, SHARED(As[stage][threadIdx.x][0]));
__global__ void fragments(const uint4 *__restrict__ A, unsigned *__restrict__ C, int N) {
  __shared__ uint4 As[32][2];
  unsigned sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x][0] = A[k + threadIdx.x];
    As[threadIdx.x][1] = A[k + 32 + threadIdx.x];
    __syncthreads();
    unsigned r0, r1, r2, r3, r4, r5;
    unsigned at = __cvta_generic_to_shared(&As[threadIdx.x][0]);
    LDMATRIX(r0, r1, at);
    LDMATRIX(r2, r3, SHARED(As[threadIdx.x][1]));
    LDMATRIX(r4, r5, OF_TILE(threadIdx.x));
    sum += r0 ^ r1 ^ r2 ^ r3 ^ r4 ^ r5;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
