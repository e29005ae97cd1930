// Static tiles whose stages pass 48 KB: the first stage stays, the others become
// parts of one dynamic array; launches give it, and raise the limit. One that
// gives less runs the original loop.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 -o %t.cu 2>/dev/null
// RUN: %pipeline-rewrite %t.cu %builtin --arch=sm_90 2>&1 >/dev/null | FileCheck %s --check-prefix=AGAIN
// AGAIN-COUNT-5: already pipelined
// AGAIN: 0 rewritten

typedef float Row[1024];

// REPORT: remark: rewritten: cpasync, 3 stages, predicate, in 'one_group'
// REPORT: all stages but the first become dynamic shared memory, because they pass 48 KB
// REPORT-NEXT: the launches give at least 49152 bytes of dynamic shared memory and raise its limit
// REPORT-NEXT: a launch that gives fewer than 49152 bytes runs the original loop, which stays beside it
// REPORT: launch in line {{[0-9]+}} gets 49152 bytes, and raises the limit before
// REPORT: executed: {{.*}} equal
// One declaration of two tiles, which keeps its comment.
static __global__ void one_group(const float4 *__restrict__ A, float *__restrict__ C, int N) {
// CHECK-LABEL: one_group(
// CHECK-NEXT: {{^}}  __shared__ float4 As[4][256], Bs[2][256]; // both
// CHECK: {{^}}  if (sharedBytes >= 49152) {
// CHECK: {{^}}    extern __shared__ __align__(128) unsigned char smem[];
// CHECK-NEXT: {{^}}    auto *AsMore = reinterpret_cast<decltype(As) *>(smem);
// CHECK-NEXT: {{^}}    auto *BsMore = reinterpret_cast<decltype(Bs) *>(AsMore + 2);
  __shared__ float4 As[4][256], Bs[2][256]; // both
  float sum = 0.0f;
// CHECK: &AsFill[i][threadIdx.x]
// CHECK: auto *AsRead = stage ? AsMore[stage - 1] : As;
// pipeline-rewrite: stages=3
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 6 + i) * 256 + threadIdx.x];
    for (int i = 0; i < 2; ++i)
      Bs[i][threadIdx.x] = A[(k * 6 + 4 + i) * 256 + threadIdx.x];
    __syncthreads();
// CHECK: sum += AsRead[i % 4][i].x * BsRead[i % 2][255 - i].y;
// CHECK: {{^}}  } else {
// CHECK: sum += As[i % 4][i].x * Bs[i % 2][255 - i].y;
    for (int i = 0; i < 256; ++i)
      sum += As[i % 4][i].x * Bs[i % 2][255 - i].y;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// REPORT: remark: rewritten: ldg, 2 stages, {{.*}} in 'named_type'
