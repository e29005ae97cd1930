//===- FindKLoops.cpp - Parsed unit to loops with a barrier ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Match/FindKLoops.h"
#include "Ast/ChosenBranch.h"
#include "Ast/Loops.h"
#include "Match/DeviceFunctions.h"
#include "Match/LoopSkip.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <map>
#include <set>

using namespace clang;

namespace pipeline_rewrite {

namespace {

bool isLoop(const Stmt *S) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
}

const Stmt *bodyOf(const Stmt *Loop) {
  if (const auto *F = dyn_cast<ForStmt>(Loop))
    return F->getBody();
  if (const auto *W = dyn_cast<WhileStmt>(Loop))
    return W->getBody();
  if (const auto *D = dyn_cast<DoStmt>(Loop))
    return D->getBody();
  return nullptr;
}

/// Of `if (condition) break;`; nullptr for other statements.
const Expr *exitCondition(const Stmt *S) {
  const auto *If = dyn_cast<IfStmt>(S);
  if (!If || If->getElse() || If->getInit() || If->getConditionVariable() ||
      If->isConstexpr())
    return nullptr;
  const Stmt *Then = If->getThen();
  while (const auto *Block = dyn_cast<CompoundStmt>(Then)) {
    if (Block->size() != 1)
      return nullptr;
    Then = Block->body_front();
  }
  return isa<BreakStmt>(Then) ? If->getCond() : nullptr;
}

/// Looks below one unit for a barrier or a jump of this loop, not into inner
/// loops' barriers nor into lambdas.
class UnitScan {
public:
  const Stmt *Barrier = nullptr, *Jump = nullptr;
  const Stmt *Skip = nullptr; ///< a `continue` of this loop, which is no Jump

  static UnitScan of(const Stmt *Unit) {
    UnitScan Scan;
    Scan.scan(Unit, isLoop(Unit), isLoop(Unit) && !runsOnce(Unit),
              /*InSwitch=*/false);
    return Scan;
  }

private:
  /// \p IsRepeated: in a loop of its own, whose barriers are none of this
  /// one's.
  void scan(const Stmt *S, bool InInnerLoop, bool IsRepeated, bool InSwitch) {
    if (!S || isa<LambdaExpr>(S))
      return;
    if (!IsRepeated && !Barrier && isBlockBarrier(S))
      Barrier = S;
    bool Leaves = isa<ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt>(S) ||
                  (isa<BreakStmt>(S) && !InInnerLoop && !InSwitch);
    if (Leaves && !Jump)
      Jump = S;
    if (isa<ContinueStmt>(S) && !InInnerLoop && !Skip)
      Skip = S;
    bool Inner = InInnerLoop || isLoop(S);
    IsRepeated |= isLoop(S) && !runsOnce(S);
    for (const Stmt *Child : S->children())
      scan(Child, Inner, IsRepeated, InSwitch || isa<SwitchStmt>(S));
  }
};

class LoopFinder : public DynamicRecursiveASTVisitor {
public:
  /// Takes: which files' loops are wanted, by any of a file's readings.
  LoopFinder(const SourceUnit &Unit, std::function<bool(FileID)> IsWanted)
      : Unit(Unit), SM(Unit.sources()), IsWanted(std::move(IsWanted)) {
    ShouldVisitTemplateInstantiations = true;
    ShouldWalkTypesOfTypeLocs = false;
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (!F->doesThisDeclarationHaveABody() ||
        !(F->hasAttr<CUDAGlobalAttr>() || F->hasAttr<CUDADeviceAttr>()))
      return true;
    // A body that a macro or another file gives is not the text of this one.
    Reading = fileOf(F->getBody()->getBeginLoc());
    if (IsWanted(Reading))
      walk(F, F->getBody(), nullptr, /*InLoop=*/false);
    return true;
  }

  /// The readings in which there are loops.
  const std::set<FileID> &readings() const { return Readings; }

