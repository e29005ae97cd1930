//===- SymbolicRun.cpp - Statements of a run with symbols -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/SymbolicRun.h"
#include "Ast/Loops.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {

Term SymbolicRun::fail(std::string Text, const Stmt *At) {
  if (Why.empty()) {
    Why = std::move(Text);
    WhyAt = At;
  }
  return Term::symbol("?");
}

/// Two variables of one name would be one symbol.
std::string SymbolicRun::nameOf(const VarDecl *V) {
  const auto *Of = V->getCanonicalDecl();
  const std::string Name = V->getNameAsString();
  if (Names.try_emplace(Name, Of).first->second != Of)
    fail("two variables are named '" + Name + "'", nullptr);
  return Name;
}

std::string SymbolicRun::nameOf(const MSPropertyRefExpr *Property) {
  std::string Base;
  llvm::raw_string_ostream OS(Base);
  Property->getBaseExpr()->printPretty(OS, nullptr,
                                       Context.getPrintingPolicy());
  return Base + "." + Property->getPropertyDecl()->getNameAsString();
}

bool SymbolicRun::holds(const Expr *Condition, bool &IsKnown) {
  const Term Value = eval(Condition);
  const auto Number = Value.asNumber();
  IsKnown = Number.has_value();
  return !IsKnown || *Number != 0;
}

void SymbolicRun::runAround(llvm::ArrayRef<const Stmt *> Statements) {
  for (const Stmt *S : Statements)
    run(S);
}

std::optional<Countdown> SymbolicRun::probe() {
  if (const Stmt *Init = K.init())
    run(Init);
  Countdown Out;
  for (int Turn = 0; Turn < 2 && !failed(); ++Turn) {
    InHead = true;
    HeadLeft.reset();
    eval(K.Condition);
    InHead = false;
    if (!HeadLeft)
      return std::nullopt;
    (Turn ? Out.Change : Out.Left) = *HeadLeft;
    if (Turn)
      break;
    for (const Stmt *S : K.Units)
      run(S);
    if (K.increment())
      eval(K.increment());
  }
  Out.Change = Out.Change - Out.Left;
  if (failed() || Out.Change.asNumber() == 0)
    return std::nullopt;
  return Out;
}

void SymbolicRun::runLoop() {
  if (const Stmt *Init = K.init())
    run(Init);
  for (Iteration = 0; !failed(); ++Iteration) {
    if (Iteration > 0 || !K.isBodyFirst()) {
      bool IsKnown;
      const bool Again = holds(K.Condition, IsKnown);
      if (!IsKnown)
        fail("how often the loop runs is not seen", K.Condition);
      if (!Again || failed())
        break;
    }
    if (Iteration > 300)
      fail("the loop runs too often to be followed", K.Loop);
    Iterations.emplace_back();
    Starts.push_back(State);
    for (const Stmt *S : K.Units)
      run(S);
    if (K.increment())
      eval(K.increment());
  }
  Iteration = -2; // after it
}

void SymbolicRun::run(const Stmt *S) {
  if (failed() || !S)
    return;
  if (++Steps > MostSteps)
    return void(fail("it takes too many steps to be followed", S));
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Each : Block->body())
      run(Each);
    return;
  }
  const auto *If = dyn_cast<IfStmt>(S);
  if (If && !InLoad)
    return runIf(If);
  if (InLoad)
    return runParts(S);
  runLeaf(S);
}

