//===- TypeText.h - Types in the words of the source ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_EMIT_TYPETEXT_H
#define PIPELINE_REWRITE_EMIT_TYPETEXT_H

#include "Analyse/Builds/WrittenTypes.h"
#include "Emit/Source/SourceText.h"
#include "clang/AST/Decl.h"

namespace pipeline_rewrite {

/// Names types so that one text is right in every instance of a template.
class TypeText {
public:
  TypeText(const clang::FunctionDecl *Function, const SourceText &Source,
           const OtherBuilds &Builds);

  /// True if other instances of the function may give \p E another type.
  bool varies(const clang::Expr *E) const;
  /// The same of what the array \p V is made of, whatever its extents are.
  bool elementVaries(const clang::VarDecl *V) const;
  /// The type \p T of the value \p E; nullopt if it varies and is spelled
  /// nowhere, or no kernel can name it. \p StoredTo: the tile, if E is all that
  /// its elements get.
  std::optional<std::string>
  ofValue(const clang::Expr *E, clang::QualType T,
          const clang::VarDecl *StoredTo = nullptr) const;
  /// The type of a variable of the function.
  std::optional<std::string> ofVariable(const clang::VarDecl *V) const;

private:
  bool isOwnParameter(clang::QualType T) const;
  std::optional<std::string> agreedWords(llvm::ArrayRef<WrittenType> Written,
                                         clang::QualType T) const;
  std::optional<std::string> wordsOf(clang::TypeLoc L) const;
  bool isRenamed(const clang::Decl *D, llvm::StringRef Name,
                 clang::SourceLocation At) const;
  std::string spell(clang::QualType T) const;
  std::optional<std::string> wordsOf(clang::TypeLoc L, clang::QualType T) const;

  const SourceText &Source;
  const OtherBuilds &Builds;
  const clang::FunctionDecl *Function;
  const clang::FunctionDecl *Pattern; ///< nullptr: no template
};

} // namespace pipeline_rewrite
#endif
