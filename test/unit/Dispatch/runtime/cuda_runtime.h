//===- cuda_runtime.h - A runtime whose clock and events a test moves -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_TEST_FAKE_CUDA_RUNTIME_H
#define PIPELINE_TEST_FAKE_CUDA_RUNTIME_H

#include <cstddef>
#include <map>
#include <mutex>
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
  bool IsReset = false;  ///< events of before are no more
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
  gpu().Events[*Event] = -1;
  ++gpu().Live;
  return cudaSuccess;
}
inline cudaError_t cudaEventDestroy(cudaEvent_t Event) {
  const std::lock_guard<std::mutex> Guard(gpu().Lock);
  gpu().Events.erase(Event);
  --gpu().Live;
  delete Event;
  return cudaSuccess;
}
inline cudaError_t cudaEventRecord(cudaEvent_t Event, cudaStream_t Stream) {
  const std::lock_guard<std::mutex> Guard(gpu().Lock);
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
  if (gpu().IsReset)
    return give(cudaErrorInvalidResourceHandle);
  return gpu().IsBehind && !gpu().Seen[Event] ? give(cudaErrorNotReady)
                                              : cudaSuccess;
}
inline cudaError_t cudaEventElapsedTime(float *Ms, cudaEvent_t Begin,
                                        cudaEvent_t End) {
  const std::lock_guard<std::mutex> Guard(gpu().Lock);
  *Ms = float(gpu().Events[End] - gpu().Events[Begin]);
  return cudaSuccess;
}
#endif
