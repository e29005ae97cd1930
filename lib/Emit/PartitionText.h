//===- PartitionText.h - Threads that copy beside those that compute ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit: the loop of the threads that copy, in front of the source's,
// which is left to the others:
//
//   if (threadIdx.z == 0) {
//     for (…) {
//       pipe.producer_acquire();  copies  pipe.producer_commit();
//     }
//     return;
//   }
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_PARTITIONTEXT_H
#define PIPELINE_REWRITE_EMIT_PARTITIONTEXT_H

#include "Emit/LoopText.h"

namespace pipeline_rewrite {

/// Whole lines, for the place before the loop; begins with the declarations \p
/// Hoisted from its body.
std::string renderProducers(LoopText &T, const std::string &Hoisted);

/// Makes every launch of the kernel give a block its second layer of threads.
void addLayer(LoopText &T, EditSet &Out);

} // namespace pipeline_rewrite
#endif
