//===- cuda_runtime.h - A runtime whose clock and events a test moves -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_TEST_FAKE_CUDA_RUNTIME_H
#define PIPELINE_TEST_FAKE_CUDA_RUNTIME_H

#include <cstddef>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <vector>

enum cudaError_t {
  cudaSuccess,
  cudaErrorInvalidConfiguration,
  cudaErrorInvalidResourceHandle,
  cudaErrorNotReady,
  cudaErrorStreamCaptureUnsafe
};
enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal,
  cudaStreamCaptureModeRelaxed
};
enum cudaStreamCaptureStatus {
  cudaStreamCaptureStatusNone,
  cudaStreamCaptureStatusActive
};
enum cudaDeviceAttr {
  cudaDevAttrComputeCapabilityMajor,
  cudaDevAttrComputeCapabilityMinor
};
struct cudaDeviceProp {
  char name[256];
};
#define CUDART_VERSION 13000
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize };
struct cudaFuncAttributes {
  size_t sharedSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, maxDynamicSharedSizeBytes;
};
enum cudaDriverEntryPointQueryResult { cudaDriverEntryPointSuccess };
constexpr unsigned cudaEnableDefault = 0;
struct dim3 {
  unsigned x, y, z;
  dim3(unsigned X = 1, unsigned Y = 1, unsigned Z = 1) : x(X), y(Y), z(Z) {}
};
using cudaStream_t = int *;
using cudaEvent_t = int *;

/// One GPU: streams run what is given to them in order, at once, but nobody
/// sees it before seen() was called.
struct FakeRuntime {
  std::mutex Lock;
  std::map<cudaStream_t, double> Clocks;
  std::map<cudaEvent_t, double> Events; ///< when it was recorded
  std::map<cudaEvent_t, bool> Seen;
  bool IsBehind = false; ///< the GPU has not come to what is recorded
  bool IsReset = false;  ///< events are errors
  /// Of the device; events of another one crash a program that touches them.
  unsigned long long Context = 1;
  std::map<cudaEvent_t, unsigned long long> ContextOf;
  std::map<const void *, int> Limits; ///< of dynamic bytes, if it was raised
  int Raised = 0;
  /// Kernels whose code is in the context, and those that use local memory.
  std::set<const void *> LoadedCode, Spilling;
  bool IsBusy = false; ///< with a kernel beside which no code can be loaded
  int Waits = 0, Live = 0, Bad = 0;
  std::map<cudaStream_t, bool> Captured;
  bool SomebodyCaptures = false; ///< in the global mode, another thread

  void run(cudaStream_t Stream, double Ms) {
    const std::lock_guard<std::mutex> Guard(Lock);
    Clocks[Stream] += Ms;
  }
};
inline FakeRuntime &gpu() {
  static FakeRuntime *Is = new FakeRuntime;
  return *Is;
}
inline cudaError_t &lastError() {
  static thread_local cudaError_t Is = cudaSuccess;
  return Is;
}
inline int &currentDevice() {
  static thread_local int Is = 0;
  return Is;
}
inline cudaStreamCaptureMode &captureMode() {
  static thread_local cudaStreamCaptureMode Is = cudaStreamCaptureModeGlobal;
  return Is;
}
inline cudaError_t give(cudaError_t Result) {
  if (Result != cudaSuccess)
    lastError() = Result;
  return Result;
}
/// A call that breaks a capture of another thread.
inline bool breaksCapture() {
  if (!gpu().SomebodyCaptures || captureMode() == cudaStreamCaptureModeRelaxed)
    return false;
  ++gpu().Bad;
  return true;
}

