//===- PlainText.h - The plain loop in the words of the pipelined one -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_PLAINTEXT_H
#define PIPELINE_REWRITE_UNDO_PLAINTEXT_H

#include "Emit/EditSet.h"
#include "Undo/HandRun.h"

namespace pipeline_rewrite::undo {

/// Writes `{ loads; barrier; computation; barrier }` in the loop's place.
///
/// Takes:   a loop whose schedule holds, and a trace in which all its tiles
///          exist.
/// Gives:   edits that nobody has checked.
/// Refuses: code-in-macro, conditional-compilation, hand-index, hand-barrier.
std::variant<EditSet, Refusal> plainText(const HandLoop &Loop,
                                         const HandTrace &Trace);

} // namespace pipeline_rewrite::undo
#endif
