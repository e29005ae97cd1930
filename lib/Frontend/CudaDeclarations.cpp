//===- CudaDeclarations.cpp - Where a job's CUDA declarations come from ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/CudaDeclarations.h"
#include "Frontend/BuiltinHeaders.h"
#include "Support/ClangDriver.h"
#include <algorithm>

namespace pipeline_rewrite {
namespace {

using Flags = std::vector<std::string>;

/// Behind the user's -I and the C++ library, where clang's driver puts CUDA
/// too.
void addSystemFolder(Flags &Out, const std::string &Folder) {
  Out.insert(Out.end(), {"-Xclang", "-internal-isystem", "-Xclang", Folder});
}

void addForcedInclude(Flags &Out, const std::string &Header) {
  Out.insert(Out.end(), {"-include", Header});
}

void addOwnHeader(Flags &Out, const std::string &Name) {
  addForcedInclude(Out,
                   builtinHeaderFolder().str() + "/pipeline_rewrite/" + Name);
}

void addSdkVersion(Flags &Out, unsigned Version) {
  Out.insert(Out.end(), {"-Xclang", "-target-sdk-version=" +
                                        std::to_string(Version / 1000) + "." +
                                        std::to_string(Version % 1000 / 10)});
}

/// nvcc defines them and clang does not: `#if __CUDACC_VER_MAJOR__ >= 11` must
/// choose the branch that will be compiled.
void addCompilerVersion(Flags &Out, unsigned Version) {
  const std::string Major = std::to_string(Version / 1000),
                    Minor = std::to_string(Version % 1000 / 10);
  for (const char *Of : {"CUDACC", "CUDA_API"}) {
    const std::string Macro = std::string("-D__") + Of + "_VER_";
    Out.insert(Out.end(),
               {Macro + "MAJOR__=" + Major, Macro + "MINOR__=" + Minor});
  }
  Out.push_back("-D__CUDACC_VER_BUILD__=0");
  Out.push_back("-D__NVCC_DIAG_PRAGMA_SUPPORT__=1");
  Out.push_back("-D__NVCC__=1"); // see MacroHooks.h
}

void addVersion(Flags &Out, unsigned Version) {
  if (Version == 0)
    Version = NewestKnownVersion;
  addSdkVersion(Out, std::min(Version, NewestKnownVersion));
  addCompilerVersion(Out, Version);
}

} // namespace

Flags toolkitFlags(const Toolkit &Cuda) {
  Flags Out = noDeclarationFlags();
  addVersion(Out, Cuda.Version);
  addOwnHeader(Out, "before_wrapper.h");
  addForcedInclude(Out, "__clang_cuda_runtime_wrapper.h");
  // What nvcc's cuda_runtime.h has and clang's wrapper does not.
  for (const char *Header :
       {"behind_wrapper.h", "nvcc_includes.h", "host_math.h"})
    addOwnHeader(Out, Header);
  addSystemFolder(Out, Cuda.Include);
  if (!Cuda.Cccl.empty())
    addSystemFolder(Out, Cuda.Cccl);
  addSystemFolder(Out, builtinHeaderFolder().str() + "/pipeline_rewrite/gaps");
  return Out;
}

Flags plainToolkitFlags(const Toolkit &Cuda) {
  Flags Out = {"--cuda-path=" + Cuda.Root, "--no-cuda-version-check"};
  if (!Cuda.Cccl.empty())
    Out.insert(Out.end(), {"-isystem", Cuda.Cccl});
  return Out;
}

Flags builtinFlags() {
  Flags Out = noDeclarationFlags();
  addVersion(Out, NewestKnownVersion);
  addOwnHeader(Out, "prelude.h");
  addSystemFolder(Out, builtinHeaderFolder().str());
  addSystemFolder(Out, builtinHeaderFolder().str() + "/pipeline_rewrite/gaps");
  return Out;
}

Flags noDeclarationFlags() {
  // Clang 19 allows `f(...)` only where it finds a toolkit.
  return {"-nocudainc",
          "-nocudalib",
          "--cuda-path=/nonexistent",
          "--no-cuda-version-check",
          "-Xclang",
          "-fcuda-allow-variadic-functions"};
}

} // namespace pipeline_rewrite
