//===- FindBoxes.h - Which tiles tensor maps could fill -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_FINDBOXES_H
#define PIPELINE_REWRITE_ANALYSE_FINDBOXES_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// LoopFacts::Boxes.
void findBoxes(LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
