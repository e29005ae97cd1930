//===- KeptAddress.cpp - A tile's address that outlives the iteration -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With several buffers a tile is elsewhere in the next iteration. Code that
// keeps the address of one means that buffer alone. It may keep it in a
// pointer, which is followed by name whoever puts it there, or as a number, in
// an object or in memory: then the statement that makes one of these out of the
// address must not give a variable from outside the loop another value.
//===----------------------------------------------------------------------===//
#include "Analyse/LoopAnalysis.h"
#include "Ast/AsmOpcodes.h"
#include "Ast/VariableUses.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// An address as a number has the width of shared memory's, or more.
bool isWideInteger(QualType T, const ASTContext &Context) {
  return T->isIntegerType() && Context.getTypeSize(T) >= 32;
}

/// It may be such a number, or have one or a pointer inside.
bool mayHoldAddress(const VarDecl *V) {
  const ASTContext &Context = V->getASTContext();
  const QualType T =
      Context.getBaseElementType(V->getType().getNonReferenceType());
  return isWideInteger(T, Context) || T->isRecordType();
}

/// Assembly below \p S that loads shared memory: what it gives is data.
bool loadsByAsm(const Stmt *S) {
  if (!S)
    return false;
  const auto *Asm = dyn_cast<GCCAsmStmt>(S);
  return (Asm && describeAsm(asmText(*Asm)).ReadsShared) ||
         llvm::any_of(S->children(), loadsByAsm);
}

/// Code below \p S turns a pointer into something else, or puts one into
/// memory or an object.
bool makesNumbers(const Stmt *S, unsigned Depth) {
  if (!S)
    return false;
  if (const auto *C = dyn_cast<CastExpr>(S);
      C && C->getCastKind() == CK_PointerToIntegral)
    return true;
  if (const auto Put = builtinAssignment(S);
      Put && Put->Target->getType()->isPointerType() &&
      !isa<DeclRefExpr>(Put->Target->IgnoreParens()))
    return true;
  if (isa<InitListExpr, CXXConstructExpr>(S) &&
      cast<Expr>(S)->getType()->isRecordType() &&
      llvm::any_of(S->children(), [](const Stmt *C) {
        const auto *E = dyn_cast_or_null<Expr>(C);
        return E && E->getType()->isPointerType();
      }))
    return true;
  if (isa<GCCAsmStmt, LambdaExpr>(S))
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee(), *Body = nullptr;
    const bool IsGiven = llvm::any_of(Call->arguments(), [](const Expr *E) {
      return E->getType()->isPointerType();
    });
    const bool IsSeen = F && !isSystem(F) && F->hasBody(Body);
    if (IsGiven &&
        (IsSeen ? Depth > 3 || makesNumbers(Body->getBody(), Depth + 1)
                : Call->getType()->isIntegerType()))
      return true;
  }
  return llvm::any_of(S->children(),
                      [&](const Stmt *C) { return makesNumbers(C, Depth); });
}

/// More is made of a number than a sum, or a number like it.
bool mixesBits(const BinaryOperator &B) {
  const auto Put = builtinAssignment(&B);
  const BinaryOperatorKind Kind =
      Put && Put->Operator ? *Put->Operator : B.getOpcode();
  return BinaryOperator::isMultiplicativeOp(Kind) ||
         BinaryOperator::isShiftOp(Kind) || BinaryOperator::isBitwiseOp(Kind);
}

/// A tile, whose address may be in an expression.
struct Addressed {
  bool isIn(const Expr *E) const {
    const Provenance &From = A.Collector.provenance();
    return E && E->getType()->isPointerType() &&
           From.ofPointer(E).Vars.contains(V);
  }

  const LoopAnalysis &A;
  const VarDecl *V;
};

/// The address kept as a pointer.
class KeptPointer {
public:
  explicit KeptPointer(const Addressed &Tile)
      : Tile(Tile), A(Tile.A), V(Tile.V) {}

  const Expr *find() const {
    if (const Expr *E = findAssigned(A.K.Body))
      return E;
    return findPointer(A.K.Function->getBody());
  }

private:
  bool leadsHere(const Roots &R) const {
    // A parameter of another function stands for whatever that is given.
    const bool IsOpen =
        R.Unknown || llvm::any_of(R.Vars, [&](const VarDecl *Root) {
          return isa<ParmVarDecl>(Root) &&
                 Root->getDeclContext() != A.K.Function;
        });
    return R.Vars.contains(V) || (IsOpen && isLeaked(A, V));
  }

