//===- HandRun.cpp - Which tile each statement of a pipelined loop means
//---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/HandRun.h"
#include "Ast/Assignments.h"
#include "Ast/Counters.h"
#include "Ast/Mentions.h"
#include "Ast/Parents.h"
#include "Lint/PipelineEvents.h"
#include "Match/DeviceFunctions.h"

using namespace clang;

namespace pipeline_rewrite::undo {
namespace {

constexpr int MostUnrolled = 16;

/// One store to a buffer.
struct Entry {
  std::string Text;
  std::optional<unsigned> Group; ///< of an asynchronous copy in flight
  unsigned Epoch = 0;            ///< barriers before it was there
};

struct Buffer {
  std::vector<Entry> Holds;
  bool WasRead = false;
  unsigned ReadIn = 0, Stores = 0;
};

const VarDecl *variableIn(const Expr *E) {
  const auto *Name = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
}

class Thread {
public:
  Thread(const HandLoop &L, int Exist)
      : L(L), Reader(L.context(), All), Exist(Exist) {
    All = L.Tiles;
    for (const VarDecl *V : L.Ahead)
      if (V->getType()->isArrayType())
        All[V] = false;
    Reader.Counter = L.Counter;
    Reader.Counter.Step =
        L.Step ? Reader.read(L.Step) : Value{"#1", 1, 0, std::nullopt};
    Reader.Counter.Start = Reader.read(L.Start);
    if (Reader.Strange)
      fail(RefusalId::HandLoop, "its header is not understood", L.Start);
    for (const VarDecl *V : L.Ahead)
      if (countsTiles(V))
        Runners.insert(V);
  }

  HandTrace run(int Most) {
    for (const Stmt *S : L.Before)
      if (On())
        execute(S);
    Trace.BarrierBefore = Epoch > 0;
    IsInLoop = true;
    for (Tile = 0; Tile < std::min(Exist, Most) && On(); ++Tile) {
      Reader.Held[L.Counter.Var] = {"@", std::nullopt, std::nullopt, Tile};
      Trace.States.push_back(state());
      Trace.Loads.clear();
      Trace.Values.clear();
      Seen.clear();
      for (unsigned U = 0; U < L.Loop->Units.size() && On(); ++U)
        if (L.IsLoad[U])
          execute(L.Loop->Units[U]);
        else
          compute(U);
    }
    return std::move(Trace);
  }

  int64_t period() const { return Reader.Period; }

private:
  bool On() const { return Trace.Wrong.empty(); }
  void fail(RefusalId Id, std::string What, const Stmt *At) {
    if (!On())
      return;
    Trace.Wrong = std::move(What);
    Trace.Id = Id;
    Trace.At = At;
  }

  /// All that changes it moves it on by a tile, and it chooses no buffer: what
  /// it begins with is a tile, too, where that is a number.
  bool countsTiles(const VarDecl *V) {
    if (!L.context().hasSameUnqualifiedType(V->getType(),
                                            L.Counter.Var->getType()))
      return false;
    for (const ArraySubscriptExpr *E : L.Choices)
      if (findMention(E->getIdx(), V))
        return false;
    unsigned Moves = 0;
    bool Others = false;
    const auto Ask = [&](const auto &Self, const Stmt *S) -> void {
      if (!S)
        return;
      if (const auto Done = builtinAssignment(S);
          Done && variableIn(Done->Target) == V) {
        const auto By = stepOf(cast<Expr>(S), V);
        const Value Step = By && By->Step ? Reader.read(By->Step)
                                          : Value{"#1", 1, 0, std::nullopt};
        if (By && !By->Down && Step.Text == Reader.Counter.Step.Text)
          ++Moves;
        else
          Others = true;
      }
      for (const Stmt *Child : S->children())
        Self(Self, Child);
    };
    for (const Stmt *S : L.Before)
      Ask(Ask, S);
    for (const Stmt *S : L.Loop->Units)
      Ask(Ask, S);
    return Moves && !Others;
  }

