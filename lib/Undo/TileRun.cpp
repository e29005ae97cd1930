//===- TileRun.cpp - Which tile is where when it is computed --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/TileRun.h"
#include "Analyse/Numbers/CopyLoop.h"
#include "Ast/Assignments.h"
#include "Ast/Counters.h"

using namespace clang;

namespace pipeline_rewrite::undo {
namespace {

struct Stored {      // by one statement, to one buffer
  std::string Place; ///< which elements
  Loaded What;
  unsigned Order = 0, Phase = 0; ///< Phase: barriers before it
  bool IsOpen = true; ///< no barrier since it was stored, or waited for
  bool IsInFlight = false;
  int64_t Group = -1; ///< of an asynchronous copy; -1: not committed
};

struct Buffer {
  std::vector<Stored> Elements; ///< in the order of the stores
  bool IsRead = false;          ///< no barrier since
};

class TileRunner {
public:
  TileRunner(const HandLoop &L, int64_t Tiles, int64_t Most, int64_t Steady)
      : L(L), Steady(Steady), Most(Most) {
    Now.L = &L;
    Now.Tiles = Tiles;
  }

  TileTrace run();

private:
  bool isRight() const { return Out.Wrong.empty(); }
  void wrong(RefusalId Id, std::string What, const Stmt *At) {
    if (!isRight())
      return;
    Out.Id = Id;
    Out.Wrong = std::move(What);
    Out.At = At;
  }

  void iteration(int64_t T);
  /// All that decides what follows, seen from this tile.
  std::string head(int64_t T) const;
  std::optional<int64_t> number(const Expr *E) {
    const auto X = Now.evaluate(E);
    if (!X)
      wrong(RefusalId::HandIndex,
            "what this is does not follow from the tile's number", E);
    return X ? std::optional(X->N) : std::nullopt;
  }

  void run(const Stmt *S);
  static Variables countersOf(const Stmt *S);
  static bool isNoFill(const Leaf &Of, const Variables &Own) {
    return Of.Kind == Leaf::Set
               ? !Own.contains(Of.Var)
               : Of.Kind != Leaf::Other && Of.Kind != Leaf::Fill;
  }

  /// It counts tiles, not elements.
  bool isOfTiles(const ForStmt *For) const;
  void loop(const ForStmt *For);
  void declare(const DeclStmt *D);
  void set(const VarDecl *V, const Expr *Value, const Stmt *By);
  Loaded loaded(const Stmt *What, const Stmt *By);
  /// How \p V, which the loop only ever adds the same to, moves on.
  int64_t slopeOf(const VarDecl *V) const;
  void leaf(const Leaf &Of, const Stmt *S);
  void barrier();
  void assign(const Leaf &Of, const Stmt *S);
  /// The same elements for each tile, in all threads: what a fill leaves out
  /// would be of another tile in one buffer than in several.
  void checkPlaces(const Stmt *S);
  void check(const Stmt *E, const Variables &Own, const Stmt *At);
  /// Of each tile that \p S names: which buffer.
  std::map<const VarDecl *, int64_t> buffersOf(const Stmt *S);
  void fill(const Stmt *S);
  void compute(const Stmt *S, int64_t T);
  const HandLoop &L;
  int64_t Steady, Most, Commits = 0;
  unsigned Stores = 0, Phase = 0;
  CodeReader Now;
  std::map<std::pair<const VarDecl *, int64_t>, Buffer> Buffers;
  std::map<unsigned, Loaded> SteadyStores;
  TileTrace Out;
};

TileTrace TileRunner::run() {
  for (const Stmt *S : L.Before)
    run(S);
  for (int64_t T = 0; T < std::min(Now.Tiles, Most) && isRight(); ++T)
    iteration(T);
  for (auto &Each : SteadyStores)
    Out.Steady.push_back(std::move(Each.second));
  Out.Period = Now.Period;
  Out.MostAhead = Now.MostAhead;
  return std::move(Out);
}

void TileRunner::iteration(int64_t T) {
  Now.Iteration = T;
  Now.Held[L.Counter] = {L.Start + T * L.Step, L.Step};
  Out.Heads.push_back(head(T));
  for (size_t U = 0; U < L.Loop->Units.size() && isRight(); ++U) {
    const Stmt *S = L.Loop->Units[U];
    if (!L.IsKept[U])
      run(S);
    else if (leafOf(S, L.context()).Kind == Leaf::Barrier)
      barrier();
    else
      compute(S, T);
  }
}

std::string TileRunner::head(int64_t T) const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (const auto &[V, X] : Now.Held)
    OS << V << '=' << X.N - X.Slope * T << '+' << X.Slope << ' ';
  for (const auto &[V, Of] : Now.Registers)
    OS << V << ':' << Of.By << T - Of.In << ' ';
  for (const auto &[At, Of] : Buffers) {
    OS << At.first << At.second << Of.IsRead << '[';
    for (const Stored &E : Of.Elements)
      OS << E.What.By << T - E.What.In << E.IsOpen << E.IsInFlight
         << (E.IsInFlight && E.Group >= 0 ? Commits - E.Group : -1) << ' ';
    OS << ']';
  }
  return Text;
}

void TileRunner::run(const Stmt *S) {
  if (!isRight() || isa<NullStmt>(S))
    return;
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return run(A->getSubStmt());
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Each : Block->body())
      run(Each);
    return;
  }
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return declare(D);
  const Leaf Of = leafOf(S, L.context());
  if (Of.Kind != Leaf::Other)
    return leaf(Of, S);
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (const auto Asked = Now.evaluate(If->getCond())) {
      if (const Stmt *Next = Asked->N ? If->getThen() : If->getElse())
        run(Next);
      return;
    }
  } else if (const auto *For = dyn_cast<ForStmt>(S); !For) {
    return wrong(RefusalId::HandStatement, "it is no load", S);
  } else if (isOfTiles(For)) {
    return loop(For);
  }
  fill(S);
}