void SymbolicRun::runLeaf(const Stmt *S) {
  LoopPart Part = Parts.of(S);
  // Barriers in what loads the first tiles are of no interest.
  if (Part == LoopPart::Unknown && Iteration == -1 && Parts.fillsTile(S) &&
      !Parts.effectsOf(S).anything())
    Part = LoopPart::Load;
  if (Iteration >= -1)
    (Iteration < 0 || Iterations.empty() ? Ahead : Iterations.back())
        .push_back({S, Part, State});
  switch (Part) {
  case LoopPart::Barrier:
  case LoopPart::Wait:
  case LoopPart::Hold:
    return;
  case LoopPart::Unknown:
    return void(fail("a copy is written in a way that is not understood", S));
  case LoopPart::Compute:
    return compute(S);
  case LoopPart::Load:
  case LoopPart::Fetch:
    noteUse(S);
    InLoad = true;
    runParts(S);
    InLoad = false;
    if (Part == LoopPart::Fetch)
      for (const VarDecl *V : Parts.effectsOf(S).Writes)
        FetchedIn[V] = Iteration;
    return;
  case LoopPart::Step:
    InLoad = true;
    runParts(S);
    InLoad = false;
  }
}

/// In which iteration what a store puts into its tile was fetched.
void SymbolicRun::noteUse(const Stmt *S) {
  if (Iteration < 0)
    return;
  for (const VarDecl *V : Parts.effectsOf(S).Reads)
    if (auto At = FetchedIn.find(V); At != FetchedIn.end() && At->second >= 0)
      Gap[V].insert(Iteration - At->second);
}

void SymbolicRun::runParts(const Stmt *S) {
  if (failed() || !S || isa<NullStmt>(S))
    return;
  if (++Steps > MostSteps)
    return void(fail("it takes too many steps to be followed", S));
  if (isCopyControl(S) || isBlockBarrier(S))
    return;
  if (const auto *E = dyn_cast<Expr>(S))
    return void(eval(E));
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return runDeclared(D);
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Each : Block->body())
      runParts(Each);
    return;
  }
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return runParts(A->getSubStmt());
  if (const auto *If = dyn_cast<IfStmt>(S))
    return runIf(If);
  if (isa<ForStmt, WhileStmt, DoStmt>(S))
    return runInner(S);
  fail("a statement of the loads is not understood", S);
}

void SymbolicRun::runDeclared(const DeclStmt *D) {
  for (const Decl *Each : D->decls()) {
    const auto *V = dyn_cast<VarDecl>(Each);
    if (!V || V->hasAttr<CUDASharedAttr>())
      continue;
    State.Variables.erase(V);
    const Expr *Init = V->getInit();
    const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Init);
    if (!Init || V->getType()->isArrayType() || (Made && !Made->getNumArgs()) ||
        isa<LambdaExpr>(Init->IgnoreUnlessSpelledInSource()))
      continue;
    State.Variables[V] =
        V->getType()->isReferenceType() ? address(Init) : eval(Init);
  }
}

void SymbolicRun::runIf(const IfStmt *If) {
  if (If->getInit() || If->getConditionVariable())
    return void(fail("a condition declares a variable", If));
  bool IsKnown;
  const RunState Before = State;
  const bool IsTrue = holds(If->getCond(), IsKnown);
  auto [At, New] = IsDecided.try_emplace(If, IsKnown);
  At->second &= IsKnown;
  if (IsKnown || (!Known && !InLoad))
    return run(IsTrue ? If->getThen() : If->getElse());
  if (!InLoad) { // a part of the loads, or of the computation
    State = Before;
    return runLeaf(If);
  }
  const std::string Condition = eval(If->getCond()).text();
  const RunState Start = State;
  runParts(If->getThen());
  RunState Then = std::exchange(State, Start);
  runParts(If->getElse());
  merge(Condition, std::move(Then), State);
}

/// A choice in a choice by the same condition is made already.
Term SymbolicRun::choose(const std::string &Condition, Term Then, Term Else) {
  if (auto At = Choices.find(Then.text());
      At != Choices.end() && At->second.Condition == Condition)
    Then = At->second.Then;
  if (auto At = Choices.find(Else.text());
      At != Choices.end() && At->second.Condition == Condition)
    Else = At->second.Else;
  if (Then == Else)
    return Then;
  const Term Out = Term::symbol("?(" + Condition + ", " + Then.text() + ", " +
                                Else.text() + ")");
  Choices.insert({Out.text(), {Condition, Then, Else}});
  return Out;
}

