//===- FragmentHalves.cpp - The halves of a k-step ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One half reads tiles, with what that needs; the other has the rest, and what
// it needs of the first that is no part of a tile. A variable that the first
// half fills and the second names is a fragment.
//===----------------------------------------------------------------------===//
#include "Analyse/Forms/FragmentHalves.h"
#include "Analyse/Slices/Scratch.h"
#include "Ast/Below.h"
#include "Ast/Constructs.h"
#include "Ast/Mentions.h"
#include "Support/LlvmVersion.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {

/// Memory that other threads may write.
static bool readsTiles(const Effects &E) {
  return E.reads(Space::Shared) || E.reads(Space::Unknown);
}

static bool writesMemory(const Effects &E) {
  return llvm::any_of(E.Accesses, [](const Access &Each) {
    return (Each.Write || Each.Atomic) && Each.Where != Space::Private;
  });
}

Answer FragmentHalves::split(FragmentSteps &Of) {
  Steps = &Of;
  Body = dyn_cast<CompoundStmt>(Of.Loop.Loop->getBody());
  if (!Body)
    return "the k-step is no block of statements";
  for (const Stmt *S : Body->body()) {
    if (Answer Can = collect(S); Can.isNo())
      return Can;
    ++Statement;
  }
  findReading();
  findComputing();
  addDeclarations();
  Answer Can = findFragments();
  if (!Can.isNo())
    Can.also(isSeparate());
  if (!Can.isNo())
    Can.also(staysInOrder());
  Can.confirm();
  return Can;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

Answer FragmentHalves::isUnderstood(const StepLeaf &Leaf) const {
  const Effects &E = Leaf.Does;
  for (const Stmt *Bad :
       {E.Barrier, E.OtherBarrier, E.Fence, E.Async, E.UnknownCall,
        E.UnknownAsm, E.Volatile, E.UnknownConstruct, E.Moment, E.anything()})
    if (Bad)
      return Answer("a k-step does more than to read and compute",
                    Bad->getBeginLoc());
  // What a lambda captures is named in its captures as well.
  if (!Leaf.IsHeader && hasBelow<LambdaExpr>(Leaf.S))
    return Answer("a k-step has a lambda", Leaf.S->getBeginLoc());
  if (writesMemory(E))
    return Answer("a k-step writes memory", Leaf.S->getBeginLoc());
  if (E.reads(Space::Global) && readsTiles(E))
    return Answer("global memory is read along with a tile",
                  Leaf.S->getBeginLoc());
  return {};
}

Answer FragmentHalves::add(const Stmt *S, Effects Does, bool IsHeader) {
  StepLeaf Leaf;
  Leaf.S = S;
  Leaf.Around = Around;
  Leaf.Does = std::move(Does);
  Leaf.Statement = Statement;
  Leaf.IsHeader = IsHeader;
  Answer Can = isUnderstood(Leaf);
  if (IsHeader && readsTiles(Leaf.Does))
    Can.also(
        Answer("a tile decides which fragments are read", S->getBeginLoc()));
  Leaves.push_back(std::move(Leaf));
  return Can;
}

static void addEffects(Effects &To, const Effects &More) {
  To.Reads.insert(More.Reads.begin(), More.Reads.end());
  To.Writes.insert(More.Writes.begin(), More.Writes.end());
  To.Accesses.append(More.Accesses.begin(), More.Accesses.end());
  To.Anything.append(More.Anything.begin(), More.Anything.end());
  for (const Stmt *Effects::*Each :
       {&Effects::Barrier, &Effects::OtherBarrier, &Effects::Fence,
        &Effects::Async, &Effects::UnknownCall, &Effects::UnknownAsm,
        &Effects::Volatile, &Effects::UnknownConstruct, &Effects::Moment})
    if (!(To.*Each))
      To.*Each = More.*Each;
}

Answer FragmentHalves::collectFor(const ForStmt *For) {
  Effects Header;
  for (const Stmt *Part : {For->getInit(), cast_or_null<Stmt>(For->getCond()),
                           cast_or_null<Stmt>(For->getInc())})
    if (Part)
      addEffects(Header, A.Collector.collect(Part));
  const auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit());
  for (const VarDecl *V : Header.Writes)
    if (!Init || !llvm::is_contained(Init->decls(), V))
      return Answer("a loop of the k-step counts with a variable that is not "
                    "its own",
                    For->getBeginLoc());
  if (For->getConditionVariable())
    return Answer("a condition declares a variable", For->getBeginLoc());
  Answer Can = add(For, std::move(Header), /*IsHeader=*/true);
  if (Can.isNo())
    return Can;
  Around.push_back(For);
  Can = collect(For->getBody());
  Around.pop_back();
  return Can;
}

