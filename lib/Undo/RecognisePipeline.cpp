//===- RecognisePipeline.cpp - The schedule that a loop implements --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/RecognisePipeline.h"
#include "Ast/Parents.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// More than any prologue fills, with as many again to look at.
constexpr unsigned RunTiles = 10, SteadyIteration = 5;

bool holdsLoop(const Stmt *S, const KLoop &K) {
  return S == K.Loop || S == K.Whole || contains(S, K.Loop);
}

class Recogniser {
public:
  Recogniser(const KLoop &K, const SourceUnit &Unit) : K(K), Unit(Unit) {
    Out.Loop = &K;
  }
  std::variant<FoundPipeline, Refusal> run();

private:
  Refusal refuse(RefusalId Id, std::string Detail,
                 const Stmt *At = nullptr) const {
    Refusal R{Id, Unit.place(K.Loop->getBeginLoc()), std::move(Detail), {}};
    if (At)
      R.Notes.push_back({Unit.place(At->getBeginLoc()), "here"});
    return R;
  }
  std::optional<Refusal> lookAtForm();
  void findAround();
  std::optional<Refusal> runIterations();
  std::optional<Refusal> settleTiles();
  std::optional<Refusal> findDivided() const;
  bool belongsToPrologue(const Stmt *S, bool IsBegun) const;
  bool onlyWaits(const Stmt *S) const;

  const KLoop &K;
  const SourceUnit &Unit;
  FoundPipeline Out;
  std::set<const VarDecl *> Buffered;
};

std::optional<Refusal> Recogniser::lookAtForm() {
  constexpr auto Id = RefusalId::PipelineNotRecognised;
  if (!K.Condition)
    return refuse(Id, "it has no condition");
  if (K.isBodyFirst())
    return refuse(Id, "its first iteration runs whatever the condition says");
  if (K.Jump || !K.Exits.empty() || !K.Votes.empty())
    return refuse(Id, "it can be left in the middle of a tile", K.Jump);
  Out.Around = dyn_cast_or_null<CompoundStmt>(K.Parent);
  if (!Out.Around)
    return refuse(Id, "it stands in no block of its own");
  Out.Parts = std::make_shared<LoopParts>(K);
  if (Out.Parts->tiles().empty())
    return refuse(Id, "no tile is seen that it fills with global data");
  for (const VarDecl *T : Out.Parts->tiles())
    if (const auto *A = Unit.context().getAsConstantArrayType(T->getType());
        A && A->getElementType()->isArrayType() && A->getZExtSize() > 1 &&
        A->getZExtSize() <= 16)
      Buffered.insert(T);
  return std::nullopt;
}

bool Recogniser::onlyWaits(const Stmt *S) const {
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(),
                        [&](const Stmt *Each) { return onlyWaits(Each); });
  if (const auto *If = dyn_cast<IfStmt>(S))
    return onlyWaits(If->getThen()) &&
           (!If->getElse() || onlyWaits(If->getElse()));
  const LoopPart Part = Out.Parts->of(S);
  return Part == LoopPart::Barrier || Part == LoopPart::Wait ||
         Part == LoopPart::Hold;
}

bool Recogniser::belongsToPrologue(const Stmt *S, bool IsBegun) const {
  if (IsBegun && onlyWaits(S))
    return true;
  if (Out.Parts->fillsTile(S) || Out.Parts->effectsOf(S).Async)
    return true;
  const auto *D = dyn_cast<DeclStmt>(S);
  if (Out.Parts->of(S) == LoopPart::Fetch)
    return true;
  return !D &&
         llvm::any_of(Out.Parts->effectsOf(S).Writes, [&](const VarDecl *V) {
           return Out.Parts->isRegister(V);
         });
}

void Recogniser::findAround() {
  bool IsBegun = false, IsAfter = false;
  for (const Stmt *S : Out.Around->body()) {
    if (holdsLoop(S, K)) {
      IsAfter = true;
    } else if (!IsAfter) {
      // A lambda that copies is no copy.
      if (Out.Parts->of(S) == LoopPart::Step && isa<DeclStmt>(S))
        continue;
      if (belongsToPrologue(S, IsBegun)) {
        IsBegun = true;
        Out.Prologue.push_back(S);
      }
    } else if (Out.Parts->of(S) == LoopPart::Wait) {
      Out.Epilogue.push_back(S);
    } else {
      break;
    }
  }
}

/// Tiles whose first subscript is not always known are not told apart by it.
std::optional<Refusal> Recogniser::runIterations() {
  constexpr auto Id = RefusalId::PipelineNotRecognised;
  while (true) {
    SymbolicRun First(K, *Out.Parts, Unit.context());
    First.Buffered = Buffered;
    First.runAround(Out.before());
    const auto Count = First.probe();
    if (!First.NotBuffered.empty()) {
      for (const VarDecl *T : First.NotBuffered)
        Buffered.erase(T);
      continue;
    }
    if (!Count)
      return refuse(Id,
                    First.Why.empty() ? "how it counts its tiles is not seen"
                                      : First.Why,
                    First.WhyAt);
    Out.Count = *Count;
    Out.Run =
        runFor(K, *Out.Parts, Unit.context(), Buffered, Out.Count, RunTiles);
    if (!Out.Run->NotBuffered.empty()) {
      for (const VarDecl *T : Out.Run->NotBuffered)
        Buffered.erase(T);
      continue;
    }
    if (!Out.Run->Why.empty())
      return refuse(Id, Out.Run->Why, Out.Run->WhyAt);
    std::set<const VarDecl *> Turning;
    for (const auto &[At, Values] : Out.Run->Slots)
      if (Values.size() > 1 && contains(K.Body, At))
        if (const auto *Ref =
                dyn_cast<DeclRefExpr>(At->getBase()->IgnoreParenImpCasts()))
          Turning.insert(cast<VarDecl>(Ref->getDecl()));
    if (Turning == Buffered)
      return std::nullopt;
    Buffered = Turning;
  }
}

