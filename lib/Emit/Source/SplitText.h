//===- SplitText.h - A statement written as two ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_SPLITTEXT_H
#define PIPELINE_REWRITE_EMIT_SPLITTEXT_H

#include "Frontend/SourceUnit.h"
#include "Options/Refusal.h"

namespace pipeline_rewrite {

/// The statement of \p Unit's subject, with the pragmas above it, as two.
///
/// Gives: nullopt if other builds may have other text there.
std::optional<WrittenMacro> writeHalves(const SourceUnit &Unit,
                                        const StatementHalves &Halves);

} // namespace pipeline_rewrite
#endif
