//===- Callers.h - What a device function is given ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_CALLERS_H
#define PIPELINE_REWRITE_ANALYSE_CALLERS_H

#include "Analyse/Memory/Provenance.h"

namespace pipeline_rewrite {

/// Callers of callers are followed so far.
constexpr unsigned MostCallers = 4;

/// A call, and the function whose body it is in; nullptr if that is a member
/// function, or none.
struct CallInView {
  const clang::CallExpr *Call;
  const clang::FunctionDecl *Caller;
};

/// All calls of the device function \p F. Nothing if not all can be seen: the
/// function's text is in a header, another unit may link to it, its name is
/// used other than for calls, or code has it that this build leaves out.
std::optional<llvm::SmallVector<CallInView, 4>>
findAllCalls(const clang::FunctionDecl *F);

/// Pointer parameters of the device function \p F that every call passes global
/// memory for, from a kernel or from functions of which the same holds. Empty
/// if not all calls can be seen.
llvm::SmallVector<const clang::ParmVarDecl *, 4>
findGlobalParameters(const clang::FunctionDecl *F);

} // namespace pipeline_rewrite
#endif
