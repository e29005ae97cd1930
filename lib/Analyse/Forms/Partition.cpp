//===- Partition.cpp - May other threads load the tiles? ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block gets a second layer of threads in z. A thread of either layer has the
// same x and y, and so whatever it computed from them before the loop; then one
// layer runs the loads and the other the rest. The first layer ends with its
// loop, so that nothing behind it may wait for the whole block. What a warp in
// their place must not be told by is asked besides (BesideBlock.h).
//===----------------------------------------------------------------------===//
#include "Analyse/Forms/LayerFinder.h"
#include "Analyse/Host/LaunchNumbers.h"
#include "Analyse/Host/Launches.h"
#include "Analyse/LoopQuestions.h"
#include "Analyse/Slices/SliceSteps.h"
#include "Analyse/Sync/BarrierChoice.h"
#include "Support/LlvmVersion.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Both are limits of every compute capability (CUDA C++ Programming Guide,
/// "Technical Specifications per Compute Capability").
constexpr uint64_t WarpThreads = 32, MostThreads = 1024;

class PartitionFinder {
public:
  explicit PartitionFinder(LoopAnalysis &A)
      : A(A), Out(A.Facts.Partition), Kernel(A.K.Function) {}

  void run() {
    askKernel();
    if (!Out.CanLoad.isNo())
      askLoop();
    if (!Out.CanLoad.isNo())
      askUpdates();
    // A second kernel has launches of its own, which ask when they are made.
    if (!Out.CanLoad.isNo() && !A.Asked.AboutBoxes)
      askLaunches();
    Out.CanLoad.confirm();
  }

private:
  void fail(std::string Why, SourceLocation At) {
    Out.CanLoad.also({std::move(Why), At});
  }

  void askKernel() {
    if (const Stmt *Barrier = findChosenBarrier(A))
      return fail("another instance may wait for fewer threads than the block "
                  "has",
                  Barrier->getBeginLoc());
    if (const auto *Bounds = Kernel->getAttr<CUDALaunchBoundsAttr>()) {
      // So many blocks on an SM may be too many of twice the threads.
      if (Bounds->getMinBlocks() || Bounds->getMaxBlocks() ||
          !isWrittenInFile(Bounds->getMaxThreads(), A.Unit))
        return fail("__launch_bounds__ cannot be doubled",
                    Bounds->getLocation());
      Out.Bound = Bounds->getMaxThreads();
    }
    if (const Stmt *S = LayerFinder(LayerFinder::Layer).find(Kernel->getBody()))
      fail("the kernel may ask for the shape of its block, or a thread's place "
           "in z",
           S->getBeginLoc());
  }

  /// The loop is a statement of the kernel's own, which the threads that load
  /// come to without a trace, and behind which nobody waits for them.
  void askLoop() {
    const auto *Body = dyn_cast<CompoundStmt>(Kernel->getBody());
    if (!Body || A.K.Parent != Body)
      return fail("the loop is part of another statement",
                  A.K.Loop->getBeginLoc());
    bool Behind = false;
    for (const Stmt *S : Body->body()) {
      if (S == A.K.Whole || S == A.K.Loop) {
        Behind = true;
        continue;
      }
      Effects E = A.Collector.collect(S);
      if (!Behind && !E.isPure())
        return fail("what stands before the loop would be done twice",
                    S->getBeginLoc());
      if (!Behind)
        continue;
      insertAll(ReadBehind, E.Reads);
      if (E.Barrier || E.OtherBarrier || E.anything() || E.Async)
        return fail("after the loop the whole block may be waited for",
                    S->getBeginLoc());
    }
  }

  /// What the loads alone move on stays as it was in the threads that compute.
  void askUpdates() {
    for (unsigned I = 0; I < A.Facts.Units.size(); ++I) {
      const LoopUnit &U = A.Facts.Units[I];
      if (U.Role != UnitRole::Load)
        continue;
      for (const VarDecl *V : A.Collector.collect(U.S).Writes)
        if (A.isOutside(V) &&
            (ReadBehind.contains(V) || A.Condition.readsVar(V) ||
             A.Increment.readsVar(V) || findUncopyable(A, V)))
          return fail("the loads change '" + V->getNameAsString() +
                          "', which is used beside them",
                      U.S->getBeginLoc());
    }
  }

  void askLaunches() {
    Out.Launch = findLaunchSites(Kernel, A.Unit);
    Out.CanLoad.also(Out.Launch.AreKnown);
    if (Out.CanLoad.isNo())
      return;
    for (const LaunchSite &Site : Out.Launch.Sites) {
      SourceLocation At = Site.Call->getBeginLoc();
      if (Site.Kind == LaunchSiteKind::Query)
        fail("the host asks how many of its blocks fit", At);
      if (Site.Kind == LaunchSiteKind::Launch && Site.Blocks.empty())
        fail("a launch's number of threads is no constant", At);
      for (const Expr *Block : Site.Blocks)
        askBlock(Block, At);
    }
  }

  void askBlock(const Expr *Block, SourceLocation At) {
    auto Size = constantDimensions(Block, A.Context);
    if (!Size)
      return fail("a launch's number of threads is no constant", At);
    auto [X, Y, Z] = *Size;
    if (Z != 1)
      return fail("a launch has threads in z already", At);
    if ((X * Y) % WarpThreads != 0)
      return fail("a launch's threads do not fill their last warp", At);
    if (2 * X * Y > MostThreads)
      return fail("a block would have more than 1024 threads", At);
    if (!isEditable(Block->IgnoreUnlessSpelledInSource()))
      fail("a launch's block is not written in a way that can be edited", At);
  }

  /// See layerText() of Emit.
  bool isEditable(const Expr *E) const {
    if (!isWrittenInFile(E, A.Unit))
      return false;
    if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
      return isEditable(Cast->getSubExpr()->IgnoreUnlessSpelledInSource());
    if (const auto *Made = dyn_cast<CXXConstructExpr>(E))
      return llvm::all_of(Made->arguments(), [&](const Expr *Part) {
        return isa<CXXDefaultArgExpr>(Part) || isWrittenInFile(Part, A.Unit);
      });
    return E->getType()->isIntegralOrEnumerationType() ||
           isa<DeclRefExpr, MemberExpr>(E);
  }

  LoopAnalysis &A;
  BlockPartition &Out;
  llvm::SmallSetVector<const VarDecl *, 8> ReadBehind; ///< behind the loop
  const FunctionDecl *Kernel;
};

} // namespace

void findPartition(LoopAnalysis &A) { PartitionFinder(A).run(); }

} // namespace pipeline_rewrite
