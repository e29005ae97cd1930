//===- PipelineParts.cpp - The statements of a pipeline by their look -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/PipelineParts.h"
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Ast/Mentions.h"
#include "Ast/Spelling.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite::undo {

static const CallExpr *callOf(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  return E ? dyn_cast<CallExpr>(E->IgnoreImplicit()) : nullptr;
}

const CallExpr *asyncCopy(const Stmt *S) {
  const CallExpr *Call = callOf(S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->getIdentifier() && F->getName().contains("memcpy_async") &&
                 Call->getNumArgs() > 2
             ? Call
             : nullptr;
}

bool isSync(const Stmt *S) {
  if (isBlockBarrier(S))
    return true;
  if (const auto *If = dyn_cast<IfStmt>(S))
    return !If->getElse() && isSync(If->getThen());
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return !Block->body_empty() && llvm::all_of(Block->body(), isSync);
  const CallExpr *Call = callOf(S);
  if (!Call || asyncCopy(Call))
    return false;
  const CallKind Kind = classifyCallee(Call->getDirectCallee());
  return Kind == CallKind::Async || Kind == CallKind::WarpSync;
}

const CompoundStmt *calledLambda(const Stmt *S) {
  const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(callOf(S));
  if (!Call || Call->getOperator() != OO_Call)
    return nullptr;
  const auto *Ref = dyn_cast<DeclRefExpr>(Call->getArg(0)->IgnoreImplicit());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const Expr *Init = V ? V->getInit() : nullptr;
  const auto *L = Init ? dyn_cast<LambdaExpr>(Init->IgnoreImplicit()) : nullptr;
  return L ? L->getCompoundStmtBody() : nullptr;
}

const VarDecl *rootOf(const Expr *E) {
  while (E) {
    E = E->IgnoreParenCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return dyn_cast<VarDecl>(Ref->getDecl());
    if (const auto *At = dyn_cast<ArraySubscriptExpr>(E))
      E = At->getBase();
    else if (const auto *Of = dyn_cast<MemberExpr>(E))
      E = Of->getBase();
    else if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      E = Unary->getSubExpr();
    else if (const auto *Sum = dyn_cast<BinaryOperator>(E))
      E = Sum->getLHS();
    else
      return nullptr;
  }
  return nullptr;
}

static bool isShared(const VarDecl *V) {
  return V && V->hasAttr<CUDASharedAttr>();
}

const ArraySubscriptExpr *firstIndexOf(const Stmt *S) {
  const auto *At = dyn_cast<ArraySubscriptExpr>(S);
  const Expr *Base = At ? At->getBase()->IgnoreParenImpCasts() : nullptr;
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Base);
  return Ref && isShared(dyn_cast<VarDecl>(Ref->getDecl())) ? At : nullptr;
}

bool mentions(const Stmt *S, const VarDecl *V) { return findMention(S, V); }

bool mentions(const Stmt *S, const Variables &Any) {
  return llvm::any_of(Any, [&](const VarDecl *V) { return mentions(S, V); });
}

const VarDecl *onlySets(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!E)
    return nullptr;
  const auto Set = builtinAssignment(E->IgnoreParenImpCasts());
  const auto *Ref =
      Set ? dyn_cast<DeclRefExpr>(Set->Target->IgnoreParenImpCasts()) : nullptr;
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

namespace {

class PartFinder {
public:
  explicit PartFinder(const KLoop &L) { Out.Loop = &L; }

  std::optional<PipelineParts> find();

private:
  const KLoop &loop() const { return *Out.Loop; }

  /// What \p S fills, lambdas that it calls included.
  void addFilled(const Stmt *S, Variables &To, bool ByCalls);
  bool fills(const Stmt *S, bool ByCalls);
  bool isLoop(const Stmt *S) const;
  bool findFront();

  /// The pipeline's own loop over its buffers, not one of a load.
  bool isOverBuffers(const ForStmt *For) const;
  void flattenAll(const Stmt *S, bool IsOwn);

