//===- TileRows.cpp - Tiles whose rows may lie further apart --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Forms/TileRows.h"
#include "Frontend/SourceUnit.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

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

const FunctionDecl *functionOf(const VarDecl *V) {
  return dyn_cast_or_null<FunctionDecl>(V->getParentFunctionOrMethod());
}

TileRows rowsOf(const VarDecl *V, const FunctionDecl *F,
                const SourceUnit &Unit) {
  TileRows Rows;
  Rows.Var = V;
  Rows.Rows = 1;
  ASTContext &Context = Unit.context();
  QualType Type = V->getType();
  while (const auto *Array = Context.getAsConstantArrayType(Type)) {
    Rows.Rows *= Rows.Rank++ ? Rows.Columns : 1;
    Rows.Columns = Array->getSize().getZExtValue();
    Type = Array->getElementType();
  }
  Rows.ElementBytes = Context.getTypeSizeInChars(Type).getQuantity();
  if (Rows.Rank < 2)
    Rows.CanPad = Answer(RefusalId::RowLengthReliedOn,
                         "it is declared without rows", V->getLocation());
  else if (!Rows.writtenColumns())
    Rows.CanPad = Answer(RefusalId::RowLengthReliedOn,
                         "its columns are not written where it is declared",
                         V->getLocation());
  else
    findRowUses(F, Rows, Context);
  return Rows;
}

} // namespace

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

} // namespace pipeline_rewrite
