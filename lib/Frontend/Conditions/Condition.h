//===- Condition.h - The value of an #if as far as it is known ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_FRONTEND_CONDITION_H
#define PIPELINE_REWRITE_FRONTEND_CONDITION_H

#include "Frontend/Conditions/ConditionalText.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace pipeline_rewrite {

/// What is known of a macro: of `defined(Name)`, or of the number it stands
/// for.
using MacroValue = llvm::function_ref<std::optional<uint64_t>(
    llvm::StringRef Name, bool AsksDefined)>;

/// Of an #if, #ifdef, … or one of their #elif, whatever else is unknown: `0 &&
/// N` is 0. Reads `defined`, `!`, `&&`, `||`, comparisons, numbers and
/// parentheses; with anything else in it a condition is unknown.
std::optional<uint64_t> valueOf(const TextDirective &D, MacroValue Of);

} // namespace pipeline_rewrite
#endif
