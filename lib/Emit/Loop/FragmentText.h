//===- FragmentText.h - K-steps whose fragments are read ahead ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit. The halves of a k-step are lambdas in front of the loop, as
// copyTile() is:
//
//   uint32_t RA[2][M][4];
//   auto readFragments = [&](int step) {
//     const int set = step % 2;
//     … ldmatrix(RA[set][i], …);
//   };
//   auto computeStep = [&](int step) { … mma(RC[i][j], RA[set][i], …); };
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_FRAGMENTTEXT_H
#define PIPELINE_REWRITE_EMIT_FRAGMENTTEXT_H

#include "Emit/Loop/LoopText.h"
#include "Emit/Source/RemovedText.h"

namespace pipeline_rewrite {

class FragmentText {
public:
  explicit FragmentText(LoopText &T) : T(T), Steps(T.Facts.Steps) {}

  /// A second set of each fragment: those of the step in front of the loop, as
  /// whole lines, the others where they are.
  std::string declare(EditSet &Edits);
  /// The lambdas, in whole lines. \p Reads: the buffers of the tile.
  std::string declareHalves(const Step &Reads);
  /// The user's loop, with the calls in place of its body.
  void editLoop(EditSet &Edits);
  std::string readFirst(llvm::StringRef Indent) const;
  std::string computeLast(llvm::StringRef Indent) const;

private:
  using Half = llvm::SmallPtrSetImpl<const clang::Stmt *>;
  void addSet(const clang::VarDecl *V, EditSet &Edits);
  std::string hoisted(const clang::DeclStmt *D);
  std::string lambda(const std::string &Name, const Half &Of,
                     llvm::StringRef TileIndex, const std::string &Pointers);
  std::string textOf(const Half &Of, llvm::StringRef TileIndex,
                     llvm::StringRef Indent);
  void edit(EditSet &Edits, RemovedText &Removed, const clang::Stmt *S,
            const Half &Of, llvm::StringRef TileIndex);
  std::string stepText() const;
  std::string boundText() const;
  std::string counter() const;
  void cannotEdit(const clang::Stmt *S);

  LoopText &T;
  const FragmentSteps &Steps;
};

} // namespace pipeline_rewrite
#endif
