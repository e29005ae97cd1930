//===- ThreadCover.h - Do a block's threads take every round of a loop? ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_THREADCOVER_H
#define PIPELINE_REWRITE_ANALYSE_THREADCOVER_H

#include "Analyse/Numbers/WideLoop.h"
#include "clang/AST/Decl.h"
#include <optional>

namespace pipeline_rewrite {

/// `for (v = Start; v < N; v += Step)` in all threads of a block: what must
/// hold for some thread to start at each number below Step, so that each v
/// below N has its thread, whatever N is. Start is made of the thread's index;
/// nullopt if it is not seen to be.
std::optional<llvm::SmallVector<WideCondition, 4>>
threadCover(const CopyLoop &Loop, const clang::FunctionDecl *Kernel);

} // namespace pipeline_rewrite
#endif
