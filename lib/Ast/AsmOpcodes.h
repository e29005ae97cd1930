//===- AsmOpcodes.h - What inline assembly does ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_AST_ASMOPCODES_H
#define PIPELINE_REWRITE_AST_ASMOPCODES_H

#include "llvm/ADT/StringRef.h"

namespace pipeline_rewrite {

/// What an inline-assembly string may do.
enum class AsmKind {
  BlockBarrier, ///< bar.sync 0 / barrier.sync 0 alone
  Arithmetic,   ///< registers only, or reads of shared or global memory
                ///< (ldmatrix, ld.shared, ld.global)
  Async,        ///< cp.async and its groups
  Unknown
};

struct AsmEffects {
  AsmKind Kind = AsmKind::Arithmetic;
  bool ReadsShared = false; ///< which object is not seen
  bool ReadsGlobal = false; ///< where an operand says
  /// Arithmetic that gives a thread the same values of the same operands at any
  /// time, whatever the others of its warp do.
  bool IsPlain = false;
  /// A number comes out of another in other ways than by moves, conversions,
  /// sums and loads.
  bool MixesBits = false;
  bool ReadsClock = false;
  bool FencesBlock = false;      ///< a memory fence that only the block sees
  bool ReadsDynamicSize = false; ///< how much shared memory the launch gave
  /// Declares a variable or a label outside of braces: PTX wants one of that
  /// name in a function, so that the text may stand there once.
  bool DeclaresForFunction = false;
};

/// By a table of opcodes; what is not in it is Unknown.
AsmEffects describeAsm(llvm::StringRef Text);

} // namespace pipeline_rewrite
#endif