Variables TileRunner::countersOf(const Stmt *S) {
  Variables Own;
  forEach<ForStmt>(S, [&](const ForStmt *For) {
    if (const VarDecl *V = counterOf(*For); V && isa<DeclStmt>(For->getInit()))
      Own.insert(V);
  });
  return Own;
}

bool TileRunner::isOfTiles(const ForStmt *For) const {
  bool Found = false;
  const Variables Own = countersOf(For);
  const VarDecl *By =
      For->getInc() ? leafOf(For->getInc(), L.context()).Var : nullptr;
  forEach<Stmt>(For->getBody(), [&](const Stmt *S) {
    Found |= isNoFill(leafOf(S, L.context()), Own);
    const ArraySubscriptExpr *Choice = nullptr;
    const auto *E = dyn_cast<ArraySubscriptExpr>(S);
    const VarDecl *V = E ? tileOf(E, &Choice) : nullptr;
    if (V && L.isRing(V) && By)
      forEach<DeclRefExpr>(Choice->getIdx(), [&](const DeclRefExpr *Name) {
        Found |= Name->getDecl() == By;
      });
  });
  return Found;
}

void TileRunner::loop(const ForStmt *For) {
  if (Now.Iteration >= 0 || !For->getCond() || !For->getInc())
    return wrong(RefusalId::HandStatement,
                 "a loop in its body counts tiles or buffers", For);
  if (For->getInit())
    run(For->getInit());
  for (int Turn = 0; isRight(); ++Turn) {
    const auto Goes = number(For->getCond());
    if (!Goes || !*Goes)
      return;
    if (Turn > 16)
      return wrong(RefusalId::HandIndex, "it fills too many buffers", For);
    run(For->getBody());
    run(For->getInc());
  }
}

void TileRunner::declare(const DeclStmt *D) {
  for (const Decl *Each : D->decls()) {
    const auto *V = cast<VarDecl>(Each);
    Now.Held.erase(V);
    Now.Registers.erase(V);
    if (V->getInit() && isRight())
      set(V, V->getInit(), D);
  }
}

void TileRunner::set(const VarDecl *V, const Expr *Value, const Stmt *By) {
  if (auto X = Now.evaluate(Value)) {
    const QualType Type = V->getType();
    const bool Fits =
        Type->isBooleanType()
            ? X->N == 0 || X->N == 1
            : Type->isIntegerType() &&
                  L.context().hasSameUnqualifiedType(Type, Value->getType());
    if (!Fits)
      return wrong(RefusalId::HandIndex, "it may be cut to its type", By);
    if (Now.Iteration < 0)
      X->Slope = slopeOf(V);
    // It stays a number of its type as long as the loop's counter does.
    if (X->Slope &&
        (!Type->isSignedIntegerType() || std::abs(X->Slope) > L.Step))
      return wrong(RefusalId::HandIndex, "it may wrap", By);
    Now.Held[V] = *X;
    Now.Registers.erase(V);
    return;
  }
  Loaded New = loaded(Value, By);
  if (!L.context().hasSameUnqualifiedType(V->getType(), Value->getType()))
    return wrong(RefusalId::HandStatement, "it is not kept as it is read", By);
  New.Value = Value;
  New.Registers.clear(); // one that is loaded from others stays as it is
  Now.Held.erase(V);
  Now.Registers[V] = std::move(New);
}

