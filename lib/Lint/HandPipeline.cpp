//===- HandPipeline.cpp - Mistakes in pipelines written by hand -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules about one block that runs from its top to its bottom. What each
// rests on:
// - A copy's data is there for the thread that made it when that thread has
//   committed it and waited for its group, and for others behind a barrier
//   after that (CUDA C++ Programming Guide, "Asynchronous Data Copies").
// - cp.async.wait_group N waits for all but the N newest groups that this
//   thread has committed (PTX ISA, "cp.async.wait_group").
//===----------------------------------------------------------------------===//
#include "Lint/HandPipeline.h"
#include "Ast/Below.h"
#include "Ast/VariableUses.h"
#include "Lint/FunctionLint.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include <set>

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// __pipeline_wait_prior(N) waits for all but 8 groups if N is larger
/// (cuda_pipeline_helpers.h, _CUDA_PIPELINE_MAX_STAGES).
constexpr unsigned MostPrior = 8;

using Events = llvm::ArrayRef<PipelineEvent>;

const PipelineEvent *findKind(Events Among, EventKind Kind) {
  for (const PipelineEvent &E : Among)
    if (E.Kind == Kind)
      return &E;
  return nullptr;
}

/// A thread reads with \p Read what another thread's \p Copy wrote.
bool crossesThreads(const FunctionLint &Lint, const SharedElement &Copy,
                    const SharedElement &Read) {
  for (size_t I = 0;
       I < std::min(Copy.Subscripts.size(), Read.Subscripts.size()); ++I)
    if (Lint.Threads.isOfThread(Copy.Subscripts[I]) &&
        Lint.Threads.isUniform(Read.Subscripts[I]))
      return true;
  return false;
}

bool bothConditional(const PipelineEvent &A, const PipelineEvent &B) {
  return A.Conditional && B.Conditional;
}

/// `threadIdx.x == 0`, `lane == 0` with `lane = threadIdx.x % 32`: any useful
/// block has a thread for which that is false. `<` may hold for all.
bool isFalseForSomeThread(const FunctionLint &Lint, const Expr *Condition) {
  const auto *Equal =
      dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (!Equal || Equal->getOpcode() != BO_EQ)
    return false;
  const Expr *Side = Equal->getLHS(), *Other = Equal->getRHS();
  if (Lint.constant(Side))
    std::swap(Side, Other);
  if (!Lint.constant(Other))
    return false;
  for (unsigned Depth = 0; Depth < 4; ++Depth) {
    Side = Side->IgnoreParenCasts();
    if (isa<PseudoObjectExpr>(Side))
      return Lint.Threads.isOfThread(Side) &&
             llvm::StringRef(Lint.spelling(Side)) == "threadIdx.x";
    if (const auto *Binary = dyn_cast<BinaryOperator>(Side)) {
      auto Right = Lint.constant(Binary->getRHS());
      bool Lane = Right && *Right > 0 &&
                  ((Binary->getOpcode() == BO_Rem && *Right > 1) ||
                   (Binary->getOpcode() == BO_And && (*Right & 1)));
      if (!Lane)
        return false;
      Side = Binary->getLHS();
      continue;
    }
    const VarDecl *V = namedVariable(Side);
    if (!V || Lint.Names.isModified(V) || Lint.Names.sources(V).size() != 1)
      return false;
    Side = Lint.Names.sources(V).front();
  }
  return false;
}

class BlockLint {
public:
  BlockLint(FunctionLint &Lint, const CompoundStmt *Block)
      : Lint(Lint), Block(Block), All(eventsOf(Block, Lint.Context)) {}

  void run() {
    for (size_t I = 0; I < All.size(); ++I) {
      if (All[I].Kind == EventKind::Copy &&
          Lint.Names.isFollowed(All[I].Element.Array))
        lintUseOf(I);
      if (All[I].Kind == EventKind::Read &&
          Lint.Names.isFollowed(All[I].Element.Array))
        lintOverwriteOf(I);
      if (All[I].Kind == EventKind::Commit && All[I].Conditional)
        lintCommit(I);
    }
  }

private:
  Events between(size_t From, size_t To) const {
    return Events(All).slice(From + 1, To - From - 1);
  }

  /// The first read of the buffer that a copy fills.
  void lintUseOf(size_t Copy) {
    for (size_t I = Copy + 1; I < All.size(); ++I) {
      const PipelineEvent &Read = All[I];
      if (Read.Kind != EventKind::Read || Read.Child == All[Copy].Child ||
          bothConditional(All[Copy], Read))
        continue;
      auto Apart = Lint.distance(All[Copy].Element, Read.Element, Block);
      if (!Apart)
        continue;
      if (!findKind(between(Copy, I), EventKind::Opaque))
        judgeUse(Copy, I, *Apart);
      return;
    }
  }

