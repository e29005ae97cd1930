//===- PlainText.cpp - The plain loop in the words of the pipelined one ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing here has to be right: the text is parsed, and compared by
// findDifference().
//===----------------------------------------------------------------------===//
#include "Emit/Source/SourceText.h"
#include "Undo/UndoLoop.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

namespace pipeline_rewrite::undo {
namespace {

class PlainWriter {
public:
  PlainWriter(const HandLoop &L, int64_t Tile)
      : L(L), Text(*L.Unit), Counter(L.Start + Tile * L.Step) {}

  std::variant<EditSet, Refusal> run(llvm::ArrayRef<Loaded> Stores);

private:
  TextRange range(SourceRange R) {
    const auto Of = Text.range(R);
    IsWritten &= Of.has_value();
    return Of.value_or(TextRange());
  }

  void tiles();
  static void cut(EditSet &Edits, TextRange R) {
    Edits.replace(R.Begin, R.End, "");
  }

  /// Takes the choices of buffers in \p S away.
  void dropChoices(const Stmt *S, EditSet &Edits);
  /// \p Was: what moves, when this was loaded.
  void replaceMoving(const Expr *E, const CodeReader &Was, EditSet &Edits);
  void replaceBelow(const Stmt *S, const CodeReader &Was, EditSet &Edits) {
    for (const Stmt *Child : S->children())
      replaceIn(Child, Was, Edits);
  }

  void replaceIn(const Stmt *S, const CodeReader &Was, EditSet &Edits);
  /// A copy becomes a store.
  void replaceFill(const Expr *S, const Leaf &Of, const CodeReader &Was,
                   EditSet &Edits);
  static CodeReader at(const HandLoop &L, const Loaded &Of);
  /// What was fetched into a register. A compiler may make one operation of
  /// arithmetic here and there: none becomes part of another expression.
  std::string value(const Loaded &Of, bool IsWhole);
  std::string load(const Loaded &Of);
  std::string indent() {
    for (size_t U = 0; U < L.IsKept.size(); ++U)
      if (L.IsKept[U])
        if (const auto At = Text.statement(L.Loop->Units[U]))
          return Text.indentAt(At->Begin).str();
    return "";
  }

