//===- three_ways.cu - Times builds of the same kernels in turn -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads lines from standard input: a key (kernel, type, grid x and y, n), how
// many builds it has, and for each its name, its library and the value of
// PIPELINE_DISPATCH, "-" for none. A library has a function run_KERNEL that
// launches the kernel once. Prints for each key and build, tab-separated:
// kernel, grid and n, build, median ms, least ms, hash of what was written
// before and after all was timed, error.
//
// All builds of a key run in one process, in turn, so that clocks and
// temperature are the same for all. A build that chooses at run time is
// launched until it has chosen before anything is timed.
//===----------------------------------------------------------------------===//
#include "hash_words.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>
#include <dlfcn.h>
#include <iostream>
#include <string>
#include <vector>

namespace {

constexpr size_t Bytes = size_t(128) << 20;
constexpr int Rounds = 31;
constexpr float SpanMs = 0.25f; ///< launches are timed together up to it
using Run = void (*)(void *, void *, void *, int, int, int);

__device__ unsigned mixed(unsigned I) {
  I = (I ^ I >> 16) * 0x7feb352dU;
  I = (I ^ I >> 15) * 0x846ca68bU;
  return I ^ I >> 16;
}
__device__ float random(unsigned I) { return mixed(I) / 2147483648.0f - 1; }
__device__ void set(float &To, unsigned I) { To = random(I); }
__device__ void set(double &To, unsigned I) { To = random(I); }
__device__ void set(half &To, unsigned I) { To = __float2half(random(I)); }
__device__ void set(int &To, unsigned I) { To = mixed(I) & 0x0f1f0f1f; }
template <class T> __global__ void fill(T *To, unsigned Seed) {
  for (size_t I = blockIdx.x * blockDim.x + threadIdx.x; I < Bytes / sizeof(T);
       I += gridDim.x * blockDim.x)
    set(To[I], unsigned(I) + Seed);
}

struct Buffers {
  void *A, *B, *C;
  Hash *Sum;
  std::string Filled;

  Buffers() {
    for (void **Each : {&A, &B, &C})
      cudaMalloc(Each, Bytes);
    cudaMalloc(&Sum, sizeof *Sum);
  }
  template <class T> void fillAs() {
    fill<<<1024, 256>>>(static_cast<T *>(A), 1);
    fill<<<1024, 256>>>(static_cast<T *>(B), 77777777);
  }
  void fillWith(const std::string &Type) {
    if (Type == Filled)
      return;
    Type == "half"     ? fillAs<half>()
    : Type == "int"    ? fillAs<int>()
    : Type == "double" ? fillAs<double>()
                       : fillAs<float>();
    Filled = Type;
  }
  Hash hashOfC() {
    Hash Is = 0;
    cudaMemset(Sum, 0, sizeof *Sum);
    hashWords<<<1024, 256>>>(static_cast<unsigned *>(C), Bytes / 4, Sum);
    cudaMemcpy(&Is, Sum, sizeof Is, cudaMemcpyDeviceToHost);
    return Is;
  }
};

struct Build {
  std::string Name;
  Run Go = nullptr;
  bool Chooses = false;
  Hash Output = 0;
  cudaError_t Error = cudaSuccess;
  std::vector<float> Times;
};

Build open(const std::string &Kernel, const std::string &Name,
           const std::string &Library, const std::string &Setting) {
  Setting == "-" ? unsetenv("PIPELINE_DISPATCH")
                 : setenv("PIPELINE_DISPATCH", Setting.c_str(), 1);
  void *In = dlopen(Library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!In)
    fprintf(stderr, "%s\n", dlerror());
  Build Is;
  Is.Name = Name;
  Is.Chooses = Name == "dispatch";
  Is.Go = In ? Run(dlsym(In, ("run_" + Kernel).c_str())) : nullptr;
  Is.Error = Is.Go ? cudaSuccess : cudaErrorInvalidDeviceFunction;
  return Is;
}

struct Key {
  std::string Kernel, Type;
  int X, Y, N;
  std::vector<Build> Builds;

  void launch(const Build &Is, const Buffers &On, int Times) const {
    for (int I = 0; I < Times; ++I)
      Is.Go(On.A, On.B, On.C, X, Y, N);
  }
  /// The first launch of a build reads PIPELINE_DISPATCH.
  void hashOutput(Build &Is, Buffers &On) const {
    if (Is.Error)
      return;
    cudaMemset(On.C, 0x7f, Bytes);
    launch(Is, On, 1);
    Is.Error = cudaDeviceSynchronize();
    Is.Error = Is.Error ? Is.Error : cudaGetLastError();
    Is.Output = Is.Output * 31 + On.hashOfC();
  }
  float time(const Build &Is, const Buffers &On, int Launches) const {
    static cudaEvent_t Begin, End;
    if (!Begin) {
      cudaEventCreate(&Begin);
      cudaEventCreate(&End);
    }
    float Ms = 0;
    cudaEventRecord(Begin);
    launch(Is, On, Launches);
    cudaEventRecord(End);
    cudaEventSynchronize(End);
    cudaEventElapsedTime(&Ms, Begin, End);
    return Ms / Launches;
  }
  void timeAll(const Buffers &On) {
    time(Builds[0], On, 3);
    const float Ms = time(Builds[0], On, 3);
    const int Launches = int(std::min(63.0f, SpanMs / Ms)) + 1;
    for (const Build &Is : Builds)
      // 63 rounds of four kernels, each a span of 8 launches if it is short.
      for (int I = 0; Is.Chooses && I < (Ms < 0.06f ? 600 : 80); ++I) {
        launch(Is, On, 4);
        cudaDeviceSynchronize();
      }
    for (int Round = -1; Round < Rounds; ++Round)
      for (size_t I = 0; I < Builds.size(); ++I) {
        Build &Is = Builds[(I + Round + 1) % Builds.size()];
        if (const float Ms = Is.Error ? 0 : time(Is, On, Launches); Round >= 0)
          Is.Times.push_back(Ms);
      }
  }
  void print() {
    for (Build &Is : Builds) {
      std::sort(Is.Times.begin(), Is.Times.end());
      printf("%s\t%d,%d,%d\t%s\t%.6f\t%.6f\t%016llx\t%d\n", Kernel.c_str(), X, Y,
             N, Is.Name.c_str(), Is.Times[Is.Times.size() / 2], Is.Times[0],
             Is.Output, int(Is.Error));
    }
    fflush(stdout);
  }
};

} // namespace

int main() {
  Buffers On;
  Key Is;
  size_t Count = 0;
  while (std::cin >> Is.Kernel >> Is.Type >> Is.X >> Is.Y >> Is.N >> Count) {
    On.fillWith(Is.Type);
    Is.Builds.clear();
    for (size_t I = 0; I < Count; ++I) {
      std::string Name, Library, Setting;
      std::cin >> Name >> Library >> Setting;
      Build Each = open(Is.Kernel, Name, Library, Setting);
      Is.hashOutput(Each, On);
      Is.Builds.push_back(Each);
    }
    Is.timeAll(On);
    for (Build &Each : Is.Builds)
      Is.hashOutput(Each, On);
    Is.print();
  }
  return cudaDeviceSynchronize();
}
