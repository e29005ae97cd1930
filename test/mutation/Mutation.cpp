//===- Mutation.cpp - Which mistake is made -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of pipeline-rewrite-mutants alone.
//===----------------------------------------------------------------------===//
#include "Mutation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstdlib>
#include <optional>

namespace pipeline_rewrite {

static Mutation mutationOf(llvm::StringRef Name) {
  auto Chosen = llvm::StringSwitch<std::optional<Mutation>>(Name)
#define MUTATION(Enum, Name, Mistake) .Case(Name, Mutation::Enum)
#include "Mutations.def"
                    .Default(std::nullopt);
  if (!Chosen)
    llvm::report_fatal_error(
        "PIPELINE_REWRITE_MUTATION names no mutation of Mutations.def",
        /*gen_crash_diag=*/false);
  return *Chosen;
}

/// Names with commas between them.
static llvm::SmallVector<Mutation, 2> chosenMutations() {
  llvm::SmallVector<llvm::StringRef, 2> Names;
  if (const char *Value = std::getenv("PIPELINE_REWRITE_MUTATION"))
    llvm::StringRef(Value).split(Names, ',', -1, /*KeepEmpty=*/false);
  return llvm::map_to_vector<2>(Names, mutationOf);
}

bool mutated(Mutation M) {
  static const llvm::SmallVector<Mutation, 2> Chosen = chosenMutations();
  return llvm::is_contained(Chosen, M);
}

} // namespace pipeline_rewrite
