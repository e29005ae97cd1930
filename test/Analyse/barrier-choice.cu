// A barrier that an instance chooses: of an `if` whose condition is a constant only the branch that is taken counts. New places get
// the whole statement, which is right for the other instances as well.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --epilogue=peel -o %t.cu 2>/dev/null
// RUN: %strip %t.cu | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=SAYS
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=predicate -o %t.held.cu 2>/dev/null
// RUN: %strip %t.held.cu | FileCheck %s --check-prefix=HELD
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=predicate --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=SAYS
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --api=pipeline-block --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=BLOCK

// CHECK-LABEL: void chosen(
// CHECK: __pipeline_wait_prior(0);
// CHECK-NEXT: if constexpr (Threads <= 32) {
// CHECK-NEXT: __syncwarp();
// CHECK-NEXT: } else {
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: }
template <int Threads> __global__ void chosen(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  // SAYS: :[[@LINE+4]]:3: remark: rewritten: {{.*}} in 'chosen'
  // SAYS: executed: {{.*}} equal
  // BLOCK: :[[@LINE+2]]:3: remark: rewritten: {{.*}} in 'chosen'
  // BLOCK: cp.async is written with the primitives: another instance may wait for fewer threads
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    if constexpr (Threads <= 32) {
      __syncwarp();
    } else {
      __syncthreads();
    }
    sum += As[63 - threadIdx.x];
    if constexpr (Threads <= 32) {
      __syncwarp();
    } else {
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}
template __global__ void chosen<64>(const float *, float *, int);

// CHECK-LABEL: void without_constexpr(
// CHECK: __pipeline_wait_prior(0);
// CHECK-NEXT: if (Threads > 32) __syncthreads(); else __syncwarp();
template <int Threads> __global__ void without_constexpr(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  // SAYS: :[[@LINE+2]]:3: remark: rewritten: {{.*}} in 'without_constexpr'
  // SAYS: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    if (Threads > 32) __syncthreads(); else __syncwarp();
    sum += As[63 - threadIdx.x];
    if (Threads > 32) __syncthreads(); else __syncwarp();
  }
  C[threadIdx.x] = sum;
}
template __global__ void without_constexpr<64>(const float *, float *, int);

template <bool Wait> __device__ void meet() {
  if constexpr (Wait)
    __syncthreads();
  else
    __syncwarp();
}
// CHECK-LABEL: void in_function(
// CHECK: __pipeline_wait_prior(0);
// CHECK-NEXT: meet<(Threads > 32)>();
template <int Threads> __global__ void in_function(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  // SAYS: :[[@LINE+2]]:3: remark: rewritten: {{.*}} in 'in_function'
  // SAYS: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    meet<(Threads > 32)>();
    sum += As[63 - threadIdx.x];
    meet<(Threads > 32)>();
  }
  C[threadIdx.x] = sum;
}
template __global__ void in_function<64>(const float *, float *, int);

constexpr bool Waits = true;
// CHECK-LABEL: void no_template(
// CHECK: __pipeline_wait_prior(0);
// CHECK-NEXT: if constexpr (Waits) __syncthreads();
__global__ void no_template(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  // SAYS: :[[@LINE+2]]:3: remark: rewritten: {{.*}} in 'no_template'
  // SAYS: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    if constexpr (Waits) __syncthreads();
    sum += As[63 - threadIdx.x];
    if constexpr (Waits) __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Nothing waits for the other lanes, which in an instance without a barrier may have left the loop; where all have one, something does.
// HELD-NOT: holds the loads
// HELD: void fixed(
// HELD: holds the loads
template <int Threads> __global__ void fixed(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = Threads;
  // SAYS: :[[@LINE+2]]:3: remark: rewritten: {{.*}} in 'fixed'
  // SAYS: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void fixed<64>(const float *, float *, int);
