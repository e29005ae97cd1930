//===- Tiles.cpp - The shared arrays that the loop fills ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/LoopQuestions.h"
#include "Ast/Below.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

bool touchesSharedAfter(LoopAnalysis &A) {
  // Anything after the loop in the text, or anything at all if an outer loop
  // or a second call comes round again.
  if (A.K.InOuterLoop || !A.K.Function->hasAttr<CUDAGlobalAttr>())
    return true;
  Effects Whole = A.Collector.collect(A.K.Function->getBody());
  auto IsAfter = [&](const Stmt *S) {
    return !A.inLoop(S) && A.SM.isBeforeInTranslationUnit(
                               A.SM.getExpansionLoc(A.K.Loop->getEndLoc()),
                               A.SM.getExpansionLoc(S->getBeginLoc()));
  };
  // An object from before the loop may end after it, and run code then.
  auto MayEndAfter = [&](const Stmt *S) {
    return isa<DeclStmt, CXXBindTemporaryExpr>(S) && !A.inLoop(S);
  };
  return llvm::any_of(Whole.Anything, IsAfter) ||
         llvm::any_of(Whole.Anything, MayEndAfter) ||
         llvm::any_of(Whole.Accesses, [&](const Access &Acc) {
           return Acc.Where == Space::Shared && Acc.At && IsAfter(Acc.At);
         });
}

/// What stands between the brackets of a declaration.
std::vector<std::string> extentTexts(const LoopAnalysis &A, const VarDecl *V) {
  std::vector<std::string> Texts;
  const TypeSourceInfo *Written = V->getTypeSourceInfo();
  for (TypeLoc Rest = Written ? Written->getTypeLoc() : TypeLoc();;) {
    auto Array = Rest ? Rest.getAs<ArrayTypeLoc>() : ArrayTypeLoc();
    if (!Array)
      return Texts;
    const Expr *Size = Array.getSizeExpr();
    Texts.push_back(Size ? Lexer::getSourceText(
                               A.SM.getExpansionRange(Size->getSourceRange()),
                               A.SM, A.Context.getLangOpts())
                               .str()
                         : "");
    Rest = Array.getElementLoc();
  }
}

TileShape shapeOf(const LoopAnalysis &A, const VarDecl *V) {
  TileShape Shape;
  Shape.Name = V->getNameAsString();
  QualType T = V->getType();
  if (A.Collector.provenance().isPart(V)) { // of unknown extent
    T = T->getPointeeType();
    Shape.Element = T.getUnqualifiedType().getAsString(
        PrintingPolicy(A.Context.getLangOpts()));
    if (!T->isIncompleteType())
      Shape.ElementBytes = A.Context.getTypeSizeInChars(T).getQuantity();
    return Shape;
  }
  Shape.ExtentTexts = extentTexts(A, V);
  while (const ArrayType *Array = A.Context.getAsArrayType(T)) {
    if (const auto *Constant = dyn_cast<ConstantArrayType>(Array))
      Shape.Extents.push_back(Constant->getSize().getZExtValue());
    T = Array->getElementType();
  }
  PrintingPolicy Policy(A.Context.getLangOpts());
  Shape.Element = T.getUnqualifiedType().getAsString(Policy);
  Shape.ElementBytes = A.Context.getTypeSizeInChars(T).getQuantity();
  if (!V->getType()->isIncompleteType())
    Shape.Bytes = A.Context.getTypeSizeInChars(V->getType()).getQuantity();
  return Shape;
}

unsigned launchBound(const LoopAnalysis &A) {
  const auto *Attr = A.K.Function->getAttr<CUDALaunchBoundsAttr>();
  Expr::EvalResult R;
  if (!Attr || !Attr->getMaxThreads() ||
      Attr->getMaxThreads()->isValueDependent() ||
      !Attr->getMaxThreads()->EvaluateAsInt(R, A.Context))
    return 0;
  return R.Val.getInt().getZExtValue();
}

std::string instanceName(const LoopAnalysis &A) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  PrintingPolicy Policy(A.Context.getLangOpts());
  A.K.Function->getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
  return Name;
}

