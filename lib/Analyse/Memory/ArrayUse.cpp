//===- ArrayUse.cpp - What a kernel does with an array around its loop ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/ArrayUse.h"
#include "Analyse/Numbers/BlockShapes.h"
#include "Analyse/Sync/LoopPaths.h"
#include "IR/Uniformity.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/BitVector.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Expressions, of all threads and paths.
constexpr uint64_t Budget = 50'000'000;
/// Of shared memory, the most that any architecture has (CUDA C++ Programming
/// Guide, "Compute Capabilities").
constexpr int64_t MostBytes = 256 * 1024;

using Block = BlockShape;

/// What one thread does with the array, in order.
struct ThreadTouches {
  std::vector<Touch> Touches;
  unsigned Phases = 0;
  bool IsQuiet = true; ///< a barrier is behind all of them
};

class PathRun {
public:
  PathRun(LoopAnalysis &A, const VarDecl *Array)
      : Array(Array),
        Code(threadCode(A.K.Function, A.Collector.provenance(), Budget)) {
    Code.IsRunAlike = [&A](const Stmt *Loop) {
      return !A.threads().findDivergence(Loop);
    };
  }

  /// False if something on the path is not understood.
  bool run(const CodePath &Path, const Block &Of) {
    Threads.clear();
    return forEachThread(
        Of, [&](const ThreadPlace &Where) { return runThread(Path, Where); });
  }

  std::vector<ThreadTouches> Threads;
  /// What was not understood; nullptr if it was too much.
  const Stmt *Problem = nullptr;

private:
  bool runThread(const CodePath &Path, const ThreadPlace &Where) {
    ThreadTouches Mine;
    auto Record = [&](const Touch &T) {
      if (isOurs(T))
        Mine.Touches.push_back(T);
    };
    ThreadRun Run(Code, Where, Record);
    size_t Rounds = 0;
    for (size_t I = 0; I < Path.Statements.size(); ++I) {
      for (; Rounds < Path.Rounds.size() && Path.Rounds[Rounds].first == I;
           ++Rounds)
        Run.roundsMayHaveRun(Path.Rounds[Rounds].second);
      if (!Run.run(Path.Statements[I], I >= Path.MayLeaveFrom)) {
        Problem = Run.problem();
        return false;
      }
    }
    Mine.Phases = Run.phase();
    Mine.IsQuiet = llvm::all_of(
        Mine.Touches, [&](const Touch &T) { return Run.isBehindBarrier(T); });
    Threads.push_back(std::move(Mine));
    return true;
  }

  bool isOurs(const Touch &T) const { return T.Root ? T.Root == Array : true; }

  const VarDecl *Array;
  ThreadCode Code;
};

bool isInside(const Touch &T) {
  return T.Root && !T.IsFar && T.Begin >= 0 && T.Begin + T.Bytes <= MostBytes;
}

/// Reads of one path against its writes, phase by phase.
class WriteCheck {
public:
  /// Reads of bytes that are not among \p Matters are no matter.
  explicit WriteCheck(const std::vector<ThreadTouches> &Threads,
                      const llvm::BitVector *Matters = nullptr)
      : Threads(Threads), Matters(Matters), At(Threads.size()),
        Written({llvm::BitVector(MostBytes)}) {}

  /// Every read finds what was written before it on the path. Gives: the first
  /// that does not.
  const Touch *run() {
    unsigned Phases = 0;
    for (const ThreadTouches &T : Threads)
      Phases = std::max(Phases, T.Phases);
    for (unsigned Phase = 0; Phase <= Phases; ++Phase) {
      New.clear();
      for (size_t Thread = 0; Thread < Threads.size(); ++Thread)
        if (const Touch *Found = runPhase(Thread, Phase))
          return Found;
      for (const Touch &T : New) {
        if (T.Round >= Written.size())
          Written.resize(T.Round + 1, llvm::BitVector(MostBytes));
        Written[T.Round].set(T.Begin, T.Begin + T.Bytes);
      }
    }
    return nullptr;
  }

private:
  const Touch *runPhase(size_t Thread, unsigned Phase) {
    const size_t First = New.size();
    const std::vector<Touch> &Touches = Threads[Thread].Touches;
    for (; At[Thread] < Touches.size() && Touches[At[Thread]].Phase == Phase;
         ++At[Thread]) {
      const Touch &T = Touches[At[Thread]];
      if (T.IsWrite && T.IsCertain && isInside(T))
        New.push_back(T);
      if (!T.IsWrite && (!isInside(T) || !isWritten(T, First)))
        return &T;
    }
    return nullptr;
  }

