//===- TileRows.cpp - Tiles whose rows may lie further apart --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Forms/TileRows.h"
#include "Analyse/Builds/UnitTexts.h"
#include "Analyse/Forms/RowUses.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class SharedArrays : public DynamicRecursiveASTVisitor {
public:
  SharedArrays() { ShouldVisitTemplateInstantiations = true; }
  bool VisitVarDecl(VarDecl *V) override {
    if (V->hasAttr<CUDASharedAttr>() && !V->hasExternalStorage() &&
        V->getType()->isConstantArrayType())
      Found.push_back(V);
    return true;
  }
  std::vector<const VarDecl *> Found;
};

/// Where this parse has a tree of a name.
class NamePlaces : public DynamicRecursiveASTVisitor {
public:
  explicit NamePlaces(const SourceManager &SM) : SM(SM) {}

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    return add(E->getLocation());
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    return add(E->getMemberLoc());
  }
  bool VisitDecl(Decl *D) override { return add(D->getLocation()); }

  bool has(unsigned Offset) const { return Found.contains(Offset); }

private:
  bool add(SourceLocation L) {
    if (L.isValid())
      Found.insert(SM.getFileOffset(SM.getFileLoc(L)));
    return true;
  }

  const SourceManager &SM;
  llvm::DenseSet<unsigned> Found;
};

const FunctionDecl *functionOf(const VarDecl *V) {
  return dyn_cast_or_null<FunctionDecl>(V->getParentFunctionOrMethod());
}

/// What names the variable where no instance has a tree of it: another build's
/// text.
Answer isSeenWhole(llvm::ArrayRef<const VarDecl *> Instances,
                   const SourceUnit &Unit, UnitTexts &Texts) {
  const VarDecl *V = Instances.front();
  const FunctionDecl *F = functionOf(V);
  if (!F || !V->getIdentifier())
    return Answer::yes();
  NamePlaces Seen(Unit.sources());
  for (const VarDecl *Each : Instances)
    if (const FunctionDecl *In = functionOf(Each))
      Seen.TraverseDecl(const_cast<FunctionDecl *>(In));
  const TextPart Part = Texts.partOf(F->getSourceRange());
  const ConditionalText &Text = Texts.of(Part.File);
  const auto Names = [&](const RawToken &T) {
    return T.Kind == tok::raw_identifier && T.Text == V->getName() &&
           !Text.isDead(T.Offset);
  };
  for (const RawToken &T : Text.tokens(Part.Begin, Part.End))
    if (Names(T) && !Seen.has(T.Offset))
      return Answer(RefusalId::RowLengthReliedOn,
                    "text that this build leaves out names '" +
                        V->getNameAsString() + "'",
                    Unit.sources().getComposedLoc(Part.File, T.Offset));
  for (const TextDirective &D : Text.directives())
    if (D.Name == "define" && llvm::any_of(D.Rest, Names) &&
        llvm::any_of(Text.groups(), [&](const ConditionalGroup &G) {
          return G.contains(D.Offset);
        }))
      return Answer(RefusalId::RowLengthReliedOn,
                    "a macro that another build may define otherwise names '" +
                        V->getNameAsString() + "'",
                    Unit.sources().getComposedLoc(Part.File, D.Offset));
  return Answer::yes();
}

TileRows rowsOf(const VarDecl *V, const FunctionDecl *F,
                const SourceUnit &Unit) {
  TileRows Rows;
  Rows.Var = V;
  Rows.Names = {V};
  Rows.Rows = 1;
  unsigned Rank = 0;
  const ASTContext &Context = Unit.context();
  QualType Type = V->getType();
  while (const auto *Array = Context.getAsConstantArrayType(Type)) {
    Rows.Rows *= Rank++ ? Rows.Columns : 1;
    Rows.Columns = Array->getSize().getZExtValue();
    Type = Array->getElementType();
  }
  Rows.ElementBytes = Context.getTypeSizeInChars(Type).getQuantity();
  if (Rank < 2)
    Rows.CanPad = Answer(RefusalId::RowLengthReliedOn,
                         "it is declared without rows", V->getLocation());
  else if (!Rows.writtenColumns())
    Rows.CanPad = Answer(RefusalId::RowLengthReliedOn,
                         "its columns are not written where it is declared",
                         V->getLocation());
  else
    findRowUses(F, Rows, Rank, Unit);
  return Rows;
}

} // namespace

const Expr *TileRows::writtenColumns() const {
  const TypeSourceInfo *Info = Var->getTypeSourceInfo();
  if (!Info)
    return nullptr;
  const Expr *Last = nullptr;
  for (TypeLoc At = Info->getTypeLoc().IgnoreParens();;) {
    const auto Array = At.getAs<ArrayTypeLoc>();
    if (!Array)
      return At.getType()->isArrayType() ? nullptr : Last;
    Last = Array.getSizeExpr();
    At = Array.getElementLoc().IgnoreParens();
  }
}

std::vector<TileRows> findTileRows(const FunctionDecl *F,
                                   const SourceUnit &Unit) {
  SharedArrays Arrays;
  Arrays.TraverseStmt(F->getBody());
  std::vector<TileRows> Found;
  for (const VarDecl *V : Arrays.Found)
    Found.push_back(rowsOf(V, F, Unit));
  return Found;
}

std::vector<TileRows> findOtherInstances(llvm::ArrayRef<TileRows> Known,
                                         const SourceUnit &Unit) {
  SharedArrays Arrays;
  Arrays.TraverseDecl(Unit.context().getTranslationUnitDecl());
  std::vector<TileRows> Found;
  for (const VarDecl *V : Arrays.Found) {
    const FunctionDecl *F = functionOf(V);
    if (F && !F->isDependentContext() && F->getBody() &&
        V->getLocation() == Known.front().Var->getLocation() &&
        llvm::none_of(Known,
                      [&](const TileRows &Each) { return Each.Var == V; }))
      Found.push_back(rowsOf(V, F, Unit));
  }
  return Found;
}

Answer areUsesSeen(llvm::ArrayRef<TileRows> Instances, const SourceUnit &Unit) {
  UnitTexts Texts(Unit);
  std::map<SourceLocation, std::vector<const VarDecl *>> Names;
  for (const TileRows &Each : Instances)
    for (const VarDecl *V : Each.Names)
      Names[V->getLocation()].push_back(V);
  Answer All;
  for (const auto &[At, Variables] : Names)
    All.also(isSeenWhole(Variables, Unit, Texts));
  All.confirm();
  return All;
}

} // namespace pipeline_rewrite
