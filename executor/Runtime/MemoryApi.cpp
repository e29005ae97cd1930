//===- Runtime/MemoryApi.cpp - Allocation and copies ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device memory is host memory, so a copy is a memcpy; what is checked is that
// device ranges lie in live allocations.
//
//===----------------------------------------------------------------------===//
#include "executor/Runtime/Graph.h"
#include "executor/Runtime/Runtime.h"
#include <cstdlib>
#include <cstring>

using namespace pipeline_rewrite::executor;

namespace {

/// A range that touches device memory must lie in one allocation.
bool isUsable(const void *P, size_t Bytes) {
  auto Address = reinterpret_cast<uint64_t>(P);
  const GlobalMemory &G = Runtime::get().Device.Global;
  return Bytes == 0 || !G.isDeviceAddress(Address) ||
         G.contains(Address, Bytes);
}

CudaError copy(void *To, const void *From, size_t Bytes) {
  Runtime &R = Runtime::get();
  if (R.Sticky != Success)
    return R.fail(R.Sticky);
  if (Bytes == 0)
    return Success;
  if (!To || !From || !isUsable(To, Bytes) || !isUsable(From, Bytes))
    return R.fail(InvalidValue);
  std::memmove(To, From, Bytes);
  return Success;
}

CudaError fill(void *To, int Value, size_t Bytes) {
  Runtime &R = Runtime::get();
  if (R.Sticky != Success)
    return R.fail(R.Sticky);
  if (Bytes == 0)
    return Success;
  if (!To || !isUsable(To, Bytes))
    return R.fail(InvalidValue);
  std::memset(To, Value, Bytes);
  return Success;
}

CudaError copyRows(void *To, size_t ToPitch, const void *From, size_t FromPitch,
                   size_t Width, size_t Height) {
  if (Width > ToPitch || Width > FromPitch)
    return Runtime::get().fail(InvalidValue);
  for (size_t Row = 0; Row < Height; ++Row)
    if (CudaError E =
            copy(static_cast<char *>(To) + Row * ToPitch,
                 static_cast<const char *>(From) + Row * FromPitch, Width))
      return E;
  return Success;
}

/// Address of [Offset, Offset + Bytes) of a __device__ or __constant__
/// variable, or null.
char *symbolRange(const void *Symbol, size_t Bytes, size_t Offset) {
  const Variable *V = Runtime::get().variableAt(Symbol);
  if (!V || Offset > V->Size || Bytes > V->Size - Offset)
    return nullptr;
  return reinterpret_cast<char *>(V->Address + Offset);
}

} // namespace

