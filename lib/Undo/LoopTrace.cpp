//===- LoopTrace.cpp - What a thread does around and in a loop ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/LoopTrace.h"
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Ast/Mentions.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

namespace pipeline_rewrite::undo {

using namespace clang;

const Stmt *unattributed(const Stmt *S) {
  while (const auto *A = dyn_cast_or_null<AttributedStmt>(S))
    S = A->getSubStmt();
  return S;
}

bool LoopTrace::fail(llvm::StringRef What) {
  if (Why.empty())
    Why = What.str();
  Words.Failed = true;
  return false;
}

void LoopTrace::add(TraceStep Step) {
  for (const std::string &Each : Words.Under)
    if (Each[0] == '@')
      Step.Under.push_back(Each);
    else if (Step.Kind != TraceStep::Code)
      fail("a barrier or a wait under a condition");
  if (Into)
    Into->push_back(std::move(Step));
}

/// Takes the buffers out of \p Step's words.
static bool takeBuffers(TraceStep &Step) {
  std::string Out;
  llvm::StringRef Left = Step.Words;
  for (;;) {
    const size_t At = Left.find('@');
    Out += Left.take_front(At);
    if (At == llvm::StringRef::npos)
      break;
    Left = Left.drop_front(At + 1);
    unsigned Buffer = 0;
    if (Left.consumeInteger(10, Buffer) || !Left.consume_front(";") ||
        (Step.Buffer && Step.Buffer != Buffer))
      return false;
    Step.Buffer = Buffer;
  }
  Step.Words = std::move(Out);
  return true;
}

static CodeWords::Variables namedIn(const Stmt *S) {
  CodeWords::Variables Out;
  forEachBelow<DeclRefExpr>(S, [&](const DeclRefExpr *Ref) {
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      Out.insert(V);
  });
  return Out;
}

/// One assignment to shared memory.
static bool isStore(llvm::StringRef Words) {
  const size_t At = Words.find("1:set=<");
  if (At == llvm::StringRef::npos)
    return false;
  const size_t Begin = Words.find('{', At) + 1;
  unsigned Depth = 0;
  for (size_t I = Begin; I < Words.size(); ++I) {
    Depth += Words[I] == '{' || Words[I] == '(';
    Depth -= Words[I] == '}' || Words[I] == ')';
    if (Words[I] == ',' && !Depth)
      return Words.slice(Begin, I).contains("s:");
  }
  return false;
}

void LoopTrace::runAsItStands(const Stmt *S) {
  TraceStep Step;
  Step.Words = Words.statement(S);
  Step.At = S;
  // Of values that are read elsewhere than here, only those wait in registers
  // that are stored to shared memory.
  if (llvm::StringRef(Step.Words).contains("was<") && !isStore(Step.Words))
    for (const VarDecl *V : namedIn(S))
      if (const auto At = Words.Held.find(V); At != Words.Held.end() &&
                                              At->second.Is &&
                                              At->second.Is->mentions("was<"))
        Words.Changed.insert(V);
  if (!takeBuffers(Step))
    fail("a statement that uses two buffers");
  add(std::move(Step));
}

void LoopTrace::runDeclaration(const DeclStmt *Group) {
  for (const Decl *D : Group->decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V) {
      if (!isa<EmptyDecl, TypedefNameDecl, StaticAssertDecl, UsingDecl>(D))
        fail("a declaration");
      continue;
    }
    isNewName(V);
    if (V->hasAttr<CUDASharedAttr>())
      continue;
    if (V->isStaticLocal() || V->getType().isVolatileQualified() ||
        V->getType()->isReferenceType()) {
      fail("the declaration of '" + V->getNameAsString() + "'");
      continue;
    }
    Words.HasEffect = false;
    const Expr *Init = V->getInit();
    const bool IsArray = V->getType()->isArrayType();
    HeldValue Is;
    Is.Under = Words.Under;
    if (Init)
      Is.Is = Words.value(Init);
    if (Is.Is && Is.Is->words() == "none")
      Is.Is.reset();
    if (Words.HasEffect)
      fail("the declaration of '" + V->getNameAsString() + "'");
    TraceStep Step;
    Step.Words = "declare:" + V->getNameAsString() + "<" +
                 V->getType().getCanonicalType().getAsString() + ">";
    // Its value takes part where code that runs as it stands changes it.
    const bool IsChanged = Words.Changed.contains(V) ||
                           (Is.Is && !IsArray && !readsHere(V, *Is.Is));
    if (Is.Is && (IsArray || IsChanged))
      Step.Words += Is.Is->words();
    if (!IsArray && !IsChanged)
      Step.Declares = V;
    if (!takeBuffers(Step))
      fail("a declaration with two buffers");
    if (!IsArray && !IsChanged)
      Words.Held[V] = std::move(Is);
    add(std::move(Step));
  }
}

