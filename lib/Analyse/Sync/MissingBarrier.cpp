//===- MissingBarrier.cpp - The barrier that a loop lacks -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds two accesses to one shared array that no barrier keeps apart, and, on
// request, makes of the loop the one that has a barrier there.
//===----------------------------------------------------------------------===//
#include "Analyse/Sync/MissingBarrier.h"
#include "Ast/Parents.h"

using namespace clang;

namespace pipeline_rewrite {

std::optional<unsigned> firstFill(const LoopAnalysis &A) {
  for (unsigned I = 0; I < A.UnitEffects.size(); ++I)
    if (A.UnitEffects[I].writes(Space::Shared))
      return I;
  return std::nullopt;
}

namespace {

bool touchesShared(const Effects &E) {
  return E.reads(Space::Shared) || E.writes(Space::Shared);
}

class Search {
public:
  Search(const LoopAnalysis &A, unsigned Fill)
      : A(A), Fill(Fill), Count(A.K.Units.size()) {}

  std::optional<MissingBarrier> run() const {
    const auto &Barriers = A.K.Barriers;
    auto After = llvm::find_if(Barriers, [&](unsigned B) { return B > Fill; });
    if (After == Barriers.end())
      return behindStores(Count);
    if (Barriers.front() < Fill)
      return std::nullopt;
    if (Barriers.back() == *After)
      if (auto Missing = behindStores(*After))
        return Missing;
    return behindReads(*After, Barriers.back());
  }

private:
  /// A store of the loads to what \p Use reaches, in the units up to \p End.
  const Access *findStore(const Access &Use, unsigned End) const {
    if (!Use.Root)
      return nullptr; // it is not seen to be the same
    for (unsigned I = Fill; I < End && Use.Where == Space::Shared; ++I)
      if (const Access *W = A.UnitEffects[I].findAccess(Use.Root, true))
        return W;
    return nullptr;
  }

  /// The first read in [Fill, End) of what this iteration has stored.
  std::optional<MissingBarrier> behindStores(unsigned End) const {
    for (unsigned I = Fill; I < End; ++I)
      for (const Access &Use : A.UnitEffects[I].Accesses)
        if (const Access *Store = Use.Read ? findStore(Use, I + 1) : nullptr) {
          MissingBarrier Out{I, Store, &Use, /*NextTile=*/false, true};
          for (unsigned J = I; J < Count; ++J)
            Out.OnlyFault &= !A.UnitEffects[J].writes(Space::Shared) &&
                             (J < End || !touchesShared(A.UnitEffects[J]));
          return Out;
        }
    return std::nullopt;
  }

  /// The first use behind the last barrier of what the loads fill.
  std::optional<MissingBarrier> behindReads(unsigned Load,
                                            unsigned Last) const {
    for (unsigned I = Last + 1; I < Count; ++I)
      for (const Access &Use : A.UnitEffects[I].Accesses)
        if (const Access *Store = findStore(Use, Load))
          return MissingBarrier{Count, Store, &Use, /*NextTile=*/true,
                                !behindStores(Load)};
    return std::nullopt;
  }

