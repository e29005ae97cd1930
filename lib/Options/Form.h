//===- Form.h - What a loop became, in a few words ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FORM_H
#define PIPELINE_REWRITE_FORM_H

#include "Options/Options.h"
#include "llvm/ADT/StringRef.h"

namespace pipeline_rewrite {

/// How the tiles of a loop travel: all as a variant says, or some through
/// registers and some by cp.async.
enum class CopyForm {
#define COPY_VARIANT(Value, ...) Value,
#include "Options/Copies.def"
  Mixed
};
enum class LoopShape { Predicate, Peel };

/// The word of the variant, or "mixed".
llvm::StringRef nameOf(CopyForm Form);
/// "registers", "cp.async and registers": in a menu.
llvm::StringRef shortNameOf(CopyForm Form);
/// "predicate", "peel".
llvm::StringRef nameOf(LoopShape Shape);

struct LoopForm {
  CopyForm Copies = CopyForm::Ldg;
  LoopShape Shape = LoopShape::Predicate;
  unsigned Stages = 2;
  /// nullopt: nothing is copied asynchronously.
  std::optional<AsyncApi> Api;
};

/// "ldg, 2 stages, predicate", \p More, and the interface if it is not the
/// default.
std::string textOf(const LoopForm &Form, llvm::StringRef More = "");

} // namespace pipeline_rewrite
#endif
