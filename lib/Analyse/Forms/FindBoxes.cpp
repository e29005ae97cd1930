//===- FindBoxes.cpp - Which tiles tensor maps could fill -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The load side is run for each thread of each block that is launched. What all
// of them copy to a tile is a box, or none (FilledTile.h).
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/BuildSizes.h"
#include "Analyse/Host/KernelTwins.h"
#include "Analyse/Host/Launches.h"
#include "Analyse/LoopQuestions.h"
#include "Analyse/Memory/Alias.h"
#include "Analyse/Numbers/BlockShapes.h"
#include "Analyse/Numbers/FilledTile.h"
#include "Analyse/Numbers/FindPlace.h"
#include "Analyse/Numbers/TileFills.h"
#include "Analyse/Slices/LoadSums.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Statements that all threads may run: some tenths of a second.
constexpr uint64_t Budget = 400'000;
/// CUDA C++ Programming Guide, "Compute Capabilities": of a block.
constexpr unsigned MostThreads = 1024;

class BoxFinder {
public:
  explicit BoxFinder(LoopAnalysis &A)
      : A(A), Code(threadCode(A.K.Function, A.Collector.provenance(), Budget)) {
  }

  Answer find() {
    for (auto Ask : {&BoxFinder::canHaveTwin, &BoxFinder::canLeaveTiles,
                     &BoxFinder::hasItsSizes, &BoxFinder::findInBlocks})
      if (Answer No = (this->*Ask)(); No.isNo())
        return No;
    return Answer::yes();
  }

private:
  Answer no(RefusalId Id, std::string Why, SourceLocation At = {}) const {
    return {Id, std::move(Why), At};
  }

  /// A second kernel beside it, which launches choose at run time.
  Answer canHaveTwin() { return findTwinLaunches(A, A.Facts.Boxes.Launch); }

  /// Maps have the numbers of this build.
  Answer hasItsSizes() {
    const Answer Has =
        haveAllBuildsItsSizes(A.K.Function, A.Facts.Boxes.Launch, A.Unit);
    return Has.isNo() ? no(RefusalId::TmaKernel, Has.because(), Has.at())
                      : Answer::yes();
  }

  /// Nothing but the loads writes the tiles: what a thread has written the copy
  /// engine need not see.
  Answer canLeaveTiles() {
    if (const Answer &Whole = A.Facts.IsOfWholeBlock; Whole.isNo())
      return no(RefusalId::TmaKernel, Whole.because());
    if (!A.Facts.Calls.empty())
      return no(RefusalId::TmaBox, "a function that is called fills the tiles",
                A.Facts.Calls.front().Call->getBeginLoc());
    if (!findLoadSums(A.Facts.Units, A.Collector).empty())
      return no(RefusalId::TmaBox, "the loads change a variable as well");
    if (A.Facts.UpdateBetweenLoads)
      return no(RefusalId::TmaBox,
                "a variable moves on between two loads of a tile",
                A.Facts.UpdateBetweenLoads->getBeginLoc());
    for (const Tile &T : A.Facts.Tiles) {
      if (T.Dynamic)
        return no(RefusalId::TmaBox,
                  "'" + T.Shape.Name + "' is dynamic shared memory");
      if (T.UsedOutside || T.InCompute.At)
        return no(RefusalId::TmaBox,
                  "'" + T.Shape.Name +
                      "' is not used by the loop's loads and "
                      "reads alone");
    }
    if (!A.K.Exits.empty() || !A.K.Votes.empty())
      return no(
          RefusalId::TmaKernel,
          "a break may leave copies in flight, or a barrier takes a vote");
    return Answer::yes();
  }

  Answer findInBlocks() {
    const auto Shapes = blockShapes(A.Facts.Boxes.Launch, A.Context);
    Answer Can = no(RefusalId::TmaLaunches,
                    "the threads of a block are not known from its launches");
    if (!Shapes.empty())
      if (Can = findInAll(Shapes); Can.isYes())
        return Can;
    // A launch can be asked for its blocks when it is made.
    for (const BoxFacts::Block &Each : likelyBlocks(!Shapes.empty())) {
      llvm::SmallVector<TileBox, 2> Found;
      if (findInBlock(Each.Shape, Found).isNo())
        continue;
      A.Facts.Boxes.Of = std::move(Found);
      A.Facts.Boxes.Asked = Each;
      return Answer::yes();
    }
    return Can;
  }

  /// Those that a launch in view has, and for what launches leave open or say
  /// of another instance, a thread for each element of a tile.
  std::vector<BoxFacts::Block> likelyBlocks(bool AreKnown) const {
    std::vector<BoxFacts::Block> Out;
    for (const auto &Launch : Launches(A.Context).inView(A.K.Function))
      if (Launch.Block)
        add(*Launch.Block, Out);
    if (!AreKnown || Out.empty())
      for (const Tile &T : A.Facts.Tiles)
        if (const auto &Sides = T.Shape.Extents; Sides.size() == 2)
          add({Sides[1], Sides[0], 1}, Out);
    return Out;
  }