  /// Put where no name of the iteration's own stands for it.
  const Expr *findAssigned(const Stmt *S) const {
    if (!S)
      return nullptr;
    const auto Put = builtinAssignment(S);
    if (Put && Put->isPlain() && Tile.isIn(Put->Value)) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Put->Target->IgnoreParens());
      const auto *To = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      if (!To || To->getType()->isReferenceType() || A.isOutside(To))
        return Put->Target;
    }
    for (const Stmt *Child : S->children())
      if (const Expr *E = findAssigned(Child))
        return E;
    return nullptr;
  }

  /// A pointer from outside that is given the address, in a lambda perhaps.
  const Expr *findPointer(const Stmt *S) const {
    const Expr *Found = nullptr;
    forEachUse(S, [&](const VariableUse &Use) {
      const QualType T = Use.Var->getType().getNonReferenceType();
      if (Found || Use.Kind == UseKind::Value ||
          Use.Kind == UseKind::Captured || !T->isPointerType() ||
          !A.isOutside(Use.Var))
        return;
      if (leadsHere(A.Collector.provenance().ofPointer(Use.At)))
        Found = Use.At;
    });
    return Found;
  }

  const Addressed &Tile;
  const LoopAnalysis &A;
  const VarDecl *V;
};

/// The address kept as a number, or in an object.
class KeptNumber {
public:
  explicit KeptNumber(const Addressed &Tile) : Tile(Tile), A(Tile.A) {}

  const Expr *find() {
    do
      Grown = false;
    while (!spread(A.K.Body) && Grown);
    return Kept;
  }

  /// Behind find(): what of an address is more than an offset from it; nullptr
  /// if nothing is. Of a function that is called its parameters are followed,
  /// and what they initialise.
  const Expr *findBits(const Stmt *S, unsigned Depth = 0) {
    if (!S)
      return nullptr;
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && mixesBits(*B))
      for (const Expr *Operand : {B->getLHS(), B->getRHS()})
        if (carried(Operand) || holds(Operand))
          return B;
    if (const auto *D = dyn_cast<DeclStmt>(S); D && Depth)
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each);
            V && carried(V->getInit()) && mayHoldAddress(V))
          Holders.insert(V);
    if (const auto *Call = dyn_cast<CallExpr>(S))
      if (findBitsOf(Call, Depth))
        return Call;
    for (const Stmt *Child : S->children())
      if (const Expr *Found = findBits(Child, Depth))
        return Found;
    return nullptr;
  }

