//===- AnalyseLoop.cpp - Candidate to facts, or a refusal -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the questions in a fixed order; the first "no" refuses.
//===----------------------------------------------------------------------===//
#include "Analyse/AnalyseLoop.h"
#include "Analyse/Host/KernelTwins.h"
#include "Analyse/LoopQuestions.h"
#include "Analyse/Memory/Callers.h"
#include "Analyse/Slices/Stale.h"
#include "Analyse/Sync/BarrierChoice.h"
#include "Analyse/Sync/MissingBarrier.h"
#include "Analyse/Sync/PlainLoops.h"
#include "Ast/Loops.h"
#include "IR/Uniformity.h"
#include "Match/DeviceFunctions.h"
#include "Match/FindKLoops.h"
#include "Match/LoopSkip.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {

namespace {

/// What CUDA's own headers have for asynchronous copies.
bool isOfCuda(const FunctionDecl *F) {
  for (const DeclContext *In = F; In; In = In->getParent())
    if (const auto *N = dyn_cast<NamespaceDecl>(In);
        N && (N->getName() == "cuda" || N->getName() == "cooperative_groups"))
      return true;
  return false;
}

/// A call of another library's function: what it copies, it copies for itself.
bool isLibraryCall(const LoopAnalysis &A, const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && A.SM.isInSystemHeader(A.SM.getExpansionLoc(F->getLocation())) &&
         classifyCallee(F) == CallKind::HasBody && !isOfCuda(F);
}

/// How a loop with asynchronous copies stands: pipelined, or copy-wait-compute.
Judgement judgeAsync(const LoopAnalysis &A) {
  // Order of the first copy, the wait on everything, and the first use of
  // shared memory.
  unsigned Copy = ~0u, Use = ~0u, Drain = ~0u;
  for (unsigned I = 0; I < A.UnitEffects.size(); ++I) {
    const Effects &E = A.UnitEffects[I];
    // What a library does by itself says nothing of this loop's tiles.
    if (E.Async && isLibraryCall(A, E.Async)) {
      Refusal R = A.refuse(RefusalId::UnknownCall,
                           "a function of a system header copies "
                           "asynchronously, or waits for copies",
                           A.UnitEffects[I].Async, "here");
      R.Advice = "Fill the tile by assignments in place of the library's call.";
      return R;
    }
    if (E.Async) {
      std::string Text = A.spelling(E.Async);
      bool Waits = llvm::StringRef(Text).contains("wait");
      bool WaitsForAll =
          Waits && (llvm::StringRef(Text).contains("(0)") ||
                    llvm::StringRef(Text).contains("wait_all") ||
                    llvm::StringRef(Text).contains("wait_group 0"));
      if (!Waits)
        Copy = std::min(Copy, I);
      if (WaitsForAll && Copy != ~0u)
        Drain = std::min(Drain, I);
    } else if (E.reads(Space::Shared)) {
      Use = std::min(Use, I);
    }
  }
  if (Copy < Drain && Drain < Use && Use != ~0u)
    return A.refuse(
        RefusalId::AlreadyAsync,
        "its tiles are copied asynchronously, but waited for at once",
        A.UnitEffects[Copy].Async, "asynchronous copy");
  return AlreadyPipelined{"asynchronous copies"};
}

/// A unit reads, or may read, what one fills; a pointer that the function was
/// given may lead there.
bool readsItsTiles(const LoopAnalysis &A) {
  return llvm::any_of(A.UnitEffects, [&](const Effects &Store) {
    return Store.writes(Space::Shared) &&
           llvm::any_of(A.UnitEffects, [&](const Effects &E) {
             return mayReadFilled(E, Store) || E.reads(Space::Unknown) ||
                    E.anything();
           });
  });
}

/// A loop in it brings global data to a tile that this one fills, too: what is
/// filled here is the first tile of a loop that is pipelined already.
bool fillsForInnerLoop(const LoopAnalysis &A) {
  for (unsigned I = 0; I < A.UnitEffects.size(); ++I)
    if (A.isInnerLoopWithBarriers(I) && A.UnitEffects[I].reads(Space::Global))
      for (const Access &Acc : A.UnitEffects[I].Accesses)
        if (Acc.Write && llvm::any_of(A.Facts.Tiles, [&](const Tile &T) {
              return T.Var == Acc.Root;
            }))
          return true;
  return false;
}

/// Global data reaches shared memory within the loop, directly or through
/// registers.
bool bringsGlobalData(const LoopAnalysis &A) {
  llvm::SmallPtrSet<const VarDecl *, 8> Loaded;
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (unsigned I = 0; I < A.UnitEffects.size(); ++I) {
      const Effects &E = A.UnitEffects[I];
      // The tiles that such a loop fills and reads are its own: it is judged by
      // itself.
      if (A.isInnerLoopWithBarriers(I) && E.reads(Space::Shared))
        continue;
      bool Carries = E.reads(Space::Global) || E.reads(Space::Unknown) ||
                     llvm::any_of(E.Reads, [&](const VarDecl *V) {
                       return Loaded.contains(V);
                     });
      if (!Carries)
        continue;
      if (E.writes(Space::Shared))
        return true;
      if (!E.reads(
              Space::Shared)) // what passes through shared memory is compute
        for (const VarDecl *V : E.Writes)
          Changed |= Loaded.insert(V).second;
    }
  }
  return false;
}

