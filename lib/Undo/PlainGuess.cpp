//===- PlainGuess.cpp - What plain loop a pipeline may be made of ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/PlainGuess.h"
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Emit/Source/SourceText.h"
#include "Match/DeviceFunctions.h"
#include "Undo/PipelineParts.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class GuessWriter {
public:
  GuessWriter(const undo::PipelineParts &Parts, const SourceUnit &Unit,
              const GuessChoices &Choices)
      : Parts(Parts), Loop(*Parts.Loop), Choices(Choices), Text(Unit) {}

  std::optional<PlainGuess> run();

private:
  TextRange rangeOf(SourceRange R);
  TextRange linesOf(const Stmt *S);
  void cut(TextRange R) { Edits.replace(R.Begin, R.End, ""); }

  /// With the empty line that parted it from what follows.
  void cut(const Stmt *S, bool WithGap = false);

  /// The counter that a load's counter goes along with.
  std::string counterName(const VarDecl *V) const;

  /// What is replaced wherever it stands: names, buffers, copies.
  void words();

  /// `&x`, to be written as x; else to be written as what it leads to.
  SourceRange element(const Expr *Pointer, bool &IsAddress);
  void store(const CallExpr *Copy);
  static const Stmt *onlyOne(const Stmt *S) {
    const auto *Block = dyn_cast_or_null<CompoundStmt>(S);
    return Block && Block->size() == 1 ? Block->body_front() : S;
  }

  /// `if (a) copy b to t; else t = c;`: the chain makes that of `t = a ? b :
  /// c`.
  void choose(const IfStmt *If);
  void tiles();
  std::string indent();
  std::string moved(const Stmt *S);
  bool isDropped(const Stmt *S) const {
    return llvm::is_contained(Parts.Dropped, S);
  }

  void body();
  std::string barrier();
  bool isOfPipeline(const VarDecl *V) const {
    return Parts.counterOf(V) || !isUsedOutside(V);
  }

  /// Cuts all but the computation, and the barrier after it.
  void units(const std::string &Break, llvm::ArrayRef<std::string> Lines,
             llvm::ArrayRef<std::string> Last);

  /// What the prologue has, too, or what nothing but loads needs.
  bool isAdvance(const Stmt *U);

  /// The counter of the loads becomes the loop's.
  void header();
  void addSteps(const Expr *E, llvm::StringSet<> &Met, std::string &New);
  std::string typeOf(const VarDecl *V);
  std::string startOf(const VarDecl *V);
  llvm::ArrayRef<Stmt *> inFront() const {
    return {const_cast<CompoundStmt *>(Parts.Block)->body_begin(),
            Parts.Number};
  }

  /// `k = 0;` in front of the loop, or `int k = 0;`.
  std::string initInFront();

  /// Whether anything names it that stays.
  bool isUsedOutside(const VarDecl *V) const;

  /// Of variables that nothing needs any more.
  void declarations();
  const undo::PipelineParts &Parts;
  const KLoop &Loop;
  const GuessChoices &Choices;
  const SourceText Text;
  EditSet Edits;
  std::vector<const Stmt *> Cut;
  unsigned Stages = 1;
  bool IsWritten = true;
};

std::optional<PlainGuess> GuessWriter::run() {
  words();
  tiles();
  body();
  for (const Stmt *S : Parts.Front)
    cut(S, /*WithGap=*/true);
  if (Parts.Tail)
    cut(Parts.Tail, /*WithGap=*/true);
  header();
  declarations();
  if (!IsWritten)
    return std::nullopt;
  PlainGuess Out;
  Out.Edits = std::move(Edits);
  Out.Stages = Stages;
  Out.CopiesAsync = Parts.CopiesAsync;
  Out.IsPeeled = Parts.IsPeeled;
  return Out;
}

TextRange GuessWriter::rangeOf(SourceRange R) {
  const auto Of = Text.range(R);
  IsWritten &= Of.has_value();
  return Of.value_or(TextRange());
}

TextRange GuessWriter::linesOf(const Stmt *S) {
  const auto Of = Text.lines(S);
  IsWritten &= Of.has_value();
  return Of.value_or(TextRange());
}