bool LoopTrace::isNewName(const VarDecl *V) {
  return Names.try_emplace(V->getNameAsString(), V).first->second == V ||
         fail("two variables of the name '" + V->getNameAsString() + "'");
}

/// It may be another value a little later.
bool LoopTrace::mayChange(llvm::StringRef Of) const {
  return Of.contains("ld<") || Of.contains("was<") || Of.contains("call:") ||
         llvm::any_of(Words.Changed, [&](const VarDecl *V) {
           return Of.contains("v:" + V->getNameAsString());
         });
}

bool LoopTrace::readsHere(const VarDecl *V, Polynomial &P) {
  P = P.renamed("was<", "ld<");
  const std::string Of = P.words();
  if (!mayChange(Of) && !Words.Changed.contains(V))
    return true;
  // Memory of the grid alone may be read by what waits in a register.
  const Polynomial Loaded = P.renamed("ld<", "was<");
  std::string Rest = Loaded.renamed("was<", "<").words();
  if (P.mentions("s:") || Words.Changed.contains(V) || mayChange(Rest)) {
    Words.Changed.insert(V);
    return false;
  }
  P = Loaded;
  return true;
}

static const VarDecl *localTarget(const Expr *Target) {
  const auto *Ref = dyn_cast<DeclRefExpr>(Target->IgnoreParens());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->isLocalVarDeclOrParm() && !V->isStaticLocal() &&
                 !V->hasAttr<CUDASharedAttr>() &&
                 !V->getType()->isReferenceType() &&
                 !V->getType()->isArrayType() &&
                 !V->getType().isVolatileQualified()
             ? V
             : nullptr;
}

bool LoopTrace::runAssignment(const Expr *E) {
  const auto Set = anyAssignment(E);
  const VarDecl *V = Set ? localTarget(Set->Target) : nullptr;
  if (!V || Words.Changed.contains(V) || (Set->By && !Set->copiesBytes()))
    return false;
  const QualType T = V->getType();
  Words.HasEffect = false;
  Polynomial New =
      !Set->Value ? Polynomial(1) : Words.value(Set->Value->IgnoreParens());
  if (Set->Operator) {
    const QualType In =
        Set->ComputedIn.isNull() ? T : Set->ComputedIn.getCanonicalType();
    const auto Old = Words.Held.find(V);
    const bool IsKnown =
        Old != Words.Held.end() && Old->second.Is &&
        Old->second.Under.size() <= Words.Under.size() &&
        std::equal(Old->second.Under.begin(), Old->second.Under.end(),
                   Words.Under.begin());
    if (Old != Words.Held.end() && !IsKnown)
      return fail("what '" + V->getNameAsString() + "' holds");
    const Polynomial Was = IsKnown
                               ? *Old->second.Is
                               : Polynomial::atom("v:" + V->getNameAsString());
    if (In->isPointerType() && Set->Value)
      New =
          Words.converted(New, Set->Value->getType(),
                          Loop.Function->getASTContext().getPointerDiffType());
    New = Words.converted(
        Words.arithmetic(*Set->Operator, In, Words.converted(Was, T, In), New),
        In, T);
  }
  if (Words.HasEffect)
    return fail("an assignment that does more");
  if (!readsHere(V, New))
    return false;
  Words.Held[V] = {New, Words.Under};
  return true;
}

bool LoopTrace::runCopyCall(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || !F->getIdentifier() || !isSystem(F))
    return false;
  const llvm::StringRef Name = F->getName();
  TraceStep Step;
  if (Name == "__pipeline_commit") {
    Step.Kind = TraceStep::Commit;
  } else if (Name == "__pipeline_wait_prior") {
    const auto Prior = Words.value(Call->getArg(0)).number();
    if (!Prior || *Prior < 0)
      return fail("how many copies are waited for"), true;
    Step.Kind = TraceStep::Wait;
    Step.Prior = *Prior;
  } else if (Name == "__pipeline_memcpy_async") {
    const auto Bytes = Words.value(Call->getArg(2)).number();
    const bool Fills =
        Call->getNumArgs() > 3 && Words.value(Call->getArg(3)).number() != 0;
    if (!Bytes || Fills)
      return fail("how many bytes are copied"), true;
    Step.Words = Words.copy(Call->getArg(0), Call->getArg(1), *Bytes);
    Step.IsCopy = true;
    Step.At = E;
    if (!takeBuffers(Step))
      return fail("a copy that names two buffers"), true;
  } else {
    return false;
  }
  add(std::move(Step));
  return true;
}

