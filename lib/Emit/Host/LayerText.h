//===- LayerText.h - Launches with a second layer of threads
//----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_LAYERTEXT_H
#define PIPELINE_REWRITE_EMIT_LAYERTEXT_H

#include "Emit/Loop/LoopText.h"

namespace pipeline_rewrite {

/// Makes every launch of the kernel give a block its second layer of threads,
/// if there are threads that only copy.
void addLayer(LoopText &T, EditSet &Out);

} // namespace pipeline_rewrite
#endif
