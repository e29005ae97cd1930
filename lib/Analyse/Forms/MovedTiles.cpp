//===- MovedTiles.cpp - Static tiles that could become dynamic ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of static shared memory a block has 48 KB, of dynamic memory what the
// architecture has, if the launches give it. The tiles then are parts of one
// array that the kernel has not had before.
//===----------------------------------------------------------------------===//
#include "Analyse/Forms/MovedTiles.h"
#include "Analyse/Builds/BuildSizes.h"
#include "Analyse/LoopQuestions.h"
#include "Ast/Below.h"
#include "Ast/Parents.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// All architectures (CUDA C++ Programming Guide, "Compute Capabilities").
constexpr uint64_t StaticLimit = 48 * 1024;
/// The most that a plan may have (Options::validate()).
constexpr unsigned MostStages = 8;
/// Of the new array, and of what is reached through another type than the
/// element's: wmma wants 32 bytes (CUDA C++ Programming Guide, "Warp Matrix
/// Functions"), and nothing more than 128.
constexpr unsigned ArrayAlignment = 128;

class DeclStmtFinder : public DynamicRecursiveASTVisitor {
public:
  explicit DeclStmtFinder(const VarDecl *V) : V(V) {}
  bool VisitDeclStmt(DeclStmt *D) override {
    if (llvm::is_contained(D->decls(), V))
      Found = D;
    return !Found;
  }
  const DeclStmt *Found = nullptr;

private:
  const VarDecl *V;
};

/// The first name of a tile below \p S where \p Enters lets look.
const DeclRefExpr *findTileName(const Stmt *S, StmtTest Enters,
                                const LoopFacts &Facts) {
  auto IsTile = [&](const Stmt *Each) {
    const VarDecl *V = namedVariable(Each);
    return V && Facts.findTile(V);
  };
  return cast_or_null<DeclRefExpr>(findBelow(S, IsTile, Enters));
}

/// Constants that name a tile: a pointer in its place is none.
class ConstantUses : public DynamicRecursiveASTVisitor {
public:
  explicit ConstantUses(const LoopFacts &Facts) : Facts(Facts) {}
  const Expr *Found = nullptr;

  bool VisitConstantExpr(ConstantExpr *E) override { return look(E); }
  bool VisitStaticAssertDecl(StaticAssertDecl *D) override {
    return look(D->getAssertExpr());
  }
  bool VisitVarDecl(VarDecl *V) override {
    return !V->isConstexpr() || look(V->getInit());
  }

private:
  /// `sizeof` evaluates nothing.
  bool look(const Stmt *S) {
    Found = findTileName(
        S,
        [](const Stmt *Each) { return !isa<UnaryExprOrTypeTraitExpr>(Each); },
        Facts);
    return !Found;
  }

  const LoopFacts &Facts;
};

class MoveFinder {
public:
  explicit MoveFinder(LoopAnalysis &A) : A(A), Growth(A.Facts.Growth) {}

  void run() {
    if (!A.K.Function->hasAttr<CUDAGlobalAttr>())
      return fail("the loop is in a device function", A.K.Loop->getBeginLoc());
    const Effects Whole = A.Collector.collect(A.K.Function->getBody());
    if (const auto Unseen = findUnseenUse(Whole))
      return fail(Unseen->first, Unseen->second->getBeginLoc());
    if (const Expr *Use = findDynamicUse(Whole))
      return fail("the kernel has dynamic shared memory of another kind",
                  Use->getBeginLoc());
    ConstantUses Constants(A.Facts);
    Constants.TraverseStmt(A.K.Function->getBody());
    if (Constants.Found)
      return fail("a constant depends on a tile's name",
                  Constants.Found->getBeginLoc());
    if (const DeclRefExpr *Use = findWholeUse(A.K.Loop))
      return fail("'" + Use->getDecl()->getNameAsString() +
                      "' is used as a whole array, which the loop gets by "
                      "pointers",
                  Use->getBeginLoc());
    llvm::SmallVector<const VarDecl *, 2> Moves;
    for (const Tile &T : A.Facts.Tiles) {
      if (std::string Why = whyNotWritten(T.Var); !Why.empty())
        return fail("'" + T.Shape.Name + "' " + Why, T.Var->getLocation());
      Moves.push_back(T.Var);
    }
    llvm::sort(Moves, [&](const VarDecl *One, const VarDecl *Two) {
      return A.SM.isBeforeInTranslationUnit(One->getLocation(),
                                            Two->getLocation());
    });
    if (const Tile *T = findOddSize(Moves))
      return fail("what lies behind '" + T->Shape.Name +
                      "' would not be aligned as it is",
                  T->Var->getLocation());
    Growth.Launch =
        findEditableLaunches(A.K.Function, A.Unit, BytesBefore::None);
    Answer Can = Growth.Launch.AreKnown;
    if (!Can.isNo())
      Can = haveAllBuildsItsSizes(A.K.Function, Growth.Launch, A.Unit);
    if (Can.isNo()) {
      Growth.CanGrow = std::move(Can);
      return;
    }
    Growth.Moves = std::move(Moves);
  }

private:
  void fail(std::string Why, SourceLocation At) {
    Growth.CanGrow = Answer(std::move(Why), At);
  }

