//===- Widen.cpp - Copy loops that could copy more at once ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Another thread then copies an element than in the source. That is the same
// if every element is copied, once, from an address that all threads agree on,
// and if nothing but a barrier stands between the copy and what came before or
// comes behind.
//===----------------------------------------------------------------------===//
#include "Analyse/Forms/Widen.h"
#include "Analyse/LoopAnalysis.h"
#include "Analyse/Numbers/ChunkIndex.h"
#include "Analyse/Numbers/ThreadCover.h"
#include "Ast/Spelling.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

bool isGlobal(const Access &Acc) {
  return Acc.Where == Space::Global || Acc.Where == Space::Unknown;
}

/// The copy loop that a unit is, with a pragma or without; nullptr if it is
/// none.
const ForStmt *loopOf(const Stmt *Unit) {
  const auto *Attributed = dyn_cast<AttributedStmt>(Unit);
  return dyn_cast<ForStmt>(Attributed ? Attributed->getSubStmt() : Unit);
}

/// The pragmas of a unit stand on the lines above its loop, and can be moved
/// with it.
bool arePragmasMovable(const Stmt *Unit, const ForStmt *For,
                       const SourceManager &SM) {
  const auto *Attributed = dyn_cast<AttributedStmt>(Unit);
  if (!Attributed)
    return true;
  unsigned Last = 0;
  for (const Attr *A : Attributed->getAttrs()) {
    if (!isa<LoopHintAttr>(A) || A->getLocation().isMacroID())
      return false;
    Last = std::max(Last, SM.getExpansionLineNumber(A->getLocation()));
  }
  return Last + 1 == SM.getExpansionLineNumber(For->getBeginLoc());
}

/// The subscripts of an element of \p Tile, which is named itself.
llvm::SmallVector<const Expr *, 2> subscriptsOf(const Expr *Target,
                                                const VarDecl *Tile) {
  llvm::SmallVector<const Expr *, 2> Out;
  const Expr *E = Target->IgnoreParens();
  while (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
    Out.insert(Out.begin(), A->getIdx());
    E = A->getBase()->IgnoreParenImpCasts();
  }
  return isNamed(E, Tile) ? Out : llvm::SmallVector<const Expr *, 2>();
}

/// Whether the rows of a tile, as a copy loop goes through them, are whole
/// chunks.
class ChunkedRows {
public:
  ChunkedRows(const LoopAnalysis &A, const ForStmt *For, WideLoop &Out)
      : A(A), For(For), Out(Out) {}

  /// The tile's elements are each stored once, chunks lie in one row.
  Answer readTarget(const TileStore &S, const Tile &T, ChunkIndex &Index) {
    auto Subscripts = subscriptsOf(S.Target, S.Tile);
    if (Subscripts.empty() || Subscripts.size() != T.Shape.Extents.size())
      return "its element is not named by the subscripts of the tile";
    uint64_t RowBytes = T.Shape.Bytes;
    bool Literal = isLiteral(T.Shape.ExtentTexts);
    const Expr *First = Index.resolve(Subscripts.front());
    ChunkIndex::Width Row;
    Answer May;
    if (Subscripts.size() == 2) {
      RowBytes = T.Shape.Extents.back() * T.Shape.ElementBytes;
      Row = Index.ofQuotient(First);
      May = readSplit(Row, Index.ofRemainder(Subscripts[1]),
                      T.Shape.Extents.back());
    } else if (Subscripts.size() == 1 && !Index.isVariable(First)) {
      May = readFlat(First, Index);
    } else if (Subscripts.size() != 1) {
      May = "tiles of more than two dimensions are not looked at";
    }
    if (May.isNo())
      return May;
    if (RowBytes % ChunkBytes != 0)
      return "its rows have " + std::to_string(RowBytes) +
             " bytes, which chunks do not divide";
    if (!Literal)
      Out.Conditions.push_back({WideCondition::RowBytes, nullptr, nullptr,
                                S.Tile,
                                static_cast<unsigned>(Subscripts.size()) - 1});
    return Answer::yes();
  }

