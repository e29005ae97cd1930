//===- WideCopyText.h - What widened copies need of the tiles -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_EMIT_WIDECOPYTEXT_H
#define PIPELINE_REWRITE_EMIT_WIDECOPYTEXT_H

#include "Emit/Loop/LoopText.h"

namespace pipeline_rewrite {

/// Aligns the declarations of tiles as the plan wants it.
void alignTiles(LoopText &T, EditSet &Edits);

} // namespace pipeline_rewrite
#endif
