//===- OwnElements.cpp - Does each thread keep to its own elements? -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a barrier seems to be missing, what stands in front of the place up to
// the barrier before it, and what follows up to the next one, is run for every
// thread of a block. If no byte of shared memory that one side stores to is
// touched by another thread on the other side, none is missing.
//
//   As[t] = A[k + t]; __syncthreads(); sum += As[t];   // and round again
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/BlockShapes.h"
#include "Analyse/Sync/MissingBarrier.h"
#include "Ast/Below.h"
#include "Ast/BuiltinMembers.h"
#include "clang/AST/Attr.h"
#include <map>

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Expressions: some tenths of a second.
constexpr uint64_t Budget = 8'000'000;
/// Of shared memory, the most that any architecture has (CUDA C++ Programming
/// Guide, "Compute Capabilities").
constexpr int64_t MostBytes = 256 * 1024;

/// Who has done something: nobody, one thread, or several.
class Doer {
public:
  void add(int Thread) { Who = Who == None || Who == Thread ? Thread : Many; }
  bool meets(const Doer &Other) const {
    return Who != None && Other.Who != None &&
           (Who != Other.Who || Who == Many);
  }

private:
  enum : int { None = -1, Many = -2 };
  int Who = None;
};

/// What happens to a byte on one side of the place, or somewhere in an array.
struct Doers {
  Doer Reads, Writes;

  bool meet(const Doers &Other) const {
    return Writes.meets(Other.Writes) || Writes.meets(Other.Reads) ||
           Reads.meets(Other.Writes);
  }
};

/// What all threads do with one array.
struct SharedUse {
  std::vector<std::array<Doers, 2>> Bytes;
  std::array<Doers, 2> All, Far; ///< Far: nobody knows where

  bool meets() const {
    return Far[0].meet(All[1]) || Far[1].meet(All[0]) ||
           llvm::any_of(Bytes, [](const std::array<Doers, 2> &Byte) {
             return Byte[0].meet(Byte[1]);
           });
  }
};

class Sides {
public:
  Sides(const LoopAnalysis &A, unsigned Place) : A(A) {
    walk(Place, /*Step=*/-1, Of[0]);
    std::reverse(Of[0].begin(), Of[0].end());
    walk(Place, /*Step=*/+1, Of[1]);
  }

  /// In the order in which they run: in front of the place, and behind it.
  std::array<std::vector<const Stmt *>, 2> Of;

private:
  /// Up to the next barrier, past the loop's head as well.
  void walk(unsigned Place, int Step, std::vector<const Stmt *> &Out) const {
    const int Count = A.K.Units.size();
    int I = Step < 0 ? int(Place) - 1 : Place;
    for (int Left = Count; Left > 0; --Left, I += Step) {
      if (I < 0 || I == Count) {
        addHead(Step, Out);
        I = Step < 0 ? Count - 1 : 0;
      }
      if (A.isBarrier(I))
        return;
      Out.push_back(A.K.Units[I]);
    }
  }

  void addHead(int Step, std::vector<const Stmt *> &Out) const {
    const Stmt *Head[] = {A.K.increment(), A.K.Condition};
    if (Step < 0)
      std::swap(Head[0], Head[1]);
    for (const Stmt *S : Head)
      if (S)
        Out.push_back(S);
  }

  const LoopAnalysis &A;
};

/// Functions that are called are not looked at: AsksForMore is for them.
bool asksForRows(const Stmt *S) {
  return findBelow<Expr>(S, [](const Expr *E) {
    return isBuiltinMember(E, "threadIdx", "y") ||
           isBuiltinMember(E, "threadIdx", "z");
  });
}

class Threads {
public:
  Threads(const LoopAnalysis &A, unsigned Place)
      : A(A), Around(A, Place),
        Code(threadCode(A.K.Function, A.Collector.provenance(), Budget)) {}

  OwnElements keepApart() {
    const auto Shapes =
        blockShapes(findLaunchSites(A.K.Function, A.Unit), A.Context);
    if (Shapes.empty())
      return runAllOfOneRow() ? OwnElements::OfAnyBlock : OwnElements::Unknown;
    return llvm::all_of(Shapes,
                        [&](const std::array<unsigned, 3> &Shape) {
                          return runBlock(Shape);
                        })
               ? OwnElements::OfBlocksInView
               : OwnElements::Unknown;
  }

private:
  bool runBlock(const std::array<unsigned, 3> &Shape) {
    Uses.clear();
    int Number = 0;
    return forEachThread(Shape,
                         [&](const ThreadPlace &Where) {
                           return runThread(Where, Number++);
                         }) &&
           !anyMeet();
  }

  /// Any block, if the kernel asks for no more than `threadIdx.x`: threads of
  /// several rows would do the same, element by element.
  bool runAllOfOneRow() {
    if (asksForRows(A.K.Function->getBody()))
      return false;
    ThreadPlace Where;
    for (; Where.Index[0] < 1024; ++Where.Index[0])
      if (!runThread(Where, Where.Index[0]) || AsksForMore)
        return false;
    return !anyMeet();
  }

  bool runThread(const ThreadPlace &Where, int Number) {
    unsigned Side = 0;
    bool IsUnderstood = true;
    auto Record = [&](const Touch &T) { IsUnderstood &= add(T, Side, Number); };
    ThreadRun Run(Code, Where, Record);
    for (; Side < 2; ++Side)
      for (const Stmt *S : Around.Of[Side])
        if (!Run.run(S) || !IsUnderstood || Run.phase())
          return false;
    AsksForMore |= Run.asksForBlock();
    return true;
  }

  /// False for what may be any memory.
  bool add(const Touch &T, unsigned Side, int Number) {
    if (!T.Root)
      return false;
    if (!T.Root->hasAttr<CUDASharedAttr>())
      return true;
    // All of these begin at one address.
    const bool IsDynamic = T.Root->hasExternalStorage();
    SharedUse &Use = Uses[IsDynamic ? nullptr : T.Root];
    auto Note = [&](Doers &By) {
      (T.IsWrite ? By.Writes : By.Reads).add(Number);
    };
    Note(Use.All[Side]);
    if (T.IsFar || T.Begin < 0 || T.Begin + T.Bytes > MostBytes) {
      Note(Use.Far[Side]);
      return true;
    }
    if (int64_t(Use.Bytes.size()) < T.Begin + T.Bytes)
      Use.Bytes.resize(T.Begin + T.Bytes);
    for (int64_t I = T.Begin; I < T.Begin + T.Bytes; ++I)
      Note(Use.Bytes[I][Side]);
    return true;
  }

  bool anyMeet() const {
    return llvm::any_of(Uses,
                        [](const auto &Use) { return Use.second.meets(); });
  }

  const LoopAnalysis &A;
  const Sides Around;
  ThreadCode Code;
  std::map<const VarDecl *, SharedUse> Uses;
  bool AsksForMore = false;
};

} // namespace

OwnElements findOwnElements(const LoopAnalysis &A, const MissingBarrier &M) {
  // A thread that reads at once what it has stored needs no shared memory: the
  // compiler takes it away, and a run of the original says nothing of it.
  if (!M.NextTile)
    return OwnElements::Unknown;
  // What leaves the loop in the middle is in no side's order.
  if (!A.K.Exits.empty() || A.K.Jump || A.K.ConditionalBarrier ||
      A.K.Barriers.empty())
    return OwnElements::Unknown;
  return Threads(A, M.Before).keepApart();
}

} // namespace pipeline_rewrite