  /// Finds the loads of one tile in the prologue's statement \p S.
  /// \p IsOwn: a condition is that there is a tile, not one of a load.
  void flatten(const Stmt *S, bool IsOwn);
  bool isSetInLoop(const VarDecl *V) const;
  bool choosesBuffer(const Expr *Index) const;
  void findRings();
  static const Expr *startOf(const VarDecl *V) {
    return V->getInit() ? V->getInit()->IgnoreParenImpCasts() : nullptr;
  }

  void findAhead();
  void addAhead(const VarDecl *V, const Variables &Header);
  bool isInPrologue(const VarDecl *V) const {
    return llvm::any_of(Out.Loads, [&](auto *S) { return mentions(S, V); }) ||
           llvm::any_of(Out.Front, [&](auto *S) { return mentions(S, V); });
  }

  void findTail();
  bool isOfPipeline(const VarDecl *V) const {
    return Out.counterOf(V) || Slots.contains(V);
  }

  bool isLoad(const Stmt *U);

  /// What is stored to a tile and set elsewhere in the body.
  void addRegisters(const Stmt *Store);
  static bool isSetIn(const Stmt *U, const VarDecl *V);
  void readBody();

  /// Declarations that only serve what goes.
  void dropDeclarations();
  PipelineParts Out;
  std::vector<const Stmt *> Prologue; ///< last one first
  Variables InLoop;                   ///< what the loop fills, or may
  Variables Slots, Registers, Into;
  bool IsLoaded = false;
};

std::optional<PipelineParts> PartFinder::find() {
  if (!findFront())
    return std::nullopt;
  for (const Stmt *S : llvm::reverse(Prologue))
    flatten(S, /*IsOwn=*/Prologue.size() == 1);
  if (Out.Loads.empty())
    return std::nullopt;
  const auto Last = llvm::find_if(llvm::reverse(Out.Loads), [](auto *S) {
                      return !onlySets(S);
                    }).base();
  Out.Advances.insert(Out.Advances.begin(), Last, Out.Loads.end());
  Out.Loads.erase(Last, Out.Loads.end());
  findRings();
  findAhead();
  llvm::erase_if(Out.Loads, [&](const Stmt *S) {
    const VarDecl *V = onlySets(S);
    return V && Out.counterOf(V);
  });
  findTail();
  readBody();
  return std::move(Out);
}

void PartFinder::addFilled(const Stmt *S, Variables &To, bool ByCalls) {
  auto Add = [&](const VarDecl *V) {
    if (isShared(V))
      To.insert(V);
  };
  forEachBelow<Stmt>(S, [&](const Stmt *Each) {
    if (const auto Set = anyAssignment(Each))
      Add(rootOf(Set->Target));
    else if (const CallExpr *Copy = asyncCopy(Each))
      Add(rootOf(Copy->getArg(0)));
    else if (const auto *Group = dyn_cast<DeclStmt>(Each); Group && ByCalls) {
      for (const Decl *D : Group->decls())
        if (const auto *V = dyn_cast<VarDecl>(D);
            V && V->getInit() &&
            (V->getType()->isPointerType() || V->getType()->isReferenceType()))
          Add(rootOf(V->getInit()));
    } else if (const CompoundStmt *Body = calledLambda(Each))
      addFilled(Body, To, ByCalls);
    else if (const auto *Call = dyn_cast<CallExpr>(Each);
             Call && ByCalls && !isSync(Call))
      for (const Expr *Argument : Call->arguments())
        Add(rootOf(Argument));
  });
}

bool PartFinder::fills(const Stmt *S, bool ByCalls) {
  Variables Filled;
  addFilled(S, Filled, ByCalls);
  if (ByCalls) // in front of the loop
    for (const VarDecl *V : Filled)
      if (InLoop.contains(V))
        Out.Tiles.insert(V);
  return llvm::any_of(Filled,
                      [&](const VarDecl *V) { return Out.Tiles.contains(V); });
}

bool PartFinder::isLoop(const Stmt *S) const {
  while (const auto *A = dyn_cast<AttributedStmt>(S))
    S = A->getSubStmt();
  return S == loop().Loop;
}

bool PartFinder::findFront() {
  Out.Block = dyn_cast_or_null<CompoundStmt>(loop().Parent);
  if (!Out.Block)
    return false;
  const auto Statements =
      llvm::make_range(Out.Block->body_begin(), Out.Block->body_end());
  const auto At =
      llvm::find_if(Statements, [&](const Stmt *S) { return isLoop(S); });
  if (At == Statements.end())
    return false;
  Out.Number = At - Statements.begin();
  addFilled(loop().Body, InLoop, /*ByCalls=*/true);
  for (unsigned J = Out.Number; J-- > 0;) {
    const Stmt *S = Out.Block->body_begin()[J];
    if (isa<DeclStmt>(S))
      continue;
    if (!isSync(S) && fills(S, /*ByCalls=*/true))
      Prologue.push_back(S);
    else if (!isSync(S) || (!Prologue.empty() && isBlockBarrier(S)))
      break;
    Out.Front.push_back(S);
  }
  return !Prologue.empty();
}

bool PartFinder::isOverBuffers(const ForStmt *For) const {
  return findBelow(For->getBody(),
                   [](const Stmt *S) { return isSync(S) || calledLambda(S); });
}

void PartFinder::flattenAll(const Stmt *S, bool IsOwn) {
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    for (const Stmt *Each : Block->body())
      flatten(Each, IsOwn);
  else
    flatten(S, IsOwn);
}

void PartFinder::flatten(const Stmt *S, bool IsOwn) {
  const auto *If = dyn_cast<IfStmt>(S);
  const auto *For = dyn_cast<ForStmt>(S);
  if (If && !If->getElse() && IsOwn) {
    flattenAll(If->getThen(), false);
  } else if (For && isOverBuffers(For)) {
    if (const auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit()))
      Into.insert(dyn_cast<VarDecl>(Init->getSingleDecl()));
    flattenAll(For->getBody(), true);
  } else if (const CompoundStmt *Body = calledLambda(S)) {
    flattenAll(Body, false);
  } else if (isSync(S)) {
    IsLoaded |= isBlockBarrier(S);
  } else if (IsLoaded) {
    Out.Advances.push_back(S);
  } else {
    Out.Loads.push_back(S);
  }
}

