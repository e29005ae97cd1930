//===- HandTrace.cpp - What a thread does around and in a loop ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/HandTrace.h"
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Ast/VariableUses.h"
#include "Match/DeviceFunctions.h"
#include "Undo/PipelineParts.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pipeline_rewrite::undo {

HandTrace::HandTrace(const KLoop &Loop, Terms &All, unsigned Buffers)
    : Reader(Loop.Function->getASTContext(), All), Loop(Loop), All(All),
      Context(Loop.Function->getASTContext()), Buffers(Buffers) {
  Reader.Clean = namedAlone(Loop.Function);
  Reader.Modulus = Buffers;
  unsigned Number = 0;
  for (const ParmVarDecl *P : Loop.Function->parameters()) {
    Symbols[P] = Number++;
    const unsigned Type = Reader.typeOf(P->getType());
    if (!Reader.Clean.contains(P) || !Type)
      continue;
    const Term *Is = All.symbol(Symbols[P], Type);
    Reader.Held[P] = {Is, {}};
    if (P->getType()->isPointerType())
      Reader.Parameters.insert(Is);
  }
}

/// The function of a system's header that \p S calls, by its name.
static llvm::StringRef systemCall(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreImplicit());
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->getIdentifier() && !isa<CXXMethodDecl>(F) && isSystem(F)
             ? F->getName()
             : "";
}

void HandTrace::add(HandStep Step) {
  Step.Under = Reader.Guards;
  if (Step.Kind != HandStep::Fill && !Step.Under.empty())
    fail("a barrier, a wait or a computation under a condition");
  if (Into)
    Into->push_back(std::move(Step));
}

/// What \p S changes has no value that is known.
void HandTrace::forget(const Stmt *S, bool IsComputed) {
  forEachUse(S, [&](const VariableUse &U) {
    if (U.Kind == UseKind::Value)
      return;
    Reader.Held[U.Var] = {};
    if (IsComputed)
      Computed.insert(U.Var);
    else if (!IsKept)
      Changed.insert(U.Var);
  });
  forEachBelow<DeclStmt>(S, [&](const DeclStmt *Group) {
    for (const Decl *D : Group->decls())
      if (const auto *V = dyn_cast<VarDecl>(D)) {
        Reader.Held[V] = {};
        if (IsComputed)
          Computed.insert(V);
      }
  });
}

void HandTrace::runFront(const Stmt *S, bool Kept) {
  IsKept = Kept;
  Into = &Front;
  const auto *Group = dyn_cast<DeclStmt>(S);
  if (!Kept || Group || (isa<Expr>(S) && assign(cast<Expr>(S)))) {
    if (!Kept || Group)
      run(S);
  } else {
    forget(S, /*IsComputed=*/false);
  }
  Into = nullptr;
  IsKept = false;
}

void HandTrace::run(const Stmt *S) {
  S = unattributed(S);
  if (!S || isa<NullStmt>(S))
    return;
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Each : Block->body())
      run(Each);
  } else if (const auto *Group = dyn_cast<DeclStmt>(S)) {
    runDeclaration(Group);
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    runExpression(E);
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    runBranch(If);
  } else if (const auto *For = dyn_cast<ForStmt>(S);
             For && hasSteps(S) && runFor(For)) {
    return;
  } else {
    compute(S);
  }
}

void HandTrace::runDeclaration(const DeclStmt *Group) {
  if (IsKept)
    forEachUse(Group, [&](const VariableUse &U) {
      if (U.Kind != UseKind::Value)
        Reader.Held[U.Var] = {};
    });
  for (const Decl *D : Group->decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V) {
      if (!IsKept)
        fail("a declaration");
      continue;
    }
    if (V->hasAttr<CUDASharedAttr>())
      continue;
    const Expr *Init = V->getInit();
    if (const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Init);
        Made && !Made->getNumArgs())
      Init = nullptr; // of a vector
    if (!IsKept && !InFront && Computed.contains(V))
      return compute(Group);
    const Term *Is = Init && Reader.Clean.contains(V) && !Computed.contains(V)
                         ? Reader.value(Init)
                         : nullptr;
    if (IsKept) {
      const unsigned Type = Reader.typeOf(V->getType());
      if (!Is && Init && Type && Reader.Clean.contains(V) && Symbols.count(V))
        Is = All.symbol(Symbols[V], Type);
      Reader.Held[V] = {Is, {}};
      continue;
    }
    if ((Init && !Is) || !Reader.Clean.contains(V)) {
      if (Group->isSingleDecl() || Group->decls().begin()[0] == D)
        return compute(Group);
      fail("a declaration of several variables");
      return;
    }
    Reader.Held[V] = {Is, Reader.Guards};
    Changed.insert(V);
  }
}

