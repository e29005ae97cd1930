//===- HandSides.cpp - The function of a pipeline and that of a plain loop ===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/HandSides.h"
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Emit/EditSet.h"
#include "Validate/Meaning/TokenOrigins.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite::undo {

namespace {

/// Counts the names of shared arrays, in types and declarations too.
class TileNames : public DynamicRecursiveASTVisitor {
public:
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    Count += Ref->getDecl()->hasAttr<CUDASharedAttr>();
    return true;
  }
  bool areSeen(const Stmt *S) {
    TraverseStmt(const_cast<Stmt *>(S));
    unsigned Seen = 0;
    forEachBelow<DeclRefExpr>(S, [&](const DeclRefExpr *Ref) {
      Seen += Ref->getDecl()->hasAttr<CUDASharedAttr>();
    });
    return Count == Seen;
  }

private:
  unsigned Count = 0;
};

} // namespace

bool HandSides::pair() {
  if (!isForm(P) || !isForm(X))
    return false;
  if (!P.split() || !X.split())
    return fail("the loop is of no plain form");
  return isTextSame() && pairFronts();
}

bool HandSides::isForm(const Side &Of) {
  const KLoop &L = Of.Loop;
  const FunctionDecl *F = L.Function;
  if (!Of.Block || L.Parent != Of.Block || L.InOuterLoop ||
      !isa<ForStmt, WhileStmt>(L.Loop) || !L.Condition || !L.Body ||
      !L.Exits.empty() || L.Jump || !L.Votes.empty() || L.ConditionalBarrier ||
      L.AddedBarrier)
    return fail("the loop is of no plain form");
  if (!F->hasAttr<CUDAGlobalAttr>() || F->isTemplated())
    return fail("a template without an instance, or a function that is no "
                "kernel");
  // One may call a function at the end of a scope.
  bool IsPlain = true;
  forEachBelow<DeclStmt>(Of.Block, [&](const DeclStmt *Group) {
    for (const Decl *D : Group->decls())
      for (const Attr *A : D->attrs())
        IsPlain &= isa<CUDASharedAttr, AlignedAttr, UnusedAttr>(A);
  });
  if (!IsPlain)
    return fail("a declaration with an attribute");
  if (const auto *For = dyn_cast<ForStmt>(L.Loop);
      For && For->getConditionVariable())
    return fail("a variable in the condition");
  if (TileNames Names; !Names.areSeen(Of.Block))
    return fail("a tile is named in a type");
  if (hasBelow<GotoStmt, IndirectGotoStmt, LabelStmt, LambdaExpr>(Of.Block))
    return fail("a jump or a lambda");
  return true;
}

bool HandSides::isTextSame() {
  const auto Before = P.Text.range(P.Block), After = X.Text.range(X.Block);
  if (!Before || !After ||
      P.Text.text().take_front(Before->Begin) !=
          X.Text.text().take_front(After->Begin) ||
      P.Text.text().drop_front(Before->End) !=
          X.Text.text().drop_front(After->End))
    return fail("text outside of the function changes");
  // What other builds compile is not read, nor what a pragma does to others.
  const auto All =
      tokensOf(P.Text.slice(*Before), P.Unit.context().getLangOpts());
  for (size_t I = 0; I < All.size(); ++I) {
    const bool IsUnroll =
        I + 2 < All.size() && All[I + 1].Text == "pragma" &&
        (All[I + 2].Text == "unroll" || All[I + 2].Text == "nounroll");
    if (All[I].Text == "_Pragma" ||
        (All[I].InDirective && (All[I].Text == "#" || All[I].Text == "%:") &&
         !IsUnroll))
      return fail("a directive in the function");
  }
  return true;
}

bool HandSides::pairTiles(const DeclStmt *A, const DeclStmt *B) {
  const ASTContext &Context = P.Unit.context();
  const auto Words = [](QualType T) {
    return T.getCanonicalType().getAsString();
  };
  if (std::distance(A->decl_begin(), A->decl_end()) !=
      std::distance(B->decl_begin(), B->decl_end()))
    return false;
  for (auto [L, R] : llvm::zip_equal(A->decls(), B->decls())) {
    const auto *V = dyn_cast<VarDecl>(L), *W = dyn_cast<VarDecl>(R);
    if (!V || !W || !V->hasAttr<CUDASharedAttr>() ||
        !W->hasAttr<CUDASharedAttr>() || V->getName() != W->getName())
      return false;
    if (V->hasExternalStorage() || V->getType().isVolatileQualified() ||
        Context.getDeclAlign(V) != X.Unit.context().getDeclAlign(W))
      return fail("a tile is declared in another way");
    if (Words(V->getType()) != Words(W->getType())) {
      const auto *Array = Context.getAsConstantArrayType(V->getType());
      if (!Array || Words(Array->getElementType()) != Words(W->getType()))
        return fail("a tile has another type");
      const int Size = Array->getSize().getLimitedValue(9);
      if (Size < 2 || Size > 8 || (Buffers > 1 && Buffers != Size))
        return fail("the number of buffers");
      Buffers = Size;
      P.Rings.insert(V);
    }
    P.Numbers[V] = X.Numbers[W] = Numbers++;
    P.Tiles[V] = X.Tiles[W] = P.Tiles.size() - 1;
  }
  return true;
}

