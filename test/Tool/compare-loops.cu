// REQUIRES: cuda-toolkit
// Forms are compared for each kernel, whatever its linkage: nvcc puts the file's name into the symbols of these. Two loops
// of one kernel are compared together, and each alone; a loop in a device function for every kernel that runs it.
// RUN: %pipeline-rewrite %s --print=candidates | FileCheck %s --check-prefix=TABLE
// TABLE: line{{[[:space:]]}}kernel{{[[:space:]]}}symbol
// TABLE-DAG: two<2>{{.*}}_ZN12_GLOBAL__N_13two{{.*}}cpasync, 2 stages, peel
// TABLE-DAG: two<3>{{.*}}ldg-single, 1 buffer, peel
// TABLE-DAG: sumOf{{.*}}_Z3one{{.*}}ldg-single, 1 buffer, peel
// TABLE-DAG: sumOf{{.*}}_Z5other{{.*}}ldg-single, 1 buffer, peel
// TABLE-NOT: {{^#}}

// RUN: %pipeline-rewrite %s --report=json > %t.json
// RUN: %python -c "import json; ls = json.load(open('%t.json'))['files'][0]['loops']; print(len(ls)); [print(len(l['compared']), 'forms') for l in ls]" | FileCheck %s --check-prefix=JSON
// JSON: 3
// JSON-NEXT: {{[89]}} forms
// JSON-NEXT: {{[89]}} forms
// Its callers write nothing that it loads.
// JSON-NEXT: {{[89]}} forms

namespace {
template <int N>
__global__ void two(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K) {
  __shared__ float As[16][16], Bs[16][16];
  float s = 0;
  for (int k = 0; k < K; k += 16) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.y * 16 + threadIdx.y) * K + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      s += As[threadIdx.y][i] * As[i][threadIdx.x];
    __syncthreads();
  }
  for (int k = 0; k < K; k += 16) {
    Bs[threadIdx.y][threadIdx.x] = B[(k + threadIdx.y) * K + blockIdx.x * 16 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      s += Bs[threadIdx.y][i] * Bs[i][threadIdx.x] * N;
    __syncthreads();
  }
  C[(blockIdx.y * 16 + threadIdx.y) * K + blockIdx.x * 16 + threadIdx.x] = s;
}
} // namespace

__device__ float sumOf(const float *__restrict__ A, int K) {
  __shared__ float As[256];
  float s = 0;
  for (int k = 0; k < K; ++k) {
    As[threadIdx.x] = A[k * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      s += As[i] * i;
    __syncthreads();
  }
  return s;
}
static __global__ void one(const float *__restrict__ A, float *__restrict__ C, int K) { C[threadIdx.x] = sumOf(A, K); }
static __global__ void other(const float *__restrict__ A, float *__restrict__ C, int K) {
  C[threadIdx.x] = 2 * sumOf(A, K);
}
void run(float *A, float *B, float *C) {
  two<2><<<dim3(16, 16), dim3(16, 16)>>>(A, B, C, 256);
  two<3><<<dim3(16, 16), dim3(16, 16)>>>(A, B, C, 256);
  one<<<100, 256>>>(A, C, 100);
  other<<<100, 256>>>(A, C, 100);
}