  /// A chunk must divide \p E, which was seen to be so here.
  Answer addDivisor(const Expr *E) {
    if (writtenNumber(E))
      return Answer::yes();
    if (namesInside(E))
      return "a variable of its copy loop says how wide a row is";
    for (const WideCondition &C : Out.Conditions)
      if (C.Is == WideCondition::Divides && isSame(C.Left, E))
        return Answer::yes();
    Out.Conditions.push_back({WideCondition::Divides, E});
    return Answer::yes();
  }

private:
  static bool isLiteral(llvm::ArrayRef<std::string> Texts) {
    return !Texts.empty() && llvm::all_of(Texts, [](llvm::StringRef Text) {
      return Text.find_first_not_of("0123456789") == llvm::StringRef::npos;
    });
  }

  /// `i / W` and `i % W`, in rows of \p Extent elements.
  Answer readSplit(ChunkIndex::Width Quotient, ChunkIndex::Width Remainder,
                   uint64_t Extent) {
    if (Quotient.Value <= 0 || Quotient.Value != Remainder.Value ||
        !isSame(Quotient.Text, Remainder.Text))
      return "its subscripts are not the number of an element, divided into "
             "rows";
    if (Quotient.Value > int64_t(Extent))
      return "its rows overlap";
    if (Quotient.Value % Out.Elements != 0)
      return "its rows have " + std::to_string(Quotient.Value) +
             " elements, which chunks of " + std::to_string(Out.Elements) +
             " do not divide";
    return Quotient.Text ? addDivisor(Quotient.Text) : Answer::yes();
  }

  /// `i / W * P + i % W` of an array of one dimension.
  Answer readFlat(const Expr *E, const ChunkIndex &Index) {
    Answer No = "its subscript is not the number of an element, or "
                "that divided into rows";
    const auto *Sum = dyn_cast<BinaryOperator>(E);
    const auto *Product =
        Sum ? dyn_cast<BinaryOperator>(Index.resolve(Sum->getLHS())) : nullptr;
    if (!Product || Sum->getOpcode() != BO_Add ||
        Product->getOpcode() != BO_Mul)
      return No;
    auto Pitch = constantValue(Product->getRHS(), A.Context);
    auto Row = Index.ofQuotient(Product->getLHS());
    if (!Pitch || *Pitch <= 0)
      return No;
    if (*Pitch % Out.Elements != 0)
      return "its rows are " + std::to_string(*Pitch) +
             " elements apart, which chunks of " +
             std::to_string(Out.Elements) + " do not divide";
    Answer May = readSplit(Row, Index.ofRemainder(Sum->getRHS()),
                           static_cast<uint64_t>(*Pitch));
    if (May.isYes())
      May = addDivisor(Product->getRHS());
    if (May.isYes() && !isSame(Row.Text, Product->getRHS()) &&
        !(writtenNumber(Product->getRHS()) && !Row.Text)) {
      if (!Row.Text)
        return No; // a number beside what may become another
      Out.Conditions.push_back(
          {WideCondition::AtLeast, Product->getRHS(), Row.Text});
    }
    return May;
  }

  /// Equal where one is, whatever instance and macros: numbers were compared.
  bool isSame(const Expr *L, const Expr *R) const {
    return L && R ? spellingOf(L, A.Context) == spellingOf(R, A.Context)
                  : !L && !R;
  }

  bool namesInside(const Stmt *S) const {
    if (!S)
      return false;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      SourceLocation At = A.SM.getExpansionLoc(Ref->getDecl()->getLocation());
      return !A.SM.isBeforeInTranslationUnit(
                 At, A.SM.getExpansionLoc(For->getBeginLoc())) &&
             A.SM.isBeforeInTranslationUnit(
                 At, A.SM.getExpansionLoc(For->getEndLoc()));
    }
    return llvm::any_of(S->children(),
                        [&](const Stmt *C) { return namesInside(C); });
  }

  const LoopAnalysis &A;
  const ForStmt *For;
  WideLoop &Out;
};

/// The questions about one copy loop: each gives an answer.
class Widener {
public:
  Widener(LoopAnalysis &A, unsigned Unit, const ForStmt *For)
      : A(A), Unit(Unit), For(For) {}