/// What a branch does before its first barrier; \p Found tells if it has one.
Effects beforeBarrier(const LoopAnalysis &A, const Stmt *Branch, bool &Found) {
  Effects Out;
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(Branch))
    for (const Stmt *S : Block->body()) {
      Effects E = A.Collector.collect(S);
      if (E.Barrier) {
        Found = isBlockBarrier(S);
        break;
      }
      Out.Accesses.append(E.Accesses.begin(), E.Accesses.end());
    }
  return Out;
}

/// One part of the block loads while the other computes: between the same two
/// barriers one branch fills an array from global memory, and the other reads
/// it. Without a second buffer that would be a race.
bool takesTurns(const LoopAnalysis &A) {
  for (const Stmt *Unit : A.K.Units) {
    const auto *If = dyn_cast<IfStmt>(Unit);
    if (!If || !If->getElse() || !A.threads().isOfThread(If->getCond()))
      continue;
    bool Both[] = {false, false};
    Effects Then = beforeBarrier(A, If->getThen(), Both[0]);
    Effects Else = beforeBarrier(A, If->getElse(), Both[1]);
    auto Loads = [](const Effects &Load, const Effects &Use) {
      return Load.reads(Space::Global) &&
             llvm::any_of(Load.Accesses, [&](const Access &W) {
               return W.Where == Space::Shared && W.Write &&
                      !Load.findAccess(W.Root, /*Write=*/false) &&
                      !Use.findAccess(W.Root, /*Write=*/true) &&
                      Use.findAccess(W.Root, /*Write=*/false);
             });
    };
    if (Both[0] && Both[1] && (Loads(Then, Else) || Loads(Else, Then)))
      return true;
  }
  return false;
}

/// Global data is stored through a pointer that is not followed, and read
/// through it behind a barrier: a tile that an accessor or a caller gave?
std::optional<Refusal> findTileBehindPointer(const LoopAnalysis &A) {
  auto Unseen = [](const Access &Acc) {
    return Acc.Where == Space::Unknown ? nameIn(Acc.At) : nullptr;
  };
  auto Uses = [&](const Effects &E, const VarDecl *Name, bool Write) {
    return llvm::any_of(E.Accesses, [&](const Access &Acc) {
      return (Write ? Acc.Write : Acc.Read) && Unseen(Acc) == Name;
    });
  };
  for (unsigned Barrier : A.K.Barriers)
    for (unsigned I = 0; I < Barrier; ++I) {
      const Effects &Fill = A.UnitEffects[I];
      for (const Access &Acc : Fill.Accesses) {
        const VarDecl *Name = Acc.Write ? Unseen(Acc) : nullptr;
        bool FromMemory = llvm::any_of(Fill.Accesses, [](const Access &Other) {
          return Other.Read && Other.Where != Space::Shared;
        });
        if (!Name || !FromMemory || Uses(Fill, Name, /*Write=*/false))
          continue;
        for (unsigned J = Barrier + 1; J < A.UnitEffects.size(); ++J)
          if (Uses(A.UnitEffects[J], Name, /*Write=*/false))
            return A.refuse(RefusalId::TileBehindPointer,
                            "it fills what '" + Name->getNameAsString() +
                                "' points to and reads it after a barrier, "
                                "but that this is shared memory is not seen",
                            Acc.At, "filled here");
      }
    }
  return std::nullopt;
}

