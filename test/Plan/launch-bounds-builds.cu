// Launch bounds are a number of this build. Where another one may launch larger blocks, the kernel gets none.
// RUN: %pipeline-rewrite %s --variant=ldg --min-blocks=2 --verify=kernels 2>&1 | FileCheck %s --check-prefix=FIXED
// FIXED-DAG: +static __global__ void {{.*}}__launch_bounds__(64, 2) sums(
// FIXED-DAG: executed: {{.*}} equal

// How many blocks there are does not matter.
// RUN: %pipeline-rewrite %s --variant=ldg --min-blocks=2 --verify=kernels -- -DBLOCKS=1 2>&1 | FileCheck %s --check-prefix=FIXED

// RUN: sed -e 's/^#define THREADS/#ifndef THREADS\n&/' -e 's/THREADS 64$/&\n#endif/' %s > %t.cu
// RUN: %pipeline-rewrite %t.cu --variant=ldg --min-blocks=2 --verify=kernels 2>&1 | FileCheck %s --check-prefix=DEFAULT
// DEFAULT: because the kernel gets no launch bounds: {{.*}}'THREADS'{{.*}}another

// RUN: %pipeline-rewrite %t.cu --variant=ldg --min-blocks=2 --verify=kernels -- -DTHREADS=32 2>&1 | FileCheck %s --check-prefix=DEFAULT

#define THREADS 64

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[THREADS];
  float sum = 0;
  for (int k = 0; k < N; k += THREADS) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[THREADS - 1 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#ifdef BLOCKS
constexpr int Blocks = BLOCKS;
#else
constexpr int Blocks = 1;
#endif

void run(const float *A, float *C, int N) { sums<<<Blocks, THREADS>>>(A, C, N); }
