// A pointer that leads into a parameter's own array or to what the parameter's pointer leads to: the one is no global
// memory, which cp.async reads. Two pointers of the host's lead there, also beside an array of another type.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s
struct Source {
  float4 own[32];
  const float4 *far, *near;
};

// CHECK: :[[@LINE+8]]:3: remark: rewritten: ldg
// CHECK: executed: {{.*}}, equal
__global__ void either(Source p, float *__restrict__ C, int N, int K) {
  __shared__ float4 As[16];
  const float4 *q = p.far;
  if (N > 100000)
    q = p.own;
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    As[threadIdx.x] = q[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: :[[@LINE+8]]:3: remark: rewritten: cpasync
// CHECK: executed: {{.*}}, equal
__global__ void pointers(Source p, float *__restrict__ C, int N, int K) {
  __shared__ float4 Bs[16];
  const float4 *q = p.far;
  if (N > 100000)
    q = p.near;
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    Bs[threadIdx.x] = q[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += Bs[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run(Source p, float *C, int N, int K) {
  either<<<1, 16>>>(p, C, N, K);
  pointers<<<1, 16>>>(p, C, N, K);
}