  std::vector<KLoopSite> take() {
    std::vector<KLoopSite> Result;
    llvm::StringMap<unsigned> LoopsOf; // a kernel, so far
    for (auto &[Place, Site] : Sites) {
      keepInstancesOnly(Site);
      const auto Others = Bare.find(Site.Instances.front().Loop->getBeginLoc());
      if (Site.PatternOnly && Others != Bare.end())
        continue; // only the template has a barrier
      // Instances that choose no barrier have the same text.
      if (Others != Bare.end())
        std::move(Others->second.begin(), Others->second.end(),
                  std::back_inserter(Site.Instances));
      Site.Number = ++LoopsOf[Site.Kernel];
      Result.push_back(std::move(Site));
    }
    return Result;
  }

private:
  FileID fileOf(SourceLocation L) const {
    return SM.getFileID(SM.getExpansionLoc(L));
  }

  void walk(FunctionDecl *F, const Stmt *S, const Stmt *Parent, bool InLoop) {
    if (!S || isa<LambdaExpr>(S))
      return;
    // `#pragma unroll` wraps the loop; what holds the pair is what matters.
    const Stmt *Whole = S;
    while (const auto *Attributed = dyn_cast<AttributedStmt>(S))
      S = Attributed->getSubStmt();
    if (isLoop(S) && fileOf(S->getBeginLoc()) == Reading)
      consider(F, S, Whole, Parent, InLoop);
    for (const Stmt *Child : S->children())
      walk(F, Child, S, InLoop || isLoop(S));
  }

  void consider(FunctionDecl *F, const Stmt *Loop, const Stmt *Whole,
                const Stmt *Parent, bool InLoop) {
    const auto *Body = dyn_cast_or_null<CompoundStmt>(bodyOf(Loop));
    if (!Body)
      return;
    // Braces around the whole body mean nothing.
    while (Body->size() == 1 && isa<CompoundStmt>(Body->body_front()))
      Body = cast<CompoundStmt>(Body->body_front());
    KLoop K;
    K.Function = F;
    K.Loop = Loop;
    K.Whole = Whole;
    K.Condition = loopCondition(Loop);
    K.Body = Body;
    K.Parent = Parent;
    K.InOuterLoop = InLoop;
    for (const Stmt *Unit : Body->body()) {
      addUnit(K, Unit);
      K.Units.push_back(Unit);
    }
    if (!K.Barriers.empty() || K.ConditionalBarrier)
      record(std::move(K));
    else if (!F->isDependentContext())
      Bare[Loop->getBeginLoc()].push_back(std::move(K));
  }

  /// Where it stands, and where it is written: a macro's use may be several
  /// loops.
  using Text = std::pair<unsigned, unsigned>;

  Text textOf(const Stmt *Loop) const {
    const SourceLocation Begin = Loop->getBeginLoc();
    return {SM.getFileOffset(SM.getExpansionLoc(Begin)),
            SM.getFileOffset(SM.getSpellingLoc(Begin))};
  }

  static void addUnit(KLoop &K, const Stmt *Unit) {
    const Expr *Exit = exitCondition(Unit);
    const bool Vote = Exit ? findVote(Exit) : votedValue(Unit);
    if (Exit)
      K.Exits.push_back({Unit, Exit});
    if (Vote)
      K.Votes.push_back(Unit);
    if (Vote || isBlockBarrier(Unit) || isBlockPipelineWait(Unit))
      K.Barriers.push_back(K.Units.size());
    else if (!Exit)
      scanUnit(K, Unit);
  }

  static void scanUnit(KLoop &K, const Stmt *Unit) {
    const UnitScan Scan = UnitScan::of(Unit);
    if (!K.ConditionalBarrier)
      K.ConditionalBarrier = Scan.Barrier;
    if (!K.Jump)
      K.Jump = Scan.Jump ? Scan.Jump : Scan.Skip;
  }

  void record(KLoop K) {
    SourceLocation Begin = K.Loop->getBeginLoc();
    const Text Of = textOf(K.Loop);
    KLoopSite &Site = Sites[Of];
    if (Site.Instances.empty()) {
      Site.Place = Unit.place(Begin);
      Site.Offset = Unit.ownOffset(Of.first);
      Site.InMacro = Begin.isMacroID();
      Site.Kernel = K.Function->getQualifiedNameAsString();
    }
    Site.ReadAgain |= Reading != Unit.subject();
    Readings.insert(Reading);
    Site.Instances.push_back(std::move(K));
  }

