// REQUIRES: executor
// More than 48 KB together, of static and dynamic memory, where neither is
// alone; by a pointer, which nobody edits; and after cudaDeviceReset(), which
// takes the limit back.
// RUN: sh %S/Inputs/exits 0 %pipeline-rewrite --choose=rules %s --arch=sm_80 --variant=ldg -o %t.cu --verify=execute --verify-seeds=1 --build='%nvcc {src} -o {exe}' --run={exe} 2>&1 | FileCheck %s
// CHECK: a launch that gives fewer than 28672 bytes runs the original loop
// CHECK: ran with 1 seed, 3 kernel launches each: same output (2 lines)
// A limit that is raised once is lost.
// RUN: sh %S/Inputs/exits 70 %pipeline-rewrite --choose=rules %s --arch=sm_80 --variant=ldg -o %t.cu --verify=execute --verify-seeds=1 --build='sed "s/is.maxDynamicSharedSizeBytes < most/static int asked = 0; !asked++/" {src} > {exe}.cu && %nvcc {exe}.cu -std=c++17 -o {exe}' --run={exe} 2>&1 | FileCheck %s --check-prefix=ONCE
// ONCE: hazards that the original does not have: LAUNCH-LIMIT in sums

#include <cstdio>

static __global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[7][256];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 7; ++i)
      As[i][threadIdx.x] = A[(k * 7 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 7; ++i)
      sum += As[i][255 - threadIdx.x].x * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

constexpr int Tiles = 3, Count = Tiles * 7 * 256;

static void run(bool again) {
  static float4 from[Count];
  for (int i = 0; i < Count; ++i)
    from[i].x = i % 37;
  float4 *A;
  float *C, to[512] = {};
  cudaMalloc(&A, sizeof(from));
  cudaMalloc(&C, sizeof(to));
  cudaMemcpy(A, from, sizeof(from), cudaMemcpyHostToDevice);
  cudaMemset(C, 0, sizeof(to));
  sums<<<1, 256>>>(A, C, Tiles);
  auto *kernel = &sums;
  if (again)
    kernel<<<1, 256>>>(A, C + 256, Tiles);
  cudaMemcpy(to, C, sizeof(to), cudaMemcpyDeviceToHost);
  float sum = 0.0f;
  for (int i = 0; i < 512; ++i)
    sum += to[i] * (i % 7);
  printf("%.0f %s\n", sum, cudaGetErrorString(cudaGetLastError()));
}

int main() {
  run(true);
  cudaDeviceReset();
  run(false);
}