void SymbolicRun::merge(const std::string &Condition, RunState Then,
                        const RunState &Else) {
  auto Join = [&](auto &To, const auto &From, auto Before) {
    for (const auto &[Key, Value] : From)
      if (!To.count(Key))
        To[Key] = Term::symbol(Before(Key));
    for (auto &[Key, Value] : To) {
      auto At = From.find(Key);
      const Term Other =
          At != From.end() ? At->second : Term::symbol(Before(Key));
      if (!(Value == Other))
        Value = choose(Condition, Value, Other);
    }
  };
  Join(Then.Variables, Else.Variables,
       [](const VarDecl *V) { return V->getNameAsString(); });
  auto Old = [](const std::string &Key) { return "old " + Key; };
  Join(Then.Memory, Else.Memory, Old);
  for (const auto &[Name, Held] : Else.Buffers)
    Then.Buffers[Name];
  for (auto &[Name, Held] : Then.Buffers) {
    auto At = Else.Buffers.find(Name);
    Join(Held,
         At != Else.Buffers.end() ? At->second : std::map<std::string, Term>(),
         Old);
  }
  State = std::move(Then);
}

void SymbolicRun::runInner(const Stmt *Loop) {
  const auto *For = dyn_cast<ForStmt>(Loop);
  const RunState Before = State;
  if (For && For->getInit())
    InLoad ? runParts(For->getInit()) : run(For->getInit());
  const Expr *Condition = loopCondition(Loop);
  const Stmt *Body = loopBody(Loop);
  for (unsigned Turn = 0; !failed(); ++Turn) {
    bool IsKnown = true;
    bool Again = true;
    if (Turn || !isa<DoStmt>(Loop))
      Again = Condition && holds(Condition, IsKnown);
    if (!IsKnown) {
      State = Before;
      if (For && !Turn)
        return runOpaque(For);
      return void(fail("how often a loop of the loads runs is not seen", Loop));
    }
    if (!Again)
      return;
    InLoad ? runParts(Body) : run(Body);
    if (For && For->getInc())
      eval(For->getInc());
  }
}

/// A loop whose length is not known, of which each iteration stores for itself:
/// one iteration with a symbol for the counter says all.
void SymbolicRun::runOpaque(const ForStmt *For) {
  const auto *Declared = dyn_cast_or_null<DeclStmt>(For->getInit());
  const auto *V = Declared && Declared->isSingleDecl()
                      ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                      : nullptr;
  if (!V || !V->getInit() || !InLoad || !For->getInc())
    return void(fail("a loop of the loads counts in a way that is not "
                     "understood",
                     For));
  const std::string Start = eval(V->getInit()).text();
  State.Variables[V] = Term::symbol(V->getNameAsString());
  const std::string Head = Start + "; " + eval(For->getCond()).text();
  const RunState Before = State;
  eval(For->getInc());
  const Term Counter = Term::symbol(V->getNameAsString() + " of [" + Head +
                                    "; " + State.Variables[V].text() + "]");
  State = Before;
  State.Variables[V] = Counter;
  runParts(For->getBody());
  for (const auto &[Var, Value] : State.Variables) {
    auto At = Before.Variables.find(Var);
    if (Var != V && At != Before.Variables.end() && !(At->second == Value))
      return void(fail(
          "a loop of the loads changes '" + Var->getNameAsString() + "'", For));
  }
  State.Variables = Before.Variables;
  State.Variables.erase(V);
}

