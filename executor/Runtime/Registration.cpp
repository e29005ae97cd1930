//===- Runtime/Registration.cpp - What compiled host code calls -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that nvcc and clang call from generated code: registration
// before main() and the two halves of `<<<>>>`. CUDA 13 launches through
// __cudaGetKernel and __cudaLaunchKernel, older ones and clang through
// cudaLaunchKernel.
//
//===----------------------------------------------------------------------===//
#include "executor/Runtime/Graph.h"
#include "executor/Runtime/Runtime.h"

using namespace pipeline_rewrite::executor;

namespace {

/// Launches now, or when the graph runs that the stream is captured into.
CudaError launch(const void *Host, Dim3 Grid, Dim3 Block, void **Arguments,
                 size_t Shared, void *Stream, bool Cooperative = false) {
  Runtime &R = Runtime::get();
  Graph *G = capturedInto(Stream);
  if (!G)
    return R.launch(Host, Grid, Block, Arguments, Shared, Cooperative);
  return addLaunch(*G, Host, Grid, Block, Arguments, Shared, Cooperative)
             ? Success
             : R.fail(InvalidDeviceFunction);
}

struct FatBinaryWrapper {
  int Magic, Version;
  const void *Data;
  void *Unused;
};

LoadedModule *moduleOf(void **Handle) {
  return static_cast<LoadedModule *>(*Handle);
}

} // namespace

extern "C" {

void **__cudaRegisterFatBinary(void *Wrapper) {
  void **Handle = new void *;
  *Handle = Runtime::get().addModule(
      static_cast<const FatBinaryWrapper *>(Wrapper)->Data);
  return Handle;
}

void __cudaRegisterFatBinaryEnd(void **) {}

void __cudaUnregisterFatBinary(void **) {}

char __cudaInitModule(void **) { return 1; }

void __cudaRegisterFunction(void **Handle, const char *Host, char *,
                            const char *Name, int, void *, void *, void *,
                            void *, int *) {
  Kernel K;
  K.From = moduleOf(Handle);
  K.Name = Name;
  Runtime::get().Kernels[Host] = K;
}

void __cudaRegisterVar(void **Handle, char *Host, char *, const char *Name, int,
                       size_t, int, int) {
  Runtime::get().Variables[Host] = {moduleOf(Handle), Name, nullptr};
}

void __cudaRegisterManagedVar(void **Handle, void **Host, char *,
                              const char *Name, int, size_t, int, int) {
  Runtime &R = Runtime::get();
  R.Variables[Host] = {moduleOf(Handle), Name, Host};
  // Device memory is host memory: the host copy of the pointer suffices.
  if (const Variable *V = R.variableAt(Host))
    *Host = reinterpret_cast<void *>(V->Address);
}

unsigned __cudaPushCallConfiguration(Dim3 Grid, Dim3 Block,
                                     size_t DynamicShared, void *Stream) {
  Runtime::get().Configurations.push_back({Grid, Block, DynamicShared, Stream});
  return 0;
}

CudaError __cudaPopCallConfiguration(Dim3 *Grid, Dim3 *Block,
                                     size_t *DynamicShared, void *Stream) {
  auto &Stack = Runtime::get().Configurations;
  if (Stack.empty())
    return InvalidConfiguration;
  *Grid = Stack.back().Grid;
  *Block = Stack.back().Block;
  *DynamicShared = Stack.back().DynamicShared;
  *static_cast<void **>(Stream) = Stack.back().Stream;
  Stack.pop_back();
  return Success;
}

CudaError __cudaGetKernel(const void **Out, const void *Host) {
  *Out = Host; // a kernel handle is the address of its host stub
  return Success;
}

CudaError cudaGetKernel(const void **Out, const void *Host) {
  return __cudaGetKernel(Out, Host);
}

CudaError __cudaLaunchKernel(const void *Host, Dim3 Grid, Dim3 Block,
                             void **Arguments, size_t DynamicShared,
                             void *Stream) {
  return launch(Host, Grid, Block, Arguments, DynamicShared, Stream);
}

CudaError __cudaLaunchKernel_ptsz(const void *Host, Dim3 Grid, Dim3 Block,
                                  void **Arguments, size_t Shared,
                                  void *Stream) {
  return launch(Host, Grid, Block, Arguments, Shared, Stream);
}

CudaError cudaLaunchKernel(const void *Host, Dim3 Grid, Dim3 Block,
                           void **Arguments, size_t DynamicShared,
                           void *Stream) {
  return launch(Host, Grid, Block, Arguments, DynamicShared, Stream);
}

CudaError cudaLaunchCooperativeKernel(const void *Host, Dim3 Grid, Dim3 Block,
                                      void **Arguments, size_t Shared,
                                      void *Stream) {
  return launch(Host, Grid, Block, Arguments, Shared, Stream,
                /*Cooperative=*/true);
}

/// cudaLaunchAttribute: a number and 64 bytes for its value.
struct LaunchAttribute {
  int Id, Padding;
  unsigned Value[16];
};
constexpr int AttributeCooperative = 2, AttributeClusterDimension = 4;

/// cudaLaunchConfig_t.
struct LaunchConfiguration {
  Dim3 Grid, Block;
  size_t DynamicShared;
  void *Stream;
  const LaunchAttribute *Attributes;
  unsigned AttributeCount;
};

CudaError cudaLaunchKernelExC(const LaunchConfiguration *C, const void *Host,
                              void **Arguments) {
  bool Cooperative = false;
  for (unsigned N = 0; N < C->AttributeCount; ++N) {
    const LaunchAttribute &A = C->Attributes[N];
    Cooperative |= A.Id == AttributeCooperative && A.Value[0];
    if (A.Id == AttributeClusterDimension &&
        A.Value[0] * A.Value[1] * A.Value[2] > 1)
      return Runtime::get().fail(NotSupported);
  }
  return launch(Host, C->Grid, C->Block, Arguments, C->DynamicShared, C->Stream,
                Cooperative);
}

} // extern "C"
