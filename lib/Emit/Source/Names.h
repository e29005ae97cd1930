//===- Names.h - New identifiers that collide with nothing ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_NAMES_H
#define PIPELINE_REWRITE_EMIT_NAMES_H

#include "Emit/Source/SourceText.h"
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
  /// The same for a name that is declared in the block of enterBlock() or in
  /// one inside it: blocks that are apart may use one name.
  std::string takeInBlock(llvm::StringRef Wish);
  /// A name that means one thing in all functions that are given it, and
  /// nothing in any file of the unit.
  std::string takeForFile(llvm::StringRef Wish);
  /// A function that new text will be part of: only names that were given in
  /// it are taken.
  void enterFunction(const clang::FunctionDecl *Function);
  /// The same, and the block that holds a loop's prologue; none: the function.
  void enterBlock(const clang::FunctionDecl *Function,
                  std::optional<TextRange> Block);
  /// A new function, of which the text comes from \p File.
  void enterNewFunction(clang::FileID File);
  /// A new function at an offset of the main file.
  struct NewFunction {
    std::string Name;
    unsigned At = 0;
  };
  /// Names a new function, \p Wish if that is free, which is wanted at \p At;
  /// for the same \p Key the name and the place that were given first. A
  /// lambda's or member's name is free for others outside \p Owner.
  NewFunction takeFunction(llvm::StringRef Wish, llvm::StringRef Key,
                           unsigned At, const clang::Decl *Owner = nullptr);

private:
  bool isFree(llvm::StringRef Name,
              std::optional<TextRange> Block = std::nullopt) const;
  bool isSpelled(llvm::StringRef Name) const;
  const SourceUnit &Unit;
  void learn(clang::FileID File);
  /// Where a name is visible; none: in all of the function.
  using Blocks = llvm::SmallVector<std::optional<TextRange>, 1>;
  std::string take(llvm::StringRef Wish, std::optional<TextRange> Block);
  llvm::DenseMap<const clang::Decl *, llvm::StringMap<Blocks>> Given;
  const clang::Decl *Current = nullptr; ///< a function, or a class
  std::optional<TextRange> Block;       ///< of the function
  llvm::StringSet<> InFile, GivenFunctions;
  llvm::StringSet<> GivenMembers;         ///< which no function may be called
  llvm::StringMap<NewFunction> Functions; ///< by key
};

/// The type as a person would spell it in the function's text: template
/// parameters by name, typedefs kept, no top-level qualifiers.
std::string spellType(clang::QualType T, const clang::ASTContext &Context);

} // namespace pipeline_rewrite
#endif