  Answer describe(WideLoop &Out) {
    Out.Loop = describeCopyLoop(For, A.Context);
    Answer May = readBody();
    if (May.isYes())
      May = readHeader(Out);
    for (const TileStore *S : Stores)
      if (May.isYes())
        May = readStore(Out, *S);
    return May.isYes() ? findOrder() : May;
  }

  llvm::ArrayRef<const TileStore *> stores() const { return Stores; }

  /// The stores, whatever else there is.
  void collect(const Stmt *S) {
    if (!S)
      return;
    for (const TileStore *Store : A.Facts.storesOf(S))
      Stores.push_back(Store);
    for (const Stmt *Child : S->children())
      collect(Child);
  }

private:
  /// Names for values, and stores of one size that are copies.
  Answer readBody() {
    const Stmt *Body = For->getBody();
    const auto *Block = dyn_cast<CompoundStmt>(Body);
    llvm::ArrayRef<const Stmt *> All(Body);
    llvm::SmallVector<const Stmt *, 4> List;
    if (Block) {
      List.append(Block->body_begin(), Block->body_end());
      All = List;
    }
    for (const Stmt *S : All)
      if (!isName(S) && A.Facts.storesOf(S).size() != 1)
        return "its copy loop does more than copy";
    for (const TileStore *S : Stores) {
      if (S->CanBeAsync.isNo())
        return S->CanBeAsync;
      if (S->Guard)
        return "a condition chooses what is copied";
      if (S->Bytes >= ChunkBytes)
        return "its elements fill a copy of " + std::to_string(ChunkBytes) +
               " bytes";
      if (S->Bytes != Stores.front()->Bytes)
        return "its copy loop fills tiles with elements of several sizes";
    }
    return Answer::yes();
  }

  bool isName(const Stmt *S) const {
    if (!isa<DeclStmt>(S))
      return false;
    Effects E = A.Collector.collect(S);
    return E.isPure() && !E.reads(Space::Shared);
  }

  /// Every element has a thread, and chunks are whole.
  Answer readHeader(WideLoop &Out) {
    const CopyLoop &L = Out.Loop;
    Out.Elements = ChunkBytes / Stores.front()->Bytes;
    auto Bound = constantValue(L.Bound, A.Context);
    if (!L.Var || !L.Start || !Bound || L.Inclusive || L.Slack ||
        A.Context.getTypeSize(L.Var->getType()) < 32 ||
        isChanged(For->getBody(), L.Var))
      return "its copy loop does not run over a fixed number of elements";
    if (*Bound <= 0 || *Bound % Out.Elements != 0)
      return "its copy loop has " + std::to_string(*Bound) +
             " elements, which chunks of " + std::to_string(Out.Elements) +
             " do not divide";
    auto Cover = threadCover(L, A.K.Function);
    if (!Cover)
      return "its copy loop is not seen to be shared by the threads of the "
             "block, one element each";
    Out.Conditions.append(Cover->begin(), Cover->end());
    return ChunkedRows(A, For, Out).addDivisor(L.Bound);
  }

  Answer readStore(WideLoop &Out, const TileStore &S) {
    const Tile &T = *A.Facts.findTile(S.Tile);
    Answer May = findOtherUse(S, T);
    ChunkIndex Index(Out.Loop, Out.Elements, A.threads(), A.Context);
    if (May.isYes())
      May = ChunkedRows(A, For, Out).readTarget(S, T, Index);
    if (May.isNo())
      return May;
    const auto Kind = S.SourceIsPointer ? Index.ofPointer(S.RawSource)
                                        : Index.ofLValue(S.RawSource);
    if (Kind != ChunkIndex::Linear && Kind != ChunkIndex::Aligned)
      return "its source is not seen to be " + std::to_string(Out.Elements) +
             " elements side by side";
    for (const Expr *D : Index.divisors())
      if (May = ChunkedRows(A, For, Out).addDivisor(D); May.isNo())
        return May;
    Out.Tiles.push_back(S.Tile);
    return Answer::yes();
  }