void GuessWriter::cut(const Stmt *S, bool WithGap) {
  TextRange R = linesOf(S);
  const llvm::StringRef All = Text.text();
  if (WithGap && Text.ownsLines(R)) {
    const size_t End = All.find('\n', R.End);
    if (End != llvm::StringRef::npos && All.slice(R.End, End).trim().empty())
      R.End = End + 1;
  }
  cut(R);
  Cut.push_back(S);
}

std::string GuessWriter::counterName(const VarDecl *V) const {
  const VarDecl *const *Counter = Parts.counterOf(V);
  if (*Counter)
    return (*Counter)->getNameAsString();
  const std::string Name = V->getNameAsString();
  const size_t End = Name.rfind("Next");
  return End && End != std::string::npos ? Name.substr(0, End) : Name;
}

void GuessWriter::words() {
  std::vector<const IfStmt *> Choosing;
  forEachBelow<Stmt>(Loop.Function->getBody(), [&](const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      if (V && Parts.counterOf(V))
        if (const auto At = Text.range(Ref))
          Edits.replace(At->Begin, At->End, counterName(V));
    } else if (const ArraySubscriptExpr *At = undo::firstIndexOf(S);
               At && Parts.Rings.contains(undo::rootOf(At))) {
      const TextRange Base = rangeOf(At->getBase()->getSourceRange()),
                      All = rangeOf(At->getSourceRange());
      cut({Base.End, All.End});
    } else if (const CallExpr *Copy = undo::asyncCopy(S); Copy == S && Copy) {
      store(Copy);
    } else if (const auto *If = dyn_cast<IfStmt>(S); If && Choices.IsTernary) {
      Choosing.push_back(If);
    }
  });
  llvm::for_each(llvm::reverse(Choosing), [&](auto *If) { choose(If); });
}

SourceRange GuessWriter::element(const Expr *Pointer, bool &IsAddress) {
  const auto *Address = dyn_cast<UnaryOperator>(Pointer->IgnoreParenImpCasts());
  IsAddress = Address && Address->getOpcode() == UO_AddrOf;
  return (IsAddress ? Address->getSubExpr() : Pointer->IgnoreImpCasts())
      ->getSourceRange();
}

void GuessWriter::store(const CallExpr *Copy) {
  bool IsTo = false, IsFrom = false;
  const TextRange All = rangeOf(Copy->getSourceRange()),
                  To = rangeOf(element(Copy->getArg(0), IsTo)),
                  From = rangeOf(element(Copy->getArg(1), IsFrom));
  Edits.replace(All.Begin, To.Begin, IsTo ? "" : "*");
  Edits.replace(To.End, From.Begin, IsFrom ? " = " : " = *");
  cut({From.End, All.End});
}

void GuessWriter::choose(const IfStmt *If) {
  const CallExpr *Copy = undo::asyncCopy(onlyOne(If->getThen()));
  const Stmt *Else = onlyOne(If->getElse());
  const auto Set = Else ? anyAssignment(Else) : std::nullopt;
  if (!Copy || !Set || !Set->isPlain() || !Set->Value)
    return;
  bool IsTo = false, IsFrom = false;
  const TextRange To = rangeOf(element(Copy->getArg(0), IsTo)),
                  From = rangeOf(element(Copy->getArg(1), IsFrom)),
                  Value = rangeOf(Set->Value->getSourceRange()),
                  Is = rangeOf(If->getCond()->getSourceRange());
  const auto All = Text.statement(If);
  if (!All || !IsTo || !IsFrom)
    return;
  const auto With = [&](TextRange R) {
    return Edits.apply(Text.text(), R.Begin, R.End);
  };
  // Its parts are read as they are now: what is below comes first.
  Edits.replace(All->Begin, All->End,
                With(To) + " = " + With(Is) + " ? " + With(From) + " : " +
                    With(Value) + ";");
}

void GuessWriter::tiles() {
  for (const VarDecl *V : Parts.Rings) {
    const auto At = V->getTypeSourceInfo()->getTypeLoc().getAs<ArrayTypeLoc>();
    IsWritten &= !At.isNull();
    if (At.isNull())
      continue;
    cut(rangeOf(At.getBracketsRange()));
    const auto *Array =
        Loop.Function->getASTContext().getAsConstantArrayType(V->getType());
    Stages = std::max<unsigned>(Stages, Array->getSize().getZExtValue());
  }
}

