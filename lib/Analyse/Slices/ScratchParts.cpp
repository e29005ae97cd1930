//===- ScratchParts.cpp - Scratch that is filled part by part -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A register array may serve both halves by its elements: `r[0] = A[i]; s[t] =
// r[0].x; … r[0] = s[j]; r[1] = s[j + 4]; sum += r[n].x;`. Which bytes of it
// have been written is followed through the statements in the order in which
// they run; loops whose trip count is known, in every build, run round by
// round.
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/MadeOf.h"
#include "Analyse/Memory/Provenance.h"
#include "Analyse/Numbers/BytesOf.h"
#include "Analyse/Slices/Scratch.h"
#include "Analyse/Slices/ScratchHalves.h"
#include "Ast/Below.h"
#include "Ast/Loops.h"
#include "Ast/Parents.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

constexpr uint64_t MostBytes = 4096;
constexpr unsigned MostSteps = 20000;

/// One that writes what it is given and nothing else, as bytes.
std::optional<Assignment> byteAssignment(const Stmt *S) {
  auto A = anyAssignment(S);
  return A && (!A->By || A->copiesBytes()) ? A : std::nullopt;
}

/// A function that is given an object as \p P keeps neither it nor its address.
bool isForgotten(const ParmVarDecl *P, const Stmt *Body,
                 const OtherBuilds &Builds, unsigned Depth);

/// What expressions do with the bytes of a variable.
class PartUses {
public:
  PartUses(const VarDecl *V, const OtherBuilds &Builds, unsigned Depth)
      : V(V), Context(V->getASTContext()), Builds(Builds), Depth(Depth),
        Written(Context.getTypeSizeInChars(V->getType().getNonReferenceType())
                    .getQuantity()) {}

  bool Exposed = false;   ///< read where it may not have been written yet
  bool Understood = true; ///< its address goes nowhere

protected:
  using BitVector = llvm::BitVector;

  void read(const Stmt *S) {
    if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      Understood &= Ref->getDecl() != V;
      return;
    }
    if (isa<LambdaExpr>(S)) {
      Understood &= !findMention(S, V);
      return;
    }
    if (const auto *O = dyn_cast<OpaqueValueExpr>(S))
      return read(O->getSourceExpr());
    if (const auto A = byteAssignment(S);
        A && A->isPlain() && A->Value->isGLValue())
      if (auto Part = part(A->Value)) {
        read(A->Target);
        return readPart(*Part);
      }
    const Expr *From = nullptr;
    if (const auto *C = dyn_cast<CastExpr>(S);
        C && C->getCastKind() == CK_LValueToRValue)
      From = C->getSubExpr();
    else if (const auto *Made = dyn_cast<CXXConstructExpr>(S);
             Made && Made->getNumArgs() == 1 &&
             Made->getConstructor()->isCopyOrMoveConstructor() &&
             Made->getConstructor()->isTrivial())
      From = Made->getArg(0);
    if (From && From->isGLValue())
      if (auto Part = part(From))
        return readPart(*Part);
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *Each : D->decls())
        if (const auto *Var = dyn_cast<VarDecl>(Each))
          read(Var->getInit());
      return;
    }
    if (const auto *Call = dyn_cast<CallExpr>(S))
      return readCall(Call);
    for (const Stmt *Child : S->children())
      read(Child);
  }

  /// Parts may be given by reference to functions that forget them.
  void readCall(const CallExpr *Call) {
    const FunctionDecl *Callee = findBodyOf(Call);
    read(Call->getCallee());
    for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
      const Expr *Arg = Call->getArg(I);
      const unsigned First = Callee ? firstArgument(Call, Callee) : 0;
      const ParmVarDecl *P =
          Callee && I >= First && I - First < Callee->getNumParams()
              ? Callee->getParamDecl(I - First)
              : nullptr;
      auto Part = P && P->getType()->isLValueReferenceType() && Arg->isGLValue()
                      ? part(Arg)
                      : std::nullopt;
      if (Part && isForgotten(P, Callee->getBody(), Builds, Depth + 1))
        readPart(*Part);
      else
        read(Arg);
    }
  }

  void walkAsm(const GCCAsmStmt *Asm) {
    if (Asm->isAsmGoto())
      return read(Asm);
    for (unsigned I = 0; I < Asm->getNumInputs(); ++I)
      read(Asm->getInputExpr(I));
    llvm::SmallVector<BytesOf, 4> Outputs;
    for (unsigned I = 0; I < Asm->getNumOutputs(); ++I) {
      const Expr *E = Asm->getOutputExpr(I);
      auto Part = part(E);
      if (!Part) {
        read(E);
        continue;
      }
      if (Asm->isOutputPlusConstraint(I))
        readPart(*Part);
      if (hasNoPadding(E->getType(), Context))
        Outputs.push_back(std::move(*Part));
    }
    for (const BytesOf &Part : Outputs)
      write(Part);
  }

  void walkExpr(const Expr *E) {
    E = E->IgnoreParens();
    if (const auto *C = dyn_cast<ExprWithCleanups>(E))
      return walkExpr(C->getSubExpr());
    if (const auto *B = dyn_cast<BinaryOperator>(E);
        B && B->getOpcode() == BO_Comma) {
      walkExpr(B->getLHS());
      return walkExpr(B->getRHS());
    }
    const auto A = byteAssignment(E);
    auto Part = A ? part(A->Target) : std::nullopt;
    if (!Part)
      return read(E);
    if (A->Value)
      readValue(A->Value);
    if (A->readsOld())
      return readPart(*Part);
    if (isWholeElement(A->Target) ||
        hasNoPadding(A->Target->getType(), Context))
      write(*Part);
  }

