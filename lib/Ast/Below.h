//===- Below.h - Finds statements below one -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A statement comes before what is below it, and all of that in the order of
// children(): a default argument is not looked at. A rule that means more than
// "somewhere below" has a walk of its own.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_AST_BELOW_H
#define PIPELINE_REWRITE_AST_BELOW_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Casting.h"

namespace pipeline_rewrite {

using StmtTest = llvm::function_ref<bool(const clang::Stmt *)>;

/// The first of \p S, which may be nullptr, and all below it for which \p Is
/// holds; nullptr if there is none. What \p Enters does not hold for is left
/// out, with all below.
const clang::Stmt *findBelow(
    const clang::Stmt *S, StmtTest Is,
    StmtTest Enters = [](const clang::Stmt *) { return true; });

/// The same of a class of statements.
template <typename T>
const T *findBelow(const clang::Stmt *S,
                   llvm::function_ref<bool(const T *)> Is) {
  return llvm::cast_or_null<T>(findBelow(S, [&](const clang::Stmt *Each) {
    const auto *Of = llvm::dyn_cast<T>(Each);
    return Of && Is(Of);
  }));
}

template <typename... T> bool hasBelow(const clang::Stmt *S) {
  return findBelow(S, [](const clang::Stmt *Each) {
           return llvm::isa<T...>(Each);
         }) != nullptr;
}

/// All that findBelow() would ask, of one class.
template <typename T>
void forEachBelow(const clang::Stmt *S,
                  llvm::function_ref<void(const T *)> Do) {
  findBelow(S, [&](const clang::Stmt *Each) {
    if (const auto *Of = llvm::dyn_cast<T>(Each))
      Do(Of);
    return false;
  });
}

} // namespace pipeline_rewrite
#endif
