//===- LoadMacro.h - Macros that load what they are given -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_FRONTEND_LOADMACRO_H
#define PIPELINE_REWRITE_FRONTEND_LOADMACRO_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace pipeline_rewrite {

/// What a macro of one parameter is the value of, by whatever instruction.
enum class Loads {
  Else,
  Parameter, ///< `(x)`, `__ldg(&(x))`
  Pointee    ///< `(*(p))`, `__ldg(p)`
};

/// \p Definition: the tokens of a #define behind the macro's name, parameters
/// first.
Loads loadOfMacro(llvm::ArrayRef<llvm::StringRef> Definition);

} // namespace pipeline_rewrite
#endif
