//===- FindBoxes.cpp - Which tiles tensor maps could fill -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The copy engine writes whole boxes, from one instruction of one thread. So
// the block must fill each element of a tile exactly once, in every iteration
// alike, and the elements of a row with what lies side by side in global
// memory.
//===----------------------------------------------------------------------===//
#include "Analyse/BlockShapes.h"
#include "Analyse/KernelTwins.h"
#include "Analyse/Launches.h"
#include "Analyse/LoadSums.h"
#include "Analyse/TileFills.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Statements that all threads may run: some tenths of a second.
constexpr uint64_t Budget = 400'000;
/// CUDA C++ Programming Guide, "Compute Capabilities": of a block.
constexpr unsigned MostThreads = 1024;
/// PTX ISA, "Tensor copy restrictions"; CUDA Driver API,
/// cuTensorMapEncodeTiled.
constexpr unsigned MostElements = 256, RowUnit = 16;

Answer notABox(const TileStore &S, std::string Why) {
  return {RefusalId::TmaBox, std::move(Why), S.Statement->getBeginLoc()};
}

bool namesLocals(const Stmt *S) {
  if (!S)
    return false;
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  return (Ref && isa<VarDecl>(Ref->getDecl()) &&
          Ref->getDecl()->getDeclContext()->isFunctionOrMethod()) ||
         llvm::any_of(S->children(), namesLocals);
}

bool hasWrittenSides(const VarDecl *Tile) {
  if (!Tile->getTypeSourceInfo())
    return false;
  TypeLoc Type = Tile->getTypeSourceInfo()->getTypeLoc();
  auto Array = Type.getAs<ArrayTypeLoc>();
  const bool IsArray = !Array.isNull();
  for (; Array; Array = Array.getElementLoc().getAs<ArrayTypeLoc>())
    if (!Array.getSizeExpr() || namesLocals(Array.getSizeExpr()))
      return false;
  return IsArray;
}

bool isBefore(const ParmVarDecl *L, const ParmVarDecl *R) {
  return L->getFunctionScopeIndex() < R->getFunctionScopeIndex();
}

/// The name of \p P again: where the loop stands, it may mean that.
bool declares(const Stmt *S, const ParmVarDecl *P) {
  if (const auto *D = dyn_cast_or_null<DeclStmt>(S))
    for (const Decl *Each : D->decls())
      if (const auto *Named = dyn_cast<NamedDecl>(Each);
          Named && Named->getIdentifier() &&
          Named->getIdentifier() == P->getIdentifier())
        return true;
  return S && llvm::any_of(S->children(), [&](const Stmt *Child) {
           return declares(Child, P);
         });
}

std::string ownStrideText(const std::string &Tile) {
  return "how far the rows of " + Tile +
         " are apart in global memory is not made of what the kernel is given";
}

std::string hiddenText(const ParmVarDecl &Stride, const std::string &Tile) {
  return "the name of '" + Stride.getNameAsString() +
         "', which says how far the rows of " + Tile +
         " are apart, has another meaning in the kernel";
}

/// What all threads of a block copy to one tile.
class FilledTile {
public:
  FilledTile(const LoopAnalysis &A, const Tile &T) : A(A), T(T) {}

  void add(TileFill &&Fill, bool IsFirstThread) {
    const int64_t At = Fill.At;
    auto [Place, IsNew] = Fills.try_emplace(At, std::move(Fill));
    if (!IsNew && !Again)
      Again = Place->second.Store;
    if (At == 0)
      ByFirstThread = IsFirstThread;
  }

  Answer describe(TileBox &Box) const {
    for (auto Ask : {&FilledTile::isCovered, &FilledTile::findRows,
                     &FilledTile::findStride, &FilledTile::findBase,
                     &FilledTile::fitsHardware})
      if (Answer No = (this->*Ask)(Box); No.isNo())
        return No;
    return Answer::yes();
  }

private:
  std::string name() const { return "'" + T.Shape.Name + "'"; }
  const TileStore &firstStore() const { return *Fills.begin()->second.Store; }
  int64_t size() const { return T.Shape.Bytes; }

