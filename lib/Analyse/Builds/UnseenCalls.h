//===- UnseenCalls.h - Functions that others call in a loop's place -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   template <class Op> … { for (…) { … op(sum, s[i], C + k); … } }
//
// Another instance has another function there, which no one has judged; so may
// another build, by the same name. It has the interface of the one that is in
// view: what comes to it by value it cannot change, what it is given to write
// it writes, and so it may what is the file's.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_UNSEENCALLS_H
#define PIPELINE_REWRITE_ANALYSE_UNSEENCALLS_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// Refuses: unseen-reference, where a call in the loop whose function a
///          template's parameter of the kernel chooses,
///          conditional-compilation, where one whose function the build
///          chooses, may store to global memory that a load may read, change a
///          variable that the loads or the header need, or is made for nothing
///          that is seen.
/// Requires: the loop has its roles, and findAlias() accepts it.
std::optional<Refusal> findUnseenCall(const LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
