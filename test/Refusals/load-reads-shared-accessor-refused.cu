// What is asked for by a reference and then read is read, and so is what the
// function reads to find it.
// ACCEPTED: load-reads-shared-accessor.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__device__ float &cell(float *tile, int i) { return tile[i]; }

__global__ void added(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loads read shared memory that the loop writes ('As') [load-reads-shared]
  for (int k = 0; k < K; k += 64) {
    cell(As, threadIdx.x) += A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void value(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[64], Last[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loads read shared memory that the loop writes ('Last') [load-reads-shared]
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x] * cell(Last, threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    Last[threadIdx.x] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float &turned(float *tile, const int *turns, int i) { return tile[turns[i]]; }

__global__ void found(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[64]; __shared__ int Turns[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loads read shared memory that the loop writes ('Turns') [load-reads-shared]
  for (int k = 0; k < K; k += 64) {
    turned(As, Turns, threadIdx.x) = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    Turns[threadIdx.x] = (threadIdx.x + k / 64) % 64;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

struct Cell {
  float Value;
  __device__ float doubled() const { return 2 * Value; }
};
__device__ Cell &object(Cell *tile, int i) { return tile[i]; }

__global__ void method(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[64]; __shared__ Cell Last[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loads read shared memory that the loop writes ('Last') [load-reads-shared]
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x] * object(Last, threadIdx.x).doubled();
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    Last[threadIdx.x].Value = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void copied(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[64]; __shared__ Cell Last[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}'last'{{.*}} [load-depends-on-compute]
  for (int k = 0; k < K; k += 64) {
    Cell last = object(Last, threadIdx.x);
    As[threadIdx.x] = A[k + threadIdx.x] * last.Value;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    Last[threadIdx.x].Value = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float inPlace(const Cell &cell) { return cell.Value; }

__global__ void passed(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[64]; __shared__ Cell Last[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loads read shared memory that the loop writes ('Last') [load-reads-shared]
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x] * inPlace(object(Last, threadIdx.x));
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    Last[threadIdx.x].Value = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