/// An event of a context that is gone: undefined.
inline void touch(cudaEvent_t Event) {
  if (gpu().ContextOf[Event] != gpu().Context)
    std::abort();
}
inline int fakeContextId(void *, unsigned long long *Id) {
  *Id = gpu().Context;
  return *Id ? 0 : 201;
}
inline cudaError_t
cudaGetDriverEntryPointByVersion(const char *, void **Function, unsigned,
                                 unsigned long long,
                                 cudaDriverEntryPointQueryResult *) {
  *Function = reinterpret_cast<void *>(fakeContextId);
  return cudaSuccess;
}
/// Its first launch, or what is asked of it.
inline void loadCode(const void *Function) {
  if (gpu().LoadedCode.insert(Function).second && gpu().IsBusy)
    std::abort(); // waits for ever
}
/// Of kernels of 16 KB and 512 threads, on a device with 100 KB.
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *Are,
                                         const void *Function) {
  const std::lock_guard<std::mutex> Guard(gpu().Lock);
  loadCode(Function);
  const int Raised = gpu().Limits[Function];
  *Are = {16 << 10, size_t(gpu().Spilling.count(Function) ? 64 : 0), 512,
          Raised ? Raised : 32 << 10};
  return cudaSuccess;
}
inline cudaError_t cudaFuncSetAttribute(const void *Function, cudaFuncAttribute,
                                        int Bytes) {
  const std::lock_guard<std::mutex> Guard(gpu().Lock);
  loadCode(Function);
  if (Bytes > 84 << 10)
    return give(cudaErrorInvalidConfiguration);
  ++gpu().Raised;
  gpu().Limits[Function] = Bytes;
  return cudaSuccess;
}
/// cudaDeviceReset(), and what the next call makes.
inline void resetDevice() {
  const std::lock_guard<std::mutex> Guard(gpu().Lock);
  ++gpu().Context;
  gpu().Events.clear();
  gpu().Limits.clear();
  gpu().LoadedCode.clear();
  gpu().Live = 0;
}

inline cudaError_t cudaPeekAtLastError() { return lastError(); }
inline cudaError_t cudaGetLastError() {
  const cudaError_t Was = lastError();
  lastError() = cudaSuccess;
  return Was;
}
inline cudaError_t cudaGetDevice(int *Device) {
  *Device = currentDevice();
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int *Value, cudaDeviceAttr, int) {
  *Value = 9;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *Of, int) {
  *Of = {"a device"};
  return cudaSuccess;
}
inline cudaError_t
cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *Mode) {
  std::swap(*Mode, captureMode());
  return cudaSuccess;
}
inline cudaError_t cudaStreamIsCapturing(cudaStream_t Stream,
                                         cudaStreamCaptureStatus *Status) {
  const std::lock_guard<std::mutex> Guard(gpu().Lock);
  *Status = gpu().Captured[Stream] ? cudaStreamCaptureStatusActive
                                   : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
inline cudaError_t cudaEventCreate(cudaEvent_t *Event) {
  if (breaksCapture())
    return give(cudaErrorStreamCaptureUnsafe);
  const std::lock_guard<std::mutex> Guard(gpu().Lock);
  *Event = new int;
  gpu().ContextOf[*Event] = gpu().Context;
  gpu().Events[*Event] = -1;
  ++gpu().Live;
  return cudaSuccess;
}
inline cudaError_t cudaEventDestroy(cudaEvent_t Event) {
  const std::lock_guard<std::mutex> Guard(gpu().Lock);
  touch(Event);
  gpu().Events.erase(Event);
  --gpu().Live;
  delete Event;
  return cudaSuccess;
}
inline cudaError_t cudaEventRecord(cudaEvent_t Event, cudaStream_t Stream) {
  const std::lock_guard<std::mutex> Guard(gpu().Lock);
  touch(Event);
  if (gpu().Captured[Stream] || !gpu().Events.count(Event)) {
    ++gpu().Bad;
    return give(cudaErrorInvalidResourceHandle);
  }
  gpu().Events[Event] = gpu().Clocks[Stream];
  gpu().Seen[Event] = !gpu().IsBehind;
  return cudaSuccess;
}
inline cudaError_t cudaEventQuery(cudaEvent_t Event) {
  if (breaksCapture())
    return give(cudaErrorStreamCaptureUnsafe);
  const std::lock_guard<std::mutex> Guard(gpu().Lock);
  touch(Event);
  if (gpu().IsReset)
    return give(cudaErrorInvalidResourceHandle);
  return gpu().IsBehind && !gpu().Seen[Event] ? give(cudaErrorNotReady)
                                              : cudaSuccess;
}
inline cudaError_t cudaEventElapsedTime(float *Ms, cudaEvent_t Begin,
                                        cudaEvent_t End) {
  const std::lock_guard<std::mutex> Guard(gpu().Lock);
  touch(Begin);
  *Ms = float(gpu().Events[End] - gpu().Events[Begin]);
  return cudaSuccess;
}
#endif
