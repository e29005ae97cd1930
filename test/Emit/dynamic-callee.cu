// A function fills a tile in dynamic shared memory: what it is given is the
// stage that is filled.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s

__device__ void load(float *tile, const float *from) {
  tile[threadIdx.x] = from[threadIdx.x];
}

__device__ void load_half(float *tile, const float *from, int k) {
  tile[threadIdx.x] = from[k + threadIdx.x] * 0.5f;
}

static __global__ void sums(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  extern __shared__ float smem[];
  float *As = smem, *Bs = smem + 64;
  float sum = 0.0f;
// CHECK: load(As, A + kNext);
// CHECK: load_half(Bs, B, kNext);
  for (int k = 0; k < N; k += 64) {
// CHECK: auto *AsRead = As + stage * (stageBytes / sizeof(*As));
// CHECK: auto *AsFill = As + (stage ^ 1) * (stageBytes / sizeof(*As));
// CHECK: {{^ *}}loadFetch(smemNext, A + kNext);
// CHECK: load_half_fetch(smemNext2, B, kNext);
    load(As, A + k);
    load_half(Bs, B, k);
    __syncthreads();
// CHECK: sum += AsRead[i] * BsRead[i];
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
// CHECK: loadStore(smemNext, AsFill);
// CHECK: load_half_store(smemNext2, BsFill);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void host(const float *A, const float *B, float *C, int N) {
// CHECK: sums<<<1, 64, 1024>>>(A, B, C, N);
  sums<<<1, 64, 512>>>(A, B, C, N);
}
