//===- PipelineRewrite.cpp - main() of pipeline-rewrite -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "RunProgram.h"

int main(int Count, char **Words) {
  return pipeline_rewrite::runProgram(Count, Words);
}