  /// Facts come from instances; a pattern is kept only where there is nothing
  /// else.
  static void keepInstancesOnly(KLoopSite &Site) {
    auto IsPattern = [](const KLoop &K) {
      return K.Function->isDependentContext();
    };
    if (llvm::all_of(Site.Instances, IsPattern)) {
      Site.PatternOnly = true;
      Site.Instances.resize(1);
      return;
    }
    llvm::erase_if(Site.Instances, IsPattern);
  }

  const SourceUnit &Unit;
  const SourceManager &SM;
  const std::function<bool(FileID)> IsWanted;
  FileID Reading; ///< of the file that the function is in
  std::map<Text, KLoopSite> Sites;
  /// Loops without a barrier, by where they begin, for all instances alike.
  std::map<SourceLocation, std::vector<KLoop>> Bare;
  std::set<FileID> Readings;
};

} // namespace

std::optional<LoopSkip> findSkip(const KLoop &K) {
  if (!K.Jump || K.Barriers.empty() || K.ConditionalBarrier || K.AddedBarrier)
    return std::nullopt;
  std::optional<LoopSkip> Found;
  for (unsigned I = 0; I < K.Units.size(); ++I) {
    const UnitScan Scan = UnitScan::of(K.Units[I]);
    if (Scan.Jump || (Scan.Skip && I <= K.Barriers.back()))
      return std::nullopt;
    if (Scan.Skip && !Found)
      Found = {I, I};
    if (Found && !isa<NullStmt>(K.Units[I]))
      Found->Last = I;
  }
  return Found;
}

std::vector<KLoopSite> findKLoops(const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  const FileEntry *Subject = SM.getFileEntryForID(Unit.subject());
  LoopFinder Finder(Unit, [&](FileID Reading) {
    return Reading == Unit.subject() ||
           (Subject && SM.getFileEntryForID(Reading) == Subject);
  });
  Finder.TraverseDecl(Unit.context().getTranslationUnitDecl());
  return Finder.take();
}

/// Asked before the AST is walked, which costs more.
static bool mayHeadersHaveBarriers(const SourceManager &SM) {
  for (unsigned I = 1; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile() ||
        SrcMgr::isSystem(Entry.getFile().getFileCharacteristic()))
      continue;
    FileID Id =
        SM.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
    if (Id != SM.getMainFileID() && mayHaveBarrier(SM.getBufferData(Id)))
      return true;
  }
  return false;
}

std::vector<FileID> findHeadersWithLoops(const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  if (!mayHeadersHaveBarriers(SM))
    return {};
  LoopFinder Finder(Unit, [&](FileID Reading) {
    return Reading != SM.getMainFileID() && SM.getFileEntryForID(Reading) &&
           !SM.isInSystemHeader(SM.getLocForStartOfFile(Reading));
  });
  Finder.TraverseDecl(Unit.context().getTranslationUnitDecl());
  std::vector<FileID> Headers;
  for (FileID Reading : Finder.readings()) {
    FileID First = SM.translateFile(*SM.getFileEntryRefForID(Reading));
    if (!llvm::is_contained(Headers, First))
      Headers.push_back(First);
  }
  return Headers;
}

void print(llvm::raw_ostream &OS, const KLoopSite &Site,
           const SourceUnit &Unit) {
  OS << "loop " << Site.Place.Line << ":" << Site.Place.Column << " in "
     << Site.Kernel;
  if (Site.InMacro)
    OS << " in-macro";
  if (Site.PatternOnly)
    OS << " not-instantiated";
  else
    OS << " instances=" << Site.Instances.size();
  const KLoop &K = Site.Instances.front();
  OS << " units=" << K.Units.size() << " barriers=[";
  llvm::interleaveComma(K.Barriers, OS);
  OS << "]";
  if (K.ConditionalBarrier)
    OS << " conditional-barrier="
       << Unit.place(K.ConditionalBarrier->getBeginLoc()).Line;
  for (const LoopExit &E : K.Exits)
    OS << " exit=" << Unit.place(E.Unit->getBeginLoc()).Line;
  if (!K.Votes.empty())
    OS << " votes=" << K.Votes.size();
  if (K.Jump)
    OS << " jump=" << Unit.place(K.Jump->getBeginLoc()).Line;
  OS << "\n";
}

} // namespace pipeline_rewrite