  void judgeUse(size_t Copy, size_t Read, int64_t Apart) {
    Events Between = between(Copy, Read);
    const PipelineEvent *Wait = nullptr;
    unsigned Waits = 0;
    for (const PipelineEvent &E : Between)
      if (E.Kind == EventKind::Wait) {
        Wait = &E;
        ++Waits;
      }
    if (!Wait)
      return reportNoWait(Copy, Read, Apart);
    if (Apart)
      return;
    Events Before = Between.take_front(Wait - Between.begin());
    Events After = Between.drop_front(Before.size() + 1);
    if (Waits == 1 && reportWeakWait(Copy, *Wait, Before))
      return;
    if (findKind(After, EventKind::Barrier) ||
        !crossesThreads(Lint, All[Copy].Element, All[Read].Element))
      return;
    LintFinding &F = Lint.report(
        All[Read].At, "'" + name(Read) +
                          "' holds what other threads have copied, and no "
                          "barrier stands between the wait and this read");
    F.Notes.push_back(Lint.note(Wait->At,
                                "each thread waits for its own copies "
                                "only"));
    if (const PipelineEvent *Barrier = findKind(Before, EventKind::Barrier))
      F.Notes.push_back(
          Lint.note(Barrier->At, "this barrier comes before the wait"));
  }

  void reportNoWait(size_t Copy, size_t Read, int64_t Apart) {
    if (Apart) {
      LintFinding &F = Lint.report(
          All[Copy].At, "too few buffers: the tile " +
                            std::to_string(std::abs(Apart)) +
                            " ahead is copied into the buffer that is in use");
      F.Notes.push_back(Lint.note(All[Read].At, "used here"));
      return;
    }
    LintFinding &F =
        Lint.report(All[Read].At, "'" + name(Read) +
                                      "' is read while the copy into it is in "
                                      "flight: nothing waits for it before");
    F.Notes.push_back(Lint.note(All[Copy].At, "copied here"));
    if (const PipelineEvent *Late =
            findKind(Events(All).drop_front(Read), EventKind::Wait))
      F.Notes.push_back(Lint.note(Late->At, "the wait comes only here"));
  }

  /// The groups that a wait leaves in flight, and those that were closed since
  /// the copy: only where both are plain to see.
  bool reportWeakWait(size_t Copy, const PipelineEvent &Wait, Events Before) {
    unsigned Groups = 0;
    for (const PipelineEvent &E : Before)
      if (E.Kind == EventKind::Commit) {
        if (E.Conditional || E.InLoop)
          return false;
        ++Groups;
      }
    if (Wait.Conditional || Wait.InLoop || All[Copy].Conditional)
      return false;
    if (!Groups) {
      Lint.report(Wait.At, "the copy is not committed before this wait, which "
                           "does not cover it")
          .Notes.push_back(Lint.note(All[Copy].At, "copied here"));
      return true;
    }
    if (!Wait.Prior || *Wait.Prior < Groups || Groups > MostPrior)
      return false;
    Lint.report(Wait.At, "this leaves the newest " + groups(*Wait.Prior) +
                             " in flight, and the copy that is used next "
                             "is in one of them")
        .Notes.push_back(Lint.note(All[Copy].At, "copied here"));
    return true;
  }

  /// The first copy into the buffer that a read has used.
  void lintOverwriteOf(size_t Read) {
    for (size_t I = Read + 1; I < All.size(); ++I) {
      if (All[I].Kind == EventKind::Barrier || All[I].Kind == EventKind::Opaque)
        return;
      const PipelineEvent &Copy = All[I];
      if (Copy.Kind != EventKind::Copy || Copy.Child == All[Read].Child ||
          bothConditional(Copy, All[Read]) ||
          !Lint.distance(Copy.Element, All[Read].Element, Block))
        continue;
      if (crossesThreads(Lint, Copy.Element, All[Read].Element) &&
          Overwritten.insert(Copy.At).second)
        Lint.report(Copy.At, "copies into '" +
                                 Copy.Element.Array->getNameAsString() +
                                 "' while other threads may still read it: no "
                                 "barrier stands between")
            .Notes.push_back(Lint.note(All[Read].At, "read here"));
      return;
    }
  }

