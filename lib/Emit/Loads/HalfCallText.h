//===- HalfCallText.h - A call of half a function -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_HALFCALLTEXT_H
#define PIPELINE_REWRITE_EMIT_HALFCALLTEXT_H

#include "Emit/Loads/LoadText.h"

namespace pipeline_rewrite {

/// `load(As, A)` becomes `loadFetch(AsNext, A)` or `loadStore(AsNext, As)`, or
/// what loads asynchronously.
void editHalfCall(LoadText &T, const CallPhases &Half, LoadPhase Phase,
                  llvm::StringRef TileIndex, EditSet &Edits);

} // namespace pipeline_rewrite
#endif
