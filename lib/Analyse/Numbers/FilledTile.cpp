//===- FilledTile.cpp - What a block copies to one tile -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/FilledTile.h"
#include "Ast/Below.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// PTX ISA, "Tensor copy restrictions"; CUDA Driver API,
/// cuTensorMapEncodeTiled.
constexpr unsigned MostElements = 256, RowUnit = 16;

Answer notABox(const TileStore &S, std::string Why) {
  return {RefusalId::TmaBox, std::move(Why), S.Statement->getBeginLoc()};
}

bool namesLocals(const Stmt *S) {
  return findBelow<DeclRefExpr>(S, [](const DeclRefExpr *Ref) {
    return isa<VarDecl>(Ref->getDecl()) &&
           Ref->getDecl()->getDeclContext()->isFunctionOrMethod();
  });
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

std::string ownStrideText(const std::string &Tile) {
  return "how far the rows of " + Tile +
         " are apart in global memory is not made of what the kernel is given";
}

std::string hiddenText(const ParmVarDecl &P, const std::string &Use) {
  return "the name of '" + P.getNameAsString() + "', " + Use +
         ", has another meaning in the kernel";
}

} // namespace

/// How many of the names that \p D brings into its block are \p Name.
static unsigned countNames(const Decl *D, const IdentifierInfo *Name) {
  const auto *Named = dyn_cast<NamedDecl>(D);
  unsigned Count = Named && Named->getIdentifier() == Name;
  if (const auto *Parts = dyn_cast<DecompositionDecl>(D))
    for (const BindingDecl *Part : Parts->bindings())
      Count += countNames(Part, Name);
  const auto *Enum = dyn_cast<EnumDecl>(D);
  const auto *Record = dyn_cast<RecordDecl>(D);
  // Their names are names of the block.
  if ((Enum && !Enum->isScoped()) ||
      (Record && Record->isAnonymousStructOrUnion()))
    for (const Decl *Each : cast<DeclContext>(D)->decls())
      Count += countNames(Each, Name);
  return Count;
}

unsigned countDeclared(const Stmt *S, const VarDecl *Like) {
  unsigned Count = 0;
  forEachBelow<DeclStmt>(S, [&](const DeclStmt *D) {
    for (const Decl *Each : D->decls())
      Count += countNames(Each, Like->getIdentifier());
  });
  return Count;
}

void FilledTile::add(TileFill &&Fill, bool IsFirstThread) {
  if (!Fill.IsFollowed && !Lost)
    Lost = Fill.Store;
  if (!Fill.IsFollowed)
    return;
  const int64_t At = Fill.At;
  auto [Place, IsNew] = Fills.try_emplace(At, std::move(Fill));
  if (!IsNew && !Again)
    Again = Place->second.Store;
  if (At == 0)
    ByFirstThread = IsFirstThread;
}

Answer FilledTile::describe(TileBox &Box) const {
  for (auto Ask :
       {&FilledTile::isCovered, &FilledTile::findRows, &FilledTile::findStride,
        &FilledTile::findBase, &FilledTile::fitsHardware})
    if (Answer No = (this->*Ask)(Box); No.isNo())
      return No;
  return Answer::yes();
}

Answer FilledTile::isCovered(TileBox &Box) const {
  Box.Tile = T.Var;
  Box.HasWrittenSides = hasWrittenSides(T.Var);
  if (Lost)
    return notFollowed(Lost->Statement);
  if (Fills.empty())
    return {RefusalId::TmaBox, name() + " is not filled by single copies"};
  if (Again)
    return notABox(*Again, "an element of " + name() + " is filled twice");
  int64_t End = 0;
  for (const auto &[At, Fill] : Fills) {
    if (At != End)
      return notABox(*Fill.Store,
                     At > End ? "not every element of " + name() + " is filled"
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

std::optional<UniformSum> FilledTile::distance(const TileFill &Fill) const {
  return Fill.From.plus(Fills.begin()->second.From, -1);
}

Answer FilledTile::findRows(TileBox &Box) const {
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

int64_t FilledTile::shorterRow(int64_t Row) const {
  const int64_t Unit = std::min<int64_t>(T.Shape.ElementBytes, 8);
  for (int64_t Columns = MostElements; Columns > 0 && Unit; --Columns)
    if (Row % (Columns * Unit) == 0)
      return Columns * Unit;
  return Row;
}

Answer FilledTile::findStride(TileBox &Box) const {
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

Answer FilledTile::canBeStride(const UniformSum &Stride,
                               const TileBox &Box) const {
  auto No = [&](const std::string &Why) {
    return Answer(RefusalId::TmaLimits,
                  "the rows of " + name() + Why + " in global memory",
                  firstStore().Statement->getBeginLoc());
  };
  const auto Bytes = Stride.asNumber();
  if (Bytes && Box.Rows > 1 && (*Bytes <= 0 || *Bytes % RowUnit))
    return No(" are " + std::to_string(*Bytes) +
              " bytes apart, which is no positive multiple of 16,");
  if (!Bytes &&
      llvm::all_of(Stride.terms(), [](const auto &T) { return T.second < 0; }))
    return No(" lie in front of each other");
  return Answer::yes();
}

Answer FilledTile::takeStride(const UniformSum &Stride, TileBox &Box) const {
  if (Answer Can = canBeStride(Stride, Box); Can.isNo())
    return Can;
  for (const auto &[Of, Factor] : Stride.terms()) {
    TileBox::StrideTerm Term{Factor, {}};
    for (const UniformValue &Each : Of) {
      const auto *P = dyn_cast_or_null<ParmVarDecl>(Each.Of);
      if (!P || !P->getType()->isIntegerType() ||
          isChanged(A.K.Function->getBody(), P))
        return notABox(firstStore(), ownStrideText(name()));
      if (countDeclared(A.K.Function->getBody(), P))
        return notABox(firstStore(),
                       hiddenText(*P, "which says how far the rows of " +
                                          name() + " are apart"));
      Term.Of.push_back(P);
    }
    llvm::sort(Term.Of, isBefore);
    Box.Stride.push_back(std::move(Term));
  }
  // The same in each instance of a template, and in each run.
  llvm::sort(Box.Stride, [](const auto &L, const auto &R) {
    return std::lexicographical_compare(L.Of.begin(), L.Of.end(), R.Of.begin(),
                                        R.Of.end(), isBefore);
  });
  return Answer::yes();
}

Answer FilledTile::findBase(TileBox &Box) const {
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
  if (countDeclared(A.K.Function->getBody(), P))
    return notABox(S, hiddenText(*P, "from which " + name() + " is copied"));
  Box.Base = P;
  Box.BaseMoves = isChanged(A.K.Function->getBody(), P);
  return Answer::yes();
}

Answer FilledTile::fitsHardware(TileBox &Box) const {
  auto No = [&](std::string Why) {
    return Answer(RefusalId::TmaLimits, std::move(Why),
                  firstStore().Statement->getBeginLoc());
  };
  const unsigned Row = Box.Columns * Box.ElementBytes;
  if (Box.Columns > MostElements || Box.Rows > MostElements)
    return No(name() + " is a box of " + std::to_string(Box.Rows) + " x " +
              std::to_string(Box.Columns) + " elements, and 256 are the most");
  if (Row % RowUnit)
    return No("a row of " + name() + " has " + std::to_string(Row) +
              " bytes, which is no multiple of 16");
  if (size() % TileBox::SharedAlign)
    return No(name() + " has " + std::to_string(size()) +
              " bytes, which is no multiple of 128");
  return Answer::yes();
}

} // namespace pipeline_rewrite
