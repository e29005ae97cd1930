//===- LoadText.cpp - The text of a load for the loop's own tile ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Assignments.h"
#include "Ast/Mentions.h"
#include "Ast/Parents.h"
#include "Undo/PlainWriter.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite::undo {

std::optional<Part> PlainWriter::range(SourceLocation Begin,
                                       SourceLocation End) {
  const CharSourceRange R =
      Lexer::makeFileCharRange(CharSourceRange::getTokenRange(Begin, End), A.SM,
                               A.Context.getLangOpts());
  const auto From = R.isValid() ? offset(R.getBegin()) : std::nullopt;
  const auto To = R.isValid() ? offset(R.getEnd()) : std::nullopt;
  if (!From || !To) {
    IsPlain = false;
    return std::nullopt;
  }
  return Part{*From, *To};
}

Part PlainWriter::statement(const Stmt *S) {
  const auto R = range(S);
  if (!R)
    return {};
  Part P = isa<DeclStmt, CompoundStmt>(S) ? *R : withSemicolon(*R);
  if (isa<AttributedStmt>(S))
    P.Begin = Text.rfind('\n', P.Begin) + 1 + indentAt(P.Begin).size();
  return P;
}

void PlainWriter::findFetches() {
  for (const RunLoad &Load : Trace.Loads) {
    if (Load.Fills)
      continue;
    Fetch F{Load.S, nullptr, nullptr};
    if (const auto *D = dyn_cast<DeclStmt>(Load.S); D && D->isSingleDecl()) {
      F.To = cast<VarDecl>(D->getSingleDecl());
      F.Value = F.To->getInit();
    } else if (const auto Done = builtinAssignment(Load.S);
               Done && Done->isPlain()) {
      const auto *Name = nameIn(Done->Target);
      F.To = Name ? cast<VarDecl>(Name->getDecl()) : nullptr;
      F.Value = Done->Value;
    } else if (const auto [Left, Right] =
                   isa<Expr>(Load.S) ? assignmentSides(cast<Expr>(Load.S))
                                     : std::pair<const Expr *, const Expr *>();
               Left) {
      const auto *Name = nameIn(Left);
      F.To = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
      F.Value = Right;
    }
    if (!F.To || F.To->getType()->isArrayType() ||
        !A.Context.hasSameUnqualifiedType(F.To->getType(),
                                          F.Value->IgnoreImpCasts()->getType()))
      continue;
    for (const RunLoad &Store : Trace.Loads)
      if (Store.Fills && isa<Expr>(Store.S)) {
        const auto Sides = assignmentSides(cast<Expr>(Store.S));
        const auto *Use = nameIn(Sides.second);
        if (Use && Use->getDecl() == F.To)
          F.Use = Use;
      }
    const auto IsElse = [&](const DeclRefExpr *Name) {
      return Name != F.Use && !contains(F.S, Name);
    };
    for (const RunLoad &Other : Trace.Loads)
      if (F.Use && findMention(Other.S, F.To, nullptr, IsElse))
        F.Use = nullptr;
    if (F.Use)
      Merged.push_back(F);
  }
}

const Fetch *PlainWriter::mergedBy(const Stmt *S) const {
  for (const Fetch &F : Merged)
    if (F.S == S)
      return &F;
  return nullptr;
}

bool PlainWriter::isKept(const VarDecl *V) const {
  return llvm::any_of(Trace.Loads,
                      [&](const RunLoad &Load) {
                        return !mergedBy(Load.S) && findMention(Load.S, V);
                      }) &&
         llvm::none_of(Merged, [&](const Fetch &F) { return F.To == V; }) &&
         !isIndex(V);
}

bool PlainWriter::isIndex(const VarDecl *V) const {
  for (const auto &[S, Held] : Trace.Values)
    if (const auto It = Held.find(V); It != Held.end())
      if (It->second.Tile || (It->second.Number && It->second.Slope == 0))
        return true;
  return V->getType()->isBooleanType();
}