// REPORT: executed: {{.*}} equal
// The name of an array's type.
static __global__ void named_type(const float *__restrict__ A, float *__restrict__ C, int N) {
// CHECK-LABEL: named_type(
// CHECK: {{^}}    auto *AsMore = reinterpret_cast<decltype(As) *>(smem);
// CHECK-NEXT: {{^}}    auto *BsMore = reinterpret_cast<decltype(Bs) *>(AsMore + 1);
// CHECK: auto *BsFill = (stage ^ 1) ? BsMore[0] : Bs;
  __shared__ Row As;
  alignas(16) __shared__ Row Bs[6];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i * 256 + threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    for (int i = 0; i < 24; ++i)
      Bs[i / 4][i % 4 * 256 + threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i] * Bs[i % 6][1023 - i];
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// REPORT: remark: rewritten: ldg, 2 stages, {{.*}} in 'in_loop'
// REPORT: executed: {{.*}} equal
// Declared in the body, of a template's types; a lambda captures the pointer.
template <typename T, int ROWS>
static __global__ void in_loop(const T *__restrict__ A, T *__restrict__ C, int N) {
  T sum = 0;
// CHECK: {{^}}  __shared__ T As[ROWS][256];
// CHECK: {{^}}  __shared__ T Bs[256];
// CHECK: {{^}}    auto *AsMore = reinterpret_cast<decltype(As) *>(smem);
  for (int k = 0; k < N; ++k) {
    __shared__ T As[ROWS][256];
    // the second tile
    __shared__ T Bs[256];
    for (int i = 0; i < ROWS; ++i)
      As[i][threadIdx.x] = A[(k + i) * 256 + threadIdx.x];
    Bs[threadIdx.x] = A[k * 256 + threadIdx.x];
    __syncthreads();
// CHECK: auto get = [AsRead](int i) { return AsRead[i % ROWS][i]; };
    auto get = [](int i) { return As[i % ROWS][i]; };
    for (int i = 0; i < 256; ++i)
      sum += get(i) * Bs[255 - i];
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// REPORT: remark: rewritten: ldg-single, {{.*}} in 'beside_registers'
// REPORT: it stays static, because its tiles are not all loaded as far ahead
// REPORT: executed: {{.*}} equal
// A tile that goes through registers has another distance.
static __global__ void beside_registers(const float4 *__restrict__ A, float *__restrict__ C, int N) {
// CHECK-LABEL: beside_registers(
// CHECK-NEXT: {{^}}  __shared__ float Bs[256];
  __shared__ float Bs[256];
  __shared__ float4 As[4][256];
  float sum = 0.0f;
// pipeline-rewrite: stages=3
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 6 + i) * 256 + threadIdx.x];
    Bs[threadIdx.x] = A[(k * 6 + 4) * 256 + threadIdx.x].x * 2.0f;
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 4][i].x * Bs[255 - i];
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// What fits in 48 KB stays as it is.
static __global__ void fits(const float4 *__restrict__ A, float *__restrict__ C, int N) {
// CHECK-LABEL: fits(
// CHECK: {{^}}  __shared__ float4 As[3][4][256];
  __shared__ float4 As[4][256];
  float sum = 0.0f;
// pipeline-rewrite: stages=3
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 6 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 4][i].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

#define CHECK_ERROR(call) do { if (call) return; } while (0)

void host(float *A, float *C, int N, cudaStream_t stream) {
// CHECK: {{^}}  if (N > 4)
// CHECK-NEXT: {{^}}    one_group<<<400, 256, allowedSharedBytes(one_group, 0, 49152)>>>((float4 *)A, C, N);
  if (N > 4)
    one_group<<<400, 256>>>((float4 *)A, C, N);
// CHECK: one_group<<<400, dim3(256, 1), allowedSharedBytes(one_group, 0, 49152), stream>>>
  else
    one_group<<<400, dim3(256, 1), 0, stream>>>((float4 *)A, C, N);
// CHECK: named_type<<<400, 256, allowedSharedBytes(named_type, 0, 28672)>>>(A, C, N);
  named_type<<<400, 256, 0>>>(A, C, N);
// CHECK: in_loop<float, 30><<<400, 256, allowedSharedBytes(in_loop<float, 30>, 0, 31744)>>>(A, C, N);
  in_loop<float, 30><<<400, 256>>>(A, C, N);
  in_loop<int, 30><<<400, 256>>>((int *)A, (int *)C, N);
// CHECK: beside_registers<<<400, 256>>>
  beside_registers<<<400, 256>>>((float4 *)A, C, N);
// CHECK: fits<<<400, 256>>>(
  fits<<<400, 256>>>((float4 *)A, C, N);
  void *args[] = {&A, &C, &N};
// CHECK: CHECK_ERROR(cudaLaunchKernel((const void *)named_type, dim3(400), dim3(256), args, allowedSharedBytes(named_type, 0, 28672), stream));
  CHECK_ERROR(cudaLaunchKernel((const void *)named_type, dim3(400), dim3(256), args, 0, stream));
}
