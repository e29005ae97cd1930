//===- Destructors.cpp - What the end of an object does -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/Destructors.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace pipeline_rewrite {

bool isDestroyedQuietly(QualType Type) {
  const CXXRecordDecl *R =
      Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition() || R->hasTrivialDestructor())
    return true;
  const CXXDestructorDecl *D = R->getDestructor();
  const FunctionDecl *Definition = nullptr;
  if (!D || D->isVirtual() || !D->hasBody(Definition))
    return false;
  const auto *Body = dyn_cast<CompoundStmt>(Definition->getBody());
  return Body && Body->body_empty() &&
         llvm::all_of(R->fields(),
                      [](const FieldDecl *F) {
                        return isDestroyedQuietly(F->getType());
                      }) &&
         llvm::all_of(R->bases(), [](const CXXBaseSpecifier &B) {
           return isDestroyedQuietly(B.getType());
         });
}

} // namespace pipeline_rewrite
