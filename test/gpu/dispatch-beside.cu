// Launches that choose beside a kernel that runs until they are done. Every one
// of them would wait for ever if the first launch of a form loaded its code.
//   nvcc -std=c++17 -arch=native -I ../../lib/Emit/embedded dispatch-beside.cu
// Usage: dispatch-beside launch|call|late
//   launch  a launch loads the kernel and its forms
//   call    a call of the runtime does
//   late    nothing does: shows that this is what hangs, with form:1 or without
#include "pipeline_dispatch.h"
#include <cstdio>
#include <cstring>

template <int Form> __device__ void add(float *C, int N) {
  for (int I = 0; I < N; ++I)
    C[threadIdx.x] = C[threadIdx.x] * 0.5f + float(I);
}
__global__ void sum(float *C, int N) { add<0>(C, N); }
__global__ void sumForm1(float *C, int N) { add<1>(C, N); }
__global__ void sumForm2(float *C, int N) { add<2>(C, N + 0 * threadIdx.x); }
__global__ void waitFor(volatile int *Flag) {
  while (*Flag == 0)
    ;
}

const char *const Names[] = {"one", "two"};
pipeline_dispatch::Kernel &forms() {
  static void (*const All[])(float *, int) = {sum, sumForm1, sumForm2};
  static pipeline_dispatch::Kernel Is("sum", Names, All);
  return Is;
}
void launchSum(cudaStream_t Stream, float *C, int N) {
  pipeline_dispatch::Launch Is(forms(), dim3(1), dim3(64), 0, Stream, N);
  do
    if (Is.takes(1, 0))
      sumForm1<<<1, 64, 0, Stream>>>(C, N);
    else if (Is.takes(2, 0))
      sumForm2<<<1, 64, 0, Stream>>>(C, N);
    else
      sum<<<1, 64, 0, Stream>>>(C, N);
  while (Is.mustRepeat());
}

int main(int, char **Words) {
  float *C;
  int *Flag;
  cudaMalloc(&C, 64 * sizeof(float));
  cudaMemset(C, 0, 64 * sizeof(float));
  cudaHostAlloc(&Flag, sizeof(int), cudaHostAllocMapped);
  *Flag = 0;
  cudaStream_t Busy, Stream;
  cudaStreamCreateWithFlags(&Busy, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&Stream, cudaStreamNonBlocking);
  if (std::strcmp(Words[1], "launch") == 0)
    launchSum(Stream, C, 1000);
  if (std::strcmp(Words[1], "call") == 0)
    cudaFuncSetCacheConfig(pipeline_dispatch::loaded(forms(), sum),
                           cudaFuncCachePreferL1);
  cudaDeviceSynchronize();
  waitFor<<<1, 1, 0, Busy>>>(Flag);
  for (int I = 0; I < 300; ++I) {
    launchSum(Stream, C, 1000);
    if (I % 4 == 0)
      cudaStreamSynchronize(Stream);
  }
  cudaStreamSynchronize(Stream);
  *Flag = 1;
  std::printf("%s: done, %s\n", Words[1],
              cudaGetErrorString(cudaDeviceSynchronize()));
}
