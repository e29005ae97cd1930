//===- SassReader.h - Where a loop loads, computes and waits --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of nvdisasm or cuobjdump in, facts about the loops with a block
// barrier out. Runs nothing, and knows nothing of the source.
//
// Names of instructions: CUDA Binary Utilities, "Instruction Set Reference".
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_SASSREADER_H
#define PIPELINE_REWRITE_VALIDATE_SASSREADER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pipeline_rewrite {

struct SassInstruction {
  uint64_t Address = 0;
  std::string Guard;                 ///< "@!P0"; empty if there is none
  std::string Opcode;                ///< "LDG.E.128.CONSTANT"
  std::vector<std::string> Operands; ///< "R92", "[R92.64]"

  llvm::StringRef base() const; ///< "LDG"
  /// Of mbarriers: an arrival that expects bytes, and a wait.
  bool isArrival() const;
  bool isPhaseCheck() const;
  /// "HFMA2.MMA R1, -RZ, RZ, 0, 0" only sets a register.
  bool setsConstant() const;
};

/// The instructions of one function, in the order of their addresses. Labels
/// of branches are resolved to addresses ("0x410").
std::vector<SassInstruction> readSass(llvm::StringRef Text);

/// Of functions that stand one behind another in what was disassembled, each as
/// if it had been alone. \p Sizes: in bytes.
std::vector<std::vector<SassInstruction>>
readSass(llvm::StringRef Text, llvm::ArrayRef<uint64_t> Sizes);

/// One line of an excerpt: an instruction that matters, or a count of those
/// between two such lines.
struct SassLine {
  uint64_t Address = 0;
  std::string Text; ///< "2 LDG.E.128", "512 FFMA, 64 LDS"
  std::string Role; ///< "load", "copy", "store", "wait", "barrier", "math"
};

/// How many instructions a pass has; those among them that compute, and that
/// read shared memory.
struct SassWork {
  unsigned Instructions = 0, Math = 0, Reads = 0;
};

/// An innermost loop that holds a block barrier. Counts are of one pass, which
/// may do several tiles if the compiler unrolled.
struct SassLoop {
  uint64_t First = 0, Last = 0; ///< addresses of its header and its branch back
  unsigned Barriers = 0;
  std::map<std::string, unsigned> Math; ///< by opcode: "FFMA" 512
  unsigned Loads = 0;      ///< LDG whose value goes to shared memory
  unsigned OtherLoads = 0; ///< LDG of the computation
  unsigned Copies = 0;     ///< LDGSTS and UTMALDG, into shared memory
  unsigned MapCopies = 0;  ///< UTMALDG, by tensor maps
  unsigned Arrivals = 0, PhaseChecks = 0;
  unsigned LocalAccesses = 0; ///< LDL, STL
  /// Fewest math instructions between a load and the first use of what it
  /// loads, or between a copy and the wait for it: what hides their latency.
  unsigned MathBehindLoads = 0;
  /// A barrier stands between a load and the math that follows it.
  bool BarrierBehindLoads = false;
  /// The math stands in loops of its own, so that counts are not those of a
  /// tile.
  bool HasInnerLoops = false;
  SassWork Work;  ///< loops inside counted once
  SassWork Inner; ///< of the inner loop with most math; zeros if none has any
  /// In the order of execution, from behind a barrier round to it.
  std::vector<SassLine> Excerpt;

  unsigned math() const;
};

/// Gives:  the loops by address; none if no loop holds a barrier, as when all
///         its passes were unrolled.
std::vector<SassLoop> findBarrierLoops(llvm::ArrayRef<SassInstruction> Code);

/// A natural loop: indices into the code.
struct SassCycle {
  size_t Header = 0, Branch = 0;
  /// Its instructions in an order in which each stands behind those that lead
  /// to it. Blocks that the compiler laid elsewhere are among them.
  std::vector<size_t> Order;
};

/// All loops, by header. Loops of one header are one.
std::vector<SassCycle> findCycles(llvm::ArrayRef<SassInstruction> Code);

} // namespace pipeline_rewrite
#endif