  Value asTile(Value V) const {
    const Value &Start = Reader.Counter.Start, &Step = Reader.Counter.Step;
    if (V.Number && V.Slope == 0 && Start.Number && Step.Number &&
        *Step.Number && (*V.Number - *Start.Number) % *Step.Number == 0)
      V = {"@", std::nullopt, std::nullopt,
           int((*V.Number - *Start.Number) / *Step.Number)};
    else if (!V.Number && !V.Tile && V.Text == Start.Text)
      V = {"@", std::nullopt, std::nullopt, 0};
    return V;
  }

  std::string state() {
    std::string Text;
    for (const VarDecl *V : sorted()) {
      const auto It = Reader.Held.find(V);
      if (It == Reader.Held.end())
        continue;
      const Value &Of = It->second;
      Text += V->getNameAsString() + "=";
      if (Of.Tile)
        Text += "@" + std::to_string(*Of.Tile - Tile);
      else if (Of.Number && Of.Slope == 0)
        Text += std::to_string(*Of.Number);
      Text += ";";
    }
    return Text;
  }

  std::vector<const VarDecl *> sorted() const {
    std::vector<const VarDecl *> Out(L.Ahead.begin(), L.Ahead.end());
    llvm::sort(Out, [](const VarDecl *A, const VarDecl *B) {
      return A->getLocation() < B->getLocation();
    });
    return Out;
  }

  void execute(const Stmt *S) {
    if (!On() || isa<NullStmt>(S))
      return;
    if (isBlockBarrier(S)) {
      ++Epoch;
      Computed = false;
      return;
    }
    if (const auto *A = dyn_cast<AttributedStmt>(S))
      return execute(A->getSubStmt());
    if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      for (const Stmt *Each : Block->body())
        execute(Each);
      return;
    }
    if (const auto *If = dyn_cast<IfStmt>(S))
      if (branch(If))
        return;
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return declare(D);
    const std::vector<PipelineEvent> Events = eventsOf(S, L.context());
    const auto Has = [&](EventKind Kind) {
      return llvm::any_of(
          Events, [&](const PipelineEvent &E) { return E.Kind == Kind; });
    };
    if (const auto *For = dyn_cast<ForStmt>(S); For && Has(EventKind::Commit))
      return unroll(For);
    if (!isa<CallExpr>(S) && (Has(EventKind::Commit) || Has(EventKind::Wait) ||
                              Has(EventKind::Barrier)))
      return fail(RefusalId::HandStatement,
                  "copies or barriers under a condition that does not ask "
                  "whether a tile exists",
                  S);
    if (Has(EventKind::Commit)) {
      ++Committed;
      return;
    }
    if (Has(EventKind::Wait))
      return wait(cast<CallExpr>(S));
    if (const auto *Call = dyn_cast<CallExpr>(S);
        Call && Has(EventKind::Barrier)) {
      // __syncwarp(): in the plain loop a barrier stands at the same place.
      if (Computed || !IsInLoop)
        fail(RefusalId::HandBarrier,
             "threads of a warp wait for each other amid the computation", S);
      return;
    }
    if (const auto Done = builtinAssignment(S))
      if (const VarDecl *V = variableIn(Done->Target);
          V && L.Ahead.contains(V) && !V->getType()->isArrayType())
        return assign(V, S);
    transfer(S, Has(EventKind::Copy));
  }

  /// True if it is asked whether a tile exists; else it is a load with an
  /// answer of its own.
  bool branch(const IfStmt *If) {
    Reader.forget();
    const auto Asked = Reader.truth(If->getCond(), Tile);
    if (!Asked)
      return false;
    const bool Holds = Asked->IsTile ? Asked->Of < Exist : Asked->Of != 0;
    if (const Stmt *Taken = Holds ? If->getThen() : If->getElse())
      execute(Taken);
    return true;
  }

  void set(const VarDecl *V, Value To, const Stmt *S) {
    if (Reader.Strange || mentionsArrays(S))
      return fail(RefusalId::HandStatement,
                  "a statement that loads ahead is not understood",
                  Reader.Strange.value_or(S));
    if (Runners.contains(V))
      To = asTile(std::move(To));
    if ((!To.Number || To.Slope != 0) && !To.Tile && !isAnswer(V))
      note(S, /*Fills=*/false);
    Reader.Held[V] = std::move(To);
  }