std::string GuessWriter::indent() {
  for (const Stmt *U : Loop.Units)
    if (const auto At = Text.statement(U))
      return Text.indentAt(At->Begin).str();
  return "";
}

std::string GuessWriter::moved(const Stmt *S) {
  TextRange R = linesOf(S);
  R.Begin = std::min<unsigned>(
      Text.text().find_first_not_of(" \t\r\n", R.Begin), R.End);
  const std::string New = Edits.apply(Text.text(), R.Begin, R.End);
  const auto Own = Text.statement(S);
  return reindent(llvm::StringRef(New).rtrim(),
                  Text.indentAt(Own ? Own->Begin : R.Begin), indent());
}

void GuessWriter::body() {
  const std::string Break = Text.newline().str() + indent();
  std::vector<std::string> Lines;
  for (const Stmt *S : Parts.Loads)
    Lines.push_back(moved(S));
  Lines.push_back(barrier());
  std::vector<std::string> Last;
  for (const Stmt *S : Parts.Advances)
    if (const VarDecl *V = undo::onlySets(S); !V || !isOfPipeline(V))
      (Choices.AdvancesLast ? Last : Lines).push_back(moved(S));
  units(Break, Lines, Last);
  std::string Head;
  for (const std::string &Each : Lines)
    Head += Break + Each;
  if (const auto Open = Text.spelled(Loop.Body->getLBracLoc()))
    Edits.insert(*Open + 1, Head);
  else
    IsWritten = false;
}

std::string GuessWriter::barrier() {
  for (const Stmt *U : Loop.Units)
    if (isBlockBarrier(U))
      if (const auto At = Text.statement(U))
        return Text.slice(*At).str();
  return "__syncthreads();";
}

void GuessWriter::units(const std::string &Break,
                        llvm::ArrayRef<std::string> Lines,
                        llvm::ArrayRef<std::string> Last) {
  const auto IsKept = [&](const Stmt *U) {
    return !isDropped(U) && !isAdvance(U) &&
           !llvm::is_contained(Lines, moved(U));
  };
  const Stmt *Computes = nullptr, *Barrier = nullptr;
  for (const Stmt *U : Loop.Units)
    if (IsKept(U) && undo::mentions(U, Parts.Tiles))
      Computes = U;
  bool IsBehind = false;
  for (const Stmt *U : Loop.Units) {
    if (IsBehind && !Barrier && isBlockBarrier(U))
      Barrier = U;
    else if (!IsKept(U))
      cut(U);
    IsBehind |= U == Computes;
  }
  const auto End = Text.statement(Computes ? Computes : Loop.Units.back());
  IsWritten &= End.has_value();
  if (!End)
    return;
  for (const std::string &Each : Last)
    Edits.insert(End->End, Break + Each);
  if (!Barrier)
    Edits.insert(End->End, Break + barrier());
}

bool GuessWriter::isAdvance(const Stmt *U) {
  const auto At = Text.statement(U);
  const VarDecl *V = undo::onlySets(U);
  if (!At || !V || Parts.counterOf(V))
    return false;
  return llvm::any_of(Parts.Advances, [&](const Stmt *S) {
    const auto Of = Text.statement(S);
    return Of && Text.slice(*Of) == Text.slice(*At);
  });
}

void GuessWriter::header() {
  const auto *For = dyn_cast<ForStmt>(Loop.Loop);
  if (!For || For->getInit())
    return;
  std::string Init;
  for (const auto &[V, Counter] : Parts.Ahead)
    if (!Counter)
      Init +=
          (Init.empty() ? typeOf(V) + " " : ", ") + counterName(V) + startOf(V);
  if (Init.empty() && !Choices.KeepsInit)
    Init = initInFront();
  if (const auto Open = Text.spelled(For->getLParenLoc());
      Open && !Init.empty())
    Edits.insert(*Open + 1, Init);
  const auto *Step = dyn_cast_or_null<Expr>(For->getInc());
  if (!Step)
    return;
  const TextRange All = rangeOf(Step->getSourceRange());
  llvm::StringSet<> Met;
  std::string New;
  addSteps(Step, Met, New);
  Edits.replace(All.Begin, All.End, New);
}

