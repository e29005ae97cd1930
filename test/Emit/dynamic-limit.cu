// Above 48 KB the host must ask first: in front of the launch, with braces where
// it stands alone under a condition.
// Where the tile lies in it, a run decides (`N % 1`): a stage is all of it.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 -o - 2>/dev/null | %strip | FileCheck %s

static __global__ void large(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x + N % 1] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#define CHECK_ERROR(call) do { call; if (cudaGetLastError()) return; } while (0)

void host(float *A, float *C, int N, int bytes) {
// CHECK: {{^}}  cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * 32768);
// CHECK-NEXT: {{^}}  large<<<1, 64, 2 * 32768>>>(A, C, N);
  large<<<1, 64, 32768>>>(A, C, N);
// CHECK-NEXT: {{^}}  if (bytes > 0) {
// CHECK-NEXT: {{^}}    cudaFuncSetAttribute(large, {{.*}}, 2 * ((bytes + 127) / 128 * 128));
// CHECK-NEXT: {{^}}    large<<<1, 64, 2 * ((bytes + 127) / 128 * 128)>>>(A, C, N);
// CHECK-NEXT: {{^}}  }
  if (bytes > 0)
    large<<<1, 64, bytes>>>(A, C, N);
// CHECK-NEXT: else {
// CHECK-NEXT: cudaFuncSetAttribute
// CHECK-NEXT: large<<<1, 64, 2 * 256>>>(A, C, N);
// CHECK-NEXT: }
  else
    large<<<1, 64, 256>>>(A, C, N);
  switch (N) {
  case 1:
// CHECK: case 1:
// CHECK-NEXT: cudaFuncSetAttribute
// CHECK-NEXT: CHECK_ERROR((large<<<1, 64, 2 * 1024>>>(A, C, N)));
    CHECK_ERROR((large<<<1, 64, 1024>>>(A, C, N)));
  }
}

// The bytes are known once the rest of the expression is computed, or the
// launch may not happen: the limit is raised on the way.
int bytesOf(int N);
#define WITH(bytes, call) (bytes = bytesOf(N), call)
#define IF(condition, call) if (condition) call

void computedFirst(float *A, float *C, int N) {
  int bytes = 0;
// CHECK-LABEL: computedFirst
// CHECK-NEXT: int bytes = 0;
// CHECK-NEXT: {{^}}  bytes = bytesOf(N), large<<<1, 64, [](size_t {{.*}} cudaFuncSetAttribute(large, {{.*}}(bytes)>>>(A, C, N);
  bytes = bytesOf(N), large<<<1, 64, bytes>>>(A, C, N);
// CHECK-NEXT: {{^}}  WITH(bytes, (large<<<1, 64, [](size_t {{.*}}(bytes)>>>(A, C, N)));
  WITH(bytes, (large<<<1, 64, bytes>>>(A, C, N)));
// CHECK-NEXT: {{^}}  N > 0 ? large<<<1, 64, [](size_t {{.*}}(bytes)>>>(A, C, N) : (void)0;
  N > 0 ? large<<<1, 64, bytes>>>(A, C, N) : (void)0;
// CHECK-NEXT: {{^}}  IF(N > 0, (large<<<1, 64, [](size_t {{.*}}(bytes)>>>(A, C, N)));
  IF(N > 0, (large<<<1, 64, bytes>>>(A, C, N)));
// CHECK-NEXT: {{^}}  cudaFuncSetAttribute(large, {{.*}}, 2 * ((bytes + 127) / 128 * 128));
// CHECK-NEXT: {{^}}  large<<<1, 64, 2 * ((bytes + 127) / 128 * 128)>>>(A, C, N), (void)N;
  large<<<1, 64, bytes>>>(A, C, N), (void)N;
}