bool HandTrace::assign(const Expr *E) {
  const auto Set = anyAssignment(E->IgnoreImplicit());
  const VarDecl *V = Set ? Reader.variable(Set->Target) : nullptr;
  if (!V || Computed.contains(V) || (Set->By && !Set->copiesBytes()))
    return false;
  const QualType T = V->getType().getUnqualifiedType();
  const Term *New = Set->Value ? Reader.stored(Set->Value)
                               : All.number(1, Reader.typeOf(Context.IntTy));
  if (Set->Operator) {
    const QualType In = Set->ComputedIn.isNull() ? T : Set->ComputedIn;
    const QualType Right = Set->Value ? Set->Value->getType() : Context.IntTy;
    const HeldTerm Old = Reader.Held.lookup(V);
    const bool IsKnown = Old.Is && Reader.isHere(Old);
    if (!IsKnown || (!Set->Value && !isExact(T) && !T->isPointerType()))
      New = nullptr;
    else
      New = Reader.converted(Reader.binary(*Set->Operator, In,
                                           Reader.converted(Old.Is, T, In), New,
                                           Right),
                             In, T);
  }
  if (!New && !IsTrial)
    return false;
  Reader.Held[V] = {New, Reader.Guards};
  if (!IsKept)
    Changed.insert(V);
  return true;
}

bool HandTrace::runCall(const Expr *E) {
  const llvm::StringRef Name = systemCall(E);
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreImplicit());
  HandStep Step;
  Step.At = E;
  if (Name == "__syncthreads") {
    Step.Kind = HandStep::Barrier;
  } else if (Name == "__pipeline_commit") {
    Step.Kind = HandStep::Commit;
  } else if (Name == "__pipeline_wait_prior") {
    const auto Prior = Terms::numberOf(Reader.value(Call->getArg(0)));
    if (!Prior || *Prior < 0 || *Prior > 8)
      return fail("how many copies are waited for"), true;
    Step.Kind = HandStep::Wait;
    Step.Prior = *Prior;
  } else if (Name == "__pipeline_memcpy_async") {
    const auto Bytes = Terms::numberOf(Reader.value(Call->getArg(2)));
    const bool Fills = Call->getNumArgs() > 3 &&
                       !isa<CXXDefaultArgExpr>(Call->getArg(3)) &&
                       Terms::numberOf(Reader.value(Call->getArg(3))) != 0;
    const auto Pointee = [](const Expr *P) {
      P = P->IgnoreParens();
      while (const auto *Cast = dyn_cast<ImplicitCastExpr>(P))
        P = Cast->getSubExpr()->IgnoreParens();
      return P;
    };
    const Expr *To = Pointee(Call->getArg(0)), *From = Pointee(Call->getArg(1));
    const auto *Place = dyn_cast<UnaryOperator>(To);
    const QualType T = To->getType()->getPointeeType();
    if (!Bytes || Fills || !Place || Place->getOpcode() != UO_AddrOf ||
        T.isNull() || T->isVoidType() ||
        Context.getTypeSizeInChars(T).getQuantity() != *Bytes)
      return fail("what is copied"), true;
    auto Of = Reader.cell(Place->getSubExpr());
    const QualType Source = From->getType()->getPointeeType();
    if (!Of || Source.isNull() || Reader.typeOf(Source) != Reader.typeOf(T) ||
        !Reader.typeOf(T))
      return fail("what is copied"), true;
    Step.Kind = HandStep::Fill;
    Step.IsCopy = true;
    Step.To = std::move(*Of);
    Step.Value = Reader.loadFrom(From, Source);
    if (!Step.Value)
      return fail("what is copied"), true;
  } else {
    return false;
  }
  add(std::move(Step));
  return true;
}

void HandTrace::runExpression(const Expr *E) {
  const Expr *Plain = E->IgnoreParens();
  if (const auto *Comma = dyn_cast<BinaryOperator>(Plain);
      Comma && Comma->getOpcode() == BO_Comma) {
    runExpression(Comma->getLHS());
    return runExpression(Comma->getRHS());
  }
  if (runCall(Plain) || assign(Plain))
    return;
  const auto Set = anyAssignment(Plain->IgnoreImplicit());
  auto Of = Set ? Reader.cell(Set->Target) : std::nullopt;
  if (!Of)
    return compute(E);
  HandStep Step;
  Step.Kind = HandStep::Fill;
  Step.At = E;
  Step.To = std::move(*Of);
  if (Set->isPlain() && (!Set->By || Set->copiesBytes()))
    Step.Value = Reader.stored(Set->Value);
  if (!Step.Value && !IsTrial)
    fail("what is stored to the tile");
  add(std::move(Step));
}

/// Loads, barriers or copies, which are no computation.
bool HandTrace::hasSteps(const Stmt *S) {
  return findBelow(S, [&](const Stmt *Each) {
           if (const auto Set = anyAssignment(Each))
             if (const VarDecl *V = rootOf(Set->Target);
                 V && Reader.Tiles.contains(V))
               return true;
           return isSync(Each) || asyncCopy(Each);
         }) != nullptr;
}