/// A computation sees all that its tiles hold, and leaves in its variables what
/// nobody knows.
void SymbolicRun::compute(const Stmt *S) {
  const Effects &E = Parts.effectsOf(S);
  Own = &E;
  Used.clear();
  Inner.clear();
  std::string Text = describe(S);
  for (const std::string &Buffer : Used) {
    const std::string Tile = Buffer.substr(0, Buffer.find('#'));
    Text += "\n  " + Tile + " holds";
    for (const auto &[Key, Value] : State.Buffers[Buffer])
      Text += "\n    " + Key + " = " + asSeen(Value.text());
    for (const VarDecl *T : Parts.tiles())
      if (T->getName() == Tile && Iteration >= 0)
        if (auto At = FilledIn.find(Buffer);
            At != FilledIn.end() && At->second >= 0)
          Gap[T].insert(Iteration - At->second);
  }
  Events.push_back(std::move(Text));
  ++Computed;
  for (const VarDecl *V : E.Writes)
    if (!Inner.count(V))
      State.Variables[V] =
          Term::symbol(nameOf(V) + "'" + std::to_string(Computed));
}

/// Names of buffers without their numbers, which are noted.
std::string SymbolicRun::asSeen(const std::string &Text) {
  std::string Out;
  for (size_t At = 0; At < Text.size(); ++At) {
    if (Text[At] != '#') {
      Out += Text[At];
      continue;
    }
    size_t Begin = At;
    while (Begin && (isalnum(Text[Begin - 1]) || Text[Begin - 1] == '_'))
      --Begin;
    size_t End = At + 1;
    while (End < Text.size() && isdigit(Text[End]))
      ++End;
    Used.insert(Text.substr(Begin, End - Begin));
    At = End - 1;
  }
  return Out;
}

std::string SymbolicRun::describeDecl(const Decl *D) {
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V)
    return "decl";
  Inner.insert(V);
  return V->getType().getAsString() + " " + V->getNameAsString() + " " +
         (V->getInit() ? describe(V->getInit()) : "");
}

std::string SymbolicRun::describe(const Stmt *S) {
  if (!S)
    return "-";
  if (const auto *P = dyn_cast<PseudoObjectExpr>(S))
    return describe(P->getSyntacticForm());
  if (const auto *P = dyn_cast<MSPropertyRefExpr>(S)) // threadIdx.x
    return nameOf(P);
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(S)) {
    const auto *Base =
        dyn_cast<DeclRefExpr>(Sub->getBase()->IgnoreParenImpCasts());
    const auto *T = Base ? dyn_cast<VarDecl>(Base->getDecl()) : nullptr;
    if (T && Buffered.count(T))
      return asSeen(address(Sub).text());
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V)
      return Ref->getDecl()->getQualifiedNameAsString();
    if (Parts.isTile(V))
      return asSeen(address(Ref).text());
    auto At = State.Variables.find(V);
    if (Inner.count(V) || At == State.Variables.end())
      return V->getNameAsString();
    if (Own->writesVar(V))
      return V->getNameAsString() + "=" + asSeen(At->second.text());
    return asSeen(At->second.text());
  }
  std::string Out = S->getStmtClassName();
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *Each : D->decls())
      Out += " " + describeDecl(Each);
    return Out;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(S))
    Out += B->getOpcodeStr();
  else if (const auto *U = dyn_cast<UnaryOperator>(S))
    Out += std::string(UnaryOperator::getOpcodeStr(U->getOpcode())) +
           (U->isPostfix() ? "post" : "");
  else if (const auto *M = dyn_cast<MemberExpr>(S))
    Out += M->getMemberDecl()->getNameAsString();
  else if (const auto *C = dyn_cast<CastExpr>(S))
    Out += std::string(C->getCastKindName()) + C->getType().getAsString();
  else if (const auto *A = dyn_cast<GCCAsmStmt>(S))
    Out += A->getAsmString();
  else if (isa<LambdaExpr>(S))
    fail("the computation has a lambda", S);
  if (S->child_begin() == S->child_end()) {
    llvm::raw_string_ostream OS(Out);
    S->printPretty(OS, nullptr, Context.getPrintingPolicy());
    return Out;
  }
  Out += "(";
  for (const Stmt *Child : S->children())
    Out += describe(Child) + ",";
  return Out + ")";
}

} // namespace pipeline_rewrite