private:
  /// An element, or all, by its own type: of padding no value is ever read.
  bool isWholeElement(const Expr *To) const {
    return isa<DeclRefExpr>(To->IgnoreParens());
  }

  /// The value of an assignment, which is a name where bytes are copied.
  void readValue(const Expr *E) {
    if (auto Part = E->isGLValue() ? part(E) : std::nullopt)
      return readPart(*Part);
    read(E);
  }

  /// nullopt if it is another part in another build.
  std::optional<BytesOf> part(const Expr *E) {
    auto Part =
        bytesOf(E, V, [&](const VarDecl *Var) -> std::optional<int64_t> {
          auto It = Values.find(Var);
          return It == Values.end() ? std::nullopt : std::optional(It->second);
        });
    if (Part && (hasTypeOfBuild(E) ||
                 llvm::any_of(Part->Indices, [&](const Expr *Index) {
                   return isOfBuild(Index);
                 })))
      return std::nullopt;
    return Part;
  }

  /// An element that is as large as any other: by the variable's own type.
  bool hasTypeOfBuild(const Expr *E) {
    if (!hasBelow<ExplicitCastExpr>(E))
      return false;
    const auto *In = dyn_cast<FunctionDecl>(V->getDeclContext());
    return isKnown(E, [&] {
      MadeOf Made(Builds);
      return !In || Made.decidesType(E, In) ||
             Made.decides(V->getTypeSourceInfo()->getTypeLoc());
    });
  }

  void readPart(const BytesOf &Part) {
    for (const Expr *Index : Part.Indices)
      read(Index);
    Exposed |=
        Written.find_first_unset_in(Part.Begin, Part.Begin + Part.Size) != -1;
  }

  void write(const BytesOf &Part) {
    for (const Expr *Index : Part.Indices)
      read(Index);
    if (Part.Exact && Relies)
      Written.set(Part.Begin, Part.Begin + Part.Size);
  }

  bool isKnown(const Expr *E, llvm::function_ref<bool()> Ask) {
    const auto [At, IsNew] = OfBuild.try_emplace(E);
    return IsNew ? OfBuild[E] = Ask() : At->second;
  }

protected:
  bool isOfBuild(const Expr *E) {
    return E &&
           isKnown(E, [&] { return MadeOf(Builds).decides(E).has_value(); });
  }

  const VarDecl *V;
  const ASTContext &Context;
  const OtherBuilds &Builds;
  llvm::DenseMap<const Expr *, bool> OfBuild;
  const unsigned Depth; ///< of calls
  BitVector Written;
  bool Relies = true;                              ///< what is written counts
  llvm::DenseMap<const VarDecl *, int64_t> Values; ///< of loops' variables
};

/// Walks statements in the order in which they run.
class PartWalk : public PartUses {
public:
  /// \p From: begins behind this statement.
  PartWalk(const VarDecl *V, const OtherBuilds &Builds,
           const Stmt *From = nullptr, unsigned Depth = 0)
      : PartUses(V, Builds, Depth), From(From), Begun(!From) {}

  bool EachRound = true; ///< else loops are walked once, for Understood

  void walk(const Stmt *S) {
    if (!S || (EachRound && Written.all()) || !Understood)
      return;
    if (S == From)
      Begun = true;
    if (S == From || (!Begun && !contains(S, From)))
      return;
    if ((EachRound && ++Steps > MostSteps) || isa<LabelStmt>(S)) {
      Understood = false;
      return;
    }
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      walk(If->getInit());
      walk(If->getConditionVariableDeclStmt());
      read(If->getCond());
      return fork(If->getThen(), If->getElse());
    }
    if (const auto *For = dyn_cast<ForStmt>(S))
      return walkFor(For);
    if (const auto *While = dyn_cast<WhileStmt>(S)) {
      walk(While->getConditionVariableDeclStmt());
      read(While->getCond());
      return maybe(While->getBody());
    }
    if (isa<CompoundStmt, AttributedStmt>(S) ||
        (onceBlock(S) && !findJump(S))) {
      for (const Stmt *Child : S->children())
        walk(Child);
      return;
    }
    if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
      return walkAsm(Asm);
    if (const auto *E = dyn_cast<Expr>(S))
      return walkExpr(E);
    if (isa<DeclStmt, NullStmt, ReturnStmt>(S))
      return read(S);
    // do, switch and whatever else jumps: what they write is not relied on,
    // not even by themselves.
    const bool Before = std::exchange(Relies, false);
    for (const Stmt *Child : S->children())
      walk(Child);
    Relies = Before;
  }