  const Expr *findDynamicUse(const Effects &Whole) const {
    for (const Access &Acc : Whole.Accesses) {
      const VarDecl *V =
          Acc.Root ? A.Collector.provenance().wholeOf(Acc.Root) : nullptr;
      if (V && V->hasAttr<CUDASharedAttr>() && V->hasExternalStorage())
        return Acc.At;
    }
    return nullptr;
  }

  /// Of a tile that no pointer can take the place of.
  const DeclRefExpr *findWholeUse(const Stmt *S) const {
    auto IsWhole = [](const Stmt *Each) {
      const auto *Cast = dyn_cast<ImplicitCastExpr>(Each);
      return !Cast || Cast->getCastKind() != CK_ArrayToPointerDecay ||
             !isa<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens());
    };
    return findTileName(S, IsWhole, A.Facts);
  }

  /// The declaration is one that can be written anew, in the user's words.
  std::string whyNotWritten(const VarDecl *V) const {
    if (V->getDeclContext() != A.K.Function || V->hasExternalStorage() ||
        !V->hasAttr<CUDASharedAttr>())
      return "is no array of the kernel's own";
    DeclStmtFinder Finder(V);
    Finder.TraverseStmt(A.K.Function->getBody());
    if (!Finder.Found || !llvm::all_of(Finder.Found->decls(), [&](Decl *D) {
          const auto *Each = dyn_cast<VarDecl>(D);
          return Each && A.Facts.findTile(Each);
        }))
      return "is declared together with something else";
    for (const Attr *Each : V->attrs())
      if (!isa<CUDASharedAttr, AlignedAttr>(Each))
        return "is declared with an attribute";
    if (A.Context.getDeclAlign(V).getQuantity() > ArrayAlignment)
      return "is aligned to more than " + std::to_string(ArrayAlignment) +
             " bytes";
    if (A.Context.getBaseElementType(V->getType()).hasQualifiers())
      return "is declared with a qualifier";
    const std::optional<CharSourceRange> Text = textOf(V);
    if (!Text)
      return "is declared in a macro";
    const StringRef Words =
        Lexer::getSourceText(*Text, A.SM, A.Context.getLangOpts());
    // What lies between the names and extents is written anew.
    if (Words.contains("//") || Words.contains("/*") || Words.contains('#'))
      return "has a comment or directive in its declaration";
    return "";
  }

  std::optional<CharSourceRange> textOf(const VarDecl *V) const {
    const CharSourceRange R = Lexer::makeFileCharRange(
        CharSourceRange::getTokenRange(V->getSourceRange()), A.SM,
        A.Context.getLangOpts());
    if (R.isInvalid() || V->getLocation().isMacroID())
      return std::nullopt;
    return R;
  }

  /// A tile in front of another whose size is no multiple of what the others
  /// are aligned to.
  const Tile *findOddSize(llvm::ArrayRef<const VarDecl *> Moves) const {
    unsigned Needed = 1;
    for (const Tile &T : A.Facts.Tiles)
      Needed = std::max({Needed, T.DeclaredAlign, T.AccessAlign,
                         T.AddressUsed ? ArrayAlignment : 1});
    for (const VarDecl *V : Moves.drop_back())
      if (A.Facts.findTile(V)->Shape.Bytes % Needed != 0)
        return A.Facts.findTile(V);
    return nullptr;
  }

  LoopAnalysis &A;
  DynamicGrowth &Growth;
};

} // namespace

void findMoves(LoopAnalysis &A) {
  const SharedMemoryUse &Use = A.Facts.Memory;
  if (!A.Facts.Tiles.empty() && Use.staticBytes(MostStages) > StaticLimit)
    MoveFinder(A).run();
}

} // namespace pipeline_rewrite
