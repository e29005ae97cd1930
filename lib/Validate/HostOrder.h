//===- HostOrder.h - When host code does what it does for a launch --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nobody runs the host code that is edited.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_HOSTORDER_H
#define PIPELINE_REWRITE_VALIDATE_HOSTORDER_H

#include "Frontend/SourceUnit.h"

namespace pipeline_rewrite {

/// The calls of host code of \p Unit of which one argument changes a variable
/// that another one uses, a line for each; the same one as often as it is
/// there.
///
/// A program may be so. An edit must not make it so.
std::vector<std::string> findOpenOrder(const SourceUnit &Unit);

/// The first of \p After that \p Before does not have as often; nothing if
/// there is none.
std::optional<std::string> findNewDoubt(std::vector<std::string> Before,
                                        std::vector<std::string> After);

} // namespace pipeline_rewrite
#endif
