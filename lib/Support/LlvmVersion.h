//===- LlvmVersion.h - What differs between versions of LLVM --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As ClangVersion.h, of LLVM's support library.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SUPPORT_LLVMVERSION_H
#define PIPELINE_REWRITE_SUPPORT_LLVMVERSION_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/JSON.h"
#include <climits>

namespace pipeline_rewrite {

/// Calls \p Do when what is returned goes out of scope.
template <typename Callable> auto onExit(Callable Do) {
#if LLVM_VERSION_MAJOR >= 22
  return llvm::scope_exit(std::move(Do));
#else
  return llvm::make_scope_exit(std::move(Do));
#endif
}

/// StringSwitch takes lists of cases since LLVM 22.
inline bool isOneOf(llvm::StringRef Name,
                    std::initializer_list<llvm::StringRef> Names) {
  return llvm::is_contained(Names, Name);
}

/// Adds the elements of a range to a set.
template <typename Set, typename Range> void insertAll(Set &To, Range &&From) {
  To.insert(From.begin(), From.end());
}

/// Of a number that is not below zero; LLVM 19 maps no unsigned ones.
inline bool mapCount(llvm::json::ObjectMapper &Map, llvm::StringLiteral Key,
                     unsigned &Out) {
  uint64_t Value = 0;
  if (!Map.map(Key, Value) || Value > UINT_MAX)
    return false;
  Out = static_cast<unsigned>(Value);
  return true;
}

} // namespace pipeline_rewrite
#endif