  void add(std::array<uint64_t, 3> Shape,
           std::vector<BoxFacts::Block> &Out) const {
    uint64_t Threads = 1;
    for (uint64_t Side : Shape) {
      if (Side == 0 || Side > MostThreads)
        return;
      Threads *= Side;
    }
    if (Threads > MostThreads)
      return;
    BoxFacts::Block New;
    llvm::copy(Shape, New.Shape.begin());
    for (const Tile &T : A.Facts.Tiles)
      if (const auto &Sides = T.Shape.Extents;
          !New.Tile && Sides.size() == 2 && Sides[1] == Shape[0] &&
          Sides[0] == Shape[1] && Shape[2] == 1)
        New.Tile = T.Var;
    if (llvm::none_of(Out, [&](const BoxFacts::Block &Each) {
          return Each.Shape == New.Shape;
        }))
      Out.push_back(New);
  }

  /// In \p New those that are in \p Old as well.
  static void keepCommonPlaces(llvm::ArrayRef<TileBox> Old,
                               llvm::MutableArrayRef<TileBox> New) {
    for (auto [Had, Has] : llvm::zip_equal(Old, New))
      if (!(Has.Place == Had.Place))
        Has.Place.reset();
  }

  Answer findInAll(llvm::ArrayRef<std::array<unsigned, 3>> Shapes) {
    for (const auto &Shape : Shapes) {
      llvm::SmallVector<TileBox, 2> Found;
      if (Answer No = findInBlock(Shape, Found); No.isNo())
        return No;
      if (&Shape != Shapes.begin() && Found != A.Facts.Boxes.Of)
        return no(RefusalId::TmaBox,
                  "blocks of different shapes fill the tiles differently");
      if (&Shape != Shapes.begin())
        keepCommonPlaces(A.Facts.Boxes.Of, Found);
      A.Facts.Boxes.Of = std::move(Found);
    }
    return Answer::yes();
  }

  Answer findInBlock(const std::array<unsigned, 3> &Shape,
                     llvm::SmallVectorImpl<TileBox> &Found) {
    std::vector<FilledTile> Filled;
    for (const Tile &T : A.Facts.Tiles)
      Filled.emplace_back(A, T);
    Answer Followed;
    forEachThread(Shape, [&](const ThreadPlace &Where) {
      const bool IsFirst = Where.Index == std::array<unsigned, 3>{0, 0, 0};
      auto Take = [&](TileFill Fill) {
        for (auto [Each, T] : llvm::zip_equal(Filled, A.Facts.Tiles))
          if (T.Var == Fill.Store->Tile)
            return Each.add(std::move(Fill), IsFirst);
      };
      Followed = TileFills(A, Code, Where, Take).run();
      return Followed.isYes();
    });
    if (Followed.isNo())
      return Followed;
    Answer First;
    for (const FilledTile &Each : Filled)
      if (Answer No = Each.describe(Found.emplace_back()); No.isNo()) {
        Found.back() = {}; // goes its own way beside the others
        First.also(No);
      } else {
        Found.back().Place =
            findPlace(A, Code, Shape, Each.first(), Found.back());
      }
    return llvm::any_of(Found, [](const TileBox &Box) { return Box.Tile; })
               ? Answer::yes()
               : First;
  }

  LoopAnalysis &A;
  ThreadCode Code;
};

} // namespace

/// A store of \p Code may change what the load side reads of global memory.
static bool mayStoreToLoads(const LoopAnalysis &A, const Effects &Code) {
  for (unsigned I = 0; I < A.Facts.Units.size(); ++I)
    for (const Access &R : A.UnitEffects[I].Accesses)
      if (A.Facts.Units[I].isLoadSide() && R.Read && isGlobalMemory(R) &&
          llvm::any_of(Code.Accesses, [&](const Access &W) {
            return W.Write && isGlobalMemory(W) && !A.cannotMeet(W, R);
          }))
        return true;
  return false;
}

void findBoxes(LoopAnalysis &A) {
  A.Facts.Boxes.Are = BoxFinder(A).find();
  if (!A.Facts.Boxes.Are.isYes())
    return;
  A.Facts.IsOfWholeBlock = Answer::yes();
  const Effects Whole = A.Collector.collect(A.K.Function->getBody());
  A.Facts.Boxes.MayBeStored =
      findUnseenUse(Whole).has_value() || mayStoreToLoads(A, Whole);
}

} // namespace pipeline_rewrite