  void drop(const Stmt *S);
  void body(const std::vector<std::string> &Lines);
  const HandLoop &L;
  const SourceText Text;
  const int64_t Counter; ///< of the tile
  const Expr *Whole = nullptr;
  EditSet Out;
  bool IsWritten = true, IsFused = false;
};

std::variant<EditSet, Refusal> PlainWriter::run(llvm::ArrayRef<Loaded> Stores) {
  tiles();
  std::vector<std::string> Lines;
  for (const Loaded &Each : Stores)
    Lines.push_back(load(Each));
  body(Lines);
  for (const Stmt *S : L.Before)
    drop(S);
  const TextRange Kernel = range(L.Loop->Function->getBody()->getSourceRange());
  for (const TextEdit &Each : Out.edits())
    IsWritten &= Each.Begin > Kernel.Begin && Each.End < Kernel.End;
  if (IsFused)
    return refuse(RefusalId::HandStatement, L,
                  "arithmetic in a register would become part of another "
                  "expression");
  if (!IsWritten)
    return refuse(RefusalId::CodeInMacro, L,
                  "a part of the pipeline is written in a macro");
  return std::move(Out);
}

void PlainWriter::tiles() {
  for (const auto &[V, IsRing] : L.Tiles)
    if (IsRing) {
      const auto At =
          V->getTypeSourceInfo()->getTypeLoc().getAs<ArrayTypeLoc>();
      if (At)
        cut(Out, range(At.getBracketsRange()));
      IsWritten &= !At.isNull();
    }
}

void PlainWriter::dropChoices(const Stmt *S, EditSet &Edits) {
  forEach<ArraySubscriptExpr>(S, [&](const ArraySubscriptExpr *E) {
    const ArraySubscriptExpr *Choice = nullptr;
    const VarDecl *V = tileOf(E, &Choice);
    if (!V || !L.isRing(V))
      return;
    const TextRange Base = range(Choice->getBase()->getSourceRange());
    const TextRange All = range(Choice->getSourceRange());
    cut(Edits, {Base.End, All.End});
  });
}

void PlainWriter::replaceMoving(const Expr *E, const CodeReader &Was,
                                EditSet &Edits) {
  const auto X = Was.evaluate(E);
  const TextRange At = range(E->getSourceRange());
  if (X && X->N == Counter && X->Slope == L.Step && L.isMoving(E))
    return Edits.replace(At.Begin, At.End, L.Counter->getNameAsString());
  const auto *B = dyn_cast<BinaryOperator>(E);
  const int64_t Ahead = Counter - Was.Held.at(L.Counter).N;
  if (B && B->getOpcode() == BO_Add && Ahead) {
    const auto Left = Was.evaluate(B->getLHS()),
               Right = Was.evaluate(B->getRHS());
    if (Right && !Right->Slope && Right->N == Ahead &&
        L.isMoving(B->getLHS()) && !Left)
      return cut(Edits, {range(B->getLHS()->getSourceRange()).End, At.End});
    if (Left && !Left->Slope && Left->N == Ahead && L.isMoving(B->getRHS()) &&
        !Right)
      return cut(Edits, {At.Begin, range(B->getRHS()->getSourceRange()).Begin});
  }
  replaceBelow(E, Was, Edits);
}

void PlainWriter::replaceIn(const Stmt *S, const CodeReader &Was,
                            EditSet &Edits) {
  if (!S)
    return;
  if (const Leaf Of = leafOf(S, L.context()); Of.Kind == Leaf::Fill)
    return replaceFill(cast<Expr>(S), Of, Was, Edits);
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return replaceBelow(S, Was, Edits);
  if (const auto *Name = dyn_cast<DeclRefExpr>(E)) {
    const auto It = Was.Registers.find(dyn_cast<VarDecl>(Name->getDecl()));
    if (It != Was.Registers.end()) {
      const TextRange At = range(E->getSourceRange());
      return Edits.replace(At.Begin, At.End, value(It->second, E == Whole));
    }
  }
  replaceMoving(E, Was, Edits);
}

void PlainWriter::replaceFill(const Expr *S, const Leaf &Of,
                              const CodeReader &Was, EditSet &Edits) {
  const TextRange All = range(S->getSourceRange()),
                  To = range(Of.Target->getSourceRange()),
                  From = range(Of.Value->getSourceRange());
  dropChoices(Of.Target, Edits);
  if (Of.IsCopy) {
    cut(Edits, {All.Begin, To.Begin});
    Edits.replace(To.End, From.Begin, " = ");
    cut(Edits, {From.End, All.End});
  }
  Whole = Of.Value->IgnoreParenImpCasts();
  replaceIn(Of.Value, Was, Edits);
}

CodeReader PlainWriter::at(const HandLoop &L, const Loaded &Of) {
  CodeReader Was;
  Was.L = &L;
  Was.Held = Of.At;
  Was.Registers = Of.Registers;
  Was.Iteration = Of.In;
  Was.Tiles = Of.In + 64;
  return Was;
}

std::string PlainWriter::value(const Loaded &Of, bool IsWhole) {
  EditSet Edits;
  const TextRange All = range(Of.Value->getSourceRange());
  IsFused |=
      !IsWhole && !isa<ArraySubscriptExpr>(Of.Value->IgnoreParenImpCasts());
  replaceIn(Of.Value, at(L, Of), Edits);
  return Edits.apply(Text.text(), All.Begin, All.End);
}

std::string PlainWriter::load(const Loaded &Of) {
  EditSet Edits;
  const auto All = Text.statement(Of.By);
  IsWritten &= All && Of.In >= 0;
  if (!IsWritten)
    return "";
  replaceIn(Of.By, at(L, Of), Edits);
  return reindent(Edits.apply(Text.text(), All->Begin, All->End),
                  Text.indentAt(All->Begin), indent());
}

void PlainWriter::drop(const Stmt *S) {
  const auto Lines = Text.lines(S);
  IsWritten &= Lines.has_value();
  if (!Lines)
    return;
  TextRange R = *Lines;
  const llvm::StringRef All = Text.text();
  const size_t Next = All.find('\n', R.End);
  if (Text.ownsLines(R) && Next != llvm::StringRef::npos &&
      All.slice(R.End, Next).trim().empty())
    R.End = Next + 1;
  cut(Out, R);
}

void PlainWriter::body(const std::vector<std::string> &Lines) {
  const Stmt *Last = nullptr;
  for (size_t U = 0; U < L.IsKept.size(); ++U)
    if (L.IsKept[U])
      dropChoices(Last = L.Loop->Units[U], Out);
    else
      drop(L.Loop->Units[U]);
  const auto Open = Text.spelled(L.Loop->Body->getLBracLoc());
  const auto End = Text.statement(Last);
  IsWritten &= Open && End;
  if (!IsWritten)
    return;
  const std::string Break = Text.newline().str() + indent();
  std::string Head;
  for (const std::string &Each : Lines)
    Head += Break + Each;
  Out.insert(*Open + 1, Head + Break + "__syncthreads();");
  Out.insert(End->End, Break + "__syncthreads();");
}

} // namespace

std::variant<EditSet, Refusal> plainText(const HandLoop &L, int64_t Tile,
                                         llvm::ArrayRef<Loaded> Stores) {
  return PlainWriter(L, Tile).run(Stores);
}

} // namespace pipeline_rewrite::undo