Refusal withPlain(Refusal R, std::vector<OtherText> Plain) {
  R.Plain = std::move(Plain);
  return R;
}

/// Questions about the statement forms, before any meaning is looked at.
std::optional<Refusal> findUnsupportedForm(const LoopAnalysis &A) {
  if (!A.K.Condition)
    return withPlain(
        A.refuse(RefusalId::UnsupportedLoopForm, "it has no condition"),
        plainCondition(A));
  bool Again = true;
  if (A.K.isBodyFirst() &&
      A.K.Condition->EvaluateAsBooleanCondition(Again, A.Context) && !Again)
    return A.refuse(RefusalId::UnsupportedLoopForm,
                    "its condition is false, so that it has one iteration");
  const auto *W = dyn_cast<WhileStmt>(A.K.Loop);
  const auto *F = dyn_cast<ForStmt>(A.K.Loop);
  if ((W && W->getConditionVariable()) || (F && F->getConditionVariable()))
    return A.refuse(RefusalId::UnsupportedLoopForm,
                    "its condition declares a variable");
  if (A.K.Jump && !findSkip(A.K)) {
    Refusal R =
        A.refuse(RefusalId::EarlyExit, "it can be left in the middle of a tile",
                 A.K.Jump, "leaves the loop body here");
    if (isa<ContinueStmt>(A.K.Jump))
      R.Plain = plainBody(A);
    return R;
  }
  if (A.K.ConditionalBarrier) {
    Refusal R = A.refuse(RefusalId::BarrierInCondition,
                         "a barrier stands under a condition",
                         A.K.ConditionalBarrier, "conditional barrier");
    R.Plain = plainBody(A);
    return R;
  }
  for (unsigned I = 0; I < A.K.Units.size(); ++I)
    if (A.UnitEffects[I].OtherBarrier && !A.K.isVote(A.K.Units[I]))
      return A.refuse(RefusalId::OtherBarrier,
                      "it uses a barrier that is not the block's plain one",
                      A.UnitEffects[I].OtherBarrier, "this barrier");
  return findFence(A);
}

} // namespace

/// What `continue` skips only computes, and gives no value to what the loads
/// change: none is said to be set in each iteration that is not. What the body
/// declares is new in each.
static std::optional<Refusal> findUnsafeSkip(const LoopAnalysis &A) {
  const std::optional<LoopSkip> Skip = findSkip(A.K);
  if (!Skip)
    return std::nullopt;
  if (!A.Facts.barrierOnTop()) // the next tile is there before what is skipped
    return A.refuse(RefusalId::EarlyExit,
                    "it skips what follows the barrier after the tile's last "
                    "use",
                    A.K.Jump, "leaves the loop body here");
  auto IsOfLoads = [&](const VarDecl *V) {
    for (unsigned I = 0; I < A.Facts.Units.size(); ++I)
      if (A.Facts.Units[I].isLoadSide() && A.UnitEffects[I].writesVar(V))
        return A.isOutside(V) || V->getType()->isReferenceType();
    return false;
  };
  for (unsigned I = Skip->First; I < A.Facts.Units.size(); ++I)
    if (A.Facts.Units[I].Role != UnitRole::Compute ||
        llvm::any_of(A.UnitEffects[I].Writes, IsOfLoads))
      return A.refuse(RefusalId::EarlyExit,
                      "it may skip what the next tile's loads need", A.K.Jump,
                      "leaves the loop body here");
  return std::nullopt;
}

