//===- Runtime/StreamApi.cpp - Streams and events -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams are synchronous: every call is complete when it returns. Events
// carry the time of the host, so that elapsed times are those of the executor
// and say nothing about a GPU.
//
//===----------------------------------------------------------------------===//
#include "executor/Runtime/Runtime.h"
#include <chrono>

using namespace pipeline_rewrite::executor;

namespace {

using Clock = std::chrono::steady_clock;

struct Stream {};
struct Event {
  Clock::time_point When = Clock::now();
};

CudaError state() {
  Runtime &R = Runtime::get();
  return R.fail(R.Sticky);
}

} // namespace

extern "C" {

CudaError cudaStreamCreate(void **Out) {
  *Out = new Stream;
  return Success;
}
CudaError cudaStreamCreateWithFlags(void **Out, unsigned) {
  return cudaStreamCreate(Out);
}
CudaError cudaStreamCreateWithPriority(void **Out, unsigned, int) {
  return cudaStreamCreate(Out);
}
CudaError cudaStreamDestroy(void *S) {
  delete static_cast<Stream *>(S);
  return Success;
}
CudaError cudaStreamSynchronize(void *) { return state(); }
CudaError cudaStreamQuery(void *) { return state(); }
CudaError cudaStreamWaitEvent(void *, void *, unsigned) { return Success; }
CudaError cudaStreamAttachMemAsync(void *, void *, size_t, unsigned) {
  return Success;
}
// Policies of caches change no value.
CudaError cudaStreamSetAttribute(void *, int, const void *) { return Success; }
CudaError cudaCtxResetPersistingL2Cache() { return Success; }
CudaError cudaStreamGetFlags(void *, unsigned *Out) {
  *Out = 0;
  return Success;
}
CudaError cudaStreamGetPriority(void *, int *Out) {
  *Out = 0;
  return Success;
}
// No call is refused during a capture: the mode changes nothing.
CudaError cudaThreadExchangeStreamCaptureMode(int *) { return Success; }
// All earlier work of the stream is complete: the host function runs at once.
CudaError cudaLaunchHostFunc(void *, void (*Call)(void *), void *Data) {
  Call(Data);
  return Success;
}
CudaError cudaStreamAddCallback(void *S,
                                void (*Call)(void *, CudaError, void *),
                                void *Data, unsigned) {
  Call(S, Runtime::get().Sticky, Data);
  return Success;
}
CudaError cudaDeviceGetStreamPriorityRange(int *Least, int *Greatest) {
  *Least = *Greatest = 0;
  return Success;
}

CudaError cudaEventCreate(void **Out) {
  *Out = new Event;
  return Success;
}
CudaError cudaEventCreateWithFlags(void **Out, unsigned) {
  return cudaEventCreate(Out);
}
CudaError cudaEventDestroy(void *E) {
  delete static_cast<Event *>(E);
  return Success;
}
CudaError cudaEventRecord(void *E, void *) {
  if (!E)
    return Runtime::get().fail(InvalidValue);
  static_cast<Event *>(E)->When = Clock::now();
  return Success;
}
CudaError cudaEventRecordWithFlags(void *E, void *S, unsigned) {
  return cudaEventRecord(E, S);
}
CudaError cudaEventSynchronize(void *) { return state(); }
CudaError cudaEventQuery(void *) { return state(); }
CudaError cudaEventElapsedTime(float *Milliseconds, void *From, void *To) {
  auto Span = static_cast<Event *>(To)->When - static_cast<Event *>(From)->When;
  float Ms = std::chrono::duration<float, std::milli>(Span).count();
  // Programs divide by it.
  *Milliseconds = Ms > 1e-6f ? Ms : 1e-6f;
  return Success;
}
CudaError cudaEventElapsedTime_v2(float *Milliseconds, void *From, void *To) {
  return cudaEventElapsedTime(Milliseconds, From, To);
}

} // extern "C"