Answer FragmentHalves::collectIf(const IfStmt *If) {
  if (If->getInit() || If->getConditionVariable() || If->getElse() ||
      If->isConstexpr())
    return Answer("an 'if' of the k-step is more than a condition",
                  If->getBeginLoc());
  Effects Header = A.Collector.collect(If->getCond());
  if (!Header.Writes.empty())
    return Answer("a condition of the k-step changes a variable",
                  If->getBeginLoc());
  Answer Can = add(If, std::move(Header), /*IsHeader=*/true);
  if (Can.isNo())
    return Can;
  Around.push_back(If);
  Can = collect(If->getThen());
  Around.pop_back();
  return Can;
}

Answer FragmentHalves::collect(const Stmt *S) {
  if (const auto *For = dyn_cast<ForStmt>(S))
    return collectFor(For);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return collectIf(If);
  if (isa<AttributedStmt, CompoundStmt>(S)) {
    Around.push_back(S);
    for (const Stmt *Child : S->children())
      if (Answer Can = collect(Child); Can.isNo())
        return Can;
    Around.pop_back();
    return {};
  }
  if (isa<NullStmt>(S))
    return {};
  if (isa<Expr, DeclStmt, GCCAsmStmt>(S))
    return add(S, A.Collector.collect(S), /*IsHeader=*/false);
  return Answer("a k-step has a statement that cannot be split",
                S->getBeginLoc());
}

//===----------------------------------------------------------------------===//
// Halves
//===----------------------------------------------------------------------===//

/// Declared in the step, so that no value passes to the next.
bool FragmentHalves::isStepLocal(const VarDecl *V) const {
  const SourceManager &SM = A.SM;
  const SourceLocation At = SM.getExpansionLoc(V->getLocation());
  return V->isLocalVarDecl() && !V->isStaticLocal() &&
         !SM.isBeforeInTranslationUnit(
             At, SM.getExpansionLoc(Body->getBeginLoc())) &&
         SM.isBeforeInTranslationUnit(At,
                                      SM.getExpansionLoc(Body->getEndLoc()));
}

/// A variable of the step that is made of no tile: both halves may make it.
bool FragmentHalves::isRepeatable(const VarDecl *V) const {
  return isStepLocal(V) && llvm::none_of(Leaves, [&](const StepLeaf &L) {
           return L.Does.writesVar(V) &&
                  (readsTiles(L.Does) || L.Does.reads(Space::Global));
         });
}

/// \p V is read in that half by another statement than its \p Writer.
bool FragmentHalves::isNeeded(const VarDecl *V, bool StepLeaf::*Half,
                              const StepLeaf *Writer) const {
  return llvm::any_of(Leaves, [&](const StepLeaf &L) {
    if (&L == Writer || !(L.*Half))
      return false;
    return L.Does.readsVar(V) && !L.Does.writesVar(V);
  });
}

