//===- Names.h - New identifiers that collide with nothing ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_NAMES_H
#define PIPELINE_REWRITE_EMIT_NAMES_H

#include "Frontend/SourceUnit.h"
#include "llvm/ADT/StringSet.h"

namespace pipeline_rewrite {

/// Hands out names that neither the file, nor a macro of the unit, nor an
/// earlier loop of the same function uses.
class Names {
public:
  explicit Names(const SourceUnit &Unit);
  /// \p Wish, or \p Wish followed by the first free number from 2.
  std::string take(llvm::StringRef Wish);
  /// A new function: names given to the one before may be used again.
  void enterFunction(const clang::FunctionDecl *Function);

private:
  bool isFree(llvm::StringRef Name) const;
  const SourceUnit &Unit;
  const clang::FunctionDecl *Current = nullptr;
  llvm::StringSet<> InFile, Given;
};

/// The type as a person would spell it in the function's text: template
/// parameters by name, typedefs kept, no top-level qualifiers.
std::string spellType(clang::QualType T, const clang::ASTContext &Context);

} // namespace pipeline_rewrite
#endif
