//===- LaunchHints.cpp - What the text says of a kernel's launches --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/LaunchHints.h"
#include "Ast/BuiltinMembers.h"
#include "Execution/IndexFactors.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class HintFinder : public DynamicRecursiveASTVisitor {
public:
  explicit HintFinder(const ASTContext &Context) : Context(Context) {}

  LaunchHints Out;
  std::vector<uint32_t> Arguments, Constants; ///< after the extents

  bool VisitMSPropertyRefExpr(MSPropertyRefExpr *E) override {
    note(E);
    return true;
  }

  bool VisitMemberExpr(MemberExpr *E) override {
    note(E);
    return true;
  }

  bool VisitVarDecl(VarDecl *V) override {
    if (V->hasAttr<CUDASharedAttr>())
      addExtents(V->getType());
    else if (V->isUsableInConstantExpressions(Context) && V->getInit())
      addValue(V->getInit());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *V = dyn_cast<VarDecl>(E->getDecl());
    if (V && !V->isLocalVarDeclOrParm())
      addValue(E);
    return true;
  }

  bool VisitIntegerLiteral(IntegerLiteral *L) override {
    add(Constants, L->getValue().getLimitedValue());
    return true;
  }

  void addArguments(const FunctionDecl *F) {
    if (const TemplateArgumentList *List = F->getTemplateSpecializationArgs())
      for (const TemplateArgument &A : List->asArray())
        if (A.getKind() == TemplateArgument::Integral)
          add(Arguments, A.getAsIntegral().getLimitedValue());
  }

private:
  void note(const Expr *E) {
    Out.UsesThreadY |= isBuiltinMember(E, "threadIdx", "y");
    Out.UsesThreadZ |= isBuiltinMember(E, "threadIdx", "z");
    Out.UsesBlockY |= isBuiltinMember(E, "blockIdx", "y");
    Out.UsesBlockZ |= isBuiltinMember(E, "blockIdx", "z");
    Out.UsesGridX |= isBuiltinMember(E, "gridDim", "x");
  }

  void addExtents(QualType T) {
    while (const auto *Array = Context.getAsConstantArrayType(T)) {
      add(Out.Numbers, Array->getSize().getLimitedValue());
      T = Array->getElementType();
    }
  }

  void addValue(const Expr *E) {
    Expr::EvalResult R;
    if (!E->isValueDependent() && E->getType()->isIntegralOrEnumerationType() &&
        E->EvaluateAsInt(R, Context))
      add(Constants, R.Val.getInt().getLimitedValue());
  }

  static void add(std::vector<uint32_t> &To, uint64_t Value) {
    if (Value >= 2 && Value <= 1024)
      To.push_back(Value);
  }

  const ASTContext &Context;
};

/// Each shape once, in the order in which they are told, as hardware allows.
class ShapeList {
public:
  explicit ShapeList(const LaunchHints &Hints) : Hints(Hints) {}

  std::vector<BlockShape> Shapes;

  void add(uint32_t X, uint32_t Y = 1, uint32_t Z = 1) {
    BlockShape Shape = {X, Y, Z};
    uint64_t Threads = uint64_t(X) * Y * Z;
    if (!Threads || Threads > 1024 || Z > 64 ||
        llvm::is_contained(Shapes, Shape))
      return;
    if ((Hints.MaxThreads && Threads > Hints.MaxThreads) ||
        (Hints.Threads && Threads != *Hints.Threads))
      return;
    Shapes.push_back(Shape);
  }

private:
  const LaunchHints &Hints;
};

void addInView(ShapeList &List, const LaunchHints &Hints) {
  for (const LaunchInView &Launch : Hints.Launches)
    if (Launch.Block &&
        llvm::all_of(*Launch.Block, [](uint64_t N) { return N <= 1024; }))
      List.add((*Launch.Block)[0], (*Launch.Block)[1], (*Launch.Block)[2]);
}

/// With so many threads exactly.
void addThreads(ShapeList &List, const LaunchHints &Hints, uint32_t Threads) {
  if (Hints.UsesThreadY) {
    for (uint32_t X : {16, 32, 8, 64, 4, 128})
      if (Threads % X == 0)
        List.add(X, Threads / X);
    for (uint32_t X : Hints.Numbers)
      if (Threads % X == 0)
        List.add(X, Threads / X);
  }
  List.add(Threads);
}

