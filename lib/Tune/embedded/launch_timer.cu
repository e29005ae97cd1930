//===- launch_timer.cu - The time of every kernel launch ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linked into a program with -Wl,--wrap=... for each function below, it stands
// between the program and the CUDA runtime: events before and after each
// launch, their sum at the program's end in the file that
// PIPELINE_REWRITE_TIMES names. The program waits for each launch, so kernels
// that ran side by side now run one after the other.
//===----------------------------------------------------------------------===//
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <mutex>

namespace {

class LaunchTimer {
public:
  static LaunchTimer &instance() {
    static LaunchTimer Timer;
    return Timer;
  }

  /// At the end of the program no call into the runtime is safe any more.
  ~LaunchTimer() {
    const char *File = std::getenv("PIPELINE_REWRITE_TIMES");
    if (std::FILE *Out = File ? std::fopen(File, "a") : nullptr) {
      std::fprintf(Out, "%.9g %lu\n", Milliseconds, Launches);
      std::fclose(Out);
    }
  }

  template <typename Fn> cudaError_t time(cudaStream_t Stream, Fn Launch) {
    cudaEvent_t Start, Stop;
    // A launch that is captured into a graph does not run now.
    cudaStreamCaptureStatus Capture = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(Stream, &Capture) != cudaSuccess) {
      cudaGetLastError();
      return Launch();
    }
    if (Capture != cudaStreamCaptureStatusNone ||
        cudaEventCreate(&Start) != cudaSuccess)
      return Launch();
    if (cudaEventCreate(&Stop) == cudaSuccess) {
      cudaEventRecord(Start, Stream);
      cudaError_t Status = Launch();
      cudaEventRecord(Stop, Stream);
      float Elapsed = 0;
      if (Status == cudaSuccess && cudaEventSynchronize(Stop) == cudaSuccess &&
          cudaEventElapsedTime(&Elapsed, Start, Stop) == cudaSuccess)
        add(Elapsed);
      cudaEventDestroy(Stop);
      cudaEventDestroy(Start);
      return Status;
    }
    cudaEventDestroy(Start);
    return Launch();
  }

private:
  void add(float Elapsed) {
    std::lock_guard<std::mutex> Lock(Mutex);
    Milliseconds += Elapsed;
    ++Launches;
  }

  std::mutex Mutex;
  double Milliseconds = 0;
  unsigned long Launches = 0;
};

} // namespace

#define TIMED_LAUNCH(Name, Kernel)                                             \
  extern "C" cudaError_t __real_##Name(Kernel, dim3, dim3, void **, size_t,    \
                                       cudaStream_t);                          \
  extern "C" cudaError_t __wrap_##Name(Kernel What, dim3 Grid, dim3 Block,     \
                                       void **Arguments, size_t Shared,        \
                                       cudaStream_t Stream) {                  \
    return LaunchTimer::instance().time(Stream, [&] {                          \
      return __real_##Name(What, Grid, Block, Arguments, Shared, Stream);      \
    });                                                                        \
  }

TIMED_LAUNCH(cudaLaunchKernel, const void *)
TIMED_LAUNCH(cudaLaunchCooperativeKernel, const void *)
#if CUDART_VERSION >= 13000
TIMED_LAUNCH(__cudaLaunchKernel, cudaKernel_t)
#endif
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
TIMED_LAUNCH(cudaLaunchKernel_ptsz, const void *)
TIMED_LAUNCH(cudaLaunchCooperativeKernel_ptsz, const void *)
#if CUDART_VERSION >= 13000
TIMED_LAUNCH(__cudaLaunchKernel_ptsz, cudaKernel_t)
#endif
#endif

#if CUDART_VERSION >= 11080
extern "C" cudaError_t __real_cudaLaunchKernelExC(const cudaLaunchConfig_t *,
                                                  const void *, void **);
extern "C" cudaError_t __wrap_cudaLaunchKernelExC(const cudaLaunchConfig_t *How,
                                                  const void *What,
                                                  void **Arguments) {
  return LaunchTimer::instance().time(How->stream, [&] {
    return __real_cudaLaunchKernelExC(How, What, Arguments);
  });
}
#endif
