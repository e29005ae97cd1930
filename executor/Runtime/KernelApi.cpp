//===- Runtime/KernelApi.cpp - Attributes and occupancy of kernels --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Runtime/Cubin.h"
#include "executor/Runtime/Runtime.h"

using namespace pipeline_rewrite::executor;

namespace {

/// cudaFuncAttributes as far as its fields are the same in CUDA 11 to 13.
struct FunctionAttributes {
  size_t SharedBytes, ConstBytes, LocalBytes;
  int MaxThreadsPerBlock, Registers, PtxVersion, BinaryVersion, CacheModeCa;
  int MaxDynamicShared, PreferredCarveout;
};

constexpr int AttributeMaxDynamicShared = 8;
constexpr int AttributeCarveout = 9;

/// A plausible number where the program carries no machine code.
int registersPerThread(const Kernel &K) {
  auto At = K.From->Registers.find(K.Name);
  return At == K.From->Registers.end() ? 32 : At->second;
}

} // namespace

extern "C" {

CudaError cudaFuncSetAttribute(const void *Host, int Attribute, int Value) {
  Runtime &R = Runtime::get();
  Kernel *K = R.kernelAt(Host);
  if (!K)
    return R.fail(InvalidDeviceFunction);
  if (Attribute == AttributeCarveout)
    return Success;
  const Function *F = R.functionOf(*K);
  if (Attribute != AttributeMaxDynamicShared || Value < 0 || !F)
    return R.fail(InvalidValue);
  uint64_t Static = staticSharedBytes(*K->From->M, *F);
  if (Static + static_cast<uint64_t>(Value) >
      sharedWithOptIn(K->From->M->Target))
    return R.fail(InvalidValue);
  K->DynamicSharedLimit = Value;
  return Success;
}

CudaError cudaFuncSetCacheConfig(const void *, int) { return Success; }
CudaError cudaFuncSetSharedMemConfig(const void *, int) { return Success; }

CudaError cudaFuncGetAttributes(FunctionAttributes *A, const void *Host) {
  Runtime &R = Runtime::get();
  Kernel *K = R.kernelAt(Host);
  const Function *F = K ? R.functionOf(*K) : nullptr;
  if (!F)
    return R.fail(InvalidDeviceFunction);
  *A = {};
  A->SharedBytes = staticSharedBytes(*K->From->M, *F);
  A->LocalBytes = F->LocalBytes;
  A->MaxThreadsPerBlock =
      F->MaxThreads ? static_cast<int>(F->MaxThreads) : 1024;
  A->Registers = registersPerThread(*K);
  A->PtxVersion = A->BinaryVersion = K->From->M->Target;
  A->MaxDynamicShared = static_cast<int>(K->mostDynamicShared(A->SharedBytes));
  return Success;
}

CudaError cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *Blocks, const void *Host, int Threads, size_t Dynamic, unsigned) {
  Runtime &R = Runtime::get();
  Kernel *K = R.kernelAt(Host);
  const Function *F = K ? R.functionOf(*K) : nullptr;
  if (!F || Threads <= 0)
    return R.fail(F ? InvalidValue : InvalidDeviceFunction);
  // By threads, shared memory and, where they are known, registers.
  size_t Shared = staticSharedBytes(*K->From->M, *F) + Dynamic + 1024;
  size_t ByShared = (sharedWithOptIn(K->From->M->Target) + 1024) / Shared;
  size_t ByRegisters =
      RegisterFile / registersOfBlock(std::max(registersPerThread(*K), 1),
                                      static_cast<unsigned>(Threads));
  *Blocks = static_cast<int>(
      std::min<size_t>({size_t(32), size_t(2048 / ((Threads + 31) / 32 * 32)),
                        ByShared, ByRegisters}));
  return Success;
}

CudaError cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks,
                                                        const void *Host,
                                                        int Threads,
                                                        size_t Dynamic) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      Blocks, Host, Threads, Dynamic, 0);
}

CudaError cudaOccupancyAvailableDynamicSMemPerBlock(size_t *Bytes,
                                                    const void *Host,
                                                    int Blocks, int) {
  Runtime &R = Runtime::get();
  Kernel *K = R.kernelAt(Host);
  const Function *F = K ? R.functionOf(*K) : nullptr;
  if (!F || Blocks <= 0)
    return R.fail(InvalidValue);
  size_t Each = sharedWithOptIn(K->From->M->Target) / size_t(Blocks);
  size_t Static = staticSharedBytes(*K->From->M, *F);
  *Bytes = Each > Static ? Each - Static : 0;
  return Success;
}

} // extern "C"