void addPlane(ShapeList &List, const LaunchHints &Hints) {
  for (uint32_t X : Hints.Numbers) // 16 x 16 for float t[16][16]
    List.add(X, X);
  static const uint32_t Usual[][2] = {
      {16, 16}, {8, 8},  {32, 8},  {32, 32}, {32, 4},  {64, 4}, {16, 8},
      {8, 16},  {8, 32}, {4, 4},   {32, 16}, {16, 32}, {32, 2}, {64, 2},
      {16, 4},  {4, 16}, {128, 2}, {64, 8},  {128, 4}, {8, 4},  {4, 64},
      {32, 1},  {64, 1}, {128, 1}, {256, 1}};
  for (auto [X, Y] : Usual)
    List.add(X, Y);
  for (uint32_t X : Hints.Numbers)
    for (uint32_t Y : Hints.Numbers)
      if (X * Y <= 512)
        List.add(X, Y);
}

void addLine(ShapeList &List, const LaunchHints &Hints) {
  for (uint32_t X : {256, 128, 64, 32})
    List.add(X);
  for (uint32_t X : Hints.Numbers)
    List.add(X);
  for (uint32_t X : Hints.Numbers)
    for (uint32_t Y : Hints.Numbers)
      if (X * Y % 32 == 0)
        List.add(X * Y);
  for (uint32_t X : {512, 1024, 192, 96, 384, 16, 8, 4, 768, 160, 320, 2, 1})
    List.add(X);
}

void addSpace(ShapeList &List) {
  static const uint32_t Usual[][3] = {{8, 8, 4},  {16, 16, 2}, {32, 4, 2},
                                      {16, 4, 4}, {8, 8, 8},   {32, 8, 2},
                                      {4, 4, 4},  {16, 16, 4}, {32, 8, 4}};
  for (auto [X, Y, Z] : Usual)
    List.add(X, Y, Z);
}

} // namespace

LaunchHints hintsOf(const FunctionDecl *Kernel,
                    llvm::ArrayRef<const FunctionDecl *> Reached,
                    const Launches &Known) {
  const ASTContext &Context = Kernel->getASTContext();
  HintFinder Finder(Context);
  for (const FunctionDecl *F : Reached) {
    Finder.TraverseDecl(const_cast<FunctionDecl *>(F));
    Finder.addArguments(F);
  }
  LaunchHints Out = std::move(Finder.Out);
  llvm::append_range(Out.Numbers, Finder.Arguments);
  llvm::append_range(Out.Numbers, Finder.Constants);
  std::vector<uint32_t> Once;
  for (uint32_t N : Out.Numbers)
    if (!llvm::is_contained(Once, N))
      Once.push_back(N);
  Out.Numbers = std::move(Once);
  Out.Factors = indexFactors(Kernel, Reached);
  Out.Launches = Known.inView(Kernel);
  if (const auto *Bounds = Kernel->getAttr<CUDALaunchBoundsAttr>()) {
    Expr::EvalResult R;
    const Expr *E = Bounds->getMaxThreads();
    if (E && !E->isValueDependent() && E->EvaluateAsInt(R, Context))
      Out.MaxThreads = R.Val.getInt().getLimitedValue(1024);
  }
  return Out;
}

std::vector<BlockShape> blocksInView(const LaunchHints &Hints) {
  ShapeList List(Hints);
  addInView(List, Hints);
  return std::move(List.Shapes);
}

std::vector<BlockShape> likelyBlocks(const LaunchHints &Hints) {
  ShapeList List(Hints);
  addInView(List, Hints);
  if (Hints.Threads)
    addThreads(List, Hints, *Hints.Threads);
  if (Hints.MaxThreads)
    addThreads(List, Hints, Hints.MaxThreads);
  if (Hints.UsesThreadY)
    addPlane(List, Hints);
  if (!Hints.UsesThreadY || Hints.UsesThreadZ)
    addLine(List, Hints);
  if (Hints.UsesThreadZ)
    addSpace(List);
  return std::move(List.Shapes);
}

} // namespace pipeline_rewrite