void PlainWriter::choices() {
  for (const auto &[V, IsRing] : L.Tiles) {
    if (!IsRing)
      continue;
    const auto Sizes =
        V->getTypeSourceInfo()->getTypeLoc().getAs<ArrayTypeLoc>();
    const auto P = Sizes ? range(Sizes.getLBracketLoc(), Sizes.getRBracketLoc())
                         : std::nullopt;
    if (P)
      replace(*P, "");
    else
      IsPlain = false;
  }
  for (const ArraySubscriptExpr *E : L.Choices)
    if (const auto P = choice(E))
      replace(*P, "");
}

std::optional<Part> PlainWriter::choice(const ArraySubscriptExpr *E) {
  const auto Base = range(E->getBase());
  const auto Close = offset(E->getRBracketLoc());
  if (!Base || !Close)
    return std::nullopt;
  return Part{Base->End, *Close + 1};
}

std::string PlainWriter::textOf(const Stmt *S, Part P) {
  EditSet Edits;
  for (const ArraySubscriptExpr *E : L.Choices)
    if (contains(S, E))
      if (const auto Of = choice(E))
        Edits.replace(Of->Begin, Of->End, "");
  const auto Held = llvm::find_if(
      Trace.Values, [&](const auto &Each) { return contains(Each.first, S); });
  const auto Tiles = Held == Trace.Values.end()
                         ? std::nullopt
                         : otherTiles(L, S, Held->second);
  if (!Tiles) {
    if (!Why)
      Why = no(RefusalId::HandIndex,
               "a load names a buffer or a tile in a way that is not "
               "understood",
               S);
    return "";
  }
  for (const OtherTile &Tile : *Tiles)
    if (const auto Of =
            range(Tile.First->getBeginLoc(), Tile.Last->getEndLoc())) {
      const llvm::StringRef Old = Text.slice(Of->Begin, Of->End);
      if (Old.count('(') != Old.count(')') ||
          (Tile.First != Tile.Last && Old.contains(')')))
        IsPlain = false;
      Edits.replace(Of->Begin, Of->End, L.Counter.Var->getNameAsString());
    }
  for (const Fetch &F : Merged)
    if (contains(S, F.Use))
      if (const auto Of = range(F.Use))
        if (const auto From = range(F.Value->IgnoreImpCasts()))
          Edits.replace(Of->Begin, Of->End,
                        textOf(F.Value->IgnoreImpCasts(), *From));
  copies(S, Edits);
  return Edits.apply(Text, P.Begin, P.End);
}

void PlainWriter::copies(const Stmt *S, EditSet &Edits) {
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (const auto Copy = asyncCopyOf(Call, A.Context))
      return assign(*Call, *Copy, Edits);
  for (const Stmt *Child : S->children())
    if (Child)
      copies(Child, Edits);
}

void PlainWriter::assign(const CallExpr &Call, const AsyncCopy &Copy,
                         EditSet &Edits) {
  const auto Whole = range(&Call);
  unsigned At = Whole ? Whole->Begin : 0;
  std::string Between;
  for (const auto &[Pointer, Const] :
       {std::pair(Copy.To, ""), std::pair(Copy.From, "const ")}) {
    const auto *U = dyn_cast<UnaryOperator>(Pointer->IgnoreParens());
    const bool IsPlace = Copy.Cast.empty() && U && U->getOpcode() == UO_AddrOf;
    const auto P = range(IsPlace ? U->getSubExpr() : Pointer);
    if (!P || !Whole)
      return;
    std::string Before = Between;
    if (!IsPlace)
      Before += Copy.Cast.empty() ? "*("
                                  : "*reinterpret_cast<" + std::string(Const) +
                                        Copy.Cast + " *>(";
    Edits.replace(At, P->Begin, Before);
    At = P->End;
    Between = IsPlace ? " = " : ") = ";
  }
  Edits.replace(At, Whole->End, Between == " = " ? "" : ")");
}

std::string PlainWriter::indented(std::string Of, llvm::StringRef From) const {
  std::string New;
  llvm::StringRef Rest = Of;
  while (true) {
    const auto [Line, More] = Rest.split('\n');
    New += Line;
    if (More.empty())
      return New;
    Rest = More;
    Rest.consume_front(From);
    New += "\n" + Indent;
  }
}

} // namespace pipeline_rewrite::undo
