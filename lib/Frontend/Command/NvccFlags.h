//===- NvccFlags.h - nvcc's options in clang's spelling -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang's driver accepts many of nvcc's options and means something else:
// `-lineinfo` links a library, `-G` swallows the next word. So every word is
// looked up here, and only what changes the parse goes on, respelled.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_NVCCFLAGS_H
#define PIPELINE_REWRITE_FRONTEND_NVCCFLAGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// Whose command line it is. Both are read by the same table; nvcc alone splits
/// the values of -D, -I and the like at commas.
enum class FlagDialect { Nvcc, Clang };

/// Who says it: nvcc is given what a tree says only where that can neither
/// start nor load nor write anything.
enum class FlagSource { User, Tree };

/// What a parse needs of a command line.
struct FrontEndFlags {
  /// Clang's spelling; no input, output, language or architecture.
  std::vector<std::string> Args;
  std::vector<std::string> Archs; ///< all that are named, as sm_NN
  /// Those that code is made for, each once: by -gencode, by -code; by -arch,
  /// where no -code stands beside it.
  std::vector<std::string> Targets;
  /// "native", "all" or "all-major" of -arch; empty if that was not said.
  std::string ArchSet;
  std::string CudaPath; ///< of clang's --cuda-path
  /// What of the words decides device code, in nvcc's spelling; no input,
  /// output, phase or architecture.
  std::vector<std::string> NvccArgs;
  std::vector<std::string> KeptFromNvcc; ///< as a tree says it
  bool NamesStandard = false;            ///< -std was given
  bool NoCudaHeaders = false;     ///< -nocudainc: the user brings declarations
  std::vector<std::string> Notes; ///< what was dropped or guessed, for the user
};

/// Translates the words of a command line, its program and inputs included or
/// not.
///
/// Takes:  words as the shell would pass them; Directory for options files.
/// Gives:  flags for the front end.
/// Never:  fails: what is unknown is dropped and noted.
FrontEndFlags translateFlags(llvm::ArrayRef<std::string> Words,
                             llvm::StringRef Directory, FlagDialect Dialect,
                             FlagSource From = FlagSource::User);

} // namespace pipeline_rewrite
#endif
