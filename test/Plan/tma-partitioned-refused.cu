// A warp besides copies tensor maps only where nobody can tell it from the block's own threads, and nobody waits for it.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --api=partitioned --allow-occupancy-loss --arch=sm_90 -o - 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=tma --api=partitioned --allow-occupancy-loss --arch=sm_90 --epilogue=peel --kernel=plain -o - 2>&1 >/dev/null | FileCheck %s --check-prefix=PEEL
// PEEL: loop left alone: the loop of the threads that compute has no last tile to peel [tma-kernel]
constexpr int T = 16;

// CHECK: loop left alone: the kernel may ask for the shape of its block{{.*}} [tma-kernel]
static __global__ void shape(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T];
  float sum = 0;
  C += blockDim.x - T;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[15 - threadIdx.y][15 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
}
void run_shape(const float *A, float *C, int ld, int N) { shape<<<4, dim3(T, T)>>>(A, C, ld, N); }

// CHECK: loop left alone: memory is read that such a thread may not reach{{.*}} [tma-kernel]
static __global__ void reads(const float *__restrict__ A, float *__restrict__ C, int ld, int N, const float *__restrict__ D) {
  __shared__ float As[T][T];
  float sum = 0;
  sum = D[threadIdx.y];
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[15 - threadIdx.y][15 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
}
void run_reads(const float *A, float *C, int ld, int N, const float *__restrict__ D) { reads<<<4, dim3(T, T)>>>(A, C, ld, N, D); }

// CHECK: loop left alone: what is done may follow from a thread's number{{.*}} [tma-kernel]
static __global__ void loops(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T];
  float sum = 0;
  for (int i = threadIdx.y; i != T; ++i)
    sum += i;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[15 - threadIdx.y][15 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
}
void run_loops(const float *A, float *C, int ld, int N) { loops<<<4, dim3(T, T)>>>(A, C, ld, N); }

// CHECK: loop left alone: what is done may follow from a thread's number{{.*}} [tma-kernel]
static __global__ void local(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T];
  float sum = 0;
  float own[T] = {0};
  own[threadIdx.y] = 1;
  sum += own[3];
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[15 - threadIdx.y][15 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
}
void run_local(const float *A, float *C, int ld, int N) { local<<<4, dim3(T, T)>>>(A, C, ld, N); }

// CHECK: loop left alone: what is done may follow from a thread's number{{.*}} [tma-kernel]
static __global__ void pointer(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T];
  float sum = 0;
  float own[T] = {0};
  float *at = own + threadIdx.y;
  *at = 1;
  sum += own[3];
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[15 - threadIdx.y][15 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
}
void run_pointer(const float *A, float *C, int ld, int N) { pointer<<<4, dim3(T, T)>>>(A, C, ld, N); }

// CHECK: loop left alone: what is done may follow from a thread's number{{.*}} [tma-kernel]
static __global__ void assumes(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T];
  float sum = 0;
  __builtin_assume(threadIdx.y < T);
  sum += threadIdx.y;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[15 - threadIdx.y][15 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
}
void run_assumes(const float *A, float *C, int ld, int N) { assumes<<<4, dim3(T, T)>>>(A, C, ld, N); }

// CHECK: loop left alone: some threads of the block may be gone{{.*}} [tma-kernel]
static __global__ void leaves(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T];
  float sum = 0;
  if (threadIdx.y >= T)
    return;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[15 - threadIdx.y][15 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
}
void run_leaves(const float *A, float *C, int ld, int N) { leaves<<<4, dim3(T, T)>>>(A, C, ld, N); }

// CHECK: loop left alone: __launch_bounds__ cannot be doubled{{.*}} [tma-kernel]
static __global__ void __launch_bounds__(256, 2) bounds(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T];
  float sum = 0;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[15 - threadIdx.y][15 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
}
void run_bounds(const float *A, float *C, int ld, int N) { bounds<<<4, dim3(T, T)>>>(A, C, ld, N); }

// CHECK: loop left alone: what stands before the loop would be done twice{{.*}} [tma-kernel]
static __global__ void writes(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T];
  float sum = 0;
  C[threadIdx.y * T + threadIdx.x] = 1;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[15 - threadIdx.y][15 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
}
void run_writes(const float *A, float *C, int ld, int N) { writes<<<4, dim3(T, T)>>>(A, C, ld, N); }

// CHECK: loop left alone: after the loop the whole block may be waited for{{.*}} [tma-kernel]
static __global__ void meets(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T];
  float sum = 0;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[15 - threadIdx.y][15 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
  __syncthreads();
  C[threadIdx.x] = 1;
}
void run_meets(const float *A, float *C, int ld, int N) { meets<<<4, dim3(T, T)>>>(A, C, ld, N); }

// CHECK: loop left alone: it orders more than asynchronous copies{{.*}} [tma-kernel]
static __global__ void exchanges(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T], sums[T][T];
  float sum = 0;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sums[threadIdx.y][threadIdx.x] = As[threadIdx.x][threadIdx.y];
    sum += sums[threadIdx.y][threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
}
void run_exchanges(const float *A, float *C, int ld, int N) { exchanges<<<4, dim3(T, T)>>>(A, C, ld, N); }

// CHECK: loop left alone: threads of their own copy only boxes{{.*}} [tma-box]
static __global__ void transposes(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T], Bs[T][T];
  float sum = 0;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    Bs[threadIdx.x][threadIdx.y] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[threadIdx.x][threadIdx.y] * Bs[threadIdx.x][threadIdx.y];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
}
void run_transposes(const float *A, float *C, int ld, int N) { transposes<<<4, dim3(T, T)>>>(A, C, ld, N); }

// CHECK: loop left alone: no launch has whole warps in x and y, and room for one more{{.*}} [tma-launches]
static __global__ void large(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[32][32];
  float sum = 0;
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * 32 + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[31 - threadIdx.y][31 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * 32 + threadIdx.y) * 32 + threadIdx.x] = sum;
}
void run_large(const float *A, float *C, int ld, int N) { large<<<4, dim3(32, 32)>>>(A, C, ld, N); }

// PEEL alone.
static __global__ void plain(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[T][T];
  float sum = 0;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * T + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    sum += As[15 - threadIdx.y][15 - threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * T + threadIdx.y) * T + threadIdx.x] = sum;
}
void run_plain(const float *A, float *C, int ld, int N) { plain<<<4, dim3(T, T)>>>(A, C, ld, N); }
