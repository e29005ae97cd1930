//===- CopyState.h - Where what counts the copies is made -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_COPYSTATE_H
#define PIPELINE_REWRITE_PLAN_COPYSTATE_H

#include "Plan/PipelinePlan.h"

namespace pipeline_rewrite {

/// The outermost of the loops around the one that is pipelined, in front of
/// which what counts the copies is made once: the barriers' phases go on from
/// one run of the inner loop to the next. Null where it is made in front of the
/// inner loop, once or, with CopyProtocol::BarrierIfAgain, for each run.
///
/// Takes: a plan whose interface is decided. All threads that come to the inner
///        loop, which are those of the whole block, come to the outer one.
const clang::Stmt *loopThatKeepsState(const PipelinePlan &Plan);

/// Each run of the inner loop begins with AsyncWords::again(): the block may
/// have stored what the copies of this run are of.
bool beginsAgain(const PipelinePlan &Plan);

} // namespace pipeline_rewrite
#endif