bool PartFinder::isSetInLoop(const VarDecl *V) const {
  return findBelow(loop().Loop, [&](const Stmt *S) {
    const Expr *E = changedBy(S);
    return E && isNamed(E, V);
  });
}

bool PartFinder::choosesBuffer(const Expr *Index) const {
  Index = Index->IgnoreParenImpCasts();
  if (isa<IntegerLiteral>(Index))
    return true;
  const VarDecl *V = rootOf(Index);
  if (!V || isa<ParmVarDecl>(V) || Into.contains(V))
    return V;
  return llvm::any_of(loop().Units,
                      [&](const Stmt *U) { return onlySets(U) == V; });
}

void PartFinder::findRings() {
  Variables Other;
  for (const Stmt *S : Out.Loads)
    forEachBelow<ArraySubscriptExpr>(S, [&](const ArraySubscriptExpr *E) {
      if (!firstIndexOf(E))
        return;
      const VarDecl *V = rootOf(E);
      const auto *Array =
          loop().Function->getASTContext().getAsConstantArrayType(V->getType());
      (Array && Array->getSize().ugt(1) && choosesBuffer(E->getIdx())
           ? Out.Rings
           : Other)
          .insert(V);
    });
  for (const VarDecl *V : Other)
    Out.Rings.erase(V);
  forEachBelow<ArraySubscriptExpr>(
      loop().Body, [&](const ArraySubscriptExpr *E) {
        if (firstIndexOf(E) && Out.Rings.contains(rootOf(E)))
          forEachBelow<DeclRefExpr>(E->getIdx(), [&](const DeclRefExpr *R) {
            if (const auto *V = dyn_cast<VarDecl>(R->getDecl()))
              Slots.insert(V);
          });
      });
}

