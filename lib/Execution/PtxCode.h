//===- PtxCode.h - Kernels compiled in the process ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The AST that a unit holds is all that Clang's CodeGen and LLVM's NVPTX back
// end need: no nvcc, no toolkit, no second parse. The code is for comparing two
// texts of one kernel, not for speed: nothing is contracted or reassociated
// that the text does not ask for, whatever the user's flags allow, so that both
// texts compute the same bits.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTION_PTXCODE_H
#define PIPELINE_REWRITE_EXECUTION_PTXCODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace pipeline_rewrite {

class SourceUnit;

struct KernelParameter {
  uint32_t Size = 0, Align = 1;
  uint32_t Offset = 0; ///< in the bytes of LaunchRequest::Arguments
};

struct CompiledKernel {
  std::string Name; ///< as in the PTX: mangled
  std::vector<KernelParameter> Parameters;
};

struct PtxCode {
  std::string Ptx;
  std::vector<CompiledKernel> Kernels; ///< in the order of the request

  /// Both as one text, for the way from one process to another.
  std::string encode() const;
  static std::optional<PtxCode> decode(llvm::StringRef Text);
};

/// What a local variable holds that its text does not initialise.
enum class Locals {
  Nothing, ///< what the compiler finds best
  Pattern  ///< bytes that nobody would choose, as clang has them: what is read
           ///< of it shows; and lines tell their calls
};

/// Compiles kernels of a unit, with all they call and use, and nothing else.
///
/// Takes:    definitions of `__global__` functions: plain ones, static ones,
///           instances of templates, of the main file or of a header; whether
///           anything launches them does not matter.
/// Gives:    PTX with line information, in which files have the names by which
///           clang opened them. Kernels with errors in their text are left
///           out.
/// Requires: the AST is complete. The unit may be the first parse, one of
///           parseAgain(), or the one that a Describe is called with in the
///           second process (see Snapshot).
/// Fails:    all kernels have errors, the code has no PTX (the back end cannot
///           select an instruction), the back end crashed or took longer than
///           \p Seconds. The text says which.
/// Never:    changes the AST, ends the process: the work is done in a process
///           of its own. Where there is no fork it fails.
llvm::Expected<PtxCode>
compileToPtx(const SourceUnit &Unit,
             llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
             double Seconds = 20, Locals Have = Locals::Nothing);

} // namespace pipeline_rewrite
#endif
