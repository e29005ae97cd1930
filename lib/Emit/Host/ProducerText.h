//===- ProducerText.h - Tensor maps that threads of their own copy --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit. Beside what TensorText.h has, a class with a barrier more
// for each buffer, by which the block's threads say that they have read it:
//
//   __shared__ unsigned long long tileStates[2][3];
//   tensor_tiles::SharedRing<3, 2> tiles(tileStates);
//   if (tiles.produces()) {
//     for (…) {
//       tiles.acquire();
//       if (tiles.copies())
//         tiles.copy(As, stage, AsBox, …);
//       …
//     }
//     return;
//   }
//   for (…) {
//     tiles.wait();
//     …
//     tiles.release();
//   }
//
// The threads that copy are those behind the block's own, in their order: whole
// warps, of which the first thread copies.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_PRODUCERTEXT_H
#define PIPELINE_REWRITE_EMIT_PRODUCERTEXT_H

#include "Schedule/LoopSchedule.h"

namespace pipeline_rewrite {

/// The block that the second kernel is launched with in place of \p Block.
std::string withProducers(const LoopSchedule &S, const std::string &Block);

/// What is asked of a launch besides, behind `&&` and \p Line; empty if there
/// are no such threads.
std::string roomForProducers(const LoopSchedule &S, const std::string &Name,
                             const std::string &Line);

} // namespace pipeline_rewrite
#endif
