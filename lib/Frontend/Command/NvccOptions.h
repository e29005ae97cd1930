//===- NvccOptions.h - What becomes of each option ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One row per option, with one or two dashes, from `nvcc --help` of CUDA 11 to
// 13 and from the clang options that CMake writes for CUDA.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_NVCCOPTIONS_H
#define PIPELINE_REWRITE_FRONTEND_NVCCOPTIONS_H

#include "llvm/ADT/StringRef.h"

namespace pipeline_rewrite {

enum class OptionUse {
  Drop,      ///< means nothing to a parse
  Code,      ///< likewise, but decides what nvcc makes of device code
  Note,      ///< dropped, and the user is told
  Fixed,     ///< becomes the words of Clang
  IfTrue,    ///< value `true` becomes Clang, every other value nothing
  Joined,    ///< Clang and the value in one word
  Separate,  ///< Clang, and the value as next word
  List,      ///< Separate, for each part of a list with commas
  Standard,  ///< the language standard
  Arch,      ///< names architectures
  HostFlags, ///< a list of options for the host compiler
  Contract,  ///< -fmad
  Stream,    ///< --default-stream
  CudaPath,
  NoCudaHeaders
};

enum class OptionValue {
  None,    ///< `-name`
  Needed,  ///< `-name=value` or `-name value`
  Optional ///< `-name=value`, `-name value`, or neither: a dash ends the search
};

struct OptionRule {
  llvm::StringLiteral Name; ///< without dashes
  OptionValue Value;
  OptionUse Use;
  llvm::StringLiteral Clang = "";
};

/// nullptr: no such option.
const OptionRule *findOption(llvm::StringRef Name);

} // namespace pipeline_rewrite
#endif
