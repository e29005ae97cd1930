//===- Interrupt.h - Ctrl-C as a wish -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_INTERRUPT_H
#define PIPELINE_REWRITE_TOOL_INTERRUPT_H

namespace pipeline_rewrite {

/// From now on the first Ctrl-C is noted and the second ends the program, as
/// LLVM has it: unfinished temporary files are removed.
void noteInterrupts();
/// Whether somebody wants the program to stop.
bool isInterrupted();

} // namespace pipeline_rewrite
#endif
