// REQUIRES: cuda-toolkit, nvdisasm
// Where every device that is named has compute capability 9.0, tensor maps are compiled beside the other forms, and chosen for the kind
// of loop that always became faster by them. Then the launches are edited.
// RUN: %pipeline-rewrite %s --trust-tree --arch=sm_90 -o %t.cu 2>&1 | FileCheck %s --check-prefix=MAPS
// MAPS: rewritten: tma, 2 stages, predicate
// MAPS: nvcc compiled {{[0-9]+}} forms, of which this one is predicted to be the fastest: x0.88 +- 0.08 of the time
// MAPS: executed: {{.*}}, equal
// RUN: %strip < %t.cu | FileCheck %s --check-prefix=TEXT
// TEXT: {{^}}__global__ void multiplyTma(
// TEXT: {{[{] launch_multiply[(]dim3[(]}}64, 64)

// A device that was never timed, and launches that stay as they are.
// RUN: %pipeline-rewrite %s --trust-tree --arch=sm_90,sm_100 --print=candidates | FileCheck %s --check-prefix=NOT --implicit-check-not=tma,
// RUN: %pipeline-rewrite %s --trust-tree --arch=sm_90 --no-edit-launches --print=candidates | FileCheck %s --check-prefix=NOT --implicit-check-not=tma,
// NOT: cpasync,

// Other kinds of loops: boxes below a kilobyte, blocks of two warps, threads that copy 16 bytes. Much more math than copies is seen in
// the code alone. A loop that runs again in another one of the block may have few tiles each time.
// RUN: %pipeline-rewrite %s --trust-tree --arch=sm_90 --print=candidates -- -DKINDS > %t.kinds
// RUN: grep -c 'cpasync, 2 stages, peel' %t.kinds | FileCheck %s --check-prefix=SEVEN
// RUN: FileCheck %s --check-prefix=KINDS < %t.kinds
// KINDS-NOT: {{low|narrow|wide|kept|anew}}{{.*}}tma,
// KINDS-DAG: multiply{{.*}}tma, 2 stages, predicate, unrolled, launches edited{{[[:space:]]}}1{{[[:space:]]}}0.8800
// KINDS-DAG: busy{{.*}}tma, 2 stages, predicate, unrolled, launches edited{{[[:space:]]}}0{{[[:space:]]}}-
// KINDS-NOT: {{low|narrow|wide|kept|anew}}{{.*}}tma,
// SEVEN: 7

__device__ float of(float4 a) { return a.x * a.y + a.z * a.w; }

__global__ void multiply(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ float As[32][32], Bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32 + ty;
  float sum = 0;
  for (int t = 0; t < n; t += 32) {
    As[ty][tx] = A[row * n + t + tx];
    Bs[ty][tx] = B[row * n + t + tx];
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      sum += As[ty][k] * Bs[tx][k];
    __syncthreads();
  }
  C[(row * gridDim.x + blockIdx.x) * 32 + tx] = sum;
}
void run(const float *A, const float *B, float *C, int n) { multiply<<<dim3(64, 64), dim3(32, 32)>>>(A, B, C, n); }

#ifdef KINDS
__global__ void low(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ float As[4][32], Bs[4][32];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 4 + ty;
  float sum = 0;
  for (int t = 0; t < n; t += 32) {
    As[ty][tx] = A[row * n + t + tx];
    Bs[ty][tx] = B[row * n + t + tx];
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      sum += As[ty][k] * Bs[tx % 4][k];
    __syncthreads();
  }
  C[(row * gridDim.x + blockIdx.x) * 32 + tx] = sum;
}
void run_low(const float *A, const float *B, float *C, int n) { low<<<dim3(64, 64), dim3(32, 4)>>>(A, B, C, n); }

__global__ void narrow(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ float As[8][32], Bs[8][32];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8;
  float sum = 0;
  for (int t = 0; t < n; t += 32) {
    for (int y = ty; y < 8; y += 2) {
      As[y][tx] = A[(row + y) * n + t + tx];
      Bs[y][tx] = B[(row + y) * n + t + tx];
    }
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      sum += As[ty][k] * Bs[tx % 8][k];
    __syncthreads();
  }
  C[((row + ty) * gridDim.x + blockIdx.x) * 32 + tx] = sum;
}
void run_narrow(const float *A, const float *B, float *C, int n) { narrow<<<dim3(64, 64), dim3(32, 2)>>>(A, B, C, n); }

__global__ void wide(const float4 *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ float4 As[8][32], Bs[8][32];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty;
  float sum = 0;
  for (int t = 0; t < n; t += 32) {
    As[ty][tx] = A[row * n + t + tx];
    Bs[ty][tx] = B[row * n + t + tx];
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      sum += of(As[ty][k]) * of(Bs[tx % 8][k]);
    __syncthreads();
  }
  C[(row * gridDim.x + blockIdx.x) * 32 + tx] = sum;
}
void run_wide(const float4 *A, const float4 *B, float *C, int n) { wide<<<dim3(64, 64), dim3(32, 8)>>>(A, B, C, n); }

__global__ void busy(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ float As[32][32], Bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32 + ty;
  float sum = 0;
  for (int t = 0; t < n; t += 32) {
    As[ty][tx] = A[row * n + t + tx];
    Bs[ty][tx] = B[row * n + t + tx];
    __syncthreads();
    for (int r = 0; r < 4; ++r)
      for (int k = 0; k < 32; ++k)
        sum += As[ty][k] * Bs[(tx + r) % 32][k];
    __syncthreads();
  }
  C[(row * gridDim.x + blockIdx.x) * 32 + tx] = sum;
}
void run_busy(const float *A, const float *B, float *C, int n) { busy<<<dim3(64, 64), dim3(32, 32)>>>(A, B, C, n); }

__global__ void kept(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ float As[32][32], Bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  for (int row = blockIdx.x; row < 64; row += gridDim.x) {
    float sum = 0;
    for (int t = 0; t < n; t += 32) {
      As[ty][tx] = A[(row * 32 + ty) * n + t + tx];
      Bs[ty][tx] = B[(row * 32 + ty) * n + t + tx];
      __syncthreads();
      for (int k = 0; k < 32; ++k)
        sum += As[ty][k] * Bs[tx][k];
      __syncthreads();
    }
    C[(row * 32 + ty) * 32 + tx] = sum;
  }
}
void run_kept(const float *A, const float *B, float *C, int n) { kept<<<dim3(64, 64), dim3(32, 32)>>>(A, B, C, n); }

#define EACH(row) for (int row = blockIdx.x; row < 64; row += gridDim.x)
__global__ void anew(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ float As[32][32], Bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  EACH(row) {
    float sum = 0;
    for (int t = 0; t < n; t += 32) {
      As[ty][tx] = A[(row * 32 + ty) * n + t + tx];
      Bs[ty][tx] = B[(row * 32 + ty) * n + t + tx];
      __syncthreads();
      for (int k = 0; k < 32; ++k)
        sum += As[ty][k] * Bs[tx][k];
      __syncthreads();
    }
    C[(row * 32 + ty) * 32 + tx] = sum;
  }
}
void run_anew(const float *A, const float *B, float *C, int n) { anew<<<dim3(64, 64), dim3(32, 32)>>>(A, B, C, n); }
#endif