std::optional<Refusal> Recogniser::settleTiles() {
  constexpr auto Id = RefusalId::PipelineNotRecognised;
  if (Out.Run->Iterations.size() <= SteadyIteration)
    return refuse(Id, "it has too few tiles");
  for (const VarDecl *T : Out.Parts->tiles()) {
    FoundTile &New = Out.Tiles.emplace_back();
    New.Var = T;
    New.IsBuffered = Buffered.count(T);
    if (New.IsBuffered)
      New.Buffers =
          Unit.context().getAsConstantArrayType(T->getType())->getZExtSize();
    const auto &Gaps = Out.Run->Gap[T];
    if (Gaps.size() != 1)
      return refuse(Id, "when '" + T->getNameAsString() +
                            "' is loaded for a tile is not seen");
    New.Distance = *Gaps.begin();
  }
  for (const auto &[V, Gaps] : Out.Run->Gap)
    if (Out.Parts->isRegister(V)) {
      if (Gaps.size() != 1)
        return refuse(Id, "when '" + V->getNameAsString() +
                              "' is loaded for a tile is not seen");
      Out.Registers[V] = *Gaps.begin();
    }
  for (const LeafRun &Each : Out.Run->Iterations[SteadyIteration]) {
    Out.IsAsync |= findAsyncCopy(Each.At) != nullptr;
    for (const auto &[V, Waits] : Out.Registers)
      if (Each.Part == LoopPart::Compute &&
          Out.Parts->effectsOf(Each.At).readsVar(V))
        return refuse(RefusalId::PipelineUsedOutside,
                      "the computation, too, uses '" + V->getNameAsString() +
                          "'",
                      Each.At);
  }
  if (!Out.distance())
    return refuse(Id, "it loads nothing ahead of the iteration that uses it");
  return std::nullopt;
}

std::optional<Refusal> Recogniser::findDivided() const {
  const Stmt *Barrier = nullptr;
  bool IsBegun = false;
  for (const LeafRun &Each : Out.Run->Iterations[SteadyIteration]) {
    if (Each.Part == LoopPart::Barrier && IsBegun)
      Barrier = Each.At;
    if (Each.Part != LoopPart::Compute)
      continue;
    if (Barrier)
      return refuse(RefusalId::PipelineBarrier,
                    "a barrier stands between two parts of the computation",
                    Barrier);
    IsBegun = true;
  }
  return std::nullopt;
}

std::variant<FoundPipeline, Refusal> Recogniser::run() {
  if (auto R = lookAtForm())
    return *R;
  findAround();
  if (auto R = runIterations())
    return *R;
  if (auto R = settleTiles())
    return *R;
  if (auto R = findDivided())
    return *R;
  return std::move(Out);
}

} // namespace

const FoundTile *FoundPipeline::tile(const VarDecl *V) const {
  const auto At = llvm::find_if(
      Tiles, [&](const FoundTile &Each) { return Each.Var == V; });
  return At != Tiles.end() ? &*At : nullptr;
}

unsigned FoundPipeline::distance() const {
  unsigned Most = 0, Waits = 0;
  for (const FoundTile &Each : Tiles)
    Most = std::max(Most, Each.Distance);
  for (const auto &[V, Iterations] : Registers)
    Waits = std::max(Waits, Iterations);
  // Registers that are stored at the end of their iteration run ahead with
  // their tile.
  return Most + Waits;
}

unsigned FoundPipeline::buffers() const {
  unsigned Most = 1;
  for (const FoundTile &Each : Tiles)
    Most = std::max(Most, Each.Buffers);
  return Most;
}

std::string FoundPipeline::copies() const {
  const bool ByRegister = !Registers.empty();
  return IsAsync ? ByRegister ? "cp.async and register prefetch" : "cp.async"
         : ByRegister ? "register prefetch"
                      : "synchronous copies";
}

std::vector<const Stmt *> beforeLoop(const KLoop &K,
                                     const CompoundStmt &Around) {
  std::vector<const Stmt *> Out;
  for (const Stmt *S : Around.body()) {
    if (holdsLoop(S, K))
      break;
    Out.push_back(S);
  }
  return Out;
}

std::vector<const Stmt *> FoundPipeline::before() const {
  return beforeLoop(*Loop, *Around);
}

std::shared_ptr<SymbolicRun> runFor(const KLoop &K, LoopParts &Parts,
                                    ASTContext &Context,
                                    const std::set<const VarDecl *> &Buffered,
                                    const Countdown &Count, unsigned Tiles) {
  auto Run = std::make_shared<SymbolicRun>(K, Parts, Context);
  Run->Buffered = Buffered;
  Run->Known = Count;
  Run->Tiles = Tiles;
  Run->runAround(beforeLoop(K, *cast<CompoundStmt>(K.Parent)));
  Run->runLoop();
  return Run;
}

std::variant<FoundPipeline, Refusal> recognisePipeline(const KLoop &K,
                                                       const SourceUnit &Unit) {
  return Recogniser(K, Unit).run();
}

} // namespace pipeline_rewrite