  const LoopAnalysis &A;
  unsigned Fill, Count;
};

/// The pointer by which an access reaches an array; nullptr if it names it.
const VarDecl *pointerIn(const LoopAnalysis &A, const Access &Use) {
  const VarDecl *Name = nameIn(Use.At);
  return Name && Name != Use.Root && A.isOutside(Name) ? Name : nullptr;
}

/// What an access reaches, in the user's words.
std::string describe(const LoopAnalysis &A, const Access &Use) {
  const VarDecl *Name = pointerIn(A, Use);
  std::string Array = "'" + Use.Root->getNameAsString() + "'";
  if (!Name)
    return Array;
  return "'" + Name->getNameAsString() +
         "', which cannot be told apart from what the loads fill in " + Array +
         ",";
}

std::string lineOf(const LoopAnalysis &A, const Access &Use) {
  return "line " +
         std::to_string(A.SM.getExpansionLineNumber(Use.At->getBeginLoc()));
}

} // namespace

bool reliesOnLoadBarrier(const LoopAnalysis &A, unsigned Last) {
  auto IsShared = [](const Access &Acc) { return Acc.Where == Space::Shared; };
  auto Conflict = [&](const Access &X, const Access &Y) {
    bool Private = IsShared(X) || IsShared(Y) || X.Where == Space::Constant ||
                   Y.Where == Space::Constant;
    return !Private && (X.Write || Y.Write) && !A.cannotMeet(X, Y);
  };
  for (const Effects &Behind : llvm::drop_begin(A.UnitEffects, Last + 1))
    for (const Access &X : Behind.Accesses) {
      if (IsShared(X))
        return true;
      for (unsigned I = A.Facts.LoadBarrier + 1; I < Last; ++I)
        for (const Access &Y : A.UnitEffects[I].Accesses)
          if (Conflict(X, Y))
            return true;
    }
  return false;
}

std::optional<MissingBarrier> findMissingBarrier(const LoopAnalysis &A) {
  std::optional<unsigned> Fill = firstFill(A);
  return Fill ? Search(A, *Fill).run() : std::nullopt;
}

/// The use stands in a loop with barriers, of which one may keep it from the
/// next iteration's store.
static bool isInLoopWithBarriers(const LoopAnalysis &A, const Access &Use) {
  for (unsigned I = 0; I < A.K.Units.size(); ++I)
    if (A.isInnerLoopWithBarriers(I) && contains(A.K.Units[I], Use.At))
      return true;
  return false;
}

Refusal refuseRace(const LoopAnalysis &A, const MissingBarrier &M) {
  if (M.NextTile && isInLoopWithBarriers(A, *M.Use))
    return A.refuse(RefusalId::BarrierLayout,
                    describe(A, *M.Use) +
                        " is used after the loop's last barrier, in an inner "
                        "loop whose barriers are not followed",
                    M.Use->At, "used here");
  Refusal R =
      A.refuse(RefusalId::MissingBarrier,
               M.NextTile ? describe(A, *M.Use) +
                                " is used after the last barrier, and "
                                "filled again by the next iteration" +
                                DoubtfulRace.str()
                          : "no barrier stands between the stores to " +
                                describe(A, *M.Use) + " and their first use" +
                                DoubtfulRace.str(),
               M.Use->At, M.NextTile ? "used after the barrier" : "used here");
  R.Notes.push_back({A.Unit.place(M.Store->At->getBeginLoc()), "filled here"});
  if (const VarDecl *Name = pointerIn(A, *M.Use))
    R.Notes.push_back(
        {A.Unit.place(Name->getLocation()),
         "if this and what the loads fill lead to distinct parts "
         "of the array, '__restrict__' on both pointers says so"});
  return R;
}

std::shared_ptr<const KLoop> addBarrier(const KLoop &K,
                                        const MissingBarrier &M) {
  auto Out = std::make_shared<KLoop>(K);
  Out->Units.insert(Out->Units.begin() + M.Before, K.Units[K.Barriers.front()]);
  Out->AddedBarrier = M.Before;
  for (unsigned &B : Out->Barriers)
    B += B >= M.Before;
  Out->Barriers.insert(llvm::lower_bound(Out->Barriers, M.Before), M.Before);
  return Out;
}

std::string describeRepair(const LoopAnalysis &A, const MissingBarrier &M,
                           OwnElements Own) {
  std::string Name = "'" + M.Use->Root->getNameAsString() + "'",
              Store = lineOf(A, *M.Store), Use = lineOf(A, *M.Use);
  if (Own != OwnElements::Unknown)
    return "the source has no barrier between the use of " + Name + " (" + Use +
           ") and its filling (" + Store +
           "), and needs none: each thread keeps to its own elements";
  return "a barrier is added, unlike in the source, which may have a data "
         "race: " +
         Name +
         (M.NextTile
              ? " is used (" + Use + "), then filled again (" + Store + ")"
              : " is filled (" + Store + "), then used (" + Use + ")") +
         ", with none between";
}

} // namespace pipeline_rewrite