std::vector<std::string> HandSides::tokens(const Side &Of, const Stmt *S) {
  std::vector<std::string> Out;
  const auto R = Of.Text.statement(S);
  if (!R)
    return Out;
  EditSet Cut;
  bool IsRead = true;
  forEachBelow<ArraySubscriptExpr>(S, [&](const ArraySubscriptExpr *E) {
    if (!Of.isRing(E))
      return;
    const auto Base = Of.Text.range(E->getBase()), Whole = Of.Text.range(E);
    IsRead &= Base && Whole && Base->End <= Whole->End;
    if (IsRead)
      Cut.replace(Base->End, Whole->End, "");
  });
  if (!IsRead)
    return Out;
  const std::string Code = Cut.apply(Of.Text.text(), R->Begin, R->End);
  for (const PlacedToken &T : tokensOf(Code, Of.Unit.context().getLangOpts()))
    Out.push_back(T.Text.str());
  return Out;
}

/// All of a node that its children do not say; nothing if it has more.
static std::optional<std::string> wordsOf(const Stmt *S, QualType T) {
  std::string Out;
  llvm::raw_string_ostream Words(Out);
  Words << S->getStmtClassName()
        << std::distance(S->child_begin(), S->child_end()) << ' ';
  if (const auto *E = dyn_cast<Expr>(S)) {
    Words << T.getCanonicalType().getAsString() << ' ' << E->getValueKind()
          << E->getObjectKind() << ' ';
    if (T->isVariablyModifiedType() || E->isTypeDependent())
      return std::nullopt;
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(S)) {
    Words << Op->getOpcodeStr() << Op->hasStoredFPFeatures();
    if (const auto Set = builtinAssignment(S); Set && Set->Operator)
      Words << Set->ComputedIn.getCanonicalType().getAsString();
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(S)) {
    Words << Unary->getOpcode() << Unary->hasStoredFPFeatures();
  } else if (const auto *Cast = dyn_cast<CastExpr>(S)) {
    Words << Cast->getCastKindName() << Cast->hasStoredFPFeatures();
  } else if (const auto *Int = dyn_cast<IntegerLiteral>(S)) {
    Words << Int->getValue();
  } else if (const auto *Float = dyn_cast<FloatingLiteral>(S)) {
    Words << Float->getValue().bitcastToAPInt();
  } else if (const auto *Bool = dyn_cast<CXXBoolLiteralExpr>(S)) {
    Words << Bool->getValue();
  } else if (const auto *Char = dyn_cast<CharacterLiteral>(S)) {
    Words << Char->getValue();
  } else if (const auto *Bytes = dyn_cast<StringLiteral>(S)) {
    Words << Bytes->getBytes();
  } else if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(S)) {
    Words << Size->getKind()
          << Size->getTypeOfArgument().getCanonicalType().getAsString();
    if (Size->getTypeOfArgument()->isVariablyModifiedType())
      return std::nullopt;
  } else if (const auto *M = dyn_cast<MemberExpr>(S)) {
    Words << M->isArrow();
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    Words << If->isConstexpr() << If->hasElseStorage() << If->hasInitStorage()
          << If->hasVarStorage();
  } else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S)) {
    Words << Call->getOperator();
  } else if (!isa<CompoundStmt, ForStmt, WhileStmt, DoStmt, NullStmt,
                  AttributedStmt, ReturnStmt, BreakStmt, ContinueStmt, DeclStmt,
                  ParenExpr, DeclRefExpr, ArraySubscriptExpr,
                  ConditionalOperator, InitListExpr, ImplicitValueInitExpr,
                  ConstantExpr, ExprWithCleanups, MaterializeTemporaryExpr,
                  CXXConstructExpr, CallExpr>(S) ||
             isa<CUDAKernelCallExpr>(S)) {
    return std::nullopt;
  }
  return Out;
}

bool HandSides::names(const Side &Of, const Stmt *S, std::vector<Name> &Out) {
  if (!S) {
    Out.push_back({nullptr, ""});
    return true;
  }
  if (const auto *E = dyn_cast<Expr>(S))
    if (const unsigned Number = gridNumber(E)) {
      Out.push_back({nullptr, "grid" + std::to_string(Number)});
      return true;
    }
  // A buffer of a tile is what the tile is there.
  const auto *E = dyn_cast<Expr>(S);
  const QualType T = E ? E->getType() : QualType();
  if (Of.isRing(S))
    S = cast<ArraySubscriptExpr>(S)->getBase()->IgnoreParenImpCasts();
  const auto Words = wordsOf(S, T);
  if (!Words)
    return false;
  Out.push_back({nullptr, *Words});
  const auto Add = [&](const ValueDecl *D) { Out.push_back({D, ""}); };
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    Add(Ref->getDecl());
  else if (const auto *M = dyn_cast<MemberExpr>(S))
    Add(M->getMemberDecl());
  else if (const auto *Made = dyn_cast<CXXConstructExpr>(S))
    Add(Made->getConstructor());
  else if (const auto *Group = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Group->decls()) {
      const auto *V = dyn_cast<VarDecl>(D);
      if (!V || isa<DecompositionDecl>(V) ||
          V->getType()->isVariablyModifiedType())
        return false;
      Add(V);
      Out.back().Type =
          V->getType().getCanonicalType().getAsString() + ' ' +
          std::to_string(V->getASTContext().getDeclAlign(V).getQuantity()) +
          ' ' + std::to_string(V->getInitStyle());
    }
  for (const Stmt *Each : S->children())
    if (!names(Of, Each, Out))
      return false;
  return true;
}

