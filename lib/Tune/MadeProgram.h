//===- MadeProgram.h - A main() for a file that has none ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_TUNE_MADEPROGRAM_H
#define PIPELINE_REWRITE_TUNE_MADEPROGRAM_H

#include "Chain/UnitResult.h"
#include "llvm/ADT/ArrayRef.h"

namespace pipeline_rewrite {

class SourceUnit;

/// What stands behind the text of a file to make a program of it: calls of the
/// functions that launch its kernels, with made-up arguments of one size. A
/// kernel that nothing in the file launches is launched with the block shape
/// that it was run with (LoopExecution::Block).
///
/// Takes: the loops of a rewrite of the file.
/// Gives: empty if nothing can be called so: templates, methods, overloaded
///        functions, and parameters other than numbers and pointers to values.
std::string madeProgram(const SourceUnit &Unit,
                        llvm::ArrayRef<LoopReport> Loops);

} // namespace pipeline_rewrite
#endif