private:
  void maybe(const Stmt *S) {
    const BitVector Before = Written;
    walk(S);
    Written = Before;
  }

  void fork(const Stmt *A, const Stmt *B) {
    const BitVector Before = Written;
    walk(A);
    const BitVector AfterA = Written;
    Written = Before;
    walk(B);
    Written &= AfterA;
  }

  void walkFor(const ForStmt *For) {
    walk(For->getInit());
    walk(For->getConditionVariableDeclStmt());
    read(For->getCond());
    read(For->getInc());
    if (EachRound && Begun && !findMention(For->getBody(), V))
      return;
    const CopyLoop C = describeCopyLoop(For, Context);
    const auto First =
        C.Start ? fixedValue(C.Start, Context) : std::optional<int64_t>(0);
    const auto Step =
        C.Step ? fixedValue(C.Step, Context) : std::optional<int64_t>(1);
    if (!EachRound || !C.Trips || C.Strided || !First || !Step ||
        findJump(For->getBody()) || isOfBuild(C.Start) || isOfBuild(C.Bound) ||
        isOfBuild(C.Step))
      return maybe(For->getBody());
    for (uint64_t I = 0; I < C.Trips && Steps <= MostSteps; ++I) {
      Values[C.Var] = *First + int64_t(I) * *Step;
      walk(For->getBody());
    }
    Values.erase(C.Var);
  }

  const Stmt *From;
  bool Begun; ///< From has been met
  unsigned Steps = 0;
};

bool isForgotten(const ParmVarDecl *P, const Stmt *Body,
                 const OtherBuilds &Builds, unsigned Depth) {
  if (Depth > 4 || P->getType()->getPointeeType()->isIncompleteType())
    return false;
  PartWalk Inside(P, Builds, /*From=*/nullptr, Depth);
  Inside.EachRound = false;
  Inside.walk(Body);
  return Inside.Understood;
}

/// Another build may make another number of elements of it.
bool hasSizeOfBuild(const VarDecl *V, const OtherBuilds &Builds) {
  MadeOf Made(Builds);
  TypeLoc Type = V->getTypeSourceInfo()->getTypeLoc();
  for (; auto Array = Type.getAs<ArrayTypeLoc>(); Type = Array.getElementLoc())
    if (Made.decides(Array.getSizeExpr()))
      return true;
  return false;
}

/// A register array, or an object without members that do more than hold.
bool isPlainObject(const LoopAnalysis &A, const VarDecl *V) {
  QualType T = V->getType();
  if (!A.isOutside(V) || !V->isLocalVarDeclOrParm() || V->isStaticLocal() ||
      isa<DecompositionDecl>(V) || V->hasAttr<CUDASharedAttr>() ||
      mayKeepItsAddress(V) || !(T->isConstantArrayType() || T->isRecordType()))
    return false;
  QualType Element = A.Context.getBaseElementType(T);
  return !Element.isVolatileQualified() &&
         Element.isTriviallyCopyableType(A.Context) &&
         A.Context.getTypeSizeInChars(T).getQuantity() <= int64_t(MostBytes);
}

/// A use behind the loop that may see a value from inside it.
bool isUsedBeyond(const LoopAnalysis &A, const VarDecl *V) {
  const Stmt *Body = A.K.Function->getBody();
  if (A.K.InOuterLoop)
    return findMention(Body, V, /*Without=*/A.K.Loop);
  PartWalk Behind(V, A.builds(), A.K.Loop);
  Behind.walk(Body);
  return !Behind.Understood || Behind.Exposed;
}

} // namespace

bool isScratchByParts(const LoopAnalysis &A, const VarDecl *V) {
  if (!isPlainObject(A, V) || isNamedByHead(A, V) ||
      hasSizeOfBuild(V, A.builds()))
    return false;
  PartWalk Everywhere(V, A.builds());
  Everywhere.EachRound = false;
  Everywhere.walk(A.K.Function->getBody());
  if (!Everywhere.Understood || isUsedBeyond(A, V))
    return false;
  PartWalk Loads(V, A.builds()), Computation(V, A.builds());
  return walkHalves(A, V, Loads, Computation) && Loads.Understood &&
         Computation.Understood && !Loads.Exposed && !Computation.Exposed;
}

bool isWrittenBeforeRead(const LoopAnalysis &A, const VarDecl *V,
                         const Stmt *Body) {
  if (A.Context.getTypeSizeInChars(V->getType()).getQuantity() >
          int64_t(MostBytes) ||
      hasSizeOfBuild(V, A.builds()))
    return false;
  PartWalk Everywhere(V, A.builds()), Step(V, A.builds());
  Everywhere.EachRound = false;
  Everywhere.walk(Body);
  Step.walk(Body);
  return Everywhere.Understood && Step.Understood && !Step.Exposed;
}

} // namespace pipeline_rewrite
