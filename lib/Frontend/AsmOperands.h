//===- AsmOperands.h - Operands of asm that no comma parts ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   asm("st.global.u32 [%0], %1;" :: "l"(p) "r"(v) : "memory");
//
// nvcc takes this, and published headers have it; clang drops the statement.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_ASMOPERANDS_H
#define PIPELINE_REWRITE_FRONTEND_ASMOPERANDS_H

#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace pipeline_rewrite {

/// \p Text with commas in place of blanks between such operands, so that every
/// other byte keeps its place; nothing if there are none.
/// Never: mends operands that no blank parts.
std::optional<std::string> withAsmCommas(llvm::StringRef Text,
                                         const clang::LangOptions &Language);

} // namespace pipeline_rewrite
#endif
