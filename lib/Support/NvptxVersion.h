//===- NvptxVersion.h - Versions of LLVM: IR and PTX of kernels -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As LlvmVersion.h, of the back end for PTX.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SUPPORT_NVPTXVERSION_H
#define PIPELINE_REWRITE_SUPPORT_NVPTXVERSION_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace pipeline_rewrite {

/// The version of PTX that is printed: the newest that this LLVM knows well.
#if LLVM_VERSION_MAJOR >= 22
inline constexpr llvm::StringLiteral PtxFeature = "ptx88";
#else
inline constexpr llvm::StringLiteral PtxFeature = "ptx85";
#endif

/// The functions that the host launches. Clang gives them a calling convention
/// since version 20; before, the module names them.
inline llvm::SmallPtrSet<const llvm::Function *, 8>
kernelsOf(const llvm::Module &M) {
  llvm::SmallPtrSet<const llvm::Function *, 8> Found;
  for (const llvm::Function &F : M)
    if (F.getCallingConv() == llvm::CallingConv::PTX_Kernel)
      Found.insert(&F);
  const llvm::NamedMDNode *Notes = M.getNamedMetadata("nvvm.annotations");
  if (!Notes)
    return Found;
  // !{ptr @f, !"kernel", i32 1}, and !{null, ...} of one that was left out.
  for (const llvm::MDNode *Note : Notes->operands())
    for (unsigned I = 1; I < Note->getNumOperands(); I += 2) {
      const auto *Key =
          llvm::dyn_cast_or_null<llvm::MDString>(Note->getOperand(I));
      if (Key && Key->getString() == "kernel")
        if (const auto *F = llvm::mdconst::dyn_extract_or_null<llvm::Function>(
                Note->getOperand(0)))
          Found.insert(F);
    }
  return Found;
}

} // namespace pipeline_rewrite
#endif