extern "C" {

CudaError cudaMalloc(void **Out, size_t Bytes) {
  Runtime &R = Runtime::get();
  if (!Out)
    return R.fail(InvalidValue);
  *Out = nullptr;
  if (Bytes == 0)
    return Success;
  *Out = reinterpret_cast<void *>(R.Device.Global.allocate(Bytes));
  return *Out ? Success : R.fail(MemoryAllocation);
}

CudaError cudaMallocManaged(void **Out, size_t Bytes, unsigned) {
  return cudaMalloc(Out, Bytes);
}
CudaError cudaMallocAsync(void **Out, size_t Bytes, void *) {
  return cudaMalloc(Out, Bytes);
}

CudaError cudaMallocPitch(void **Out, size_t *Pitch, size_t Width,
                          size_t Height) {
  *Pitch = (Width + 511) / 512 * 512;
  return cudaMalloc(Out, *Pitch * Height);
}

CudaError cudaFree(void *P) {
  Runtime &R = Runtime::get();
  if (!P)
    return Success;
  return R.Device.Global.free(reinterpret_cast<uint64_t>(P))
             ? Success
             : R.fail(InvalidValue);
}
CudaError cudaFreeAsync(void *P, void *) { return cudaFree(P); }

CudaError cudaMallocHost(void **Out, size_t Bytes) {
  // Kernels may read pinned memory through the same address.
  return cudaMalloc(Out, Bytes);
}
CudaError cudaHostAlloc(void **Out, size_t Bytes, unsigned) {
  return cudaMalloc(Out, Bytes);
}
CudaError cudaFreeHost(void *P) { return cudaFree(P); }

CudaError cudaHostRegister(void *P, size_t Bytes, unsigned) {
  Runtime &R = Runtime::get();
  bool Done =
      P && Bytes &&
      R.Device.Global.registerHost(reinterpret_cast<uint64_t>(P), Bytes);
  return Done ? Success : R.fail(InvalidValue);
}
CudaError cudaHostUnregister(void *P) {
  Runtime &R = Runtime::get();
  bool Done = R.Device.Global.unregisterHost(reinterpret_cast<uint64_t>(P));
  return Done ? Success : R.fail(InvalidValue);
}
CudaError cudaHostGetDevicePointer(void **Out, void *Host, unsigned) {
  *Out = Host;
  return Success;
}

CudaError cudaMemcpy(void *To, const void *From, size_t Bytes, int) {
  return copy(To, From, Bytes);
}
CudaError cudaMemcpyAsync(void *To, const void *From, size_t Bytes, int,
                          void *Stream) {
  return nowOrLater(Stream, [=] { return copy(To, From, Bytes); });
}
CudaError cudaMemcpy2D(void *To, size_t ToPitch, const void *From,
                       size_t FromPitch, size_t Width, size_t Height, int) {
  return copyRows(To, ToPitch, From, FromPitch, Width, Height);
}
CudaError cudaMemcpy2DAsync(void *To, size_t ToPitch, const void *From,
                            size_t FromPitch, size_t Width, size_t Height, int,
                            void *) {
  return copyRows(To, ToPitch, From, FromPitch, Width, Height);
}

CudaError cudaMemset(void *To, int Value, size_t Bytes) {
  return fill(To, Value, Bytes);
}
CudaError cudaMemsetAsync(void *To, int Value, size_t Bytes, void *Stream) {
  return nowOrLater(Stream, [=] { return fill(To, Value, Bytes); });
}
CudaError cudaMemset2D(void *To, size_t Pitch, int Value, size_t Width,
                       size_t Height) {
  for (size_t Row = 0; Row < Height; ++Row)
    if (CudaError E = fill(static_cast<char *>(To) + Row * Pitch, Value, Width))
      return E;
  return Success;
}

CudaError cudaMemset2DAsync(void *To, size_t Pitch, int Value, size_t Width,
                            size_t Height, void *) {
  return cudaMemset2D(To, Pitch, Value, Width, Height);
}
CudaError cudaMemcpyPeer(void *To, int, const void *From, int, size_t Bytes) {
  return copy(To, From, Bytes);
}
CudaError cudaMemcpyPeerAsync(void *To, int, const void *From, int,
                              size_t Bytes, void *) {
  return copy(To, From, Bytes);
}

/// cudaPointerAttributes, the fields that CUDA 11 to 13 share.
struct PointerAttributes {
  int Type; ///< 0 unregistered, 2 device
  int Device;
  void *DevicePointer, *HostPointer;
};
CudaError cudaPointerGetAttributes(PointerAttributes *Out, const void *P) {
  bool Known =
      Runtime::get().Device.Global.contains(reinterpret_cast<uint64_t>(P), 1);
  void *Same = Known ? const_cast<void *>(P) : nullptr;
  *Out = {Known ? 2 : 0, Known ? 0 : -2, Same, Same};
  return Success;
}
CudaError cudaHostGetFlags(unsigned *Out, void *) {
  *Out = 0;
  return Success;
}

CudaError cudaGetSymbolAddress(void **Out, const void *Symbol) {
  *Out = symbolRange(Symbol, 0, 0);
  return *Out ? Success : Runtime::get().fail(InvalidSymbol);
}
CudaError cudaGetSymbolSize(size_t *Out, const void *Symbol) {
  const Variable *V = Runtime::get().variableAt(Symbol);
  *Out = V ? V->Size : 0;
  return V ? Success : Runtime::get().fail(InvalidSymbol);
}

CudaError cudaMemcpyToSymbol(const void *Symbol, const void *From, size_t Bytes,
                             size_t Offset, int) {
  char *At = symbolRange(Symbol, Bytes, Offset);
  return At ? copy(At, From, Bytes) : Runtime::get().fail(InvalidSymbol);
}
CudaError cudaMemcpyToSymbolAsync(const void *Symbol, const void *From,
                                  size_t Bytes, size_t Offset, int, void *) {
  return cudaMemcpyToSymbol(Symbol, From, Bytes, Offset, 0);
}
CudaError cudaMemcpyFromSymbol(void *To, const void *Symbol, size_t Bytes,
                               size_t Offset, int) {
  char *At = symbolRange(Symbol, Bytes, Offset);
  return At ? copy(To, At, Bytes) : Runtime::get().fail(InvalidSymbol);
}
CudaError cudaMemcpyFromSymbolAsync(void *To, const void *Symbol, size_t Bytes,
                                    size_t Offset, int, void *) {
  return cudaMemcpyFromSymbol(To, Symbol, Bytes, Offset, 0);
}

CudaError cudaMemGetInfo(size_t *Free, size_t *Total) {
  *Total = size_t(16) << 30;
  size_t Used = Runtime::get().Device.Global.bytesInUse();
  *Free = *Total > Used ? *Total - Used : 0;
  return Success;
}

CudaError cudaMemPrefetchAsync(const void *, size_t, int, void *) {
  return Success;
}
CudaError cudaMemAdvise(const void *, size_t, int, int) { return Success; }

} // extern "C"
