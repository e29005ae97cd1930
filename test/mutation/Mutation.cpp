//===- Mutation.cpp - Which mistake is made -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of pipeline-rewrite-mutants alone.
//===----------------------------------------------------------------------===//
#include "Mutation.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstdlib>
#include <optional>

namespace pipeline_rewrite {

static std::optional<Mutation> chosenMutation() {
  const char *Name = std::getenv("PIPELINE_REWRITE_MUTATION");
  if (!Name || !*Name)
    return std::nullopt;
  auto Chosen = llvm::StringSwitch<std::optional<Mutation>>(Name)
#define MUTATION(Enum, Name, Mistake) .Case(Name, Mutation::Enum)
#include "Mutations.def"
                    .Default(std::nullopt);
  if (!Chosen)
    llvm::report_fatal_error(
        "PIPELINE_REWRITE_MUTATION names no mutation of lib/Mutations.def",
        /*gen_crash_diag=*/false);
  return Chosen;
}

bool mutated(Mutation M) {
  static const std::optional<Mutation> Chosen = chosenMutation();
  return Chosen == M;
}

} // namespace pipeline_rewrite
