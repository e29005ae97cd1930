//===- PlatformWords.h - Names of platforms other than CUDA ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A rewritten text is CUDA C++, and compiled for nothing else. What an #if
// chooses for HIP, OpenCL or SYCL is not part of any build of it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_PLATFORMWORDS_H
#define PIPELINE_REWRITE_FRONTEND_PLATFORMWORDS_H

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <vector>

namespace pipeline_rewrite {

enum class Platform {
  None,
  Cuda,   ///< a build that uses CUDA defines it, perhaps not each
  Other,  ///< no build for CUDA defines it: `__HIPCC__`, `USE_ROCM`
  Beside, ///< one that also serves CUDA may: `HAVE_OPENCL`
};

/// By whole parts between underscores, the last of which is the platform unless
/// a compiler defines the name: not `SHIP`, `HIP_ANGLE`, `NO_HIP`. A
/// name that a backslash breaks is none.
Platform platformOf(llvm::StringRef Name);

/// Which names say that a build is for another platform, in the files of one
/// parse. A name of another platform is none where this parse, or a text that
/// another build for CUDA may have, defines it, or where code or a macro's body
/// uses it; one of CUDA is none where this parse does not define it, or a text
/// undefines it.
class PlatformWords {
public:
  explicit PlatformWords(const clang::Preprocessor &PP);

  Platform of(llvm::StringRef Name) const;

private:
  bool rejectOrdinary(llvm::StringRef Buffer, const clang::LangOptions &Lang);
  bool reject(llvm::StringRef Text, bool OfCuda);

  const clang::Preprocessor &PP;
  llvm::StringSet<> Ordinary;
};

/// The files of a parse that are no system's.
std::vector<clang::FileID> filesOfUser(const clang::SourceManager &SM);

/// True of predefined macros that differ between compilers, their versions,
/// architectures or uses, as `__CUDA_ARCH__` and `__COUNTER__`.
bool isBuildWord(llvm::StringRef Name);

/// Reserved for compilers and libraries. None calls anything `_FP32_`, but for
/// guards of headers: such a name is given with the command.
bool isReserved(llvm::StringRef Name);

} // namespace pipeline_rewrite
#endif