  /// From the first byte to the last, without a gap.
  Answer isCovered(TileBox &Box) const {
    Box.Tile = T.Var;
    Box.HasWrittenSides = hasWrittenSides(T.Var);
    if (Fills.empty())
      return {RefusalId::TmaBox, name() + " is not filled by single copies"};
    if (Again)
      return notABox(*Again, "an element of " + name() + " is filled twice");
    int64_t End = 0;
    for (const auto &[At, Fill] : Fills) {
      if (At != End)
        return notABox(*Fill.Store,
                       At > End
                           ? "not every element of " + name() + " is filled"
                           : "an element of " + name() + " is filled twice");
      End = At + Fill.Store->Bytes;
    }
    if (End != size())
      return notABox(firstStore(),
                     "not every element of " + name() + " is filled");
    if (!ByFirstThread)
      return notABox(firstStore(), "another thread than the first of the block "
                                   "copies the first element of " +
                                       name());
    return Answer::yes();
  }

  /// How far behind the first element's source; nullopt if that is no sum.
  std::optional<UniformSum> distance(const TileFill &Fill) const {
    return Fill.From.plus(Fills.begin()->second.From, -1);
  }

  Answer findRows(TileBox &Box) const {
    int64_t Row = 0;
    for (const auto &[At, Fill] : Fills) {
      const auto Distance = distance(Fill);
      if (!Distance || *Distance != UniformSum::number(At))
        break;
      Row = At + Fill.Store->Bytes;
    }
    if (Row == size()) // all one row, which may be too long for a box
      Row = shorterRow(Row);
    unsigned Element = T.Shape.ElementBytes == 16 ? 8 : T.Shape.ElementBytes;
    if (Element == 0 || Element > 8 || (Element & (Element - 1)))
      return notABox(firstStore(), "tensor maps have no elements as those of " +
                                       name() + ", of " +
                                       std::to_string(Element) + " bytes");
    if (size() % Row != 0 || Row % Element != 0)
      return notABox(firstStore(), "the rows of " + name() +
                                       " are not filled with consecutive "
                                       "elements");
    Box.ElementBytes = Element;
    Box.Rows = size() / Row;
    Box.Columns = Row / Element;
    return Answer::yes();
  }

  int64_t shorterRow(int64_t Row) const {
    const int64_t Unit = std::min<int64_t>(T.Shape.ElementBytes, 8);
    for (int64_t Columns = MostElements; Columns > 0 && Unit; --Columns)
      if (Row % (Columns * Unit) == 0)
        return Columns * Unit;
    return Row;
  }

  Answer findStride(TileBox &Box) const {
    const int64_t Row = int64_t(Box.Columns) * Box.ElementBytes;
    UniformSum Stride = UniformSum::number(Row);
    if (Box.Rows > 1) {
      auto Second = Fills.find(Row);
      const auto Apart =
          Second == Fills.end() ? std::nullopt : distance(Second->second);
      if (!Apart)
        return notABox(firstStore(), "no copy to " + name() +
                                         " begins where its second row does");
      Stride = *Apart;
    }
    for (const auto &[At, Fill] : Fills) {
      const auto Want = UniformSum::number(At % Row).plus(Stride, At / Row);
      if (At % Row + Fill.Store->Bytes > Row || !Want || distance(Fill) != Want)
        return notABox(*Fill.Store, "the elements of " + name() +
                                        " do not come from rows that are as "
                                        "far apart as each other");
    }
    return takeStride(Stride, Box);
  }

  /// No map has rows that are none, or lie in front of each other.
  Answer canBeStride(const UniformSum &Stride, const TileBox &Box) const {
    auto No = [&](const std::string &Why) {
      return Answer(RefusalId::TmaLimits,
                    "the rows of " + name() + Why + " in global memory",
                    firstStore().Statement->getBeginLoc());
    };
    const auto Bytes = Stride.asNumber();
    if (Bytes && Box.Rows > 1 && (*Bytes <= 0 || *Bytes % RowUnit))
      return No(" are " + std::to_string(*Bytes) +
                " bytes apart, which is no positive multiple of 16,");
    if (!Bytes && llvm::all_of(Stride.terms(),
                               [](const auto &T) { return T.second < 0; }))
      return No(" lie in front of each other");
    return Answer::yes();
  }

  /// The host must be able to compute it.
  Answer takeStride(const UniformSum &Stride, TileBox &Box) const {
    if (Answer Can = canBeStride(Stride, Box); Can.isNo())
      return Can;
    for (const auto &[Of, Factor] : Stride.terms()) {
      TileBox::StrideTerm Term{Factor, {}};
      for (const UniformValue &Each : Of) {
        const auto *P = dyn_cast_or_null<ParmVarDecl>(Each.Of);
        if (!P || !P->getType()->isIntegerType() ||
            isChanged(A.K.Function->getBody(), P))
          return notABox(firstStore(), ownStrideText(name()));
        if (declares(A.K.Function->getBody(), P))
          return notABox(firstStore(), hiddenText(*P, name()));
        Term.Of.push_back(P);
      }
      llvm::sort(Term.Of, isBefore);
      Box.Stride.push_back(std::move(Term));
    }
    // The same in each instance of a template, and in each run.
    llvm::sort(Box.Stride, [](const auto &L, const auto &R) {
      return std::lexicographical_compare(L.Of.begin(), L.Of.end(),
                                          R.Of.begin(), R.Of.end(), isBefore);
    });
    return Answer::yes();
  }

