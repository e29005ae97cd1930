//===- Runtime/DeviceApi.cpp - Device queries and errors ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One device with the figures of an A100 (compute capability 8.0).
//
//===----------------------------------------------------------------------===//
#include "executor/Runtime/Runtime.h"
#include <cstring>

using namespace pipeline_rewrite::executor;

namespace {

constexpr int ClockKHz = 1410000, MemoryClockKHz = 1215000, Processors = 108;

/// Writes the fields of cudaDeviceProp one by one with natural alignment. Its
/// layout has no version field: CUDA 13 dropped a few members of CUDA 11/12.
class PropertyWriter {
public:
  explicit PropertyWriter(void *Out) : Out(static_cast<char *>(Out)) {}
  template <class T> void put(T V) {
    At = (At + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    std::memcpy(Out + At, &V, sizeof V);
    At += sizeof V;
  }
  void text(const char *S, size_t Room) {
    std::memset(Out + At, 0, Room);
    std::memcpy(Out + At, S, std::strlen(S));
    At += Room;
  }
  void ints(std::initializer_list<int> L) {
    for (int V : L)
      put(V);
  }

private:
  char *Out;
  size_t At = 0;
};

void writeProperties(void *Out, bool Legacy) {
  PropertyWriter W(Out);
  W.text("pipeline-rewrite executor (sm_80)", 256);
  W.text("", 16 + 8); // uuid, luid
  W.put(0u);          // luidDeviceNodeMask
  W.put(size_t(16) << 30);
  W.put(SharedWithoutOptIn);
  W.ints({65536, 32});            // registers per block, warp size
  W.put(size_t(0x7FFFFFFF));      // memPitch
  W.ints({1024, 1024, 1024, 64}); // threads per block, block extents
  W.ints({0x7FFFFFFF, 65535, 65535});
  if (Legacy)
    W.put(ClockKHz);
  W.put(size_t(65536)); // constant memory
  W.ints({8, 0});
  W.put(size_t(512)); // textureAlignment
  W.put(size_t(32));
  if (Legacy)
    W.put(1); // deviceOverlap
  W.put(Processors);
  if (Legacy)
    W.put(0);     // kernelExecTimeoutEnabled
  W.ints({0, 1}); // integrated, canMapHostMemory
  if (Legacy)
    W.put(0); // computeMode
  // Texture and surface extents: not supported.
  for (int N = 0; N < (Legacy ? 40 : 39); ++N)
    W.put(0);
  W.put(size_t(512));               // surfaceAlignment
  W.ints({1, 1, 0, 0, 0, 0, 3, 1}); // concurrentKernels .. unifiedAddressing
  if (Legacy)
    W.put(MemoryClockKHz);
  W.ints({5120, 40 << 20, 30 << 20, 2048, 1, 1, 1});
  W.put(size_t(164 * 1024)); // shared memory per processor
  W.ints({65536, 1, 0, 0, 0});
  if (Legacy)
    W.put(2); // singleToDoublePrecisionPerfRatio
  W.ints({0, 1, 1, 1, 1});
  if (Legacy)
    W.put(0); // cooperativeMultiDeviceLaunch
  W.put(sharedWithOptIn(80));
  W.ints({0, 0, 32, 0}); // ..., blocks per processor, access policy
  W.put(size_t(1024));   // reserved shared memory per block
}

struct AttributeValue {
  int Attribute, Value;
};
// Numbers of cudaDeviceAttr.
constexpr AttributeValue Attributes[] = {
    {1, 1024},        {2, 1024},        {3, 1024},
    {4, 64},          {5, 0x7FFFFFFF},  {6, 65535},
    {7, 65535},       {8, 48 * 1024},   {9, 65536},
    {10, 32},         {11, 0x7FFFFFFF}, {12, 65536},
    {13, ClockKHz},   {14, 512},        {16, Processors},
    {19, 1},          {31, 1},          {36, MemoryClockKHz},
    {37, 5120},       {38, 40 << 20},   {39, 2048},
    {40, 3},          {41, 1},          {75, 8},
    {76, 0},          {78, 1},          {79, 1},
    {80, 1},          {81, 164 * 1024}, {82, 65536},
    {83, 1},          {89, 1},          {95, 0},
    {97, 163 * 1024}, {106, 32},        {111, 1024}};

struct ErrorText {
  CudaError Error;
  const char *Name, *Text;
};
constexpr ErrorText Errors[] = {
    {Success, "cudaSuccess", "no error"},
    {InvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {MemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {InvalidConfiguration, "cudaErrorInvalidConfiguration",
     "invalid configuration argument"},
    {InvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {InvalidDeviceFunction, "cudaErrorInvalidDeviceFunction",
     "invalid device function"},
    {InvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {NoKernelImage, "cudaErrorNoKernelImageForDevice",
     "no kernel image is available for execution on the device"},
    {NotReady, "cudaErrorNotReady", "device not ready"},
    {LaunchOutOfResources, "cudaErrorLaunchOutOfResources",
     "too many resources requested for launch"},
    {LaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {CooperativeLaunchTooLarge, "cudaErrorCooperativeLaunchTooLarge",
     "too many blocks in cooperative launch"},
    {NotSupported, "cudaErrorNotSupported", "operation not supported"}};

const ErrorText *textOf(CudaError E) {
  for (const ErrorText &T : Errors)
    if (T.Error == E)
      return &T;
  return nullptr;
}

} // namespace

extern "C" {

/// CUDA 13; CUDA 11 has another structure under the same name. Which one the
/// program means shows in the version of its PTX.
CudaError cudaGetDeviceProperties(void *Out, int Device) {
  Runtime &R = Runtime::get();
  if (Device != 0)
    return R.fail(InvalidDevice);
  bool Legacy = false;
  for (auto &[Host, K] : R.Kernels)
    Legacy |= R.use(*K.From).Version[0] <= 7;
  writeProperties(Out, Legacy);
  return Success;
}

/// CUDA 12.
CudaError cudaGetDeviceProperties_v2(void *Out, int Device) {
  if (Device != 0)
    return Runtime::get().fail(InvalidDevice);
  writeProperties(Out, /*Legacy=*/true);
  return Success;
}

CudaError cudaDeviceGetAttribute(int *Out, int Attribute, int Device) {
  if (Device != 0)
    return Runtime::get().fail(InvalidDevice);
  *Out = 0;
  for (const AttributeValue &A : Attributes)
    if (A.Attribute == Attribute)
      *Out = A.Value;
  return Success;
}

CudaError cudaGetDeviceCount(int *Out) {
  *Out = 1;
  return Success;
}
CudaError cudaGetDevice(int *Out) {
  *Out = 0;
  return Success;
}
CudaError cudaSetDevice(int Device) {
  return Device == 0 ? Success : Runtime::get().fail(InvalidDevice);
}
CudaError cudaInitDevice(int Device, unsigned, unsigned) {
  return cudaSetDevice(Device);
}
CudaError cudaSetDeviceFlags(unsigned) { return Success; }
/// What a kernel was allowed is of the device's context, which goes. CUDA 13.0
/// keeps it on an H100; other versions were not asked.
CudaError cudaDeviceReset() {
  for (auto &Each : Runtime::get().Kernels)
    Each.second.DynamicSharedLimit = -1;
  return Success;
}
CudaError cudaDeviceSynchronize() {
  Runtime &R = Runtime::get();
  return R.fail(R.Sticky);
}
CudaError cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
CudaError cudaDeviceSetLimit(int, size_t) { return Success; }
CudaError cudaDeviceGetLimit(size_t *Out, int) {
  *Out = size_t(8) << 20;
  return Success;
}
CudaError cudaDeviceSetCacheConfig(int) { return Success; }
CudaError cudaDeviceSetSharedMemConfig(int) { return Success; }
/// That of the toolkit which wrote the PTX: ISA 7.8 is CUDA 11.8, 8.x 12.x,
/// 9.x 13.x.
CudaError cudaRuntimeGetVersion(int *Out) {
  *Out = 13000;
  Runtime &R = Runtime::get();
  if (!R.Kernels.empty()) {
    const Module &M = R.use(*R.Kernels.begin()->second.From);
    *Out = (M.Version[0] + 4) * 1000 + M.Version[1] * 10;
  }
  return Success;
}
CudaError cudaDriverGetVersion(int *Out) { return cudaRuntimeGetVersion(Out); }
CudaError cudaDeviceCanAccessPeer(int *Out, int, int) {
  *Out = 0;
  return Success;
}
CudaError cudaDeviceGetPCIBusId(char *Out, int Room, int Device) {
  if (Device != 0 || Room < 13)
    return Runtime::get().fail(Device ? InvalidDevice : InvalidValue);
  std::memcpy(Out, "0000:00:00.0", 13);
  return Success;
}
CudaError cudaChooseDevice(int *Out, const void *) {
  *Out = 0;
  return Success;
}

/// cudaChannelFormatDesc; header code makes these for its own use.
struct ChannelFormat {
  int X, Y, Z, W, Kind;
};
ChannelFormat cudaCreateChannelDesc(int X, int Y, int Z, int W, int Kind) {
  return {X, Y, Z, W, Kind};
}
CudaError cudaProfilerStart() { return Success; }
CudaError cudaProfilerStop() { return Success; }

CudaError cudaGetLastError() {
  Runtime &R = Runtime::get();
  CudaError E = R.LastError;
  R.LastError = R.Sticky;
  return E;
}
CudaError cudaPeekAtLastError() { return Runtime::get().LastError; }

const char *cudaGetErrorString(CudaError E) {
  const ErrorText *T = textOf(E);
  return T ? T->Text : "unrecognized error code";
}
const char *cudaGetErrorName(CudaError E) {
  const ErrorText *T = textOf(E);
  return T ? T->Name : "unrecognized error code";
}

} // extern "C"
