//===- AnalysisInput.cpp - What is asked of a loop ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/AnalysisInput.h"
#include "Copies.h"

namespace pipeline_rewrite {

AnalysisInput::AnalysisInput(const Options &Opts)
    : NoAlias(Opts.AssumeNoAlias), BarrierIsForgotten(Opts.RepairBarrier),
      AboutLaunches(Opts.EditLaunches),
      AboutLayers(Opts.EditLaunches && interfaceFor(Opts).Protocol.OwnThreads),
      AboutBoxes(interfaceFor(Opts).CopiesBoxes) {}

} // namespace pipeline_rewrite
