//===- Mutation.h - Mistakes made on purpose ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A test of the tests: a build with PIPELINE_REWRITE_MUTATIONS makes the one
// mistake of Mutations.def that the environment names, and test/mutation/run.py
// demands that it be noticed. In every other build a hook is a constant false.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_MUTATION_H
#define PIPELINE_REWRITE_MUTATION_H

namespace pipeline_rewrite {

class EditSet;
struct LoopSchedule;

enum class Mutation {
#define MUTATION(Enum, Name, Mistake) Enum,
#include "Mutations.def"
};

#ifdef PIPELINE_REWRITE_MUTATIONS
/// True for a mutation that PIPELINE_REWRITE_MUTATION names.
/// Defined in test/mutation/Mutation.cpp.
bool mutated(Mutation M);

/// Makes the mistakes of order and of buffers.
/// Defined in test/mutation/MutateSchedule.cpp.
void mutate(LoopSchedule &Schedule);
/// Makes the mistakes of text that was right.
/// Defined in test/mutation/MutateText.cpp.
void mutate(EditSet &Edits);
#else
constexpr bool mutated(Mutation) { return false; }
inline void mutate(LoopSchedule &) {}
inline void mutate(EditSet &) {}
#endif

} // namespace pipeline_rewrite
#endif
