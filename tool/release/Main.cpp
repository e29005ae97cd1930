//===- Main.cpp - main() of the program that needs nothing ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One file is the command line and the language server: nearly all of both is
// Clang. The name that it is called by says which one it is.
//===----------------------------------------------------------------------===//
#include "cli/RunProgram.h"
#include "lsp/ServeEditor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

int main(int Count, char **Words) {
  using namespace pipeline_rewrite;
  const llvm::StringRef Name = Count ? Words[0] : "";
  const bool Serve = llvm::sys::path::stem(Name) == "pipeline-rewrite-lsp";
  return Serve ? serveEditor(Count, Words) : runProgram(Count, Words);
}