  bool isWritten(const Touch &T, size_t FirstOwn) const {
    int64_t Missing = T.Begin;
    while (Missing < T.Begin + T.Bytes) {
      auto Own =
          std::find_if(New.begin() + FirstOwn, New.end(), [&](const Touch &W) {
            return (W.Round == 0 || W.Round == T.Round) && W.Begin <= Missing &&
                   Missing < W.Begin + W.Bytes;
          });
      if (Own != New.end())
        Missing = Own->Begin + Own->Bytes;
      else if (Written[0].test(Missing) ||
               (T.Round < Written.size() && Written[T.Round].test(Missing)) ||
               (Matters && !Matters->test(Missing)))
        ++Missing;
      else
        return false;
    }
    return true;
  }

  const std::vector<ThreadTouches> &Threads;
  const llvm::BitVector *const Matters;
  std::vector<size_t> At;               ///< by thread
  std::vector<llvm::BitVector> Written; ///< by round
  std::vector<Touch> New; ///< of this phase, each thread's in a row
};

class ArrayUseFinder {
public:
  ArrayUseFinder(LoopAnalysis &A, const VarDecl *Array,
                 llvm::ArrayRef<Block> Of)
      : A(A), Of(Of), Run(A, Array), FromOutside(MostBytes) {}

  ArrayUse find() {
    findSides();
    if (Use.IsSeparate.isNo())
      Use.UsedEnd = findReach();
    return std::move(Use);
  }

private:
  /// Both sides, if each keeps to itself.
  void findSides() {
    if (!endsTogether() || !findBehind() || !findBefore() || !isHeadQuiet())
      return;
    CodePath Loads, Whole;
    for (unsigned I = 0; I < A.Facts.Units.size(); ++I) {
      const Stmt *S = A.Facts.Units[I].S;
      Whole.Statements.push_back(S);
      if (I < A.Facts.LoadBarrier && !A.isBarrier(I))
        Loads.Statements.push_back(S);
    }
    std::optional<ByteRange> All = ByteRange(), Filled = ByteRange();
    for (const Block &Each : Of) {
      if (!runPath(Whole, Each) ||
          !isWritten("the loop reads what may have been there before",
                     &FromOutside))
        return;
      addRange(All);
    }
    Use.IsSeparate = Answer::yes();
    for (const Block &Each : Of)
      if (Filled && Run.run(Loads, Each))
        addRange(Filled);
      else
        Filled = std::nullopt;
    Use.IsQuiet = IsQuiet;
    Use.RestIsFree = IsQuiet && Filled && All && All->Begin == Filled->Begin &&
                     All->End == Filled->End;
    Use.Filled = Filled.value_or(ByteRange());
    Use.UsedEnd = IsInReach && All ? std::max(UsedEnd, All->End) : 0;
  }

  /// Where all that is used ends, in whatever order; 0 if that is not known.
  int64_t findReach() {
    auto Paths = pathsBehind(A.K);
    const auto Before = pathBefore(A.K);
    if (!Paths || !Before)
      return 0;
    CodePath Loop;
    Loop.Statements = {A.K.init(), A.K.Condition, A.K.increment()};
    for (unsigned I = 0; I < A.Facts.Units.size(); ++I)
      if (!A.isBarrier(I))
        Loop.Statements.push_back(A.Facts.Units[I].S);
    Paths->push_back(*Before);
    Paths->push_back(Loop);
    IsInReach = true;
    UsedEnd = 0;
    for (const CodePath &Path : *Paths)
      for (const Block &Each : Of) {
        if (!Run.run(Path, Each))
          return 0;
        addUsed();
      }
    return IsInReach ? UsedEnd : 0;
  }

  /// What a thread is to write, it may not have left before; and no thread may
  /// be behind the loop while another reads a tile.
  bool endsTogether() {
    if (!A.K.Exits.empty())
      return fail("the loop may be left in the middle", A.K.Exits.front().Unit);
    const Stmt *Parts = A.threads().findDivergence(A.K.Loop);
    if (!Parts)
      Parts = A.threads().findExit(A.K.Loop);
    return !Parts ||
           fail("not all threads of a block may come to the loop", Parts);
  }