/// The questions about a loop that is worth them.
static Judgement askInOrder(LoopAnalysis &A) {
  // Layout before slices: slices need to know where the load phase ends. Slices
  // before safety: what is unsafe in a load is harmless in compute. Stores
  // last: they need the tiles, and the tiles need the slices.
  if (auto R = findUnsupportedForm(A))
    return *R;
  if (auto R = findBarrierLayout(A))
    return *R;
  if (auto R = findImpureCondition(A))
    return *R;
  if (auto R = sliceUnits(A))
    return *R;
  if (auto R = findUnsafeSkip(A))
    return *R;
  if (auto R = findUnsafeLoad(A))
    return *R;
  if (auto R = findUnsafeCompute(A))
    return *R;
  if (auto R = findAlias(A))
    return *R;
  if (auto R = findUnseenCall(A))
    return *R;
  if (auto R = describeTiles(A))
    return *R;
  if (!readsItsTiles(A))
    return NotAKLoop{"nothing in it reads what it stores to shared memory"};
  if (fillsForInnerLoop(A))
    return NotAKLoop{"its tile is that of a loop in it"};
  findOutsideUses(A);
  findGrowth(A);
  if (auto R = describeStores(A))
    return *R;
  findOtherSizes(A);
  forbidOverwrites(A);
  if (auto R = findUnsafeExit(A))
    return withPlain(*R, plainCondition(A));
  findStaleStores(A);
  A.Facts.CanLoadSeveral = canLoadSeveral(A);
  A.Facts.IsOfWholeBlock = isOfWholeBlock(A);
  A.Facts.ChoosesBarrier = findChosenBarrier(A) != nullptr;
  estimateRatio(A);
  findFragmentSteps(A);
  if (A.Asked.AboutLayers)
    findPartition(A);
  noteNoAlias(A);
  if (A.Asked.AboutBoxes)
    findBoxes(A);
  return std::move(A.Facts);
}

/// Asks about the loop as if it had the barrier that it lacks.
static Judgement analyseRepaired(const LoopAnalysis &A, const MissingBarrier &M,
                                 OwnElements Own) {
  std::shared_ptr<const KLoop> Repaired = addBarrier(A.K, M);
  LoopAnalysis With(*Repaired, A.Unit, A.Asked);
  Judgement J = askInOrder(With);
  if (auto *Facts = std::get_if<LoopFacts>(&J)) {
    // It is needed for more than the tiles, and the source lacks it: what else
    // relied on it?
    if (Facts->LoadBarrierMatters && Facts->Units[Facts->LoadBarrier].Added)
      return refuseRace(A, M);
    Facts->Repaired = Repaired;
    Facts->Repair = describeRepair(A, M, Own);
    Facts->Assumes.push_back("--repair-barrier: a barrier was forgotten");
    Facts->ReliesOnBlocks |= Own == OwnElements::OfBlocksInView;
  }
  return J;
}

Judgement analyseLoop(const KLoop &K, const SourceUnit &Unit,
                      const AnalysisInput &Asked) {
  LoopAnalysis A(K, Unit, Asked);
  if (llvm::any_of(A.UnitEffects, [](const Effects &E) { return E.Async; }))
    return judgeAsync(A);
  if (isPrefetched(A) || isAllPrefetchedForNext(A))
    return AlreadyPipelined{"register prefetch"};
  if (K.ConditionalBarrier && takesTurns(A))
    return AlreadyPipelined{"one part of the block loads while the other "
                            "computes"};
  if (std::string Beside = formsBeside(K.Function, Unit); !Beside.empty())
    return AlreadyPipelined{std::move(Beside)};
  if (!bringsGlobalData(A)) {
    if (auto R = findTileBehindPointer(A))
      return *R;
    return NotAKLoop{"no global data is stored to shared memory in it"};
  }
  const auto Missing = findMissingBarrier(A);
  if (Missing && buffersTakeTurns(A))
    return AlreadyPipelined{"its buffers take turns"};
  // Where every barrier hangs on a condition, there is none to add another
  // like.
  if (Missing && Missing->OnlyFault && !K.Barriers.empty()) {
    const OwnElements Own = findOwnElements(A, *Missing);
    if (Asked.BarrierIsForgotten || Own != OwnElements::Unknown)
      return analyseRepaired(A, *Missing, Own);
  }
  Judgement J = askInOrder(A);
  if (!std::holds_alternative<Refusal>(J))
    return J;
  // Where it cannot be pipelined, it may be because somebody has done it.
  if (isPrefetchedForNext(A))
    return AlreadyPipelined{"register prefetch"};
  if (buffersTakeTurns(A))
    return AlreadyPipelined{"its buffers take turns"};
  return J;
}

} // namespace pipeline_rewrite
