//===- Divider.h - How a loop is divided ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Undo.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_DIVIDER_H
#define PIPELINE_REWRITE_UNDO_DIVIDER_H

#include "Undo/HandLoop.h"
#include "Undo/Parts.h"

namespace pipeline_rewrite::undo {

class Divider {
public:
  Divider(const KLoop &K, const SourceUnit &Unit)
      : K(K), Unit(Unit), Body(K.Function->getBody()),
        Collector(K.Function, K.Loop) {
    Out.Unit = &Unit;
    Out.Loop = &K;
  }

  std::variant<HandLoop, Refusal> run(const HandLoop *From);

private:
  bool no(RefusalId Id, std::string Detail, const clang::Stmt *Cause = nullptr);

  bool header();

  void findTiles(const clang::Stmt *S);

  /// Arrays of arrays whose every use chooses one by what is no thread's.
  void findRings();

  /// A local that the loop changes, or that it declares.
  bool isCandidate(const clang::VarDecl *V) const;

  void findCandidates();

  /// What nothing names but loads, and the choice of a buffer: the most that
  /// agrees with itself.
  void findAhead();

  /// In the plain loop what stands in front of the first barrier.
  void takePlain(const HandLoop &From);

  /// Goes away whole when the loop is plain.
  bool isLoad(const clang::Stmt *S);

  bool readsTiles(const clang::Stmt *S);

public:
  static const clang::Stmt *declarationOf(const clang::VarDecl *V,
                                          const clang::Stmt *In);

  static bool isWarpSync(const clang::Stmt *S);

private:
  bool mentionsAny(const clang::Stmt *S);

  /// Declares what is used ahead, with a number or with nothing: where it
  /// stands does not matter.
  bool isFreeDeclaration(const clang::Stmt *S);

  bool divide(bool IsPlain);

  bool divideBefore();

  bool mentionsTiles(const clang::Stmt *S);

  /// What loads and the header name keeps its value, from the first load to the
  /// end of the loop.
  bool checkLoads();

  /// No other name leads to \p V, and nothing but loads changes it.
  bool checkUses(const clang::VarDecl *V);

  /// Tiles are local and named nowhere else, and the computation only reads
  /// their elements.
  bool checkTiles();

  /// A use of a tile below \p S that does not read an element.
  const clang::Stmt *otherUse(const clang::Stmt *S);

  const KLoop &K;
  const SourceUnit &Unit;
  const clang::Stmt *const Body;
  EffectsCollector Collector;
  HandLoop Out;
  std::optional<Refusal> Why;
  llvm::SmallPtrSet<const clang::VarDecl *, 16> Candidates;
  std::vector<const clang::Stmt *>
      Beside; ///< what stays between loads and loop
};

} // namespace pipeline_rewrite::undo
#endif
