//===- RowText.h - Rows of tiles further apart ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_EMIT_ROWTEXT_H
#define PIPELINE_REWRITE_EMIT_ROWTEXT_H

#include "Analyse/Forms/TileRows.h"
#include "Emit/EditSet.h"
#include <variant>

namespace pipeline_rewrite {

/// `As[64][BK]` to `As[64][BK + 8]`, and so the leading dimensions of wmma.
///
/// Gives:   replacements that do not touch each other; the same for every
///          instance of a template.
/// Refuses: code-in-macro.
std::variant<EditSet, Answer> padRows(const TileRows &Tile, unsigned Pad,
                                      const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