/// With the arguments of templates.
static std::string fullName(const ValueDecl *D) {
  std::string Out;
  llvm::raw_string_ostream Words(Out);
  D->getNameForDiagnostic(Words, D->getASTContext().getPrintingPolicy(),
                          /*Qualified=*/true);
  return Out;
}

bool HandSides::isSamePlace(const ValueDecl *A, const ValueDecl *B) const {
  const auto *F = dyn_cast<FunctionDecl>(A), *G = dyn_cast<FunctionDecl>(B);
  if (F && G && F->getBuiltinID() && F->getBuiltinID() == G->getBuiltinID())
    return true;
  const SourceManager &L = P.Unit.sources(), &R = X.Unit.sources();
  const auto [File, At] = L.getDecomposedLoc(L.getFileLoc(A->getLocation()));
  const auto [Other, There] =
      R.getDecomposedLoc(R.getFileLoc(B->getLocation()));
  const auto Name = L.getFileEntryRefForID(File),
             OtherName = R.getFileEntryRefForID(Other);
  return Name && OtherName && Name->getName() == OtherName->getName() &&
         At == There &&
         (File != P.Unit.subject() ||
          L.isBeforeInTranslationUnit(A->getLocation(),
                                      P.Block->getBeginLoc()));
}

bool HandSides::isSameName(const Name &A, const Name &B) {
  if (!A.Of || !B.Of)
    return A.Type == B.Type && A.Of == B.Of;
  if (A.Type != B.Type || fullName(A.Of) != fullName(B.Of) ||
      A.Of->getKind() != B.Of->getKind())
    return false;
  const auto *V = dyn_cast<VarDecl>(A.Of), *W = dyn_cast<VarDecl>(B.Of);
  if (V && W && (V->isLocalVarDeclOrParm() || W->isLocalVarDeclOrParm())) {
    const auto L = P.Numbers.find(V), R = X.Numbers.find(W);
    // Of two that have values these are compared.
    if (L == P.Numbers.end() && R == X.Numbers.end())
      return Piped && Piped->hasValue(V) && Plain->hasValue(W);
    if (L == P.Numbers.end() || R == X.Numbers.end())
      return false;
    return L->second == R->second;
  }
  return isSamePlace(A.Of, B.Of);
}

/// The same words, which mean the same.
bool HandSides::isSame(const Stmt *A, const Stmt *B) {
  const std::vector<std::string> Words = tokens(P, A);
  if (Words.empty() || Words != tokens(X, B))
    return false;
  std::vector<Name> L, R;
  if (!names(P, A, L) || !names(X, B, R) || L.size() != R.size())
    return false;
  // Those that are declared in it.
  std::vector<const VarDecl *> Own[2];
  for (int I : {0, 1})
    forEachBelow<DeclStmt>(I ? B : A, [&](const DeclStmt *Group) {
      for (const Decl *D : Group->decls())
        if (const auto *V = dyn_cast<VarDecl>(D))
          Own[I].push_back(V);
    });
  if (Own[0].size() != Own[1].size())
    return false;
  const auto WasP = P.Numbers, WasX = X.Numbers;
  for (auto [V, W] : llvm::zip_equal(Own[0], Own[1]))
    if (!P.Numbers.count(V) || P.Numbers[V] != X.Numbers.lookup(W))
      P.Numbers[V] = X.Numbers[W] = Numbers++;
  for (auto [V, W] : llvm::zip_equal(L, R))
    if (!isSameName(V, W)) {
      P.Numbers = WasP;
      X.Numbers = WasX;
      return false;
    }
  return true;
}

bool HandSides::pairFronts() {
  const auto Old = P.Loop.Function->parameters(),
             New = X.Loop.Function->parameters();
  for (unsigned I = 0; I < Old.size() && I < New.size(); ++I)
    P.Numbers[Old[I]] = X.Numbers[New[I]] = I;
  size_t Next = 0;
  for (const Stmt *S : P.Front) {
    bool Is = false;
    if (Next < X.Front.size()) {
      const auto *A = dyn_cast<DeclStmt>(S),
                 *B = dyn_cast<DeclStmt>(X.Front[Next]);
      Is = (A && B && pairTiles(A, B)) || (!Why && isSame(S, X.Front[Next]));
    }
    if (Why)
      return false;
    Next += Is;
    IsKept.push_back(Is);
  }
  return (Next == X.Front.size() && !P.Tiles.empty()) ||
         fail("something in front of the loop is gone, or no tile is seen");
}

} // namespace pipeline_rewrite::undo