/// What gives a value to what a half reads; the headers around its statements
/// are part of it.
bool FragmentHalves::addNeeded(bool StepLeaf::*Half) {
  bool Added = false;
  for (StepLeaf &L : Leaves) {
    if (L.*Half)
      continue;
    const bool IsAround = llvm::any_of(Leaves, [&](const StepLeaf &Other) {
      return Other.*Half && llvm::is_contained(Other.Around, L.S);
    });
    const bool Gives =
        !L.IsHeader && llvm::any_of(L.Does.Writes, [&](const VarDecl *V) {
          return isRepeatable(V) && isNeeded(V, Half, &L);
        });
    if (IsAround || Gives)
      L.*Half = Added = true;
  }
  return Added;
}

void FragmentHalves::findReading() {
  for (StepLeaf &L : Leaves)
    L.Reads = !L.IsHeader && readsTiles(L.Does);
  while (addNeeded(&StepLeaf::Reads))
    ;
}

/// Declares variables without a value.
static bool isBareDeclaration(const Stmt *S) {
  const auto *Declares = dyn_cast<DeclStmt>(S);
  return Declares && llvm::all_of(Declares->decls(), [](const Decl *D) {
           const auto *V = dyn_cast<VarDecl>(D);
           return V && isBareVariable(V);
         });
}

/// All that is left, but for declarations without a value, which go where their
/// variables are named.
void FragmentHalves::findComputing() {
  for (StepLeaf &L : Leaves)
    L.Computes = !L.IsHeader && !L.Reads && !isBareDeclaration(L.S);
  while (addNeeded(&StepLeaf::Computes))
    ;
}

void FragmentHalves::addDeclarations() {
  for (StepLeaf &L : Leaves) {
    if (!isBareDeclaration(L.S))
      continue;
    for (bool StepLeaf::*Half : {&StepLeaf::Reads, &StepLeaf::Computes})
      for (const Decl *D : cast<DeclStmt>(L.S)->decls())
        L.*Half |= llvm::any_of(Leaves, [&](const StepLeaf &Other) {
          return &Other != &L && Other.*Half &&
                 findMention(Other.S, cast<VarDecl>(D));
        });
  }
}

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

/// What the first half alone gives a value to, and the second names.
Answer FragmentHalves::findFragments() {
  llvm::SmallSetVector<const VarDecl *, 4> Found;
  for (const StepLeaf &R : Leaves)
    if (R.Reads && !R.Computes)
      for (const VarDecl *V : R.Does.Writes)
        if (llvm::any_of(Leaves, [&](const StepLeaf &C) {
              return C.Computes && (C.Does.readsVar(V) || C.Does.writesVar(V));
            }))
          Found.insert(V);
  if (Found.empty())
    return "no k-step reads fragments that it computes with";
  Steps->Fragments.assign(Found.begin(), Found.end());
  llvm::sort(Steps->Fragments, [&](const VarDecl *L, const VarDecl *R) {
    return A.SM.isBeforeInTranslationUnit(L->getLocation(), R->getLocation());
  });
  for (const VarDecl *V : Steps->Fragments)
    if (Answer Can = canBeDoubled(V); Can.isNo())
      return Can;
  for (const StepLeaf &L : Leaves) {
    if (L.Reads)
      Steps->Reading.insert(L.S), insertAll(Steps->Reading, L.Around);
    if (L.Computes)
      Steps->Computing.insert(L.S), insertAll(Steps->Computing, L.Around);
  }
  for (const DeclStmt *D : Steps->Declared)
    Steps->Reading.erase(D), Steps->Computing.erase(D);
  return {};
}

