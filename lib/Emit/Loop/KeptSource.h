//===- KeptSource.h - The source's loop beside the new one ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   const size_t ABegin = …, AEnd = …, CBegin = …, CEnd = …;
//   unsigned sharedBytes; // %dynamic_smem_size
//   if (sharedBytes >= 4096 &&
//       K >= 0 && (CEnd <= ABegin || AEnd <= CBegin)) {
//     <prologue, new loop, epilogue>
//   } else {
//     // pipeline-rewrite: off
//     <the source's loop>
//   }
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_KEPTSOURCE_H
#define PIPELINE_REWRITE_EMIT_KEPTSOURCE_H

#include "Emit/Loop/LoopText.h"

namespace pipeline_rewrite {

/// Takes:  all edits that make the new loop of the source's, but for the
///         declarations \p Hoisted from its body.
/// Gives:  edits that leave the source's loop in its place, with the new one in
///         front of it.
EditSet keepSource(LoopText &T, Names &Names, const std::string &Hoisted,
                   const EditSet &Edits);

} // namespace pipeline_rewrite
#endif
