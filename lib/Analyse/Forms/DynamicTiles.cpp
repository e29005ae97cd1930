//===- DynamicTiles.cpp - Tiles in memory that the launch sizes -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A second buffer of such a tile lies behind all the dynamic memory of the
// source, at the same offset from there. The loop then must reach the tile by
// names that can be given an offset, and nothing else may look for it.
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/BuildSizes.h"
#include "Analyse/Forms/MovedTiles.h"
#include "Analyse/LoopQuestions.h"
#include "Analyse/Memory/ArrayUse.h"
#include "Ast/Below.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include <numeric>

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// No access is wider, and wmma wants the most: 256 bits (CUDA C++ Programming
/// Guide, "Warp Matrix Functions"). 128 bytes are the widest alignment that
/// anything asks of shared memory (PTX ISA, cp.async.bulk.tensor).
constexpr uint64_t WidestAlignment = 128;

/// The kernel cannot see whether a launch gives enough.
Answer whyNotAsked(const ArrayUse &Use) {
  return {"how much of it the kernel uses is not known, so that it cannot see "
          "whether a launch gives enough" +
              (Use.IsSeparate.isNo() ? ": " + Use.IsSeparate.because() : ""),
          Use.IsSeparate.at()};
}

/// A limit that is lower than what the kernel uses. Launches fail after it, and
/// would not with a higher one.
static const LaunchSite *findLowLimit(const LaunchSites &Launches,
                                      const FunctionDecl *Kernel,
                                      uint64_t UsedEnd) {
  auto *Low = llvm::find_if(Launches.Sites, [&](const LaunchSite &S) {
    const auto *Named = cast<DeclRefExpr>(S.Kernel)->getDecl();
    return S.Kind == LaunchSiteKind::Limit && S.Constant &&
           declaresSameEntity(Named, Kernel) &&
           llvm::all_of(S.Values, [&](uint64_t V) { return V < UsedEnd; });
  });
  return Low == Launches.Sites.end() ? nullptr : Low;
}

static const Expr *findName(const Tile &T, const Stmt *S) {
  return findBelow<DeclRefExpr>(S, [&](const DeclRefExpr *Ref) {
    return llvm::is_contained(T.Names, namedVariable(Ref));
  });
}

class GrowthFinder {
public:
  explicit GrowthFinder(LoopAnalysis &A)
      : A(A), Growth(A.Facts.Growth), Body(A.K.Function->getBody()) {}

  void run() {
    if (!A.K.Function->hasAttr<CUDAGlobalAttr>())
      return fail("the loop is in a device function", A.K.Loop);
    Growth.StageUnit = WidestAlignment;
    for (Tile &T : A.Facts.Tiles)
      if (T.Dynamic)
        findNames(T);
    findOtherUsers();
    if (Growth.CanGrow.isNo())
      return;
    Growth.Launch =
        findEditableLaunches(A.K.Function, A.Unit, BytesBefore::Some);
    if (Growth.CanGrow = Growth.Launch.AreKnown; !Growth.CanGrow.isNo())
      Growth.CanGrow =
          haveAllBuildsItsSizes(A.K.Function, Growth.Launch, A.Unit);
    if (!Growth.CanGrow.isNo())
      findFreeMemory();
  }

private:
  void fail(std::string Why, const Stmt *At) {
    Growth.CanGrow.also(
        {std::move(Why), At ? At->getBeginLoc() : SourceLocation()});
  }

  bool isPart(const VarDecl *V) const {
    return A.Collector.provenance().isPart(V);
  }

