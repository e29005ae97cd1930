//===- TileText.cpp - Statements as texts ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/CopyLoop.h"
#include "Match/DeviceFunctions.h"
#include "Undo/TileValues.h"

using namespace clang;

namespace pipeline_rewrite::undo {

/// Without what makes it a `void *`.
static const Expr *asGiven(const Expr *E) {
  while (const auto *C = dyn_cast<ImplicitCastExpr>(E->IgnoreParens())) {
    if (C->getCastKind() != CK_BitCast && C->getCastKind() != CK_NoOp)
      break;
    E = C->getSubExpr();
  }
  return E;
}

std::optional<AsyncCopy> asyncCopyOf(const CallExpr *Call,
                                     const ASTContext &Context) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || !F->getIdentifier() || !isSystem(F) ||
      F->getName() != "__pipeline_memcpy_async" || Call->getNumArgs() < 3)
    return std::nullopt;
  for (unsigned I = 3; I < Call->getNumArgs(); ++I)
    if (constantValue(Call->getArg(I), Context) != 0)
      return std::nullopt;
  AsyncCopy Out{asGiven(Call->getArg(0)), asGiven(Call->getArg(1)), ""};
  const auto Bytes = constantValue(Call->getArg(2), Context);
  const QualType To = Out.To->getType()->getPointeeType(),
                 From = Out.From->getType()->getPointeeType();
  if (!Bytes || To.isNull() || From.isNull() || To->isVoidType() ||
      From->isVoidType() || To->isIncompleteType() ||
      From->isIncompleteType() || To.isVolatileQualified() ||
      From.isVolatileQualified())
    return std::nullopt;
  if (Context.hasSameUnqualifiedType(To, From) &&
      Context.getTypeSizeInChars(To).getQuantity() == *Bytes)
    return Out;
  if (*Bytes != 8 && *Bytes != 16)
    return std::nullopt;
  Out.Cast = To->isFloatingType() ? *Bytes == 8 ? "float2" : "float4"
             : *Bytes == 8        ? "int2"
                                  : "int4";
  return Out;
}

/// What \p Pointer points at, as the plain assignment writes it.
std::string TileReader::pointee(const Expr *Pointer, llvm::StringRef Cast) {
  const auto *U = dyn_cast<UnaryOperator>(Pointer->IgnoreParens());
  if (Cast.empty() && U && U->getOpcode() == UO_AddrOf)
    return text(U->getSubExpr());
  return Cast.empty()
             ? "u*(" + text(Pointer) + ",)"
             : ("u*(cast BitCast " + Cast + " *(" + text(Pointer) + "),)")
                   .str();
}

/// The classes that are nothing but an operation on their parts.
Value TileReader::other(const Expr *E) {
  const auto Of = [&](const llvm::Twine &Word) {
    return Value{parts(E, Word.str()), std::nullopt, std::nullopt,
                 std::nullopt};
  };
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return Of("u" + UnaryOperator::getOpcodeStr(U->getOpcode()) +
              (U->isPostfix() ? "post" : ""));
  if (const auto *F = dyn_cast<FloatingLiteral>(E)) {
    llvm::SmallString<32> Text;
    F->getValue().toString(Text, 0, 0);
    return Of(Text + typeText(E->getType()));
  }
  if (const auto *P = dyn_cast<PseudoObjectExpr>(E)) {
    const auto *M = dyn_cast<MSPropertyRefExpr>(P->getSyntacticForm());
    const auto *Base =
        M ? dyn_cast<DeclRefExpr>(M->getBaseExpr()->IgnoreParenImpCasts())
          : nullptr;
    return Base ? Value{Base->getDecl()->getNameAsString() + "." +
                            M->getPropertyDecl()->getNameAsString(),
                        std::nullopt, std::nullopt, std::nullopt}
                : strange(E);
  }
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return isa<FieldDecl>(M->getMemberDecl()) ||
                   isa<CXXMethodDecl>(M->getMemberDecl())
               ? Of((M->isArrow() ? "->" : ".") +
                    M->getMemberDecl()->getNameAsString())
               : strange(E);
  if (const auto Done = anyAssignment(E); Done && Done->copiesBytes())
    return {"=(" + text(Done->Target) + "," + text(Done->Value) + ")",
            std::nullopt, std::nullopt, std::nullopt};
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    if (auto Copy = asyncCopyOf(Call, Context))
      return {"=(" + pointee(Copy->To, Copy->Cast) + "," +
                  pointee(Copy->From,
                          Copy->Cast.empty() ? "" : "const " + Copy->Cast) +
                  ")",
              std::nullopt, std::nullopt, std::nullopt};
    const FunctionDecl *F = Call->getDirectCallee();
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
    return F && !(Method && Method->getParent()->isLambda())
               ? Of("call " + textOf(F))
               : strange(E);
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(E);
      C && C->getNumArgs() == 1 && C->getConstructor()->isTrivial() &&
      C->getConstructor()->isCopyOrMoveConstructor())
    return read(C->getArg(0));
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return Of("new " + typeText(C->getType()) + textOf(C->getConstructor()));
  if (isa<InitListExpr, ConditionalOperator, CXXScalarValueInitExpr,
          ImplicitValueInitExpr, CXXThisExpr>(E))
    return Of(std::string(E->getStmtClassName()) + typeText(E->getType()));
  return strange(E);
}

std::string TileReader::parts(const Stmt *S, llvm::StringRef Word) {
  std::string Text = Word.str() + "(";
  for (const Stmt *Child : S->children())
    Text += (Child ? text(Child) : "") + ",";
  return Text + ")";
}

std::string TileReader::text(const Stmt *S) {
  if (const auto *E = dyn_cast<Expr>(S))
    return finished(read(E)).Text;
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return text(A->getSubStmt());
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    std::string Text;
    for (const Decl *Each : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(Each);
      if (!V || !V->hasLocalStorage() || V->getType()->isReferenceType()) {
        strange(S);
        return "?";
      }
      Text += typeText(V->getType()) + "=";
      if (V->getInit())
        Text += text(V->getInit());
      Locals.try_emplace(V, Locals.size());
      Text += ";";
    }
    return Text;
  }
  if (isa<CompoundStmt, IfStmt, ForStmt, NullStmt>(S))
    return parts(S, S->getStmtClassName());
  strange(S);
  return "?";
}

} // namespace pipeline_rewrite::undo
