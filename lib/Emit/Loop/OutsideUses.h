//===- OutsideUses.h - Tiles that are named outside their loop ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_OUTSIDEUSES_H
#define PIPELINE_REWRITE_EMIT_OUTSIDEUSES_H

#include "Emit/Loop/LoopText.h"

namespace pipeline_rewrite {

/// Gives every use of a tile outside the loop the buffer that it means.
void indexOutsideUses(LoopText &T, EditSet &Edits);
/// The same of uses in the source's loop, where that stays: the first buffer.
void indexKeptUses(LoopText &T, EditSet &Edits);

} // namespace pipeline_rewrite
#endif
