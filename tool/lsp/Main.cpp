//===- Main.cpp - main() of pipeline-rewrite-lsp --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ServeEditor.h"

int main(int Count, char **Words) {
  return pipeline_rewrite::serveEditor(Count, Words);
}