bool HandTrace::readTests(const Expr *E, std::vector<int> &Into) {
  const auto *And = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (And && And->getOpcode() == BO_LAnd)
    return readTests(And->getLHS(), Into) && readTests(And->getRHS(), Into);
  const auto &Known = InFront ? FrontTests : Tests;
  const auto At = Known.find(Reader.value(E));
  if (At == Known.end() || !At->first)
    return false;
  Into.push_back(At->second);
  return true;
}

void HandTrace::runBranch(const IfStmt *If) {
  std::vector<int> Tiles;
  const bool IsPlain = !If->getElse() && !If->getInit() &&
                       !If->getConditionVariable() && !If->isConstexpr();
  const bool IsTest = IsPlain && readTests(If->getCond(), Tiles);
  if (!IsTest && !(IsTrial && IsPlain)) {
    if (hasSteps(If))
      fail("loads under a condition that is not whether there is a tile");
    return compute(If);
  }
  const std::vector<int> Before = Reader.Guards;
  if (IsTest)
    llvm::append_range(Reader.Guards, Tiles);
  else
    Reader.Guards.push_back(-1); // another condition, in a trial
  run(If->getThen());
  Reader.Guards = Before;
}

/// One whose iterations can be counted, as they come.
bool HandTrace::runFor(const ForStmt *For) {
  if (!For->getInit() || !For->getCond() || !For->getInc() ||
      For->getConditionVariable())
    return false;
  run(For->getInit());
  for (unsigned I = 0; I < 64; ++I) {
    const auto Is = Terms::numberOf(Reader.value(For->getCond()));
    if (!Is)
      return fail("how often loads are repeated"), true;
    if (!*Is)
      return true;
    run(For->getBody());
    run(For->getInc());
  }
  return fail("loads are repeated too often"), true;
}

void HandTrace::compute(const Stmt *S) {
  if (IsTrial)
    return forget(S, /*IsComputed=*/false);
  if (InFront) {
    fail("something in front of the loop is no load of a tile");
    return;
  }
  if (const std::string Open = findOpenCode(S, /*IsLoop=*/true);
      !Open.empty()) {
    fail("the computation has " + Open);
    return;
  }
  HandStep Step;
  Step.Kind = HandStep::Compute;
  Step.At = S;
  forget(S, /*IsComputed=*/true);
  if (readComputed(S, Step))
    add(std::move(Step));
}

/// What is read of tiles, and of variables that have values.
bool HandTrace::readComputed(const Stmt *S, HandStep &Step) {
  const auto *Cast = dyn_cast<CastExpr>(S);
  const auto *Copy = dyn_cast<CXXConstructExpr>(S);
  const auto *Part = dyn_cast<MemberExpr>(S);
  const Expr *Place = Cast && Cast->getCastKind() == CK_LValueToRValue
                          ? Cast->getSubExpr()
                      : Copy && Copy->getNumArgs() == 1 ? Copy->getArg(0)
                                                        : nullptr;
  while (Place &&
         (Part = dyn_cast<MemberExpr>(Place->IgnoreParenNoopCasts(Context))) &&
         !Part->isArrow())
    Place = Part->getBase();
  if (Place) {
    Place = Place->IgnoreParenNoopCasts(Context);
    if (auto Of = Reader.cell(Place)) {
      const bool IsRing = Buffers > 1;
      Step.Reads.push_back(
          {Of->Tile, IsRing ? Reader.value(Of->Buffer) : nullptr});
      if (IsRing && !Terms::numberOf(Step.Reads.back().second) && !IsTrial)
        return fail("which buffer is read");
      // The rest of the indices.
      for (const Expr *At = Place;;) {
        At = At->IgnoreParenImpCasts();
        if (const auto *Unary = dyn_cast<UnaryOperator>(At)) {
          At = Unary->getSubExpr();
        } else if (const auto *Other = dyn_cast<CastExpr>(At)) {
          At = Other->getSubExpr();
        } else if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(At)) {
          if (!(IsRing && Sub->getIdx() == Of->Buffer) &&
              !readComputed(Sub->getIdx(), Step))
            return false;
          At = Sub->getBase();
        } else {
          return true;
        }
      }
    }
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (V && Reader.Tiles.contains(V))
      return fail("the computation does more with a tile than read it");
    if (V && Reader.Clean.contains(V) && !Computed.contains(V)) {
      const HeldTerm At = Reader.Held.lookup(V);
      const Term *Is = At.Under.empty() ? At.Is : nullptr;
      if (!Is && !Changed.contains(V) && Symbols.count(V))
        Is = All.symbol(Symbols[V], 0);
      if (!Is || Terms::hasLoad(Is))
        return fail("the computation reads '" + V->getNameAsString() + "'");
      Step.Values.push_back(Is);
    }
  }
  for (const Stmt *Each : S->children())
    if (Each && !readComputed(Each, Step))
      return false;
  if (const auto *Group = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Group->decls())
      if (const auto *V = dyn_cast<VarDecl>(D);
          V && V->hasAttr<CUDASharedAttr>())
        return fail("shared memory in the loop");
  return true;
}

} // namespace pipeline_rewrite::undo