  static bool isAnswer(const VarDecl *V) {
    return V->getType()->isBooleanType();
  }

  bool mentionsArrays(const Stmt *S) const {
    return llvm::any_of(
        All, [&](const auto &Each) { return findMention(S, Each.first); });
  }

  void declare(const DeclStmt *D) {
    for (const Decl *Each : D->decls()) {
      const auto *V = cast<VarDecl>(Each);
      Reader.forget();
      if (!V->getInit()) {
        Reader.Held.erase(V);
        if (!V->getType()->isArrayType())
          Reader.Held[V] = {"nothing", std::nullopt, std::nullopt,
                            std::nullopt};
        else
          Buffers[{V, 0}] = {};
        continue;
      }
      if (V->getType()->isArrayType() || V->isStaticLocal())
        return fail(RefusalId::HandStatement,
                    "a statement that loads ahead is not understood", D);
      Value To = Reader.read(V->getInit());
      set(V, std::move(To), D);
    }
  }

  void assign(const VarDecl *V, const Stmt *S) {
    Reader.forget();
    Value To = Reader.changed(V, S);
    set(V, std::move(To), S);
  }

  void wait(const CallExpr *Call) {
    Reader.forget();
    const Value Left = Reader.read(Call->getArg(0));
    if (!Left.Number || *Left.Number < 0)
      return fail(RefusalId::HandStatement, "a wait is not understood", Call);
    for (auto &[Key, B] : Buffers)
      for (Entry &E : B.Holds)
        if (E.Group && int64_t(*E.Group) < int64_t(Committed) - *Left.Number) {
          E.Group.reset();
          E.Epoch = Epoch;
        }
  }

  void unroll(const ForStmt *For) {
    const VarDecl *V = counterOf(*For);
    if (IsInLoop || !For->getCond() || !For->getInc() ||
        For->getConditionVariable())
      return fail(RefusalId::HandStatement,
                  "a loop that starts copies is not understood", For);
    if (For->getInit()) {
      const Expr *From = V ? startOf(*For, V) : nullptr;
      if (!From || !variableFits(V))
        return fail(RefusalId::HandStatement,
                    "a loop that starts copies is not understood", For);
      Reader.forget();
      Reader.Held[V] = Reader.read(From);
    }
    for (int Round = 0; On(); ++Round) {
      Reader.forget();
      const auto Again = Reader.truth(For->getCond(), 0);
      if (!Again || Again->IsTile || Reader.Strange || Round > MostUnrolled)
        return fail(RefusalId::HandStatement,
                    "a loop that starts copies is not understood", For);
      if (!Again->Of)
        return;
      execute(For->getBody());
      const auto Done = builtinAssignment(For->getInc());
      const VarDecl *Next = Done ? variableIn(Done->Target) : nullptr;
      if (!Next || (!L.Ahead.contains(Next) && Next != V))
        return fail(RefusalId::HandStatement,
                    "a loop that starts copies is not understood", For);
      Reader.forget();
      Reader.Held[Next] = Reader.changed(Next, For->getInc());
    }
  }

  static bool variableFits(const VarDecl *V) {
    return V->hasLocalStorage() && V->getType()->isIntegerType();
  }

  void note(const Stmt *S, bool Fills) {
    if (!IsInLoop)
      return;
    Trace.Loads.push_back({S, Fills});
    Trace.Values.push_back({S, Reader.Held});
  }

