//===- ParsedViews.h - The views of one file's versions -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_LSP_PARSEDVIEWS_H
#define PIPELINE_REWRITE_TOOL_LSP_PARSEDVIEWS_H

#include "Settings.h"
#include "Standby.h"

namespace pipeline_rewrite {

/// Makes what a process on standby says of the texts of \p File: Views, as
/// JSON. The first text is parsed whole.
/// Requires: How outlives it.
Standby::Look lookAtVersions(const std::string &File, const Settings &How);

} // namespace pipeline_rewrite
#endif
