//===- HostOrder.h - When host code does what it does for a launch --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nobody runs the host code that is edited. What a run would show of it is read
// from clang's control flow graph, which Plan and Emit do not ask.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_HOSTORDER_H
#define PIPELINE_REWRITE_VALIDATE_HOSTORDER_H

#include "Frontend/SourceUnit.h"

namespace pipeline_rewrite {

/// What host code of \p Unit leaves open, a line for each; the same one as
/// often as it is there:
/// - a limit of dynamic shared memory is raised where no launch or query of
///   that kernel follows on every way, or where a variable that the bytes are
///   computed of changes before it;
/// - one argument of a call changes a variable that another one uses.
///
/// A program may be so. An edit must not make it so.
std::vector<std::string> findOpenOrder(const SourceUnit &Unit);

/// The first of \p After that \p Before does not have as often; nothing if
/// there is none.
std::optional<std::string> findNewDoubt(std::vector<std::string> Before,
                                        std::vector<std::string> After);

} // namespace pipeline_rewrite
#endif