/// There may be two of it in its place, in front of the loop, and no value of
/// it passes from one step to the next.
Answer FragmentHalves::canBeDoubled(const VarDecl *V) {
  auto No = [&](const char *Why) {
    return Answer("'" + V->getNameAsString() + "' " + Why, V->getLocation());
  };
  const QualType T = V->getType(), Element = A.Context.getBaseElementType(T);
  if (!V->isLocalVarDecl() || V->isStaticLocal() || T->isReferenceType() ||
      (T->isArrayType() && !T->isConstantArrayType()) ||
      Element.isVolatileQualified() || Element.isConstQualified() ||
      T.isDestructedType() || mayKeepItsAddress(V))
    return No("is no plain register");
  if (!staysAligned(V, A.Context))
    return No("is aligned to more bytes than it has");
  if (hasAttributeBehindName(V, A.SM))
    return No("has an attribute after its name");
  if (!isStepLocal(V)) {
    if (!A.isOutside(V) ||
        findMention(A.K.Function->getBody(), V, /*Without=*/Steps->Loop.Loop) ||
        !isWrittenBeforeRead(A, V, Body))
      return No("may keep a value from one k-step to the next");
    return isValueUnused(V, A.Context) ? Answer()
                                       : No("is declared with a value");
  }
  for (const Stmt *S : Body->body())
    if (const auto *D = dyn_cast<DeclStmt>(S);
        D && llvm::is_contained(D->decls(), V)) {
      if (!isBareDeclaration(D))
        return No("is declared with a value");
      if (!llvm::all_of(D->decls(), [&](const Decl *Each) {
            return llvm::is_contained(Steps->Fragments, Each);
          }))
        return No("is declared along with what is no fragment");
      if (!llvm::is_contained(Steps->Declared, D))
        Steps->Declared.push_back(D);
      return {};
    }
  return No("is declared in an inner block of the k-step");
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Nothing that is computed, and nothing else of the loop, is needed to read
/// fragments.
Answer FragmentHalves::isSeparate() const {
  auto IsFragment = [&](const VarDecl *V) {
    return llvm::is_contained(Steps->Fragments, V);
  };
  auto IsChanged = [&](const VarDecl *V) {
    return A.Increment.writesVar(V) || A.Condition.writesVar(V) ||
           llvm::any_of(A.UnitEffects,
                        [&](const Effects &E) { return E.writesVar(V); });
  };
  for (const StepLeaf &R : Leaves) {
    if (!R.Reads)
      continue;
    for (const VarDecl *V : R.Does.Writes)
      if (!IsFragment(V) && !isStepLocal(V))
        return Answer("reading fragments changes '" + V->getNameAsString() +
                          "'",
                      R.S->getBeginLoc());
    for (const VarDecl *V : R.Does.Reads) {
      if (V == Steps->Loop.Var || IsFragment(V))
        continue;
      if (!isStepLocal(V) && IsChanged(V))
        return Answer("fragments are read by '" + V->getNameAsString() +
                          "', which the loop changes",
                      R.S->getBeginLoc());
      for (const StepLeaf &C : Leaves)
        if (C.Computes && !C.Reads && C.Does.writesVar(V))
          return Answer("fragments are read by '" + V->getNameAsString() +
                            "', which is computed",
                        R.S->getBeginLoc());
    }
  }
  return {};
}

/// All of the first half stands in front of all of the second.
bool FragmentHalves::isInOrder() const {
  std::optional<unsigned> LastRead, FirstComputed;
  for (const StepLeaf &L : Leaves) {
    if (L.IsHeader || isBareDeclaration(L.S))
      continue;
    if (L.Reads && !L.Computes)
      LastRead = L.Statement;
    if (L.Computes && !L.Reads && !FirstComputed)
      FirstComputed = L.Statement;
  }
  return !LastRead || !FirstComputed || *LastRead < *FirstComputed;
}

Answer FragmentHalves::staysInOrder() const {
  if (isInOrder())
    return {};
  for (const VarDecl *V : Steps->Fragments) {
    const bool IsComputed = llvm::any_of(Leaves, [&](const StepLeaf &L) {
      return L.Computes && !L.Reads && L.Does.writesVar(V);
    });
    if (IsComputed || !isWrittenOnce(A, V, Body, Steps->Reading))
      return Answer("'" + V->getNameAsString() +
                        "' is read again in a k-step that computes with it",
                    V->getLocation());
  }
  return {};
}

} // namespace pipeline_rewrite
