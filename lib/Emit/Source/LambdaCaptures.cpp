//===- LambdaCaptures.cpp - New names in lambdas of the user --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Source/LambdaCaptures.h"
#include "Ast/Below.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// What only a lambda without captures can be: a pointer to a function, a
/// constant, part of a type.
bool mustNotCapture(const LambdaExpr *L, ASTContext &Context) {
  if (L->capture_size())
    return false;
  DynTypedNode Node = DynTypedNode::create(*L);
  while (true) {
    auto Parents = Context.getParents(Node);
    if (Parents.size() != 1)
      return true;
    Node = Parents[0];
    if (const auto *V = Node.get<VarDecl>())
      return V->isConstexpr() || V->isStaticLocal() ||
             V->getType()->getAsCXXRecordDecl() != L->getLambdaClass();
    if (const auto *Call = Node.get<CXXOperatorCallExpr>())
      return Call->getOperator() != OO_Call;
    if (Node.get<CallExpr>())
      return false; // an argument, of a type that is deduced
    if (!Node.get<Expr>() || Node.get<UnaryOperator>())
      return true;
    if (const auto *C = Node.get<ImplicitCastExpr>();
        C && C->getCastKind() == CK_UserDefinedConversion)
      return true;
  }
}

/// Somebody asks the closure for the function that it is.
bool becomesPointer(const LambdaExpr *L, const Stmt *S) {
  return findBelow<CXXMemberCallExpr>(S, [&](const CXXMemberCallExpr *M) {
    const auto *D = dyn_cast_or_null<CXXConversionDecl>(M->getMethodDecl());
    return D && D->getParent() == L->getLambdaClass();
  });
}

} // namespace

void LambdaCaptures::need(llvm::StringRef Name,
                          llvm::ArrayRef<const LambdaExpr *> Around) {
  if (Name.empty())
    return;
  for (const LambdaExpr *L : Around)
    if (!L)
      return T.fail(RefusalId::UnseenReference,
                    "a tile is used in a class of the loop's body, which does "
                    "not see its stage",
                    SourceLocation());
    else if (L->getCaptureDefault() == LCD_None)
      capture(Name, L);
}

void LambdaCaptures::capture(llvm::StringRef Name, const LambdaExpr *L) {
  if (!Captured[L].insert(Name).second)
    return;
  if (mustNotCapture(L, T.Context) || becomesPointer(L, T.Function->getBody()))
    return T.fail(RefusalId::UnseenReference,
                  "a tile is used in a lambda that cannot capture its stage",
                  L->getBeginLoc());
  auto End = T.Source.spelled(L->getIntroducerRange().getEnd());
  if (!End)
    return T.fail(RefusalId::CodeInMacro,
                  "a lambda that uses a tile is written in a macro",
                  L->getSourceRange());
  const bool First = L->explicit_captures().empty() && Captured[L].size() == 1;
  Edits.insert(*End, (First ? "" : ", ") + Name.str());
}

} // namespace pipeline_rewrite