  Answer findBase(TileBox &Box) const {
    const TileStore &S = firstStore();
    const Provenance &Origin = A.Collector.provenance();
    const Roots R = S.SourceIsPointer ? Origin.ofPointer(S.RawSource)
                                      : Origin.ofLValue(S.RawSource);
    const auto *P = R.Vars.size() == 1 && !R.Unknown && !R.Held
                        ? dyn_cast<ParmVarDecl>(R.Vars.front())
                        : nullptr;
    if (!P || !P->getType()->isPointerType())
      return notABox(S, "the array that " + name() +
                            " is copied from is not reached by a pointer that "
                            "the kernel is given");
    Box.Base = P;
    Box.BaseMoves = isChanged(A.K.Function->getBody(), P);
    return Answer::yes();
  }

  Answer fitsHardware(TileBox &Box) const {
    auto No = [&](std::string Why) {
      return Answer(RefusalId::TmaLimits, std::move(Why),
                    firstStore().Statement->getBeginLoc());
    };
    const unsigned Row = Box.Columns * Box.ElementBytes;
    if (Box.Columns > MostElements || Box.Rows > MostElements)
      return No(name() + " is a box of " + std::to_string(Box.Rows) + " x " +
                std::to_string(Box.Columns) +
                " elements, and 256 are the most");
    if (Row % RowUnit)
      return No("a row of " + name() + " has " + std::to_string(Row) +
                " bytes, which is no multiple of 16");
    if (size() % TileBox::SharedAlign)
      return No(name() + " has " + std::to_string(size()) +
                " bytes, which is no multiple of 128");
    return Answer::yes();
  }

  const LoopAnalysis &A;
  const Tile &T;
  std::map<int64_t, TileFill> Fills; ///< by where they go
  const TileStore *Again = nullptr;
  bool ByFirstThread = false;
};

class BoxFinder {
public:
  explicit BoxFinder(LoopAnalysis &A)
      : A(A), Code(threadCode(A.K.Function, A.Collector.provenance(), Budget)),
        Threads(A.K.Function) {}

  Answer find() {
    for (auto Ask : {&BoxFinder::canHaveTwin, &BoxFinder::canLeaveTiles,
                     &BoxFinder::findInBlocks})
      if (Answer No = (this->*Ask)(); No.isNo())
        return No;
    return Answer::yes();
  }

private:
  Answer no(RefusalId Id, std::string Why, SourceLocation At = {}) const {
    return {Id, std::move(Why), At};
  }

  /// A second kernel beside it, which launches choose at run time.
  Answer canHaveTwin() { return findTwinLaunches(A, A.Facts.Boxes.Launch); }

  /// Nothing but the loads writes the tiles: what a thread has written the copy
  /// engine need not see.
  Answer canLeaveTiles() {
    if (const Answer &Whole = A.Facts.IsOfWholeBlock; Whole.isNo())
      return no(RefusalId::TmaKernel, Whole.because());
    if (!A.Facts.Calls.empty())
      return no(RefusalId::TmaBox, "a function that is called fills the tiles",
                A.Facts.Calls.front().Call->getBeginLoc());
    if (!findLoadSums(A.Facts.Units, A.Collector).empty())
      return no(RefusalId::TmaBox, "the loads change a variable as well");
    if (A.Facts.UpdateBetweenLoads)
      return no(RefusalId::TmaBox,
                "a variable moves on between two loads of a tile",
                A.Facts.UpdateBetweenLoads->getBeginLoc());
    for (const Tile &T : A.Facts.Tiles) {
      if (T.Dynamic)
        return no(RefusalId::TmaBox,
                  "'" + T.Shape.Name + "' is dynamic shared memory");
      if (T.UsedOutside || T.InCompute.At)
        return no(RefusalId::TmaBox,
                  "'" + T.Shape.Name +
                      "' is not used by the loop's loads and "
                      "reads alone");
    }
    if (!A.K.Exits.empty() || !A.K.Votes.empty())
      return no(
          RefusalId::TmaKernel,
          "a break may leave copies in flight, or a barrier takes a vote");
    return Answer::yes();
  }