Loaded TileRunner::loaded(const Stmt *What, const Stmt *By) {
  Now.Unknown = nullptr;
  Loaded New{Now.code(What), By,       nullptr,
             Now.Iteration,  Now.Held, Now.Registers};
  if (Now.Unknown)
    wrong(RefusalId::HandIndex, "it has no value here that is known",
          Now.Unknown);
  return New;
}

int64_t TileRunner::slopeOf(const VarDecl *V) const {
  std::optional<int64_t> Slope;
  bool IsOther = false;
  forEach<Expr>(L.Loop->Body, [&](const Expr *E) {
    const Leaf Of = leafOf(E, L.context());
    if (Of.Kind != Leaf::Set || Of.Var != V)
      return;
    const auto By = stepOf(E, V);
    const auto N = !By        ? std::nullopt
                   : By->Step ? constantValue(By->Step, L.context())
                              : std::optional<int64_t>(1);
    const int64_t Moves = N && By->Down ? -*N : N.value_or(0);
    IsOther |= !N || (Slope && *Slope != Moves);
    Slope = Moves;
  });
  return IsOther ? 0 : Slope.value_or(0);
}

void TileRunner::leaf(const Leaf &Of, const Stmt *S) {
  switch (Of.Kind) {
  case Leaf::Barrier:
    return barrier();
  case Leaf::WarpSync:
    ++Phase;
    return;
  case Leaf::Commit:
  case Leaf::Wait:
    for (auto &Each : Buffers)
      for (Stored &E : Each.second.Elements)
        if (Of.Kind == Leaf::Commit)
          E.Group = E.Group < 0 ? Commits : E.Group;
        else if (E.Group >= 0 && E.Group < Commits - Of.Prior)
          E.IsInFlight = false;
    Commits += Of.Kind == Leaf::Commit;
    return;
  case Leaf::Set:
    return assign(Of, S);
  case Leaf::Fill:
    return fill(S);
  default:
    return;
  }
}

void TileRunner::barrier() {
  ++Phase;
  for (auto &Each : Buffers) {
    Each.second.IsRead = false;
    for (Stored &E : Each.second.Elements)
      E.IsOpen &= E.IsInFlight;
  }
}

void TileRunner::assign(const Leaf &Of, const Stmt *S) {
  const auto Done = builtinAssignment(cast<Expr>(S)->IgnoreParens());
  if (!Done || Done->isPlain())
    return set(Of.Var, Of.Value, S);
  const auto Old = number(Of.Target);
  const auto By = Of.Value ? number(Of.Value) : std::optional<int64_t>(1);
  const auto New = Old && By ? applied(*Done->Operator, *Old, *By)
                             : std::optional<int64_t>();
  Number X = Now.Held[Of.Var];
  const bool IsStep = stepOf(cast<Expr>(S), Of.Var).has_value();
  if (!New || (X.Slope && !IsStep) ||
      (Of.Value && Now.evaluate(Of.Value)->Slope) ||
      !Now.fitting(Number{*New, X.Slope}, Of.Var->getType()))
    return wrong(RefusalId::HandIndex, "it does not count as an 'int' does", S);
  Now.Held[Of.Var] = {*New, X.Slope};
}

void TileRunner::checkPlaces(const Stmt *S) {
  const Variables Own = countersOf(S);
  forEach<ForStmt>(S, [&](const ForStmt *For) {
    check(For->getInit(), Own, S);
    check(For->getCond(), Own, S);
    check(For->getInc(), Own, S);
  });
  forEach<IfStmt>(S, [&](const IfStmt *If) { check(If->getCond(), Own, S); });
  forEach<Stmt>(S, [&](const Stmt *Each) {
    const Leaf Of = leafOf(Each, L.context());
    if (Of.Kind != Leaf::Fill)
      return;
    const ArraySubscriptExpr *First = nullptr;
    const VarDecl *V = tileOf(Of.Target, &First);
    forEach<ArraySubscriptExpr>(Of.Target, [&](const ArraySubscriptExpr *At) {
      if (At != First || !L.isRing(V))
        check(At->getIdx(), Own, S);
    });
  });
}