/// The variable whose element \p E is, by subscripts, members and sums that
/// are read or written at once; \p Indices has what is added.
const DeclRefExpr *elementOf(const Expr *E,
                             llvm::SmallVectorImpl<const Expr *> &Indices) {
  E = E->IgnoreParens();
  if (const auto *Decay = dyn_cast<ImplicitCastExpr>(E);
      Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
    return elementOf(Decay->getSubExpr(), Indices);
  if (const auto *Member = dyn_cast<MemberExpr>(E);
      Member && !Member->isArrow())
    return elementOf(Member->getBase(), Indices);
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
    Indices.push_back(Sub->getIdx());
    return elementOf(Sub->getBase(), Indices);
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_Deref)
    return elementOf(U->getSubExpr(), Indices);
  if (const auto *Sum = dyn_cast<BinaryOperator>(E);
      Sum && Sum->isAdditiveOp() && Sum->getType()->isPointerType()) {
    const bool First = Sum->getLHS()->getType()->isPointerType();
    Indices.push_back(First ? Sum->getRHS() : Sum->getLHS());
    return elementOf(First ? Sum->getLHS() : Sum->getRHS(), Indices);
  }
  return dyn_cast<DeclRefExpr>(E);
}

/// What \p S reads or writes as a whole, if it does that to one operand.
const Expr *plainAccess(const Stmt *S) {
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S))
    return Cast->getCastKind() == CK_LValueToRValue ? Cast->getSubExpr()
                                                    : nullptr;
  return changedBy(S);
}

/// Static shared arrays of the function, in order of declaration.
void collectShared(const Stmt *S,
                   llvm::SmallSetVector<const VarDecl *, 8> &Out) {
  forEachBelow<DeclStmt>(S, [&](const DeclStmt *D) {
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each);
          V && V->hasAttr<CUDASharedAttr>())
        Out.insert(V);
  });
}

bool isIn(const LoopAnalysis &A, const VarDecl *V) {
  for (const LoopUnit &U : A.Facts.Units)
    if (const auto *D = dyn_cast<DeclStmt>(U.S);
        D && llvm::is_contained(D->decls(), V))
      return true;
  return false;
}

/// The launch decides its size, or that of the array it is a part of.
bool isDynamic(const LoopAnalysis &A, const VarDecl *V) {
  if (!A.Collector.provenance().isPart(V))
    return V->getType()->isIncompleteArrayType() || V->hasExternalStorage();
  Roots Whole = A.Collector.provenance().ofPointer(V->getInit());
  return llvm::any_of(Whole.Vars,
                      [&](const VarDecl *Root) { return isDynamic(A, Root); });
}

/// True if \p L is spelled by a macro, and not by an argument of one.
bool isInMacroBody(const SourceManager &SM, SourceLocation L) {
  while (SM.isMacroArgExpansion(L))
    L = SM.getImmediateSpellingLoc(L);
  return L.isMacroID();
}

/// Where the computation writes \p V, if it does. Two names for it are two
/// pointers into one array, and their parts may be distinct or not.
TileWrite findWriteInCompute(const LoopAnalysis &A, const VarDecl *V) {
  TileWrite Out;
  for (unsigned I = 0; I < A.Facts.Units.size() && !Out.At; ++I)
    if (A.Facts.Units[I].Role == UnitRole::Compute && !A.isBarrier(I))
      if (const Access *W = A.UnitEffects[I].findAccess(V, /*Write=*/true))
        Out.At = W->At;
  if (!Out.At)
    return Out;
  const VarDecl *Written = nameIn(Out.At);
  for (unsigned I = 0; I < A.Facts.LoadBarrier; ++I)
    for (const Access &Acc : A.UnitEffects[I].Accesses)
      if (Acc.Write && Acc.Root == V) {
        const VarDecl *Name = nameIn(Acc.At);
        if (!Written || !Name || Name == Written)
          return {Out.At, Acc.At, nullptr, nullptr};
        if (!Out.FilledAt)
          Out = {Out.At, Acc.At, Written, Name};
      }
  return Out;
}

} // namespace

bool addressIsUsed(const Stmt *S, const VarDecl *V) {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() == V;
  const Stmt *Seen = nullptr;
  if (const Expr *Accessed = plainAccess(S)) {
    llvm::SmallVector<const Expr *, 4> Indices;
    const DeclRefExpr *Ref = elementOf(Accessed, Indices);
    if (Ref && Ref->getDecl() == V) {
      Seen = Accessed;
      if (llvm::any_of(Indices,
                       [&](const Expr *I) { return addressIsUsed(I, V); }))
        return true;
    }
  }
  return llvm::any_of(S->children(), [&](const Stmt *C) {
    return C != Seen && addressIsUsed(C, V);
  });
}

void findUsesInMacros(const LoopAnalysis &A, const Stmt *S, Tile &Of) {
  forEachBelow<DeclRefExpr>(S, [&](const DeclRefExpr *Ref) {
    if (Ref->getDecl() == Of.Var && isInMacroBody(A.SM, Ref->getLocation()) &&
        !llvm::is_contained(Of.InMacro, Ref))
      Of.InMacro.push_back(Ref);
  });
}

