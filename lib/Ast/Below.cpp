//===- Below.cpp - Finds statements below one -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Below.h"

using namespace clang;

namespace pipeline_rewrite {

const Stmt *findBelow(const Stmt *S, StmtTest Is, StmtTest Enters) {
  if (!S || !Enters(S))
    return nullptr;
  if (Is(S))
    return S;
  for (const Stmt *Child : S->children())
    if (const Stmt *Found = findBelow(Child, Is, Enters))
      return Found;
  return nullptr;
}

} // namespace pipeline_rewrite
