// Kernels and launches that are written in other ways: attributes in front, a comment behind the last parameter, a semicolon behind the brace, parentheses around the name.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels -o %t.cu 2>&1 | FileCheck %s --check-prefix=DONE
// RUN: %strip %t.cu | FileCheck %s
// A second run finds both kernels as they shall be.
// RUN: %pipeline-rewrite %t.cu %builtin --arch=sm_90 2>&1 | FileCheck %s --check-prefix=AGAIN
// DONE-COUNT-3: executed: {{.*}} equal
// AGAIN-COUNT-3: 'text_of_{{[a-z]*}}_tma' has it, by tensor maps, and this one is launched where they cannot be
// AGAIN: 6 loops: 0 rewritten, 6 already pipelined, 0 refused
// CHECK: {{^}}};{{$}}
// CHECK: {{^\[\[maybe_unused\]\]}} __global__ void text_of{{_}}attribute_tma(
// CHECK: static void launch_text_of{{_}}attribute(dim3 launchGrid, dim3 launchBlock, size_t launchBytes, void *launchStream,
[[maybe_unused]] __global__ void text_of_attribute(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
};
// CHECK: {{^}}__attribute__((unused)) __global__ void text_of{{_}}comment_tma(
// CHECK-NEXT: const __grid_constant__ CUtensorMap Xs{{M}}ap // the last one
// CHECK-NEXT: ) {
__attribute__((unused)) __global__ void text_of_comment(const float *__restrict__ A, float *__restrict__ C, int ld, int N // the last one
) {
  __shared__ float Xs[16][32];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 32) {
    Xs[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += Xs[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
template <int W> __global__ void text_of_template(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float Ds[16][W];
  float sum = 0.0f;
  for (int k = 0; k < N; k += W) {
    Ds[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += Ds[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * W + threadIdx.x] = sum;
}
// The stream may be made into one by a conversion, as in <<<...>>>.
struct Stream {
  cudaStream_t Is = 0;
  operator cudaStream_t() const { return Is; }
};
void run(const float *A, float *C, int ld, int N, Stream stream) {
  // CHECK: {{^}}  launch_text_of{{_}}attribute(1, dim3(32, 16), 0, stream, A, C, ld, N);
  (text_of_attribute)<<<1, dim3(32, 16), 0, stream>>>(A, C, ld, N);
  // CHECK: {{^}}  launch_text_of{{_}}comment(1, dim3(32, 16), 0, 0, A, C, ld, N);
  ((text_of_comment))<<<1, dim3(32, 16)>>>(A, C, ld, N);
  // CHECK: {{^}}  launch_text_of{{_}}template<32>(1, dim3(32, 16), 0, 0, A, C, ld, N);
  (text_of_template<32>)<<<1, dim3(32, 16)>>>(A, C, ld, N);
}