  /// A group that some threads do not close.
  void lintCommit(size_t Commit) {
    if (!isFalseForSomeThread(Lint, All[Commit].Condition))
      return;
    const PipelineEvent *Copy = nullptr;
    for (const PipelineEvent &E : Events(All).take_front(Commit)) {
      if (E.Kind == EventKind::Commit || E.Kind == EventKind::Opaque)
        Copy = nullptr;
      if (E.Kind == EventKind::Copy && !E.Conditional)
        Copy = &E;
    }
    if (!Copy)
      return;
    for (const PipelineEvent &E : Events(All).drop_front(Commit + 1)) {
      if (E.Kind == EventKind::Commit || E.Kind == EventKind::Opaque)
        return;
      if (E.Kind != EventKind::Wait)
        continue;
      LintFinding &F = Lint.report(
          All[Commit].At, "threads for which '" +
                              Lint.spelling(All[Commit].Condition) +
                              "' is false do not commit what they have copied, "
                              "and do not wait for it");
      F.Notes.push_back(Lint.note(Copy->At, "copied here by all threads"));
      F.Notes.push_back(Lint.note(E.At, "waited here"));
      return;
    }
  }

  std::string name(size_t Event) const {
    return All[Event].Element.Array->getNameAsString();
  }

  FunctionLint &Lint;
  const CompoundStmt *const Block;
  const std::vector<PipelineEvent> All;
  llvm::SmallPtrSet<const Stmt *, 4> Overwritten;
};

/// Calls of `__pipeline_memcpy_async` below \p S.
void lintSizes(FunctionLint &Lint, const Stmt *S) {
  forEachBelow<CallExpr>(S, [&](const CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || !F->getIdentifier() ||
        F->getName() != "__pipeline_memcpy_async" || Call->getNumArgs() < 3)
      return;
    auto Size = Lint.constant(Call->getArg(2));
    if (Size && *Size != 4 && *Size != 8 && *Size != 16)
      Lint.report(Call, "copies " + std::to_string(*Size) +
                            " bytes at a time; the hardware copies 4, 8 or 16, "
                            "any other size compiles and traps");
  });
}

/// Does \p S copy asynchronously at all? Most functions do not.
bool mentionsCopies(const Stmt *S) {
  return findBelow<DeclRefExpr>(S, [](const DeclRefExpr *Name) {
    const auto *F = dyn_cast<FunctionDecl>(Name->getDecl());
    return F && F->getIdentifier() && F->getName().contains("memcpy_async");
  });
}

void lintBelow(FunctionLint &Lint, const Stmt *Body) {
  auto Ask = [&](const Stmt *S) {
    if (const auto *Block = dyn_cast<CompoundStmt>(S))
      lintBlock(Lint, Block);
    if (const auto *Loop = dyn_cast<ForStmt>(S)) {
      lintConditionalCommit(Lint, Loop);
      lintLead(Lint, Loop);
    }
    return false;
  };
  findBelow(Body, Ask, [](const Stmt *S) { return !isa<LambdaExpr>(S); });
}

class FunctionFinder : public DynamicRecursiveASTVisitor {
public:
  FunctionFinder(const SourceUnit &Unit, std::vector<LintFinding> &Findings)
      : Unit(Unit), Findings(Findings) {
    ShouldVisitTemplateInstantiations = true;
    ShouldWalkTypesOfTypeLocs = false;
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (!F->doesThisDeclarationHaveABody() || F->isDependentContext() ||
        !(F->hasAttr<CUDAGlobalAttr>() || F->hasAttr<CUDADeviceAttr>()) ||
        !Unit.isInSubject(F->getBody()->getBeginLoc()) ||
        !mentionsCopies(F->getBody()))
      return true;
    FunctionLint Lint(Unit, F, Findings);
    lintCopySizes(Lint);
    lintBelow(Lint, F->getBody());
    return true;
  }

private:
  const SourceUnit &Unit;
  std::vector<LintFinding> &Findings;
};

} // namespace

void lintCopySizes(FunctionLint &Lint) {
  lintSizes(Lint, Lint.Names.function()->getBody());
}

void lintBlock(FunctionLint &Lint, const CompoundStmt *Block) {
  BlockLint(Lint, Block).run();
}

std::vector<LintFinding> lintHandPipelines(const SourceUnit &Unit) {
  std::vector<LintFinding> All, Once;
  FunctionFinder(Unit, All).TraverseDecl(
      Unit.context().getTranslationUnitDecl());
  llvm::stable_sort(All, [](const LintFinding &A, const LintFinding &B) {
    return std::tie(A.Place.Line, A.Place.Column) <
           std::tie(B.Place.Line, B.Place.Column);
  });
  std::set<std::tuple<unsigned, unsigned, std::string>> Seen;
  for (LintFinding &F : All)
    if (Seen.insert({F.Place.Line, F.Place.Column, F.Message}).second)
      Once.push_back(std::move(F));
  return Once;
}

} // namespace pipeline_rewrite
