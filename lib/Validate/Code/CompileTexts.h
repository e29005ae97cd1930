//===- CompileTexts.h - Many texts of one file, compiled side by side -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_COMPILETEXTS_H
#define PIPELINE_REWRITE_VALIDATE_COMPILETEXTS_H

#include "Validate/Code/DeviceCode.h"
#include <set>

namespace pipeline_rewrite {

struct TextToCompile {
  std::string Text;
  /// Demangled names of the functions to disassemble, if that can be done.
  std::set<std::string> Show;
  /// Expected time, in the milliseconds of no machine in particular: two texts
  /// that take long are not compiled one behind the other.
  double Cost = 0;
};

struct CompiledText {
  DeviceCodes Codes;
  /// By architecture and symbol.
  std::map<std::string, std::map<std::string, std::vector<SassInstruction>>>
      Shown;
  std::string Failure; ///< why there is no code; empty if there is
  bool IsLate = false; ///< nvcc ran into CodeCheck::TimeoutSeconds
};

/// Compiles each text under a hidden name of its own beside the file; equal
/// texts once, and those that may be joined, a few at a time, as one unit
/// (JoinTexts.h). A disassembler that fails shows nothing.
///
/// Takes: the texts; \p Original, if it was compiled before, else it is the
///        first of them.
/// Gives: what came of each, in their order, with the original's symbols.
/// Never: lets the machine's load or its number of processors decide which
///        texts are compiled, or which together.
std::vector<CompiledText> compileTexts(const ParseJob &Job, const Options &Opts,
                                       const CodeCheck &How,
                                       llvm::ArrayRef<TextToCompile> Texts,
                                       const CompiledText *Original = nullptr);

/// The code of each of \p Count texts of a unit that joinTexts() has made, by
/// the unit's symbols; that of the plain text, if there is one, in front.
/// Gives: nullopt if they have not all the same kernels: what joins them means
///        something else to one of them.
std::optional<std::vector<CompiledText>> splitCode(CompiledText Unit,
                                                   size_t Count, bool HasPlain);

/// Takes the symbols of \p Original for those that mean the same.
void nameLike(const CompiledText &Original, CompiledText &Text);

} // namespace pipeline_rewrite
#endif
