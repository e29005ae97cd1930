//===- OwnCode.h - A walk through what users wrote ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_AST_OWNCODE_H
#define PIPELINE_REWRITE_AST_OWNCODE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

namespace pipeline_rewrite {

/// Visits a translation unit without the declarations of system headers, which
/// are most of it.
class OwnCodeVisitor : public clang::DynamicRecursiveASTVisitor {
public:
  explicit OwnCodeVisitor(const clang::ASTContext &Context)
      : SM(Context.getSourceManager()) {}

  bool TraverseDecl(clang::Decl *D) override;

protected:
  const clang::SourceManager &SM;
  /// The function that is walked through, or nullptr.
  const clang::FunctionDecl *Inside = nullptr;
};

} // namespace pipeline_rewrite
#endif
