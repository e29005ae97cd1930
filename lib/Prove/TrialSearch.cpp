//===- TrialSearch.cpp - Launches for a kernel of any form ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/BaseSearch.h"
#include "Execution/LaunchSearch.h"
#include "Prove/ProveKernels.h"

namespace pipeline_rewrite {
namespace {

/// Blocks of other shapes, where no launch in view says which there are.
constexpr unsigned OtherBlocks = 4;

/// Counts what is compared, and hands everything on.
class CountingRunner : public TrialRunner {
public:
  explicit CountingRunner(TrialRunner &Inner) : Inner(Inner) {}
  unsigned Compared = 0;
  bool WantsMore = true;

  TrialResult tryOriginal(const Trial &T) override {
    return Inner.tryOriginal(T);
  }
  bool compare(const Trial &T, const TrialResult &Original) override {
    ++Compared;
    return WantsMore = Inner.compare(T, Original);
  }
  double nominalSeconds() const override { return Inner.nominalSeconds(); }

private:
  TrialRunner &Inner;
};

class TrialSearch {
public:
  TrialSearch(const TrialSpace &Space, TrialRunner &Runner)
      : Space(Space), Runner(Runner) {}

  std::optional<std::string> run(llvm::ArrayRef<HostTrial> Host) {
    for (const HostTrial &Each : Host)
      compareHost(Each);
    if (Runner.WantsMore && !NotExecutable.isNo())
      compareMadeUp();
    if (Runner.Compared)
      return std::nullopt;
    if (NotExecutable.isNo())
      return NotExecutable.because();
    return "no launch was found under which the original runs" +
           (FirstWhy.empty() ? std::string() : "; first of all: " + FirstWhy);
  }

private:
  void compareHost(const HostTrial &Each) {
    if (!Runner.WantsMore || NotExecutable.isNo())
      return;
    TrialSpace Own = Space;
    Own.DynamicBytes = {Each.Launch.DynamicBytes};
    Attempts Trials(Own, Runner);
    Trials.compare(Each.Launch);
    note(Trials);
    // Of a launch that is too large, the first block.
    if (!Runner.Compared && Trials.FirstWhy == TooLong && !Trials.isOver()) {
      Trial T = Each.Launch;
      T.OneBlock = true;
      Trials.compare(T);
    }
  }

  void note(const Attempts &Trials) {
    if (Trials.CanExecute.isNo())
      NotExecutable = Trials.CanExecute;
    if (FirstWhy.empty())
      FirstWhy = Trials.FirstWhy;
  }

  void compareMadeUp() {
    Attempts Trials(Space, Runner);
    const FoundBase Found = findBase(Trials);
    note(Trials);
    if (!Found.Base)
      return;
    Trials.compare(Found.Base->Launch);
    Few = Two = Found.Base->Launch;
    compareTileCounts(Trials, *Found.Base);
    compareTogether(Trials, Found.Base->Launch);
    // The last of two tiles is early in any text, that of more in few.
    for (const Trial *From : {&Two, &Few})
      for (const Trial &T : sharedBuffers(Space, *From, Step))
        Trials.compare(T);
    compareGrids(Trials, Found.Base->Launch);
    compareBlocks(Found.Base->Launch);
    compareEach(Trials, Few);
    compareEach(Trials, Found.Base->Launch);
    compareContents(Trials, Few);
  }

  void compareTileCounts(Attempts &Trials, const BaseLaunch &Base) {
    for (const Trip &By : findTrips(Trials, Base)) {
      for (uint64_t Tiles : {4, 6, 2, 3, 5, 8})
        if (const int64_t Value = By.valueFor(Tiles * By.tilesOfOne());
            Value >= 0)
          Trials.compare(By.with(Value));
      Step = std::abs(By.valueFor(4) - By.valueFor(3));
      for (int64_t More :
           {int64_t(1), Step - 1, Step / 2, Step, 2 * Step, -Step, -2 * Step})
        if (By.value() + More >= 0)
          Trials.compare(By.with(By.value() + More));
      // What is counted here is barriers, and two more.
      for (auto [To, Barriers] : {std::pair(&Two, 6), std::pair(&Few, 8)}) {
        Trial T = By.with(By.valueFor(Barriers * By.tilesOfOne()));
        if (!Trials.isOver() && Trials.attempt(T).isLegal())
          *To = std::move(T);
      }
    }
  }