void TileRunner::check(const Stmt *E, const Variables &Own, const Stmt *At) {
  if (!E)
    return;
  forEach<DeclRefExpr>(E, [&](const DeclRefExpr *Name) {
    const auto *V = dyn_cast<VarDecl>(Name->getDecl());
    if (V && !Own.contains(V) && (V == L.Counter || L.Ahead.contains(V)))
      wrong(RefusalId::HandIndex, "it may fill other elements for another tile",
            At);
  });
  forEach<Expr>(E, [&](const Expr *Each) {
    const auto *U = dyn_cast<UnaryOperator>(Each);
    if (isa<ArraySubscriptExpr, CallExpr>(Each) ||
        (U && U->getOpcode() == UO_Deref))
      wrong(RefusalId::HandIndex, "which elements it fills is read from memory",
            At);
  });
}

std::map<const VarDecl *, int64_t> TileRunner::buffersOf(const Stmt *S) {
  std::map<const VarDecl *, int64_t> Of;
  forEach<Expr>(S, [&](const Expr *E) {
    const ArraySubscriptExpr *Choice = nullptr;
    const VarDecl *V =
        isa<ArraySubscriptExpr>(E) ? tileOf(E, &Choice) : nullptr;
    if (!V || !L.Tiles.count(V) || !isRight())
      return;
    const auto N =
        L.isRing(V) ? number(Choice->getIdx()) : std::optional<int64_t>(0);
    const auto *Type = L.context().getAsConstantArrayType(V->getType());
    if (!N || !Type || *N < 0 || Type->getSize().ule(*N) ||
        (!Of.emplace(V, *N).second && Of[V] != *N))
      wrong(RefusalId::HandIndex, "it is in no one buffer of the tile", E);
  });
  return Of;
}

void TileRunner::fill(const Stmt *S) {
  checkPlaces(S);
  Stored New{Now.code(S, /*Places=*/true), loaded(S, S), Stores++, Phase};
  bool IsStored = false;
  const Variables Own = countersOf(S);
  forEach<Stmt>(S, [&](const Stmt *Each) {
    const Leaf Of = leafOf(Each, L.context());
    if (Of.Kind == Leaf::Fill)
      (Of.IsCopy ? New.IsInFlight : IsStored) = true;
    else if (isNoFill(Of, Own))
      wrong(RefusalId::HandStatement,
            "it is under a condition that threads may answer otherwise", Each);
  });
  if (IsStored == New.IsInFlight)
    wrong(RefusalId::HandStatement, "it is no load", S);
  for (const auto &[V, N] : buffersOf(S)) {
    Buffer &To = Buffers[{V, N}];
    if (To.IsRead)
      wrong(RefusalId::HandRace, "it fills a buffer that may be read still", S);
    llvm::erase_if(To.Elements, [&](const Stored &Old) {
      if (Old.Place != New.Place)
        return false;
      if (Old.IsOpen)
        wrong(RefusalId::HandRace, "it fills a buffer that is being filled", S);
      return true;
    });
    To.Elements.push_back(New);
  }
}

void TileRunner::compute(const Stmt *S, int64_t T) {
  std::string Found;
  for (const auto &[V, N] : buffersOf(S)) {
    Buffer &Of = Buffers[{V, N}];
    Of.IsRead = true;
    Found += Now.keyOf(V) + ":";
    for (const Stored &E : Of.Elements) {
      if (E.IsOpen)
        wrong(RefusalId::HandRace, "a tile is read before a wait or a barrier",
              S);
      if (E.Phase != Of.Elements.front().Phase)
        wrong(RefusalId::HandStatement,
              "its fills may store to one element, in the order that a barrier "
              "between them gives",
              S);
      Found += E.What.Code + "\n";
      if (T == Steady)
        SteadyStores.emplace(E.Order, E.What);
    }
  }
  Out.Computed.push_back(std::move(Found));
}

} // namespace

TileTrace runTiles(const HandLoop &L, int64_t Tiles, int64_t Most,
                   int64_t Steady) {
  return TileRunner(L, Tiles, Most, Steady).run();
}

} // namespace pipeline_rewrite::undo