  /// Stores to tiles, or to registers that are arrays.
  void transfer(const Stmt *S, bool IsCopy) {
    EffectsCollector Collector(L.Loop->Function, L.Loop->Loop);
    const Effects E = Collector.collect(S);
    Reader.forget();
    std::string Text = Reader.text(S);
    if (Reader.Strange)
      return fail(RefusalId::HandStatement,
                  "a statement that loads ahead is not understood",
                  *Reader.Strange);
    for (const VarDecl *V : E.Writes)
      if (L.Ahead.contains(V) && !V->getType()->isArrayType())
        return fail(RefusalId::HandStatement,
                    "a statement that loads ahead is not understood", S);
    bool Fills = false;
    std::vector<std::pair<const VarDecl *, int64_t>> To;
    for (const auto &[V, Slot] : Reader.Slots) {
      const bool IsTile = L.Tiles.count(V);
      if (IsTile || E.Writes.contains(V))
        To.push_back({V, *Slot});
      else
        Text += "{" + contents(Buffers[{V, 0}]) + "}";
      Fills |= IsTile;
    }
    for (const auto &Key : To) {
      Buffer &B = Buffers[Key];
      if (std::exchange(B.WasRead, false))
        B.Holds.clear();
      if (L.Tiles.count(Key.first) && B.ReadIn > Epoch)
        return fail(RefusalId::HandRace,
                    "a buffer is filled, and no barrier stands after its last "
                    "use",
                    S);
      ++B.Stores;
      B.Holds.push_back(
          {Text, IsCopy ? std::optional(Committed) : std::nullopt, Epoch});
    }
    // What was stored is read again only by the next tile's fill.
    if (Fills)
      for (const auto &[V, Slot] : Reader.Slots)
        if (!L.Tiles.count(V))
          Buffers[{V, 0}].WasRead = true;
    note(S, Fills);
  }

  static std::string contents(const Buffer &B) {
    std::string Text;
    for (const Entry &E : B.Holds)
      Text += E.Text + ";";
    return Text;
  }

  void compute(unsigned U) {
    const Stmt *S = L.Loop->Units[U];
    Computed = true;
    std::string Found = std::to_string(Tile) + ":";
    Reader.forget();
    for (const ArraySubscriptExpr *Choice : L.Choices)
      if (contains(S, Choice)) {
        Reader.read(Choice);
        if (Reader.Strange)
          return fail(RefusalId::HandIndex,
                      "which buffer the computation reads is not known",
                      Choice);
      }
    for (const auto &[V, IsRing] : L.Tiles)
      if (!IsRing && findMention(S, V))
        Reader.Slots[V] = 0;
    std::vector<std::string> Names;
    for (const auto &[V, Slot] : Reader.Slots) {
      Buffer &B = Buffers[{V, *Slot}];
      for (const Entry &E : B.Holds)
        if (E.Group || E.Epoch >= Epoch)
          return fail(RefusalId::HandRace,
                      E.Group ? "a tile is used while the copy of it may be in "
                                "flight"
                              : "a tile is used, and no barrier stands after "
                                "its stores",
                      S);
      const auto [At, IsNew] = Seen.try_emplace(V, *Slot, B.Stores);
      if (At->second != std::pair(*Slot, B.Stores))
        return fail(RefusalId::HandIndex,
                    "the computation of one tile reads several buffers", S);
      B.WasRead = true;
      B.ReadIn = Epoch + 1;
      Names.push_back(V->getNameAsString() + "{" + contents(B) + "}");
    }
    llvm::sort(Names);
    for (const std::string &Each : Names)
      Found += Each;
    Trace.Computed.push_back(std::move(Found));
  }

  const HandLoop &L;
  Arrays All; ///< tiles, and registers that are arrays
  TileReader Reader;
  const int Exist;
  int Tile = 0;
  bool IsInLoop = false, Computed = false;
  llvm::SmallPtrSet<const VarDecl *, 4> Runners;
  unsigned Epoch = 0, Committed = 0;
  std::map<std::pair<const VarDecl *, int64_t>, Buffer> Buffers;
  /// Of the present tile: each array's buffer, and the stores that it had.
  std::map<const VarDecl *, std::pair<int64_t, unsigned>> Seen;
  HandTrace Trace;
};

} // namespace

HandTrace runLoop(const HandLoop &Loop, int Exist, int Most) {
  return Thread(Loop, Exist).run(Most);
}

