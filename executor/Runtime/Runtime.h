//===- Runtime/Runtime.h - State of the CUDA runtime ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the API functions share: the device, the registered modules, kernels
// and variables, the last error.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_RUNTIME_RUNTIME_H
#define PIPELINE_REWRITE_EXECUTOR_RUNTIME_RUNTIME_H

#include "executor/Machine/Limits.h"
#include "executor/Machine/Machine.h"
#include "executor/Runtime/CudaTypes.h"
#include <cstdio>

namespace pipeline_rewrite::executor {

/// PTX of one translation unit, parsed when first needed.
struct LoadedModule {
  std::string Text;
  std::unique_ptr<Module> M;
  /// By kernel, where the program carries machine code for sm_80 as well.
  std::map<std::string, int> Registers;
};

struct Kernel {
  LoadedModule *From = nullptr;
  std::string Name;
  long DynamicSharedLimit = -1; ///< bytes, set by cudaFuncSetAttribute

  /// Bytes of dynamic shared memory that a launch may give beside \p Static:
  /// without a limit the two have 48 KB.
  long mostDynamicShared(size_t Static) const {
    return DynamicSharedLimit >= 0 ? DynamicSharedLimit
                                   : static_cast<long>(SharedWithoutOptIn) -
                                         static_cast<long>(Static);
  }
};

struct RegisteredVariable {
  LoadedModule *From = nullptr;
  std::string Name;
  void **ManagedPointer = nullptr; ///< __managed__: host pointer to fill in
};

struct CallConfiguration {
  Dim3 Grid, Block;
  size_t DynamicShared;
  void *Stream;
};

class Runtime {
public:
  /// Made at the first use, which is before main(), and never destroyed.
  static Runtime &get();

  LoadedModule *addModule(const void *FatBinary);
  /// Parses and loads the module; ends the program if it cannot.
  Module &use(LoadedModule &L);
  const Function *functionOf(Kernel &K);
  Kernel *kernelAt(const void *Host);
  const Variable *variableAt(const void *Host);

  CudaError launch(const void *Host, Dim3 Grid, Dim3 Block, void **Arguments,
                   size_t DynamicShared, bool Cooperative = false);
  /// Remembers \p E for cudaGetLastError and gives it back.
  CudaError fail(CudaError E) {
    if (E != Success)
      LastError = E;
    return E;
  }
  /// Prints statistics; ends with status 97 if a hard hazard was seen.
  void finish();

  Machine Device;
  std::map<const void *, Kernel> Kernels;
  std::map<const void *, RegisteredVariable> Variables;
  std::vector<CallConfiguration> Configurations;
  CudaError LastError = Success;
  CudaError Sticky = Success; ///< a kernel failed: every later call says so
  bool Verbose = true, PrintStatistics = false;
  std::string ReplacementPtx; ///< file named by PIPELINE_EXEC_PTX

private:
  Runtime();
  CudaError checkLimits(const Kernel &K, const Function &F, Dim3 Grid,
                        Dim3 Block, size_t DynamicShared);
  CudaError checkRegisters(const Kernel &K, uint64_t Threads);
  CudaError refuse(const Kernel &K, CudaError E, const std::string &Why);

  /// Makes the workspace of a grid-wide barrier, if the kernel has one.
  CudaError prepareGrid(const Kernel &K, Launch &L);

  uint64_t GridWorkspace = 0;
  std::vector<std::unique_ptr<LoadedModule>> Modules;
  std::FILE *Report = nullptr;
};

/// Ends the program with \p Status (98 cannot load, 99 cannot parse).
[[noreturn]] void die(int Status, const std::string &Message);

} // namespace pipeline_rewrite::executor

#endif
