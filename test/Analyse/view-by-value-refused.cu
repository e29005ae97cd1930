// Another pointer may be put into the view before it is read through: by a
// member function, or by a reference that names it.
// ACCEPTED: view-by-value.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

struct Row {
  const float *Data;
  __device__ float at(int i) const { return Data[i]; }
};
struct Turned {
  const float *Data;
  __device__ Turned &turn(const float *to) {
    Data = to;
    return *this;
  }
  __device__ float at(int i) const { return Data[i]; }
};
__device__ Row rowOf(const float *data) { return Row{data}; }
__device__ Turned turnedOf(const float *data) { return Turned{data}; }

__global__ void byMember(const float *A, float *C, int K) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [{{unknown-source|load-reads-shared}}]
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x] + turnedOf(A).turn(As).at(63 - threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void byName(const float *A, float *C, int K) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [{{unknown-source|load-reads-shared|load-depends-on-compute}}]
  for (int k = 0; k < K; k += 64) {
    Row &&row = rowOf(A);
    row.Data = As;
    As[threadIdx.x] = A[k + threadIdx.x] + row.at(63 - threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
