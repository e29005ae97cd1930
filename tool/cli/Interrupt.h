//===- Interrupt.h - Ctrl-C and the end of a budget as wishes -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_INTERRUPT_H
#define PIPELINE_REWRITE_TOOL_INTERRUPT_H

namespace pipeline_rewrite {

/// From now on the first Ctrl-C or SIGTERM is noted and the second ends the
/// program, as LLVM has it: unfinished temporary files are removed.
/// \p Budget: after so many seconds the program should stop by itself; 0: no.
void noteInterrupts(double Budget);

enum class StopReason { None, Interrupt, Budget };
/// Why the program should stop.
StopReason stopReason();

} // namespace pipeline_rewrite
#endif
