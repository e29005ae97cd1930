//===- LambdaCaptures.h - New names in lambdas of the user ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit. A lambda names a shared array without capturing it; the
// stage behind that name is a local, which must be captured:
//
//   [](int i) { return As[i]; }    [stage](int i) { return As[stage][i]; }
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_LAMBDACAPTURES_H
#define PIPELINE_REWRITE_EMIT_LAMBDACAPTURES_H

#include "Emit/Loads/LoadText.h"
#include "clang/AST/ExprCXX.h"

namespace pipeline_rewrite {

class LambdaCaptures {
public:
  LambdaCaptures(LoadText &T, EditSet &Edits) : T(T), Edits(Edits) {}

  /// Lets the lambdas \p Around a use, of UseFinder, capture \p Name; nothing
  /// if that is empty. Fails where it cannot be: in a class, or in a lambda
  /// that must not capture.
  void need(llvm::StringRef Name,
            llvm::ArrayRef<const clang::LambdaExpr *> Around);

private:
  void capture(llvm::StringRef Name, const clang::LambdaExpr *Lambda);

  LoadText &T;
  EditSet &Edits;
  llvm::DenseMap<const clang::LambdaExpr *, llvm::StringSet<>> Captured;
};

} // namespace pipeline_rewrite
#endif
