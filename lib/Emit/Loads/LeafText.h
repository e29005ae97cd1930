//===- LeafText.h - A statement of the loads in one phase -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_LEAFTEXT_H
#define PIPELINE_REWRITE_EMIT_LEAFTEXT_H

#include "Emit/Loads/KeptLoads.h"
#include "Emit/Loads/RegisterText.h"

namespace pipeline_rewrite {

/// Edits the statements that hold no others: each becomes what the plan says
/// (Plan/Decisions.h).
class LeafText {
public:
  LeafText(LoadText &T, LoadPhase Phase, const KeptLoads &Kept,
           const std::string &TileIndex)
      : T(T), Phase(Phase), Kept(Kept), TileIndex(TileIndex),
        Registers(T, TileIndex) {}

  /// Whose rounds are being written that do not wait in registers; nullptr: of
  /// no loop.
  const clang::ForStmt *RestOf = nullptr;

  void edit(EditSet &Edits, const clang::Stmt *S);
  /// The header of a loop, or a condition.
  void editUses(EditSet &Edits, const clang::Stmt *S);
  /// A register holds what either arm of \p If stores.
  bool isJoined(const clang::IfStmt *If) const;
  /// One store without a guard takes the place of such arms.
  void editJoined(EditSet &Edits, const clang::IfStmt *If);
  void replace(EditSet &Edits, const clang::Stmt *S, std::string Text);

private:
  void editFetched(EditSet &Edits, const clang::Stmt *S);
  void editKept(EditSet &Edits, const clang::Stmt *S);

  LoadText &T;
  const LoadPhase Phase;
  const KeptLoads &Kept;
  const std::string &TileIndex;
  RegisterText Registers;
};

} // namespace pipeline_rewrite
#endif
