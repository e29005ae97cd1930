//===- MemberCopies.h - Copies that somebody wrote out --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   Vec3 &operator=(const Vec3 &v) { x = v.x; y = v.y; z = v.z; return *this; }
//
// Does what the compiler's own would, though the class is not trivially
// copyable to the language.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_AST_MEMBERCOPIES_H
#define PIPELINE_REWRITE_AST_MEMBERCOPIES_H

#include "clang/AST/Decl.h"

namespace pipeline_rewrite {

/// \p F, a copy or move assignment or constructor with a body in view, gives
/// each member what the same one of its argument holds, and does nothing else.
bool copiesEveryMember(const clang::FunctionDecl *F);

} // namespace pipeline_rewrite
#endif
