//===- time_launches.cu - Times the kernels of a program as it is ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands between a program and the CUDA runtime. Every launch is timed with
// events; all device memory is hashed where it is freed, or at the end, so that
// two builds of a program can be compared without reading what they print.
//
//   nvcc -O2 -arch=native -shared -Xcompiler -fPIC -cudart shared \
//        -o time_launches.so time_launches.cu
//   nvcc … -cudart shared -o program program.cu
//   LD_PRELOAD=./time_launches.so LAUNCH_TIMES=out.tsv ./program
//
// LAUNCH_TIMES   the file that is written; default: standard error
// LAUNCH_REPEAT  times that each launch is made (1). Only for kernels that
// write
//                the same again; both builds repeat alike.
// LAUNCH_MS      a launch is not repeated once its runs took that long (400)
//
// Lines, tab-separated:
//   K  kernel (mangled)  grid  block  launches  median ms  least ms
//   H  hash of all memory that cudaMalloc gave, in the order of being freed
//   E  the last error's number
//
// Memory is zeroed when it is allocated, so that what a program never writes is
// the same in each run. Random inputs without a fixed seed make hashes differ.
//===----------------------------------------------------------------------===//
#include "hash_words.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <string>
#include <vector>
#undef cudaLaunchKernel
#undef cudaLaunchKernelExC

namespace {

/// The runtime's own function of this name.
template <class Function> Function *original(const char *Name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, Name));
}

double setting(const char *Name, double Default) {
  const char *Text = getenv(Name);
  return Text ? atof(Text) : Default;
}

class Recorder {
public:
  static Recorder &get() {
    static Recorder *Only = new Recorder; // outlives what is destroyed at exit
    return *Only;
  }

  template <class Launch>
  cudaError_t time(const void *Kernel, dim3 Grid, dim3 Block,
                   cudaStream_t Stream, Launch Go) {
    std::lock_guard<std::recursive_mutex> Lock(Mutex);
    cudaEvent_t Start, Stop;
    if (IsHashing || cudaEventCreate(&Start) || cudaEventCreate(&Stop))
      return Go();
    std::vector<float> &Times = timesOf(keyOf(Kernel, Grid, Block));
    cudaError_t Result = cudaSuccess;
    double Sum = 0;
    for (int I = 0; I < Repeat && Sum < MostMs && !Result; ++I) {
      cudaEventRecord(Start, Stream);
      Result = Go();
      cudaEventRecord(Stop, Stream);
      float Ms = 0;
      if (cudaEventSynchronize(Stop) || cudaEventElapsedTime(&Ms, Start, Stop))
        break;
      Times.push_back(Ms);
      Sum += Ms;
    }
    cudaEventDestroy(Start);
    cudaEventDestroy(Stop);
    return Result;
  }

  void allocated(void *Memory, size_t Bytes) {
    std::lock_guard<std::recursive_mutex> Lock(Mutex);
    cudaMemset(Memory, 0, Bytes);
    Live[Memory] = Bytes;
  }

  void freed(void *Memory) {
    std::lock_guard<std::recursive_mutex> Lock(Mutex);
    if (auto At = Live.find(Memory); At != Live.end()) {
      Hashes.push_back(hash(Memory, At->second));
      Live.erase(At);
    }
  }

  std::map<const void *, const void *> FunctionOf; ///< by cudaKernel_t

private:
  Recorder() {
    atexit([] { get().write(); });
  }

  static std::string textOf(dim3 D) {
    return std::to_string(D.x) + "," + std::to_string(D.y) + "," +
           std::to_string(D.z);
  }

  static std::string keyOf(const void *Kernel, dim3 Grid, dim3 Block) {
    const char *Name = "?";
    cudaFuncGetName(&Name, Kernel);
    return std::string(Name) + "\t" + textOf(Grid) + "\t" + textOf(Block);
  }

  std::vector<float> &timesOf(const std::string &Key) {
    auto [At, IsNew] = Times.try_emplace(Key);
    if (IsNew)
      Order.push_back(Key);
    return At->second;
  }

  Hash hash(void *Memory, size_t Bytes) {
    static auto *Allocate =
        original<cudaError_t(void **, size_t)>("cudaMalloc");
    static Hash *Sum = nullptr;
    Hash Out = 0;
    IsHashing = true;
    if (cudaDeviceSynchronize() == cudaSuccess &&
        (Sum || !Allocate(reinterpret_cast<void **>(&Sum), sizeof(Hash)))) {
      cudaMemset(Sum, 0, sizeof(Hash));
      hashWords<<<2048, 256>>>(static_cast<unsigned *>(Memory), Bytes / 4, Sum);
      cudaMemcpy(&Out, Sum, sizeof(Hash), cudaMemcpyDeviceToHost);
    }
    IsHashing = false;
    return Out;
  }