  /// The first buffer is where the tile was. What uses that memory outside the
  /// loop need not know of the others, unless it relies on the last tile.
  void findFreeMemory() {
    if (!Array)
      return fail("the kernel does not use it by its name", A.K.Loop);
    Growth.Blocks = shapesInView(Growth.Launch, A.Context);
    const ArrayUse Use = findArrayUse(A, Array, Growth.Blocks);
    for (Tile &T : A.Facts.Tiles)
      if (T.Dynamic && Use.IsSeparate.isYes())
        T.UsedOutside = nullptr;
    Growth.IsSeparate = Use.IsSeparate;
    A.Facts.ReliesOnBlocks |= Use.UsedEnd != 0;
    // Else what the loop leaves is what ties it to one buffer.
    if (!Use.UsedEnd && llvm::none_of(A.Facts.Tiles, [](const Tile &T) {
          return T.Dynamic && T.UsedOutside;
        }))
      Growth.CanGrow.also(whyNotAsked(Use));
    if (!Use.UsedEnd)
      return;
    if (auto *Low = findLowLimit(Growth.Launch, A.K.Function, Use.UsedEnd))
      return fail("a limit is lower than what it uses: launches after it fail "
                  "as they are",
                  Low->Call);
    Growth.UsedEnd = Use.UsedEnd;
    // Further stages lie behind the tiles, or behind all that is used.
    const ByteRange Stage =
        Use.RestIsFree ? Use.Filled : ByteRange{0, Use.UsedEnd};
    A.Facts.Memory.DynamicNeeded = Stage.End;
    A.Facts.Memory.DynamicPerStage =
        llvm::alignTo(Stage.End - Stage.Begin, Growth.StageUnit);
  }

  /// The array that \p V is, or is a part of, is one of the kernel's own.
  bool isOwnArray(const VarDecl *V) const {
    if (!isPart(V))
      return V->getType()->isIncompleteArrayType() &&
             V->getLexicalDeclContext() == A.K.Function;
    Roots Whole = A.Collector.provenance().ofPointer(V->getInit());
    return !Whole.Unknown && !Whole.Held && !Whole.Vars.empty() &&
           llvm::all_of(Whole.Vars,
                        [&](const VarDecl *W) { return isOwnArray(W); });
  }

  /// As much as the author asked for: addresses may follow a pattern.
  void align(const VarDecl *V) {
    if (isPart(V))
      for (const VarDecl *W :
           A.Collector.provenance().ofPointer(V->getInit()).Vars)
        align(W);
    else
      Growth.StageUnit = std::lcm(
          Growth.StageUnit, uint64_t(A.Context.getDeclAlign(V).getQuantity()));
  }

  void findNames(Tile &T) {
    if (!isOwnArray(T.Var))
      return fail("'" + T.Shape.Name + "' is no array of the kernel's own",
                  A.K.Loop);
    align(T.Var);
    collectNames(T, A.K.Loop);
    for (const VarDecl *V : T.Names)
      measure(V);
    // Where a pointer is made, or a part of the array, is no use of the tile.
    T.UsedOutside = findUseElsewhere(T, Body);
    for (const Stmt *Head :
         {static_cast<const Stmt *>(A.K.Condition),
          static_cast<const Stmt *>(A.K.increment()), A.K.init()})
      if (const Expr *E = findName(T, Head))
        T.UsedOutside = E;
    for (const LoopUnit &U : A.Facts.Units)
      if (const Expr *E = U.Advance ? findName(T, U.S) : nullptr)
        T.UsedOutside = E;
  }

  /// Variables outside the loop that a use in it may reach the tile by, and
  /// those that they are made from.
  void collectNames(Tile &T, const Stmt *S) {
    forEachBelow<DeclRefExpr>(S, [&](const DeclRefExpr *Ref) {
      if (const VarDecl *V = namedVariable(Ref); V && A.isOutside(V))
        addName(T, V, Ref);
    });
  }