std::optional<int> turnsOf(const HandLoop &Loop) {
  constexpr int Many = 64;
  Thread T(Loop, Many);
  const HandTrace Trace = T.run(Many - 16);
  const int Period = T.period();
  for (int First = 0; First < 8; ++First)
    for (int Turn = Period; First + 2 * Turn < int(Trace.States.size());
         Turn += Period)
      if (Trace.States[First] == Trace.States[First + Turn])
        return First + Turn;
  return std::nullopt;
}

namespace {

/// Finds the parts of an expression that are the counter of a tile.
class TileFinder {
public:
  TileFinder(const HandLoop &L, const std::map<const VarDecl *, Value> &Held)
      : L(L), Reader(L.context(), L.Tiles) {
    Reader.Held = Held;
    Reader.Counter = L.Counter;
    Reader.Counter.Step =
        L.Step ? Reader.read(L.Step) : Value{"#1", 1, 0, std::nullopt};
    Reader.Counter.Start = Reader.read(L.Start);
  }

  bool find(const Stmt *S) {
    if (const auto *E = dyn_cast<Expr>(S)) {
      if (const auto *Ring = dyn_cast<ArraySubscriptExpr>(E);
          Ring && llvm::is_contained(L.Choices, Ring))
        return true; // goes away
      if (E->isPRValue() && tileOf(E)) {
        Out.push_back({E, E, *tileOf(E)});
        return true;
      }
      if (const auto *B = dyn_cast<BinaryOperator>(E))
        if (const auto *Inner =
                dyn_cast<BinaryOperator>(B->getLHS()->IgnoreImpCasts());
            Inner && B->getOpcode() == BO_Add && Inner->getOpcode() == BO_Add)
          if (auto Both = pair(Inner->getRHS(), B->getRHS()))
            return Out.push_back(*Both), find(Inner->getLHS());
      if (const auto *Name = dyn_cast<DeclRefExpr>(E)) {
        const auto *V = dyn_cast<VarDecl>(Name->getDecl());
        const auto It = V ? Held().find(V) : Held().end();
        // A number or another tile that stays would be another one.
        return !V || V == L.Counter.Var
                   ? V == nullptr
                   : It == Held().end() ||
                         (!It->second.Tile &&
                          (!It->second.Number || It->second.Slope != 0));
      }
    }
    for (const Stmt *Child : S->children())
      if (Child && !find(Child))
        return false;
    return true;
  }

  std::vector<OtherTile> Out;

private:
  const std::map<const VarDecl *, Value> &Held() const { return Reader.Held; }

  bool hasType(const Expr *E) const {
    return L.context().hasSameUnqualifiedType(E->getType(),
                                              L.Counter.Var->getType());
  }

  std::optional<int> tileOf(const Expr *E) {
    if (!hasType(E))
      return std::nullopt;
    Reader.forget();
    const Value V = Reader.read(E);
    return V.Tile;
  }

  /// `… + k + step`: the two last summands.
  std::optional<OtherTile> pair(const Expr *First, const Expr *Second) {
    if (!hasType(First) || !hasType(Second))
      return std::nullopt;
    const auto Tile = tileOf(First);
    Reader.forget();
    const Value By = Reader.read(Second);
    const Value &Step = Reader.Counter.Step;
    if (!Tile)
      return std::nullopt;
    if (Step.Number && By.Number && *Step.Number &&
        *By.Number % *Step.Number == 0)
      return OtherTile{First, Second, int(*Tile + *By.Number / *Step.Number)};
    if (!Step.Number && By.Text == Step.Text)
      return OtherTile{First, Second, *Tile + 1};
    return std::nullopt;
  }

  const HandLoop &L;
  TileReader Reader;
};

} // namespace

std::optional<std::vector<OtherTile>>
otherTiles(const HandLoop &Loop, const Stmt *S,
           const std::map<const VarDecl *, Value> &Held) {
  TileFinder Finder(Loop, Held);
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each); V && V->getInit())
        if (!Finder.find(V->getInit()))
          return std::nullopt;
  } else if (!Finder.find(S)) {
    return std::nullopt;
  }
  return std::move(Finder.Out);
}

} // namespace pipeline_rewrite::undo
