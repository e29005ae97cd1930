//===- HandGuess.cpp - What of a pipeline loads tiles -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Match/DeviceFunctions.h"
#include "Undo/HandWriter.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

namespace pipeline_rewrite::undo {

std::optional<PlainGuess> HandWriter::run() {
  Block = dyn_cast_or_null<CompoundStmt>(Loop.Parent);
  if (!Block || !findCounter())
    return std::nullopt;
  for (const Stmt *U : Loop.Units)
    read(U, /*Under=*/nullptr);
  if (Fills.empty())
    return std::nullopt;
  rings();
  front();
  header();
  body();
  if (!IsWritten)
    return std::nullopt;
  declarations();
  Out.Edits = std::move(Edits);
  return std::move(Out);
}

std::string HandWriter::words(const Stmt *S) {
  const auto R = S ? Text.range(S) : std::nullopt;
  IsWritten &= R.has_value();
  return R ? Text.slice(*R).str() : "";
}

bool HandWriter::findCounter() {
  const auto Take = [&](const Stmt *S) {
    const auto *E = dyn_cast_or_null<Expr>(S);
    while (const auto *Comma = dyn_cast_or_null<BinaryOperator>(E)) {
      if (Comma->getOpcode() != BO_Comma)
        break;
      E = Comma->getLHS();
    }
    const VarDecl *V = E ? onlySets(E) : nullptr;
    if (!V || !undo::mentions(Loop.Condition, V))
      return;
    const auto Set = builtinAssignment(E->IgnoreParenImpCasts());
    Counter = V;
    Step = Set->Value ? words(Set->Value) : "1";
  };
  Take(Loop.increment());
  for (const Stmt *U : Loop.Units)
    if (!Counter)
      Take(U);
  return Counter && Loop.Condition;
}

const VarDecl *HandWriter::filled(const Stmt *S) {
  if (const CallExpr *Copy = asyncCopy(S))
    return undo::rootOf(Copy->getArg(0));
  const auto *E = dyn_cast<Expr>(S);
  const auto Set = E ? anyAssignment(E->IgnoreImplicit()) : std::nullopt;
  return Set ? undo::rootOf(Set->Target) : nullptr;
}

bool HandWriter::fills(const Stmt *S) {
  return findBelow(S, [&](const Stmt *Each) {
           if (isShared(filled(Each)))
             return true;
           // A function that is given a tile, and the next tile's number.
           const auto *Call = dyn_cast<CallExpr>(Each);
           return Call && Call->getDirectCallee() && isNext(Call) &&
                  llvm::any_of(Call->arguments(), [](const Expr *E) {
                    return isShared(undo::rootOf(E));
                  });
         }) != nullptr;
}

bool HandWriter::isNext(const Stmt *S) const {
  return findBelow(S, [&](const Stmt *Each) {
           const auto *Sum = dyn_cast<BinaryOperator>(Each);
           return Sum && Sum->getOpcode() == BO_Add &&
                  undo::mentions(Sum->getLHS(), Counter);
         }) != nullptr;
}

void HandWriter::read(const Stmt *S, const IfStmt *Under) {
  const auto *If = dyn_cast<IfStmt>(S);
  const bool IsOfLoad =
      If && findBelow(If, [&](const Stmt *Each) {
        return isSync(Each) || fills(Each) || isRegister(Each);
      });
  if (If && IsOfLoad) {
    const auto *And =
        dyn_cast<BinaryOperator>(If->getCond()->IgnoreParenImpCasts());
    const bool IsBoth = And && And->getOpcode() == BO_LAnd;
    const Expr *Own = nullptr;
    if (isOfTile(If->getCond())) {
      Guard = IsBoth ? And->getLHS() : If->getCond();
      Own = IsBoth ? And->getRHS() : nullptr;
    } else {
      Own = If->getCond();
    }
    const Stmt *Then = If->getThen();
    (void)Under;
    Conditions.push_back(Own);
    if (const auto *Inner = dyn_cast<CompoundStmt>(Then))
      for (const Stmt *Each : Inner->body())
        read(Each, If);
    else
      read(Then, If);
    Conditions.pop_back();
    return;
  }
  if (isSync(S))
    return;
  if (fills(S))
    return Fills.push_back({S, condition()});
  if (isRegister(S)) {
    const auto Set = anyAssignment(cast<Expr>(S)->IgnoreImplicit());
    Registers[undo::rootOf(Set->Target)] = Set->Value;
    return;
  }
  Kept.push_back(S);
}

const Expr *HandWriter::condition() const {
  for (const Expr *Each : llvm::reverse(Conditions))
    if (Each)
      return Each;
  return nullptr;
}

bool HandWriter::isOfTile(const Expr *E) const {
  return findBelow(E, [&](const Stmt *S) {
           const auto *Ref = dyn_cast<DeclRefExpr>(S);
           const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
           return V &&
                  (V == Counter || (V->isLocalVarDecl() && V->getInit() &&
                                    undo::mentions(V->getInit(), Counter)));
         }) != nullptr;
}

bool HandWriter::isRegister(const Stmt *S) const {
  const auto *E = dyn_cast<Expr>(S);
  const auto Set = E ? anyAssignment(E->IgnoreImplicit()) : std::nullopt;
  if (!Set || !Set->isPlain())
    return false;
  const auto *Ref = dyn_cast<DeclRefExpr>(Set->Target->IgnoreParens());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && !isShared(V) && isStored(V);
}

bool HandWriter::isStored(const VarDecl *V) const {
  return findBelow(Loop.Body, [&](const Stmt *S) {
           if (!isShared(filled(S)))
             return false;
           const auto *E = dyn_cast<Expr>(S);
           const auto Set = anyAssignment(E->IgnoreImplicit());
           if (!Set || !Set->Value)
             return false;
           const auto *Ref =
               dyn_cast<DeclRefExpr>(Set->Value->IgnoreParenImpCasts());
           return Ref && Ref->getDecl() == V;
         }) != nullptr;
}

void HandWriter::rings() {
  const ASTContext &Context = Loop.Function->getASTContext();
  forEachBelow<ArraySubscriptExpr>(Loop.Body, [&](const ArraySubscriptExpr *E) {
    const VarDecl *V = undo::firstIndexOf(E) ? undo::rootOf(E) : nullptr;
    const auto *Array =
        V ? Context.getAsConstantArrayType(V->getType()) : nullptr;
    if (!Array || Array->getSize().ugt(4) || Array->getSize().ult(2))
      return;
    bool IsFilled = false;
    for (const auto &[S, If] : Fills)
      IsFilled |= undo::mentions(S, V);
    if (!IsFilled || !Rings.insert(V).second)
      return;
    Stages = std::max<unsigned>(Stages, Array->getSize().getZExtValue());
    if (const auto At =
            V->getTypeSourceInfo()->getTypeLoc().getAs<ArrayTypeLoc>();
        !At.isNull())
      if (const auto R = Text.range(At.getBracketsRange()))
        Edits.replace(R->Begin, R->End, "");
  });
}

void HandWriter::front() {
  bool IsAfter = false;
  for (const Stmt *S : Block->body()) {
    if (S == Loop.Loop || S == Loop.Whole)
      break;
    const bool HasTile = findBelow(S, [&](const Stmt *Each) {
                           return isShared(filled(Each)) || isSharedCall(Each);
                         }) != nullptr;
    if (isa<DeclStmt>(S) && !HasTile)
      continue;
    if (HasTile || (IsAfter && (isSync(S) || onlySets(S))) ||
        isFrontRegister(S))
      if (!isCounted(S)) {
        cut(S);
        Front.push_back(S);
      }
    IsAfter |= HasTile;
  }
}

bool HandWriter::isSharedCall(const Stmt *S) const {
  const auto *Call = dyn_cast<CallExpr>(S);
  return Call && !isSync(Call) && !isa<CXXOperatorCallExpr>(Call) &&
         llvm::any_of(Call->arguments(),
                      [](const Expr *E) { return isShared(undo::rootOf(E)); });
}

bool HandWriter::isFrontRegister(const Stmt *S) const {
  const auto *E = dyn_cast<Expr>(S);
  const auto Set = E ? anyAssignment(E->IgnoreImplicit()) : std::nullopt;
  const auto *Ref =
      Set ? dyn_cast<DeclRefExpr>(Set->Target->IgnoreParens()) : nullptr;
  return Ref && Registers.count(dyn_cast<VarDecl>(Ref->getDecl()));
}

void HandWriter::header() {
  const auto *Init = dyn_cast_or_null<DeclStmt>(Loop.init());
  const auto *V = Init ? dyn_cast<VarDecl>(*Init->decl_begin()) : nullptr;
  if (!V || V != Counter || !V->getInit() || words(V->getInit()) != Step)
    return;
  IsAhead = true;
  const auto From = Text.range(V->getInit()), If = Text.range(Loop.Condition);
  if (!From || !If)
    return;
  Edits.replace(From->Begin, From->End, "0");
  if (Guard)
    Edits.replace(If->Begin, If->End, words(Guard));
}

void HandWriter::names() {
  for (const Stmt *S : Kept) {
    const auto *Group = dyn_cast<DeclStmt>(S);
    if (!Group || !Group->isSingleDecl())
      continue;
    const auto *V = dyn_cast<VarDecl>(Group->getSingleDecl());
    isOfRegisters(Group);
    const auto *Sum =
        V && V->getInit()
            ? dyn_cast<BinaryOperator>(V->getInit()->IgnoreParenImpCasts())
            : nullptr;
    if (Sum && isStepAdded(Sum) &&
        isa<DeclRefExpr>(Sum->getLHS()->IgnoreImpCasts()))
      Nexts[V] = Counter->getNameAsString();
  }
}

bool HandWriter::isOfRegisters(const DeclStmt *Group) {
  return llvm::all_of(Group->decls(), [&](const Decl *D) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V || !isStored(V))
      return false;
    if (V->getInit() && !Registers.count(V) &&
        !isa<IntegerLiteral, FloatingLiteral>(
            V->getInit()->IgnoreParenImpCasts()))
      Registers[V] = V->getInit();
    return true;
  });
}

} // namespace pipeline_rewrite::undo

namespace pipeline_rewrite {

std::optional<PlainGuess> guessByHand(const KLoop &Loop,
                                      const SourceUnit &Unit) {
  return undo::HandWriter(Loop, Unit).run();
}

} // namespace pipeline_rewrite