void GuessWriter::addSteps(const Expr *E, llvm::StringSet<> &Met,
                           std::string &New) {
  const auto *Comma = dyn_cast<BinaryOperator>(E->IgnoreImpCasts());
  if (Comma && Comma->getOpcode() == BO_Comma) {
    addSteps(Comma->getLHS(), Met, New);
    return addSteps(Comma->getRHS(), Met, New);
  }
  const TextRange R = rangeOf(E->getSourceRange());
  const std::string One = Edits.apply(Text.text(), R.Begin, R.End);
  if (Met.insert(One).second)
    New += (New.empty() ? "" : ", ") + One;
}

std::string GuessWriter::typeOf(const VarDecl *V) {
  const TextRange R =
      rangeOf(V->getTypeSourceInfo()->getTypeLoc().getSourceRange());
  return Text.slice(R).str();
}

std::string GuessWriter::startOf(const VarDecl *V) {
  if (!V->getInit())
    return "";
  return " = " + Text.slice(rangeOf(V->getInit()->getSourceRange())).str();
}

std::string GuessWriter::initInFront() {
  std::string Init;
  for (const Stmt *S : inFront()) {
    const auto *Group = dyn_cast<DeclStmt>(S);
    const VarDecl *V = Group && Group->isSingleDecl()
                           ? dyn_cast<VarDecl>(Group->getSingleDecl())
                           : undo::onlySets(S);
    if (!V || llvm::none_of(Parts.Ahead,
                            [&](auto &Each) { return Each.second == V; }))
      continue;
    const auto At = Text.range(S);
    IsWritten &= At.has_value();
    if (!At)
      return "";
    cut(S);
    Init += (Init.empty() ? Text.slice(*At).rtrim(';').str()
             : Group      ? ", " + V->getNameAsString() + startOf(V)
                          : ", " + Text.slice(*At).str());
  }
  return Init;
}

bool GuessWriter::isUsedOutside(const VarDecl *V) const {
  bool Used = false;
  const auto IsCut = [&](const Stmt *S) {
    return llvm::is_contained(Parts.Front, S) || isDropped(S) ||
           S == Parts.Tail || llvm::is_contained(Cut, S) ||
           (isa<ArraySubscriptExpr>(S) && undo::firstIndexOf(S) &&
            Parts.Rings.contains(undo::rootOf(cast<Expr>(S))));
  };
  const auto LooksFor = [&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    return Ref && Ref->getDecl() == V;
  };
  Used |= findBelow(Loop.Function->getBody(), LooksFor,
                    [&](const Stmt *S) { return !IsCut(S); }) != nullptr;
  for (const auto &[Of, Counter] : Parts.Ahead)
    Used |= !Counter && undo::mentions(Of->getInit(), V);
  for (const Stmt *S : Parts.Loads)
    Used |= findBelow(S, LooksFor, [&](const Stmt *Each) {
              return !isa<ArraySubscriptExpr>(Each) || !IsCut(Each);
            }) != nullptr;
  return Used;
}

void GuessWriter::declarations() {
  for (const Stmt *S : llvm::reverse(inFront())) {
    const auto *Group = dyn_cast<DeclStmt>(S);
    if (!Group)
      continue;
    const bool Goes = llvm::all_of(Group->decls(), [&](const Decl *D) {
      const auto *V = dyn_cast<VarDecl>(D);
      return V && V->isUsed() && !Parts.Tiles.contains(V) &&
             (Parts.counterOf(V) || !isUsedOutside(V));
    });
    if (Goes)
      cut(S);
  }
}

} // namespace

std::optional<PlainGuess> guessPlain(const KLoop &Loop, const SourceUnit &Unit,
                                     const GuessChoices &Choices) {
  const auto Parts = undo::findParts(Loop);
  if (!Parts)
    return std::nullopt;
  return GuessWriter(*Parts, Unit, Choices).run();
}

} // namespace pipeline_rewrite