void LoopTrace::runExpression(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    E = Full->getSubExpr()->IgnoreParens();
  if (const auto *Comma = dyn_cast<BinaryOperator>(E);
      Comma && Comma->getOpcode() == BO_Comma) {
    runExpression(Comma->getLHS());
    return runExpression(Comma->getRHS());
  }
  if (!runCopyCall(E) && !runAssignment(E))
    runAsItStands(E);
}

static void addParts(const Expr *E, std::vector<const Expr *> &Parts) {
  E = E->IgnoreParens();
  const auto *And = dyn_cast<BinaryOperator>(E);
  if (!And || And->getOpcode() != BO_LAnd) {
    Parts.push_back(E);
    return;
  }
  addParts(And->getLHS(), Parts);
  addParts(And->getRHS(), Parts);
}

void LoopTrace::runBranch(const IfStmt *If) {
  if (If->getInit() || If->getConditionVariable() || If->isConsteval())
    return void(fail("an if with a declaration"));
  if (hasBelow<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt>(If))
    return runAsItStands(If);
  std::vector<const Expr *> Parts;
  addParts(If->getCond(), Parts);
  if (Parts.size() > 1 && If->getElse())
    return runAsItStands(If);
  const std::vector<std::string> Outside = Words.Under;
  bool IsNever = false, IsAlways = true;
  std::string Not;
  Words.HasEffect = false;
  for (const Expr *Each : Parts) {
    const ConditionWords Is = Words.condition(Each);
    IsNever |= Is.Yes == "false";
    if (Is.Yes == "true" || Is.Yes == "false")
      continue;
    IsAlways = false;
    auto TagOf = [&](const std::string &Of) {
      const auto At = Known.find(Of);
      return At == Known.end() ? std::string() : At->second;
    };
    std::string Yes = TagOf(Is.Yes), No = TagOf(Is.No);
    if (Yes.empty() && No.empty() && mayChange(Is.Yes)) {
      // What is under it might change it.
      Words.Under = Outside;
      return runAsItStands(If);
    }
    if (!Yes.empty())
      No = "@-" + Yes.substr(2);
    else if (!No.empty())
      Yes = "@-" + No.substr(2);
    else
      Yes = Is.Yes, No = Is.No;
    Words.Under.push_back(Yes);
    Not = No;
  }
  if (Words.HasEffect)
    return void(fail("a condition that does more"));
  if (!IsNever)
    run(If->getThen());
  Words.Under = Outside;
  if (!If->getElse() || (IsAlways && !IsNever))
    return;
  if (!IsNever)
    Words.Under.push_back(Not);
  run(If->getElse());
  Words.Under = Outside;
}

/// A loop in front with barriers or copies in its body, written out.
void LoopTrace::runForEachBuffer(const ForStmt *For) {
  run(For->getInit());
  for (unsigned Times = 0; Times < 16 && !Words.Failed; ++Times) {
    const ConditionWords If = Words.condition(For->getCond());
    if (If.Yes == "false")
      return;
    if (If.Yes != "true")
      break;
    run(For->getBody());
    if (For->getInc())
      runExpression(For->getInc());
  }
  fail("a loop with copies in front of the loop");
}

static bool copiesBelow(const Stmt *S) {
  return findBelow(S, [](const Stmt *Each) {
           const auto *Call = dyn_cast<CallExpr>(Each);
           return isBlockBarrier(Each) ||
                  (Call &&
                   classifyCallee(Call->getDirectCallee()) == CallKind::Async);
         }) != nullptr;
}

void LoopTrace::run(const Stmt *S) {
  S = unattributed(S);
  if (!S || isa<NullStmt>(S) || Words.Failed)
    return;
  if (isBlockBarrier(S)) {
    TraceStep Step;
    Step.Kind = TraceStep::Barrier;
    return add(std::move(Step));
  }
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Each : Block->body())
      run(Each);
    return;
  }
  if (const auto *Group = dyn_cast<DeclStmt>(S))
    return runDeclaration(Group);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return runBranch(If);
  if (const auto *E = dyn_cast<Expr>(S))
    return runExpression(E);
  if (const auto *For = dyn_cast<ForStmt>(S);
      For && For->getCond() && copiesBelow(For->getBody()))
    return runForEachBuffer(For);
  runAsItStands(S);
}

} // namespace pipeline_rewrite::undo
