//===- AsyncCopyText.cpp - A store to a tile as an asynchronous copy ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loads/LoadText.h"
#include "Emit/Source/Operand.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace pipeline_rewrite {

/// `&x`, or the pointer itself where the lvalue is `*p` or `p[0]` of a
/// pointer. What a macro puts around x stays: `&(*(T *)&(x))`, written `&M(x)`.
std::string LoadText::addressOf(const Expr *E, llvm::StringRef TileIndex) {
  while (const auto *P = dyn_cast<ParenExpr>(E)) {
    if (!Source.range(P->getSubExpr()))
      break;
    E = P->getSubExpr();
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_Deref && Source.range(U->getSubExpr()))
    return render(U->getSubExpr(), true, TileIndex);
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E);
      A && writtenNumber(A->getIdx()) == 0 && Source.range(A->getBase()) &&
      isa<ExplicitCastExpr>(A->getBase()->IgnoreParenImpCasts()))
    return render(A->getBase(), true, TileIndex);
  return "&" + operand(E, Binding::Unary, render(E, true, TileIndex));
}

std::string LoadText::sourceAddress(const TileStore &S,
                                    llvm::StringRef TileIndex) {
  if (!S.SourceIsPointer)
    return addressOf(S.RawSource, TileIndex);
  return operand(S.RawSource, Binding::Assignment,
                 render(S.RawSource, true, TileIndex));
}

std::string LoadText::asyncCopy(const TileStore &S, llvm::StringRef TileIndex,
                                const std::string &In) {
  std::string Target = addressOf(S.Target, TileIndex);
  std::string From = sourceAddress(S, TileIndex);
  std::string Copy =
      wrappedCopy(Async->copyArguments(
                      {oneLine(Target), oneLine(From), sizeText(S, TileIndex),
                       alignText(S, TileIndex), S.Tile, numberOf(TileIndex)}),
                  In);
  if (!S.Guard)
    return Copy;
  std::string NL = newline();
  const std::string Fill =
      render(S.Target, true, TileIndex) + " = " +
      operand(S.Fill, Binding::Assignment, render(S.Fill, true, TileIndex)) +
      ";";
  std::string Guard = render(S.Guard, true, TileIndex);
  return "if (" + Guard + ") {" + NL + In + IndentUnit +
         (S.GuardIsFalseArm ? Fill : Copy) + NL + In + "} else {" + NL + In +
         IndentUnit + (S.GuardIsFalseArm ? Copy : Fill) + NL + In + "}";
}

/// `sizeof` of what a store writes.
std::string LoadText::sizeText(const TileStore &S, llvm::StringRef TileIndex) {
  auto Type = Types.ofValue(S.Target, S.Target->getType());
  return "sizeof(" + (Type ? *Type : render(S.Target, true, TileIndex)) + ")";
}

/// What a store's addresses are aligned to: the plan wants that to be its size.
std::string LoadText::alignText(const TileStore &S, llvm::StringRef TileIndex) {
  if (S.SizeIsBuilds || Types.varies(S.Target))
    return sizeText(S, TileIndex);
  return std::to_string(
      Context.getTypeSizeInChars(S.Target->getType()).getQuantity());
}

void LoadText::passPipeline(EditSet &Edits, unsigned Behind,
                            const std::string &Pipeline) const {
  size_t Open = Source.text().find('(', Behind);
  if (Pipeline.empty() || Open == llvm::StringRef::npos)
    return;
  bool Alone = Source.text().substr(Open + 1).ltrim().starts_with(")");
  Edits.replace(Open, Open + 1, "(" + Pipeline + (Alone ? "" : ", "));
}

std::string LoadText::assertCopySizes(llvm::StringRef In,
                                      llvm::StringRef TileIndex) {
  std::string Text;
  llvm::StringSet<> Done;
  for (const TileStore *S : Phases.AssertedSizes) {
    const bool IsOfInstance =
        !isa<BuiltinType>(S->Target->getType().getTypePtr()) &&
        Types.varies(S->Target);
    if (!IsOfInstance && !S->SizeIsBuilds)
      continue;
    std::string Size = sizeText(*S, TileIndex);
    if (!Done.insert(Size).second)
      continue;
    Text += In.str() + "static_assert(" + Size + " == 4 || " + Size +
            " == 8 || " + Size +
            " == 16, \"cp.async copies 4, 8 or 16 bytes\");" + newline();
  }
  return Text;
}

} // namespace pipeline_rewrite
