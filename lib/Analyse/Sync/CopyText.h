//===- CopyText.h - Both sides of an assignment for a copy ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to PlainCopies.cpp: what an asynchronous copy reads and writes, as
// expressions in the place of its statement.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_COPYTEXT_H
#define PIPELINE_REWRITE_ANALYSE_COPYTEXT_H

#include "Analyse/Sync/BodyText.h"
#include "Match/AsyncStatements.h"

namespace pipeline_rewrite {

class CopyText : protected BodyText {
public:
  using BodyText::BodyText;

protected:
  /// The text of \p S, without its semicolon: of a macro the whole use, which
  /// is this statement and nothing else.
  std::optional<Part> useOf(const clang::Stmt *S);
  /// The text of \p E, if it means there what it means at the statement.
  std::optional<std::string> textOf(const clang::Expr *E);
  /// It may be asked more often, or not at all.
  bool isPure(const clang::Expr *E) const;
  static clang::QualType pointee(const clang::Expr *Pointer);
  /// What is copied as one value: the type of the tile's element or of the
  /// source's, or a vector.
  std::string valueType(const AsyncStatement &Copy, clang::QualType &Is) const;
  /// What \p Pointer points to, as a \p Name.
  std::optional<std::string> valueAt(const clang::Expr *Pointer,
                                     clang::QualType Is,
                                     const std::string &Name);
  /// The same so many bytes after \p Copy's pointer: elements, if they say so.
  std::optional<std::string> valueBehind(const AsyncStatement &Copy,
                                         const std::string &Name);
  std::string zeroOf(clang::QualType Is, const std::string &Name) const;
  /// The n of `sizeof(float) * n` bytes, elements of \p Size; or nullptr.
  const clang::Expr *countOf(const clang::Expr *Bytes, uint64_t Size) const;
  std::optional<std::string> elementsAt(const clang::Expr *Pointer,
                                        const std::string &Index);
  bool isCopied(clang::QualType T, uint64_t Bytes) const;

  const clang::Stmt *Statement = nullptr; ///< the one in whose place they stand

private:
  /// Names of the loop's function, and from elsewhere only those that no other
  /// variable has.
  bool means(const clang::Stmt *S, bool IsHere) const;
  static bool isName(const clang::Expr *E);
  /// `n` of `n * sizeof(T)`, an operand of a sum of a pointer and numbers: of
  /// 32 bits, as an address in shared memory, which an unsigned one may wrap.
  std::optional<std::string> productOf(const clang::Expr *E, uint64_t Size);
};

} // namespace pipeline_rewrite
#endif