  void write() {
    std::lock_guard<std::recursive_mutex> Lock(Mutex);
    for (auto [Memory, Bytes] : Live)
      Hashes.push_back(hash(Memory, Bytes));
    const char *Path = getenv("LAUNCH_TIMES");
    FILE *Out = Path ? fopen(Path, "w") : stderr;
    if (!Out)
      return;
    for (const std::string &Key : Order) {
      std::vector<float> &Of = Times[Key];
      if (Of.empty())
        continue;
      std::sort(Of.begin(), Of.end());
      fprintf(Out, "K\t%s\t%zu\t%.6f\t%.6f\n", Key.c_str(), Of.size(),
              Of[Of.size() / 2], Of.front());
    }
    Hash All = 17;
    for (Hash Each : Hashes)
      All = All * 1099511628211ull ^ Each;
    fprintf(Out, "H\t%016llx\nE\t%d\n", All, int(cudaGetLastError()));
    if (Path)
      fclose(Out);
  }

  const int Repeat = int(setting("LAUNCH_REPEAT", 1));
  const double MostMs = setting("LAUNCH_MS", 400);
  std::recursive_mutex Mutex;
  bool IsHashing = false;
  std::map<std::string, std::vector<float>> Times;
  std::vector<std::string> Order;
  std::map<void *, size_t> Live;
  std::vector<Hash> Hashes;
};

} // namespace

// The runtime's names. Since CUDA 13, <<<>>> calls those with two underscores.

extern "C" cudaError_t cudaLaunchKernel(const void *Kernel, dim3 Grid,
                                        dim3 Block, void **Arguments,
                                        size_t Shared, cudaStream_t Stream) {
  static auto *Launch =
      original<cudaError_t(const void *, dim3, dim3, void **, size_t,
                           cudaStream_t)>("cudaLaunchKernel");
  return Recorder::get().time(Kernel, Grid, Block, Stream, [&] {
    return Launch(Kernel, Grid, Block, Arguments, Shared, Stream);
  });
}

extern "C" cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *Config,
                                           const void *Kernel,
                                           void **Arguments) {
  static auto *Launch =
      original<cudaError_t(const cudaLaunchConfig_t *, const void *, void **)>(
          "cudaLaunchKernelExC");
  return Recorder::get().time(
      Kernel, Config->gridDim, Config->blockDim, Config->stream,
      [&] { return Launch(Config, Kernel, Arguments); });
}

extern "C" cudaError_t __cudaGetKernel(cudaKernel_t *Kernel,
                                       const void *Function) {
  static auto *Get =
      original<cudaError_t(cudaKernel_t *, const void *)>("__cudaGetKernel");
  cudaError_t Result = Get(Kernel, Function);
  Recorder::get().FunctionOf[*Kernel] = Function;
  return Result;
}

extern "C" cudaError_t __cudaLaunchKernel(cudaKernel_t Kernel, dim3 Grid,
                                          dim3 Block, void **Arguments,
                                          size_t Shared, cudaStream_t Stream) {
  static auto *Launch =
      original<cudaError_t(cudaKernel_t, dim3, dim3, void **, size_t,
                           cudaStream_t)>("__cudaLaunchKernel");
  Recorder &All = Recorder::get();
  auto At = All.FunctionOf.find(Kernel);
  return All.time(
      At == All.FunctionOf.end() ? Kernel : At->second, Grid, Block, Stream,
      [&] { return Launch(Kernel, Grid, Block, Arguments, Shared, Stream); });
}

extern "C" cudaError_t timedMalloc(void **, size_t) __asm__("cudaMalloc");
extern "C" cudaError_t timedMalloc(void **Memory, size_t Bytes) {
  static auto *Allocate = original<cudaError_t(void **, size_t)>("cudaMalloc");
  cudaError_t Result = Allocate(Memory, Bytes);
  if (!Result && *Memory)
    Recorder::get().allocated(*Memory, Bytes);
  return Result;
}

extern "C" cudaError_t timedFree(void *) __asm__("cudaFree");
extern "C" cudaError_t timedFree(void *Memory) {
  static auto *Free = original<cudaError_t(void *)>("cudaFree");
  Recorder::get().freed(Memory);
  return Free(Memory);
}
