//===- AsyncCopyText.cpp - A store to a tile as an asynchronous copy ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/LoadText.h"
#include "Mutation.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {

std::string oneLine(llvm::StringRef Text) {
  if (Text.contains("//") || !Text.contains('\n'))
    return Text.str();
  std::string Out;
  for (llvm::StringRef Rest = Text; !Rest.empty();) {
    auto [Line, Next] = Rest.split('\n');
    bool Glue = Out.empty() || Out.back() == '(';
    Out += (Glue ? "" : " ") + Line.trim().str();
    Rest = Next;
  }
  return Out;
}

/// One line if it fits into what the file is wide, else one argument a line.
std::string LoadText::wrappedCopy(llvm::ArrayRef<std::string> Args,
                                  const std::string &In) const {
  std::string Flat = "__pipeline_memcpy_async(" + llvm::join(Args, ", ") + ");";
  if (In.size() + Step.size() + Flat.size() <= Source.width())
    return Flat;
  std::string NL = newline() + In + Step + Step;
  return "__pipeline_memcpy_async(" + NL + llvm::join(Args, "," + NL) + ");";
}

/// `&x`, or the pointer itself where the lvalue is `*p` or `p[0]` of a
/// pointer.
std::string LoadText::addressOf(const Expr *E, llvm::StringRef TileIndex) {
  if (!E->getBeginLoc().isMacroID()) {
    E = E->IgnoreParens();
    if (const auto *U = dyn_cast<UnaryOperator>(E);
        U && U->getOpcode() == UO_Deref)
      return render(U->getSubExpr(), true, TileIndex);
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E);
        A && writtenNumber(A->getIdx()) == 0 &&
        isa<ExplicitCastExpr>(A->getBase()->IgnoreParenImpCasts()))
      return render(A->getBase(), true, TileIndex);
  }
  return "&" + render(E, true, TileIndex);
}

std::string LoadText::asyncCopy(const TileStore &S, llvm::StringRef TileIndex,
                                const std::string &In, bool InBlock) {
  std::string Target = addressOf(S.Target, TileIndex);
  std::string From = S.SourceIsPointer ? render(S.RawSource, true, TileIndex)
                                       : addressOf(S.RawSource, TileIndex);
  std::string Copy = wrappedCopy(
      {oneLine(Target), oneLine(From),
       sizeText(S, TileIndex) + (mutated(Mutation::CopySize) ? " / 2" : "")},
      In);
  if (!S.Guard)
    return Copy;
  std::string NL = newline();
  std::string Fill = render(S.Target, true, TileIndex) + " = " +
                     render(S.Fill, true, TileIndex) + ";";
  if (mutated(Mutation::FillDropped))
    Fill = ";";
  std::string Guard = render(S.Guard, true, TileIndex);
  std::string If = "if (" + Guard + ") {" + NL + In + Step +
                   (S.GuardIsFalseArm ? Fill : Copy) + NL + In + "} else {" +
                   NL + In + Step + (S.GuardIsFalseArm ? Copy : Fill) + NL +
                   In + "}";
  return InBlock ? If : "{" + NL + In + If + NL + In + "}";
}

/// `sizeof` of what a store writes.
std::string LoadText::sizeText(const TileStore &S, llvm::StringRef TileIndex) {
  auto Type = Types.ofValue(S.Target, S.Target->getType(), S.Name);
  return "sizeof(" + (Type ? *Type : render(S.Target, true, TileIndex)) + ")";
}

std::string LoadText::assertCopySizes(llvm::StringRef In) {
  std::string Text;
  llvm::StringSet<> Done;
  for (const TileStore &S : Slice.Stores) {
    if (Plan.findTile(S.Tile)->Copy != CopyKind::Async || !S.RawSource ||
        isa<BuiltinType>(S.Target->getType().getTypePtr()) ||
        !Types.varies(S.Target))
      continue;
    std::string Size = sizeText(S, "");
    if (!Done.insert(Size).second)
      continue;
    Text += In.str() + "static_assert(" + Size + " == 4 || " + Size +
            " == 8 || " + Size +
            " == 16, \"cp.async copies 4, 8 or 16 bytes\");" + newline();
  }
  return Text;
}

} // namespace pipeline_rewrite