void PartFinder::findAhead() {
  Variables Header;
  if (const auto *Init = dyn_cast_or_null<DeclStmt>(loop().init()))
    for (const Decl *D : Init->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        Header.insert(V);
  for (unsigned J = 0; J < Out.Number; ++J)
    if (const auto *Group = dyn_cast<DeclStmt>(Out.Block->body_begin()[J]))
      for (const Decl *D : Group->decls())
        if (const auto *V = dyn_cast<VarDecl>(D))
          addAhead(V, Header);
}

void PartFinder::addAhead(const VarDecl *V, const Variables &Header) {
  if (!isSetInLoop(V) || Slots.contains(V) || !isInPrologue(V))
    return;
  for (const VarDecl *Counter : Header)
    if (startOf(V) && startOf(Counter) &&
        isSameTree(startOf(V), startOf(Counter),
                   loop().Function->getASTContext()))
      return Out.Ahead.push_back({V, Counter});
  const bool InHeader =
      mentions(loop().Condition, V) || mentions(loop().increment(), V);
  if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(startOf(V)))
    if (const auto *Counter = dyn_cast<VarDecl>(Ref->getDecl());
        Counter && !Counter->getType().isConstQualified() &&
        V->getNameAsString().find(Counter->getNameAsString()) == 0) {
      Out.IsPeeled |= mentions(loop().Condition, V);
      return Out.Ahead.push_back({V, Counter});
    }
  if (!InHeader || !Header.empty())
    return;
  Out.IsPeeled = true;
  Out.Ahead.push_back({V, nullptr});
}

void PartFinder::findTail() {
  const unsigned Next = Out.Number + 1;
  if (!Out.IsPeeled || Next >= Out.Block->size())
    return;
  const Stmt *S = Out.Block->body_begin()[Next];
  if (isa<IfStmt, ForStmt, CompoundStmt>(S))
    Out.Tail = S;
}

bool PartFinder::isLoad(const Stmt *U) {
  if (isSync(U) || fills(U, /*ByCalls=*/false) || mentions(U, Registers))
    return true;
  if (const VarDecl *V = onlySets(U); V && isOfPipeline(V))
    return true;
  return llvm::any_of(Out.Ahead,
                      [&](auto &Each) { return mentions(U, Each.first); });
}

void PartFinder::addRegisters(const Stmt *Store) {
  forEachBelow<DeclRefExpr>(Store, [&](const DeclRefExpr *R) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    if (!V || isShared(V) || isOfPipeline(V) || V->getType()->isPointerType())
      return;
    const bool IsSet = llvm::any_of(loop().Units, [&](const Stmt *U) {
      return U != Store && !fills(U, false) && isSetIn(U, V);
    });
    if (IsSet)
      Registers.insert(V);
  });
}

bool PartFinder::isSetIn(const Stmt *U, const VarDecl *V) {
  return findBelow(U,
                   [&](const Stmt *S) {
                     const Expr *E = changedBy(S);
                     return E && rootOf(E) == V;
                   }) != nullptr ||
         (callOf(U) && !isa<CXXOperatorCallExpr>(callOf(U)) &&
          !V->getType()->isIntegerType() && mentions(U, V));
}

void PartFinder::readBody() {
  for (const Stmt *U : loop().Units)
    if (!isSync(U) && fills(U, /*ByCalls=*/false))
      addRegisters(U);
  forEachBelow<Stmt>(loop().Function->getBody(), [&](const Stmt *S) {
    Out.CopiesAsync |= asyncCopy(S) != nullptr;
  });
  for (const Stmt *U : loop().Units)
    if (!isa<DeclStmt>(U) && isLoad(U))
      Out.Dropped.push_back(U);
  dropDeclarations();
}

void PartFinder::dropDeclarations() {
  for (const Stmt *U : llvm::reverse(loop().Units)) {
    const auto *Group = dyn_cast<DeclStmt>(U);
    if (!Group)
      continue;
    bool Goes = false, Stays = false;
    for (const Decl *D : Group->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        for (const Stmt *Other : loop().Units)
          if (Other != U && mentions(Other, V))
            (llvm::is_contained(Out.Dropped, Other) ? Goes : Stays) = true;
    if (Goes && !Stays)
      Out.Dropped.push_back(U);
  }
}

} // namespace

std::optional<PipelineParts> findParts(const KLoop &Loop) {
  return PartFinder(Loop).find();
}

} // namespace pipeline_rewrite::undo
