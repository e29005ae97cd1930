//===- Runtime/TensorMapApi.cpp - The driver's function of tensor maps ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs find it through the runtime. It refuses what the driver refuses of
// maps of two dimensions without swizzling (CUDA Driver API,
// cuTensorMapEncodeTiled); others it does not know.
//
//===----------------------------------------------------------------------===//
#include "executor/Machine/TensorMap.h"
#include "executor/Runtime/Runtime.h"
#include <cstring>

using namespace pipeline_rewrite::executor;

namespace {

constexpr int InvalidDriverValue = 1, NotSupportedByDriver = 801;
constexpr int SymbolFound = 0, SymbolNotFound = 1; ///< of a query

/// Of CUtensorMapDataType; 0 for what is no known type.
uint32_t elementBytes(int Type) {
  static constexpr uint32_t Bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
  return Type >= 0 && Type < static_cast<int>(std::size(Bytes)) ? Bytes[Type]
                                                                : 0;
}

int encodeTiled(void *Out, int Type, uint32_t Rank, void *Base,
                const uint64_t *Extents, const uint64_t *Strides,
                const uint32_t *Box, const uint32_t *Every, int Interleave,
                int Swizzle, int, int) {
  const uint32_t Element = elementBytes(Type);
  if (Rank != 2 || Element == 0 || Interleave != 0 || Swizzle != 0 ||
      Every[0] != 1 || Every[1] != 1)
    return NotSupportedByDriver;
  const auto Address = reinterpret_cast<uint64_t>(Base);
  bool Fits = Address % 16 == 0 && Strides[0] % 16 == 0 &&
              Strides[0] < uint64_t(1) << 40 && Box[0] * Element % 16 == 0 &&
              reinterpret_cast<uint64_t>(Out) % 64 == 0;
  for (unsigned D = 0; D < 2; ++D)
    Fits &= Extents[D] > 0 && Extents[D] <= uint64_t(1) << 32 && Box[D] > 0 &&
            Box[D] <= 256;
  if (!Fits)
    return InvalidDriverValue;
  TensorMap Is;
  Is.Base = Address;
  std::copy_n(Extents, 2, Is.Extents);
  Is.Stride = Strides[0];
  std::copy_n(Box, 2, Is.Box);
  Is.ElementBytes = Element;
  std::memset(Out, 0, TensorMapBytes);
  std::memcpy(Out, &Is, sizeof Is);
  return 0;
}

CudaError find(const char *Symbol, void **Function, int *Result) {
  const bool Known =
      Symbol && std::strcmp(Symbol, "cuTensorMapEncodeTiled") == 0;
  *Function = Known ? reinterpret_cast<void *>(&encodeTiled) : nullptr;
  if (Result)
    *Result = Known ? SymbolFound : SymbolNotFound;
  return Success;
}

} // namespace

extern "C" {

CudaError cudaGetDriverEntryPointByVersion(const char *Symbol, void **Function,
                                           unsigned, unsigned long long,
                                           int *Result) {
  return find(Symbol, Function, Result);
}

CudaError cudaGetDriverEntryPoint(const char *Symbol, void **Function,
                                  unsigned long long, int *Result) {
  return find(Symbol, Function, Result);
}

} // extern "C"