std::optional<Refusal> describeTiles(LoopAnalysis &A) {
  llvm::SmallSetVector<const VarDecl *, 4> Filled;
  for (unsigned I = 0; I < A.Facts.LoadBarrier; ++I)
    if (A.Facts.Units[I].isLoadSide())
      for (const Access &Acc : A.UnitEffects[I].Accesses)
        if (Acc.Where == Space::Shared && Acc.Write)
          Filled.insert(Acc.Root);

  for (const VarDecl *V : Filled) {
    Tile T;
    T.Var = V;
    T.Shape = shapeOf(A, V);
    T.Dynamic = isDynamic(A, V);
    T.DeclaredInLoop = isIn(A, V);
    if (!T.DeclaredInLoop && !A.isOutside(V))
      return A.refuse(RefusalId::NestedDeclaration,
                      "the tile '" + T.Shape.Name +
                          "' is declared in an inner block of the loop");
    T.UsedOutside = A.Collector.provenance().isPart(V)
                        ? V->getInit()
                        : findUseOfOneBuffer(A, V);
    if (V->getDeclContext() != A.K.Function && !T.UsedOutside)
      T.Dynamic = true; // of the file or of another function: the storage is
                        // not ours to grow
    findUsesInMacros(A, A.K.Body, T);
    T.InCompute = findWriteInCompute(A, V);
    T.AddressUsed = addressIsUsed(A.K.Body, V);
    T.DeclaredAlign = A.Context.getDeclAlign(V).getQuantity();
    A.Facts.Tiles.push_back(std::move(T));
  }

  SharedMemoryUse &Use = A.Facts.Memory;
  Use.Instance = instanceName(A);
  Use.ThreadsPerBlock = launchBound(A);
  llvm::SmallSetVector<const VarDecl *, 8> All;
  collectShared(A.K.Function->getBody(), All);
  for (const VarDecl *V : All)
    if (!Filled.contains(V) && !V->getType()->isIncompleteType())
      Use.OtherStaticBytes +=
          A.Context.getTypeSizeInChars(V->getType()).getQuantity();
  for (const Tile &T : A.Facts.Tiles) {
    Use.Tiles.push_back(T.Shape);
    Use.Tiles.back().MultiBuffered = !T.Dynamic;
  }
  A.Facts.SharedUsedAfter = touchesSharedAfter(A);
  return std::nullopt;
}

unsigned LoopFacts::stageAlignment(const Tile &T) const {
  if (!T.AddressUsed)
    return T.AccessAlign;
  // wmma wants 256 bits (CUDA C++ Programming Guide, "Warp Matrix Functions"),
  // nothing else more than 16 bytes; but an author who asks for more may
  // compute with the bits of an address.
  return std::max({UsesTensorCores ? 32U : 16U, T.DeclaredAlign});
}

const Tile *LoopFacts::findTile(const VarDecl *V) const {
  for (const Tile &T : Tiles)
    if (T.Var == V)
      return &T;
  return nullptr;
}

const TileStore *LoadSlice::findStore(const Stmt *Statement) const {
  for (const TileStore &S : Stores)
    if (S.Statement == Statement)
      return &S;
  return nullptr;
}

std::string LoadCall::name() const {
  return (Lambda ? cast<NamedDecl>(Lambda) : Callee)->getNameAsString();
}

const LambdaExpr *LoadCall::lambda() const {
  return Lambda ? cast<LambdaExpr>(
                      Lambda->getInit()->IgnoreUnlessSpelledInSource())
                : nullptr;
}

const VarDecl *LoadCall::nameInCaller(const VarDecl *Name,
                                      const VarDecl *Tile) const {
  for (unsigned I = 0; I < Callee->getNumParams(); ++I)
    if (Callee->getParamDecl(I) == Name)
      if (const auto *P = dyn_cast_or_null<ParmVarDecl>(nameIn(argument(I))))
        return P;
  return Tile;
}

const Expr *LoadCall::object() const {
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(Call))
    return M->getImplicitObjectArgument();
  return firstArgument(Call, Callee) ? Call->getArg(0) : nullptr;
}

const LoadCall *LoadSlice::findCall(const Stmt *Statement) const {
  for (const LoadCall &C : Calls)
    if (C.Call == Statement)
      return &C;
  return nullptr;
}

llvm::SmallVector<const TileStore *, 2>
LoadSlice::storesOf(const Stmt *Leaf) const {
  llvm::SmallVector<const TileStore *, 2> Out;
  for (const TileStore &S : Stores)
    if (S.Leaf == Leaf)
      Out.push_back(&S);
  return Out;
}

bool LoopFacts::needsCopy(const VarDecl *V) const {
  return llvm::any_of(
      Variables, [&](const Carried &C) { return C.Var == V && C.NeedsCopy; });
}

} // namespace pipeline_rewrite