  void addName(Tile &T, const VarDecl *V, const Expr *At) {
    if (V == T.Var) {
      if (!llvm::is_contained(T.Names, V))
        T.Names.push_back(V);
      return;
    }
    QualType Type = V->getType().getNonReferenceType();
    if (isPart(V) || !(Type->isPointerType() || Type->isArrayType()))
      return;
    Roots R = A.Collector.provenance().ofPointer(At);
    if (!R.Vars.contains(T.Var) || llvm::is_contained(T.Names, V))
      return;
    if (R.Vars.size() > 1 || R.Unknown || R.Held ||
        !V->getType()->isPointerType() || !V->isLocalVarDecl() ||
        V->isStaticLocal() || !V->getInit() || isChanged(Body, V))
      return fail("'" + V->getNameAsString() +
                      "' does not point to the same place throughout",
                  At);
    T.Names.push_back(V);
    collectNames(T, V->getInit());
  }

  void measure(const VarDecl *V) {
    QualType Element =
        V->getType()->isPointerType()
            ? V->getType()->getPointeeType()
            : A.Context.getAsArrayType(V->getType())->getElementType();
    if (Element->isIncompleteType() || Element->isFunctionType())
      return fail("'" + V->getNameAsString() + "' points to no complete type",
                  A.K.Loop);
    Growth.StageUnit = std::lcm(
        Growth.StageUnit, A.Context.getTypeSizeInChars(Element).getQuantity());
  }

  /// A use of a name outside the loop that is not the making of another name or
  /// part. What is stored otherwise might be the tile's address.
  const Expr *findUseElsewhere(const Tile &T, const Stmt *S) const {
    if (!S || S == A.K.Loop || isa<UnaryExprOrTypeTraitExpr>(S))
      return nullptr;
    if (const VarDecl *V = namedVariable(S))
      return V == T.Var || llvm::is_contained(T.Names, V) ? cast<Expr>(S)
                                                          : nullptr;
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each);
            V && V->getInit() && !makesName(T, V))
          if (const Expr *E = findUseElsewhere(T, V->getInit()))
            return E;
      return nullptr;
    }
    for (const Stmt *Child : S->children())
      if (const Expr *E = findUseElsewhere(T, Child))
        return E;
    return nullptr;
  }

  bool makesName(const Tile &T, const VarDecl *V) const {
    return V->getType()->isPointerType() &&
           (isPart(V) || llvm::is_contained(T.Names, V));
  }

  /// All dynamic arrays begin at one address.
  void findOtherUsers() {
    Effects Whole = A.Collector.collect(Body);
    if (const auto Unseen = findUnseenUse(Whole))
      fail(Unseen->first, Unseen->second);
    for (const Access &Acc : Whole.Accesses) {
      const VarDecl *V =
          Acc.Root ? A.Collector.provenance().wholeOf(Acc.Root) : nullptr;
      if (!V || !V->hasAttr<CUDASharedAttr>() || !V->hasExternalStorage())
        continue;
      if (!isOwnArray(V) || (Array && Array != V))
        fail("the kernel uses dynamic shared memory by two names", Acc.At);
      Array = V;
    }
  }

  LoopAnalysis &A;
  DynamicGrowth &Growth;
  const Stmt *Body;
  const VarDecl *Array = nullptr; ///< the kernel's dynamic shared memory
};

} // namespace

std::optional<std::pair<const char *, const Stmt *>>
findUnseenUse(const Effects &Kernel) {
  if (Kernel.UnknownCall)
    return std::pair("the kernel calls a function that is not in view",
                     Kernel.UnknownCall);
  if (Kernel.UnknownAsm)
    return std::pair("the kernel has assembly that is not understood",
                     Kernel.UnknownAsm);
  if (Kernel.UnknownConstruct)
    return std::pair("the kernel has a construct that is not understood",
                     Kernel.UnknownConstruct);
  if (Kernel.DynamicSize)
    return std::pair("the kernel asks how much dynamic shared memory it has",
                     Kernel.DynamicSize);
  return std::nullopt;
}

void findGrowth(LoopAnalysis &A) {
  if (!A.Asked.AboutLaunches)
    return;
  if (llvm::any_of(A.Facts.Tiles, [](const Tile &T) { return T.Dynamic; }))
    GrowthFinder(A).run();
  else
    findMoves(A);
}

} // namespace pipeline_rewrite
