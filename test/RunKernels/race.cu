// A barrier is missing: the kernel is run, and the refusal says which threads
// meet, in the order of the source or not.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s

// CHECK: race.cu:[[#@LINE+7]]:3: {{.*}}'As' is used after the last barrier, and filled again by the next iteration: race found: thread {{[0-9]+}} {{reads|writes}} in line [[#@LINE+8]], thread {{[0-9]+}} {{reads|writes}} in line [[#@LINE+10]], with no barrier between, in inView<<<(1, 1, 1), (64, 1, 1), 0>>> [missing-barrier]
// CHECK: advice Add __syncthreads() {{.*}}--repair-barrier
// CHECK: race.cu:[[#@LINE+18]]:3: {{.*}} their first use: race found: thread {{.*}} in early<<<(1, 1, 1), (64, 1, 1), 0>>> [missing-barrier]
// CHECK: race.cu:[[#@LINE+31]]:3: {{.*}} the source has a data race [missing-barrier]
__global__ void inView(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[threadIdx.x ^ 1];
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C, int N) { inView<<<1, 64>>>(A, C, N); }

__global__ void early(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// No launch of it runs: nothing more is known.
__global__ void trapped(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  __trap();
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[threadIdx.x ^ 1];
  }
  C[threadIdx.x] = sum;
}
