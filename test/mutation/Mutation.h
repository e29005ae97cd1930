//===- Mutation.h - Mistakes made on purpose ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A test of the tests: pipeline-rewrite-mutants makes the one mistake of
// Mutations.def that the environment names, and run.py demands that it be
// noticed. plant.py includes this header where it plants a mistake.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_MUTATION_H
#define PIPELINE_REWRITE_MUTATION_H

#include <string>

namespace pipeline_rewrite {

class EditSet;
struct LoopSchedule;

enum class Mutation {
#define MUTATION(Enum, Name, Mistake) Enum,
#include "Mutations.def"
};

/// True for a mutation that PIPELINE_REWRITE_MUTATION names.
bool mutated(Mutation M);

/// Makes the mistakes of order and of buffers.
void mutate(LoopSchedule &Schedule);
/// Makes the mistakes of text that was right.
void mutate(EditSet &Edits);
/// Likewise of what the host gets beside a second kernel.
void mutateHost(EditSet &Edits);
/// Likewise of what new text brings along.
std::string mutateSupport(std::string Text);

} // namespace pipeline_rewrite
#endif