  void setAll(Trial &T, int64_t Value) const {
    for (unsigned I = 0; I < T.Integers.size(); ++I)
      if (!Space.Integers[I].IsBoolean)
        T.Integers[I] = Value;
  }

  void compareTogether(Attempts &Trials, const Trial &Base) {
    if (Space.Integers.empty())
      return;
    for (int64_t Value : {1, 33, 100, 17, 3, 2, 48, 127, 31, 16, 65, 0}) {
      Trial T = Base;
      setAll(T, Value);
      Trials.compare(T);
    }
  }

  void compareGrids(Attempts &Trials, const Trial &Base) {
    for (int64_t Size : {0, 512, 300, 1000}) {
      Trial T = Base;
      T.OneBlock = false;
      T.Grid = severalBlocks(Size > 512 ? 5 : 2);
      if (Size)
        setAll(T, Size);
      Trials.compare(T);
    }
  }

  void compareBlocks(const Trial &Base) {
    unsigned Left = Space.BlocksAreInView ? Space.Blocks.size() : OtherBlocks;
    for (const BlockShape &Block : Space.Blocks) {
      if (Block == Base.Block || !Left || !Runner.WantsMore)
        continue;
      // Nobody says that the threads of the last warp may be missing.
      if (!Space.BlocksAreInView && !isOfWarps(Block) && isOfWarps(Base.Block))
        continue;
      --Left;
      Attempts Trials(Space, Runner); // a block is no part of their keys
      Trial T = Base;
      T.Block = Block;
      Trials.compare(T);
      T.Grid = severalBlocks(2);
      Trials.compare(T);
    }
  }

  static bool isOfWarps(const BlockShape &Block) {
    return Block[0] * Block[1] * Block[2] % 32 == 0;
  }

  /// In every dimension that the kernel asks for.
  std::array<uint32_t, 3> severalBlocks(uint32_t InX) const {
    return {InX, Space.UsesBlockY ? 2u : 1u, Space.UsesBlockZ ? 2u : 1u};
  }

  void compareEach(Attempts &Trials, const Trial &Base) {
    for (unsigned I = 0; I < Base.Integers.size(); ++I) {
      const int64_t Was = Base.Integers[I];
      std::vector<int64_t> Values = {
          Was * 2, Was / 2, Was - 1, Was + 1, 1, Was - 3, 5, 0, Was + 7, 2, 33};
      if (Space.Integers[I].IsBoolean)
        Values = {0};
      for (int64_t Value : Values) {
        Trial T = Base;
        T.Integers[I] = Value;
        if (Value >= 0)
          Trials.compare(T);
      }
    }
  }

  void compareContents(Attempts &Trials, const Trial &Base) {
    if (Space.HasIntegerBuffers)
      for (IndexFill Fill :
           {IndexFill::Small, IndexFill::Ascending, IndexFill::Same}) {
        Trial T = Base;
        T.Fill = Fill;
        Trials.compare(T);
      }
  }

  static constexpr const char *TooLong =
      "it takes more steps, or time, than a trial has"; // as Attempts says it
  const TrialSpace &Space;
  CountingRunner Runner;
  Answer NotExecutable;
  std::string FirstWhy;
  Trial Two, Few;   ///< with so many tiles and three, if a number decides it
  int64_t Step = 0; ///< what one tile more adds to it
};

} // namespace

std::optional<std::string> searchTrials(const TrialSpace &Space,
                                        llvm::ArrayRef<HostTrial> Host,
                                        TrialRunner &Runner) {
  return TrialSearch(Space, Runner).run(Host);
}

Trial shrunk(Trial From, const TrialSpace &Space,
             llvm::function_ref<bool(const Trial &)> Holds) {
  for (unsigned I = 0; I < From.Integers.size(); ++I)
    for (int64_t Value :
         {0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 32, 33, 64, 65, 128}) {
      if (Value >= From.Integers[I] || Space.Integers[I].IsBoolean)
        break;
      Trial T = From;
      T.Integers[I] = Value;
      if (Holds(T)) {
        From = T;
        break;
      }
    }
  for (unsigned Dimension : {2, 1, 0})
    for (uint32_t Blocks = 1; Blocks < std::min(From.Grid[Dimension], 4u);
         ++Blocks) {
      Trial T = From;
      T.Grid[Dimension] = Blocks;
      if (Holds(T)) {
        From = T;
        break;
      }
    }
  return From;
}

} // namespace pipeline_rewrite
