//===- Toolkit.h - The CUDA toolkit of this machine -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found at run time, without clang's driver: its search wants a bin folder and
// knows neither conda's layout nor the place of CCCL in CUDA 13.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_TOOLKIT_H
#define PIPELINE_REWRITE_FRONTEND_TOOLKIT_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace pipeline_rewrite {

struct Toolkit {
  std::string Root;    ///< as found, "/usr/local/cuda"
  std::string Include; ///< the folder of cuda_runtime.h
  std::string
      Cccl; ///< include/cccl of CUDA 13 and later; empty if there is none
  unsigned Version = 0; ///< as CUDA_VERSION: 13000; 0 if it cannot be read
};

/// The toolkit with this root, if there is one.
std::optional<Toolkit> toolkitAt(llvm::StringRef Root);

/// The toolkit that an nvcc belongs to, symbolic links resolved.
std::optional<Toolkit> toolkitOfNvcc(llvm::StringRef Nvcc);

/// Its nvcc; where the toolkit has none, that on PATH; empty if there is none.
std::string nvccOf(const Toolkit &Cuda);

/// What a tree names is not run: programs come from the user's command line,
/// environment or PATH.
///
/// Gives: true if the user has listed the folder of this file, or one above
///        it, in `pipeline-rewrite/trusted-trees` of his configuration folder.
bool isTrustedTree(llvm::StringRef File);
/// Whether it lies in the tree of this file or folder.
bool isInTreeOf(llvm::StringRef Path, llvm::StringRef File);
/// Takes from PATH, for this process and those it starts, what is relative and
/// what lies in the tree of one of these files or folders.
void leaveTreesOutOfPath(const std::vector<std::string> &Files);
/// The program if it stands in a folder of PATH, as an absolute path; else
/// empty. \p Name: bare, or absolute.
std::string programOnPath(llvm::StringRef Name);
/// nvcc puts words between double quotes before a shell; true if one of these
/// characters would be read there.
bool isReadByShell(llvm::StringRef Word);

/// Those of the GPUs of this machine, as the toolkit's own program sees them;
/// none if there is no GPU or no such program.
std::vector<std::string> nativeArchitectures(const Toolkit &Cuda);

/// CUDA_PATH, CUDA_HOME, nvcc on PATH, and the usual places; in this order.
std::optional<Toolkit> findToolkit();

/// As findToolkit(), with these in place of the usual places (for tests).
std::optional<Toolkit> findToolkit(const std::vector<std::string> &UsualPlaces);

} // namespace pipeline_rewrite
#endif
