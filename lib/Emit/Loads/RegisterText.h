//===- RegisterText.h - What waits in registers, in a load slice ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit.
//
//   const float v = A[i]; As[r][c] = v;   the source
//   vNext = A[i];                         fetched
//   As[stage ^ 1][r][c] = vNext;          stored
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_REGISTERTEXT_H
#define PIPELINE_REWRITE_EMIT_REGISTERTEXT_H

#include "Emit/Loads/LoadText.h"

namespace pipeline_rewrite {

class RegisterText {
public:
  RegisterText(LoadText &T, llvm::StringRef TileIndex)
      : T(T), TileIndex(TileIndex) {}

  /// Assignments of what \p Leaf reads to its registers.
  std::string fetchLines(const clang::Stmt *Leaf);
  /// `T v = 0;` becomes `T v = vNext;` where v changes before it is stored.
  void declareAnew(EditSet &Edits, const clang::Stmt *S);
  /// Puts registers in place of the reads that were fetched.
  void editStore(EditSet &Edits, const clang::Stmt *S);
  /// Registers take the place of the locals that they initialised, other than
  /// those of a round of \p Except.
  void renameLocals(EditSet &Edits, const clang::Stmt *S,
                    const clang::ForStmt *Except = nullptr);

private:
  std::string registerRef(size_t I) const;
  std::string valueText(const Fetch &F, const clang::Stmt *Leaf);
  std::string initialiserText(const Fetch &F);
  void replaceValue(EditSet &Edits, TextRange R, std::string Name) const;
  void renameLocal(EditSet &Edits, const clang::Stmt *S,
                   const clang::VarDecl *V, const std::string &Name);

  LoadText &T;
  const std::string TileIndex;
};

} // namespace pipeline_rewrite
#endif
