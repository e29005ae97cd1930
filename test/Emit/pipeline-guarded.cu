// cuda::pipeline: every thread acquires and commits in every pass; a guarded
// copy has its fill in the other branch, and copies of several sizes say theirs.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --api=pipeline -o - 2>/dev/null | %strip | FileCheck %s
// CHECK: #include <cuda/pipeline>
// CHECK: int stage = 0;
// CHECK-NEXT: auto pipe = cuda::make_pipeline();
// CHECK-NEXT: int kNext = 0;
// CHECK: auto copyTile = [&](int into) {
// CHECK-NEXT: if (threadIdx.x < rows) {
// CHECK: cuda::memcpy_async(
// CHECK-NEXT: &As[into][threadIdx.x],
// CHECK-NEXT: &A[kNext + threadIdx.x],
// CHECK-NEXT: cuda::aligned_size_t<4>(sizeof(float)),
// CHECK-NEXT: pipe);
// CHECK-NEXT: } else {
// CHECK-NEXT: As[into][threadIdx.x] = 0.0f;
// CHECK-NEXT: }
// CHECK: cuda::aligned_size_t<8>(sizeof(double)),
// CHECK: cuda::aligned_size_t<16>(sizeof(float4)),
// CHECK: };
// CHECK: if (kNext < N) {
// CHECK-NEXT: pipe.producer_acquire();
// CHECK-NEXT: copyTile(0);
// CHECK-NEXT: pipe.producer_commit();
// CHECK-NEXT: cuda::pipeline_consumer_wait_prior<0>(pipe);
// CHECK-NEXT: __syncthreads();
// CHECK-LABEL: for (int k = 0;
// CHECK: kNext += 64;
// CHECK-NEXT: pipe.producer_acquire();
// CHECK-NEXT: if (kNext < N) {
// CHECK-NEXT: copyTile(stage ^ 1);
// CHECK-NEXT: }
// CHECK-NEXT: pipe.producer_commit();
// CHECK-EMPTY:
// CHECK-NEXT: sum +=
// CHECK-NEXT: pipe.consumer_release();
// CHECK-NEXT: cuda::pipeline_consumer_wait_prior<0>(pipe);
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: stage ^= 1;

__global__ void sums(const float *__restrict__ A, const double *__restrict__ B,
                     const float4 *__restrict__ D, double *__restrict__ C, int N, int rows) {
  __shared__ float As[64];
  __shared__ double Bs[64];
  __shared__ float4 Ds[64];
  double sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = threadIdx.x < rows ? A[k + threadIdx.x] : 0.0f;
    Bs[threadIdx.x] = B[k + threadIdx.x];
    Ds[threadIdx.x] = D[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x] * Bs[63 - threadIdx.x] + Ds[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