private:
  bool findBitsOf(const CallExpr *Call, unsigned Depth) {
    const FunctionDecl *F = Call->getDirectCallee(), *Body = nullptr;
    if (!F || isSystem(F) || !F->hasBody(Body) || Depth > 3)
      return false;
    bool IsGiven = false;
    for (unsigned I = 0, E = std::min(Call->getNumArgs(), Body->getNumParams());
         I < E; ++I)
      if (const ParmVarDecl *P = Body->getParamDecl(I);
          mayHoldAddress(P) && carried(Call->getArg(I)))
        IsGiven |= Holders.insert(P).second;
    return IsGiven && findBits(Body->getBody(), Depth + 1);
  }

  /// The variable itself, as an assignment changes it.
  bool holds(const Expr *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    return Ref && Holders.contains(variableOf(Ref));
  }

  /// True if a statement below \p S keeps the address, which is then Kept.
  bool spread(const Stmt *S) {
    if (!S)
      return false;
    if (!isa<Expr, DeclStmt, GCCAsmStmt>(S))
      return llvm::any_of(S->children(),
                          [&](const Stmt *C) { return spread(C); });
    const Expr *By = carried(S);
    if (!By)
      return false;
    const Effects E = A.Collector.collect(S);
    for (const VarDecl *W : E.Writes) {
      if (!mayHoldAddress(W))
        continue;
      if (A.isOutside(W)) {
        Kept = By;
        return true;
      }
      Grown |= Holders.insert(W).second;
    }
    if (E.writes(Space::Global) || E.writes(Space::Unknown))
      Kept = By;
    return Kept;
  }

  /// What makes the address a value other than a pointer below \p S; nullptr if
  /// nothing does.
  const Expr *carried(const Stmt *S) const {
    if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
      return nullptr;
    if (isa<GCCAsmStmt>(S) && loadsByAsm(S))
      return nullptr;
    if (const auto *Call = dyn_cast<CallExpr>(S))
      return carriedBy(Call);
    if (const auto *C = dyn_cast<CastExpr>(S);
        C && C->getCastKind() == CK_LValueToRValue)
      return loaded(C);
    if (const auto *C = dyn_cast<CastExpr>(S);
        C && C->getCastKind() == CK_PointerToIntegral &&
        Tile.isIn(C->getSubExpr()))
      return C;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      return Holders.contains(variableOf(Ref)) ? Ref : nullptr;
    const bool Keeps = isa<GCCAsmStmt>(S) ||
                       (isa<InitListExpr, CXXConstructExpr, LambdaExpr>(S) &&
                        cast<Expr>(S)->getType()->isRecordType());
    for (const Stmt *Child : S->children()) {
      const auto *E = dyn_cast_or_null<Expr>(Child);
      if (Keeps && Tile.isIn(E))
        return E;
      if (const Expr *Found = carried(Child))
        return Found;
    }
    return nullptr;
  }

  /// The value of a variable that holds the address, or of a part of one. What
  /// a pointer leads to is data.
  const Expr *loaded(const CastExpr *C) const {
    const QualType T = C->getType();
    if (!T->isPointerType() && !isWideInteger(T, A.Context))
      return nullptr;
    for (const Expr *E = C->getSubExpr()->IgnoreParens();;) {
      if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
        return Holders.contains(variableOf(Ref)) ? Ref : nullptr;
      const auto *Member = dyn_cast<MemberExpr>(E);
      const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
      const auto *Array = dyn_cast_or_null<ImplicitCastExpr>(
          Element ? Element->getBase()->IgnoreParens() : nullptr);
      if (Member && !Member->isArrow())
        E = Member->getBase()->IgnoreParens();
      else if (Array && Array->getCastKind() == CK_ArrayToPointerDecay)
        E = Array->getSubExpr()->IgnoreParens();
      else
        return nullptr;
    }
  }

  /// A function that is given the address, or what holds it, and makes no loads
  /// of it by assembly.
  const Expr *carriedBy(const CallExpr *Call) const {
    const FunctionDecl *F = Call->getDirectCallee(), *Body = nullptr;
    const bool IsSeen = F && F->hasBody(Body);
    if (IsSeen && loadsByAsm(Body->getBody()))
      return nullptr;
    const bool Makes = IsSeen && !isSystem(F)
                           ? makesNumbers(Body->getBody(), 0)
                           : isWideInteger(Call->getType(), A.Context) &&
                                 classifyCallee(F) != CallKind::Atomic;
    for (const Expr *Arg : Call->arguments()) {
      if (Makes && Tile.isIn(Arg))
        return Arg;
      // Of an object with the address a function may want but what it leads to.
      const Expr *Found = carried(Arg);
      if (Found && (Makes || !Found->getType()->isRecordType() ||
                    Call->getType()->isRecordType()))
        return Found;
    }
    return nullptr;
  }

  const Addressed &Tile;
  const LoopAnalysis &A;
  llvm::SmallPtrSet<const VarDecl *, 8> Holders; ///< of the iteration's own
  bool Grown = false;
  const Expr *Kept = nullptr;
};

} // namespace

const Expr *findKeptAddress(const LoopAnalysis &A, const VarDecl *V) {
  const Addressed Tile{A, V};
  if (const Expr *E = KeptPointer(Tile).find())
    return E;
  return KeptNumber(Tile).find();
}

const Expr *findAddressBits(const LoopAnalysis &A, const VarDecl *V) {
  if (V->hasExternalStorage() || V->hasAttr<AlignedAttr>())
    return nullptr;
  const Addressed Tile{A, V};
  KeptNumber Number(Tile);
  return Number.find() ? nullptr : Number.findBits(A.K.Body);
}

} // namespace pipeline_rewrite