  bool fail(std::string Why, const Stmt *At) {
    Use.IsSeparate = {std::move(Why),
                      At ? At->getBeginLoc() : SourceLocation()};
    return false;
  }

  bool runPath(const CodePath &Path, const Block &Each) {
    if (Run.run(Path, Each))
      return true;
    return fail(Run.Problem ? "what is used there is not understood"
                            : "what is used there takes too long to find",
                Run.Problem);
  }

  /// Of the path that has run.
  bool isWritten(const char *Why, const llvm::BitVector *Matters = nullptr) {
    const Touch *Found = WriteCheck(Run.Threads, Matters).run();
    return !Found || fail(Why, Found->At);
  }

  bool notUnderstood() {
    return fail("what stands around the loop is not understood", A.K.Loop);
  }

  bool findBehind() {
    const auto Paths = pathsBehind(A.K);
    if (!Paths)
      return notUnderstood();
    return llvm::all_of(*Paths, [&](const CodePath &Path) {
      return llvm::all_of(Of, [&](const Block &Each) {
        if (!runPath(Path, Each) ||
            !isWritten("what the loop leaves there may be read"))
          return false;
        addUsed();
        return !Path.EndsAtLoop || addOutside();
      });
    });
  }

  bool findBefore() {
    const auto Path = pathBefore(A.K);
    if (!Path)
      return notUnderstood();
    return llvm::all_of(Of, [&](const Block &Each) {
      if (!runPath(*Path, Each))
        return false;
      addUsed();
      return addOutside();
    });
  }

  /// The loop's head is neither before the loop nor behind it, nor in a stage.
  bool isHeadQuiet() {
    CodePath Head;
    Head.Statements = {A.K.init(), A.K.Condition, A.K.increment()};
    return llvm::all_of(Of, [&](const Block &Each) {
      return runPath(Head, Each) &&
             llvm::all_of(Run.Threads, [&](const ThreadTouches &Thread) {
               return Thread.Touches.empty() ||
                      fail("the head of the loop uses it",
                           Thread.Touches.front().At);
             });
    });
  }

  void addUsed() {
    for (const ThreadTouches &Thread : Run.Threads)
      for (const Touch &T : Thread.Touches) {
        IsInReach &= isInside(T);
        UsedEnd = std::max(UsedEnd, T.Begin + T.Bytes);
      }
  }

  /// Of a path that ends at the loop. False if it may write anywhere.
  bool addOutside() {
    for (const ThreadTouches &Thread : Run.Threads) {
      IsQuiet &= Thread.IsQuiet;
      for (const Touch &T : Thread.Touches) {
        if (T.IsWrite && !isInside(T))
          return fail("it may be written anywhere", T.At);
        if (T.IsWrite)
          FromOutside.set(T.Begin, T.Begin + T.Bytes);
      }
    }
    return true;
  }

  /// What the path that has run touches; nullopt if that is not known.
  void addRange(std::optional<ByteRange> &Out) const {
    for (const ThreadTouches &Thread : Run.Threads)
      for (const Touch &T : Thread.Touches)
        if (Out && isInside(T))
          Out->add({T.Begin, T.Begin + T.Bytes});
        else
          Out = std::nullopt;
  }

  LoopAnalysis &A;
  const llvm::ArrayRef<Block> Of;
  PathRun Run;
  ArrayUse Use;
  llvm::BitVector FromOutside; ///< written where the loop may see it
  int64_t UsedEnd = 0;
  bool IsInReach = true; ///< what UsedEnd is of
  bool IsQuiet = true;   ///< a barrier stands between all that and the loop
};

} // namespace

void ByteRange::add(const ByteRange &Other) {
  const bool WasEmpty = isEmpty();
  Begin = WasEmpty ? Other.Begin : std::min(Begin, Other.Begin);
  End = WasEmpty ? Other.End : std::max(End, Other.End);
}

ArrayUse findArrayUse(LoopAnalysis &A, const VarDecl *Array,
                      llvm::ArrayRef<BlockShape> Of) {
  if (!Of.empty())
    return ArrayUseFinder(A, Array, Of).find();
  ArrayUse None;
  None.IsSeparate = "the launches do not say how many threads a block has";
  return None;
}

} // namespace pipeline_rewrite