  Answer findInBlocks() {
    const auto Shapes = blockShapes(A.Facts.Boxes.Launch, A.Context);
    Answer Can = no(RefusalId::TmaLaunches,
                    "the threads of a block are not known from its launches");
    if (!Shapes.empty())
      if (Can = findInAll(Shapes); Can.isYes())
        return Can;
    // A launch can be asked for its blocks when it is made.
    for (const BoxFacts::Block &Each : likelyBlocks(!Shapes.empty())) {
      llvm::SmallVector<TileBox, 2> Found;
      if (findInBlock(Each.Shape, Found).isNo())
        continue;
      A.Facts.Boxes.Of = std::move(Found);
      A.Facts.Boxes.Asked = Each;
      return Answer::yes();
    }
    return Can;
  }

  /// Those that a launch in view has, and for what launches leave open or say
  /// of another instance, a thread for each element of a tile.
  std::vector<BoxFacts::Block> likelyBlocks(bool AreKnown) const {
    std::vector<BoxFacts::Block> Out;
    for (const auto &Launch : Launches(A.Context).inView(A.K.Function))
      if (Launch.Block)
        add(*Launch.Block, Out);
    if (!AreKnown || Out.empty())
      for (const Tile &T : A.Facts.Tiles)
        if (const auto &Sides = T.Shape.Extents; Sides.size() == 2)
          add({Sides[1], Sides[0], 1}, Out);
    return Out;
  }

  void add(std::array<uint64_t, 3> Shape,
           std::vector<BoxFacts::Block> &Out) const {
    uint64_t Threads = 1;
    for (uint64_t Side : Shape) {
      if (Side == 0 || Side > MostThreads)
        return;
      Threads *= Side;
    }
    if (Threads > MostThreads)
      return;
    BoxFacts::Block New;
    llvm::copy(Shape, New.Shape.begin());
    for (const Tile &T : A.Facts.Tiles)
      if (const auto &Sides = T.Shape.Extents;
          !New.Tile && Sides.size() == 2 && Sides[1] == Shape[0] &&
          Sides[0] == Shape[1] && Shape[2] == 1)
        New.Tile = T.Var;
    if (llvm::none_of(Out, [&](const BoxFacts::Block &Each) {
          return Each.Shape == New.Shape;
        }))
      Out.push_back(New);
  }

  Answer findInAll(llvm::ArrayRef<std::array<unsigned, 3>> Shapes) {
    for (const auto &Shape : Shapes) {
      llvm::SmallVector<TileBox, 2> Found;
      if (Answer No = findInBlock(Shape, Found); No.isNo())
        return No;
      if (&Shape != Shapes.begin() && Found != A.Facts.Boxes.Of)
        return no(RefusalId::TmaBox,
                  "blocks of different shapes fill the tiles differently");
      A.Facts.Boxes.Of = std::move(Found);
    }
    return Answer::yes();
  }

  Answer findInBlock(const std::array<unsigned, 3> &Shape,
                     llvm::SmallVectorImpl<TileBox> &Found) {
    std::vector<FilledTile> Filled;
    for (const Tile &T : A.Facts.Tiles)
      Filled.emplace_back(A, T);
    Answer Followed;
    forEachThread(Shape, [&](const ThreadPlace &Where) {
      const bool IsFirst = Where.Index == std::array<unsigned, 3>{0, 0, 0};
      auto Take = [&](TileFill Fill) {
        for (auto [Each, T] : llvm::zip_equal(Filled, A.Facts.Tiles))
          if (T.Var == Fill.Store->Tile)
            return Each.add(std::move(Fill), IsFirst);
      };
      Followed = TileFills(A, Code, Threads, Where, Take).run();
      return Followed.isYes();
    });
    if (Followed.isNo())
      return Followed;
    for (const FilledTile &Each : Filled)
      if (Answer No = Each.describe(Found.emplace_back()); No.isNo())
        return No;
    return Answer::yes();
  }

  LoopAnalysis &A;
  ThreadCode Code;
  const Uniformity Threads;
};

} // namespace

void findBoxes(LoopAnalysis &A) {
  A.Facts.Boxes.Are = BoxFinder(A).find();
  if (A.Facts.Boxes.Are.isYes())
    A.Facts.IsOfWholeBlock = Answer::yes();
}

} // namespace pipeline_rewrite