  /// No thread stores or reads an element between barriers but to copy it.
  Answer findOtherUse(const TileStore &S, const Tile &T) const {
    if (T.Dynamic)
      return "how it is aligned is not seen: the launch decides where it lies";
    if (S.Name != S.Tile || T.UsedOutside || T.InCompute.At || T.Stale)
      return "it is used otherwise than as a tile";
    // float, whatever the instance; a typedef may be another type in another.
    if (A.K.Function->isTemplateInstantiation() &&
        !isa<BuiltinType>(S.Target->getType().getTypePtr()))
      return "how many elements a chunk has, template parameters say";
    auto FillsToo = [&](const TileStore &O) {
      return &O != &S && O.Tile == S.Tile;
    };
    if (llvm::any_of(A.Facts.Stores, FillsToo) || isFilledByCall(A.Facts, S))
      return "its elements are stored in several places, and a thread may rely "
             "on the order of its own";
    for (unsigned I = 0; I < A.UnitEffects.size(); ++I)
      if (I != Unit && !isBetweenBarriers(I) &&
          llvm::any_of(A.UnitEffects[I].Accesses,
                       [&](const Access &Acc) { return Acc.Root == S.Tile; }))
        return "a thread may read elements that it has copied itself, with no "
               "barrier between";
    return Answer::yes();
  }

  static bool isFilledByCall(const LoadSlice &Slice, const TileStore &S) {
    return llvm::any_of(Slice.Calls, [&](const LoadCall &C) {
      return llvm::any_of(
                 C.Stores,
                 [&](const TileStore &O) { return O.Tile == S.Tile; }) ||
             isFilledByCall(C, S);
    });
  }

  bool isBetweenBarriers(unsigned I) const {
    return I > A.Facts.LoadBarrier &&
           (A.Facts.barrierOnTop() || I < A.Facts.TrailingBarrier);
  }

  /// What is copied is not what a thread has written before, with no barrier
  /// between: it alone may rely on that.
  Answer findOrder() const {
    const Effects Whole = A.Collector.collect(A.K.Function->getBody());
    if (Whole.anything())
      return "the kernel runs code that is not seen, which may write what is "
             "copied";
    for (const Access &W : Whole.Accesses)
      for (const Access &R : A.UnitEffects[Unit].Accesses)
        if ((W.Write || W.Atomic) && isGlobal(W) && R.Read && isGlobal(R) &&
            !A.cannotMeet(W, R) && mayPrecede(W))
          return "the kernel may write what is copied, and a thread rely on "
                 "the order of what it does itself";
    return Answer::yes();
  }

  bool mayPrecede(const Access &W) const {
    if (!W.At || A.K.InOuterLoop)
      return true;
    if (A.inLoop(W.At))
      return !A.Asked.NoAlias;
    return !A.SM.isBeforeInTranslationUnit(
        A.SM.getExpansionLoc(A.K.Loop->getEndLoc()),
        A.SM.getExpansionLoc(W.At->getBeginLoc()));
  }

  LoopAnalysis &A;
  const unsigned Unit;
  const ForStmt *For;
  llvm::SmallVector<const TileStore *, 2> Stores;
};

} // namespace

void findWideLoops(LoopAnalysis &A) {
  const Answer &Whole = A.Facts.IsOfWholeBlock;
  for (Tile &T : A.Facts.Tiles)
    T.CanBeWide = Whole.isYes() ? Answer("no copy loop fills it") : Whole;
  if (Whole.isNo())
    return;
  for (unsigned I = 0; I < A.Facts.Units.size(); ++I) {
    const LoopUnit &U = A.Facts.Units[I];
    const ForStmt *For = U.Role == UnitRole::Load ? loopOf(U.S) : nullptr;
    if (!For)
      continue;
    Widener W(A, I, For);
    W.collect(For->getBody());
    if (W.stores().empty())
      continue;
    WideLoop Wide;
    const Answer May = arePragmasMovable(U.S, For, A.SM)
                           ? W.describe(Wide)
                           : Answer("a pragma of its copy loop stands apart");
    for (const TileStore *S : W.stores())
      for (Tile &T : A.Facts.Tiles)
        if (T.Var == S->Tile)
          T.CanBeWide = May;
    if (May.isYes())
      A.Facts.WideLoops.push_back(std::move(Wide));
  }
}

} // namespace pipeline_rewrite
