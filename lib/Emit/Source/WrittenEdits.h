//===- WrittenEdits.h - Edits of a text with macros written out -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Such an edit, as one of the text that the user wrote: a use of a macro that
// an edit reaches into is replaced as a whole, every other one stays as it is.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_WRITTENEDITS_H
#define PIPELINE_REWRITE_EMIT_WRITTENEDITS_H

#include "Emit/EditSet.h"
#include "Frontend/Conditions/WriteOut.h"

namespace pipeline_rewrite {

/// Takes:    edits of \p Text, in which \p Macros are written out (ascending,
///           by the offsets of the text before).
/// Gives:    edits of the text before.
EditSet editsBefore(const EditSet &Edits, llvm::ArrayRef<WrittenMacro> Macros,
                    llvm::StringRef Text);

/// Which macros an edit touches; text that is inserted next to what a macro
/// stands for may belong to it.
std::vector<bool> touchedBy(const EditSet &Edits,
                            llvm::ArrayRef<WrittenMacro> Macros);

/// Of an offset of the text before, in no use of a macro, the one in the text
/// where they are written out.
unsigned offsetBehind(llvm::ArrayRef<WrittenMacro> Macros, unsigned Offset);

} // namespace pipeline_rewrite
#endif
