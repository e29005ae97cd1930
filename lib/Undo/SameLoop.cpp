//===- SameLoop.cpp - A pipeline by hand does what a plain loop does ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/SameLoop.h"
#include "Ast/Below.h"
#include "Emit/Source/SourceText.h"
#include "Undo/Comparison.h"
#include "clang/AST/Attr.h"

namespace pipeline_rewrite::undo {

using namespace clang;

namespace {

struct SharedArrays {
  std::map<std::string, QualType> Types;
  std::map<std::string, const VarDecl *> Variables;
};

SharedArrays sharedOf(const FunctionDecl *F) {
  SharedArrays Out;
  forEachBelow<DeclStmt>(F->getBody(), [&](const DeclStmt *Group) {
    for (const Decl *D : Group->decls())
      if (const auto *V = dyn_cast<VarDecl>(D);
          V && V->hasAttr<CUDASharedAttr>()) {
        Out.Types[V->getNameAsString()] = V->getType();
        Out.Variables[V->getNameAsString()] = V;
      }
  });
  return Out;
}

std::string words(QualType T) { return T.getCanonicalType().getAsString(); }

} // namespace

std::optional<std::string> Comparison::run() {
  if (!isTextSame() || !findRings())
    return Why;
  const CodeWords::Variables None;
  LoopTrace Plain(X, None, Modulus, {});
  if (!Plain.read())
    return "the plain loop: " + Plain.Why;
  if (!takePlain(Plain))
    return Why;
  if (!Plain.isEndKnown())
    return "whether there is a next tile is not known before";
  IsMonotone = Plain.isMonotone();
  LoopTrace Piped(P, Rings, Modulus, [&](const Polynomial *I, int64_t R) {
    return tests(Plain, I, R);
  });
  if (!Piped.read())
    return Piped.Why;
  if (!areFrontsSame(Plain, Piped) || !isRestSame(Plain, Piped))
    return Why;
  for (int64_t R = 0; R < Modulus; ++R)
    if (!readBody(Plain, Piped, R))
      return Why;
  for (int Tiles = P.isBodyFirst() ? 1 : 0; Tiles <= 2 * Modulus + 2; ++Tiles)
    if (!replay(Tiles))
      return Why;
  for (const TileOutcome &Tile : Made)
    if (Tile.Stages < Modulus || (Copies && !Tile.CopyBytes))
      return "the chain gives '" + Tile.Name + "' another form";
  if (Plain.hasFailed() || Piped.hasFailed())
    return "not all of it is understood";
  return std::nullopt;
}

bool Comparison::isTextSame() {
  const auto *A = dyn_cast_or_null<CompoundStmt>(P.Function->getBody()),
             *B = dyn_cast_or_null<CompoundStmt>(X.Function->getBody());
  const SourceText Old(Is), New(Guess);
  const auto Before = A ? Old.range(A) : std::nullopt,
             After = B ? New.range(B) : std::nullopt;
  if (!Before || !After || P.Parent != A || X.Parent != B ||
      P.isBodyFirst() != X.isBodyFirst())
    return fail("the loop is not in the function's own block");
  if (Old.text().take_front(Before->Begin) !=
          New.text().take_front(After->Begin) ||
      Old.text().drop_front(Before->End) != New.text().drop_front(After->End))
    return fail("text outside of the function changes");
  // What other builds compile is not read.
  llvm::SmallVector<llvm::StringRef, 64> Lines;
  Old.slice(*Before).split(Lines, '\n');
  for (llvm::StringRef Line : Lines)
    if (Line.trim().starts_with("#") &&
        !Line.trim().drop_front(1).trim().starts_with("pragma"))
      return fail("a directive in the function");
  return true;
}

bool Comparison::findRings() {
  const SharedArrays Old = sharedOf(P.Function), New = sharedOf(X.Function);
  if (Old.Types.size() != New.Types.size())
    return fail("a shared array is gone");
  for (const auto &[Name, T] : Old.Types) {
    const auto At = New.Types.find(Name);
    if (At == New.Types.end())
      return fail("shared array '" + Name + "' is gone");
    const ASTContext &Context = P.Function->getASTContext();
    if (Context.getDeclAlign(Old.Variables.at(Name)) !=
        X.Function->getASTContext().getDeclAlign(New.Variables.at(Name)))
      return fail("'" + Name + "' has another alignment");
    if (words(T) == words(At->second))
      continue;
    const auto *Array = Context.getAsConstantArrayType(T);
    if (!Array || words(Array->getElementType()) != words(At->second))
      return fail("'" + Name + "' is of another type");
    const int64_t Size = Array->getSize().getZExtValue();
    if (Size < 1 || Size > 8 || (Modulus != 1 && Modulus != Size))
      return fail("the number of buffers");
    Modulus = Size;
    Rings.insert(Old.Variables.at(Name));
  }
  return true;
}

bool Comparison::takePlain(LoopTrace &Plain) {
  for (int64_t R = 0; R < Modulus; ++R) {
    auto [Loads, Computes] = split(Plain.Body[R]);
    if (Loads.empty() || Computes.empty())
      return fail("the plain loop has another order");
  }
  return true;
}

TileTests Comparison::tests(LoopTrace &Plain, const Polynomial *I,
                            int64_t Residue) {
  TileTests Out;
  // Where a tile exists, those before it do.
  const int Last = IsMonotone ? Modulus : I ? 1 : 0;
  for (int D = I ? 1 : 0; D <= Last; ++D)
    Out.try_emplace(
        Plain.conditionAt((I ? *I : Polynomial()) + D, (Residue + D) % Modulus)
            .Yes,
        "@+" + std::to_string(D));
  return Out;
}

bool Comparison::isRestSame(const LoopTrace &Plain, const LoopTrace &Piped) {
  if (Plain.Rest.size() != Piped.Rest.size())
    return fail("what follows the loop");
  for (auto [A, B] : llvm::zip_equal(Plain.Rest, Piped.Rest)) {
    if (A.Words != B.Words)
      return fail(shown(B) + " is other code in the plain text");
    if (llvm::StringRef(A.Words).contains("s:"))
      return fail(shown(B) + " names shared memory after the loop");
    for (const LoopTrace *Each : {&Plain, &Piped})
      for (const VarDecl *V : Each->Advanced)
        if (llvm::StringRef(A.Words).contains("v:" + V->getNameAsString()))
          return fail("'" + V->getNameAsString() + "' is used after the loop");
  }
  return Plain.areNamesSame(Piped) || fail("a variable has another value");
}

std::optional<std::string>
findOtherSteps(const KLoop &Pipeline, const SourceUnit &Is, const KLoop &Plain,
               const SourceUnit &Guess, llvm::ArrayRef<TileOutcome> Made) {
  return Comparison(Pipeline, Is, Plain, Guess, Made).run();
}

} // namespace pipeline_rewrite::undo
