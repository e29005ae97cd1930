//===- CompileTexts.h - Many texts of one file, compiled side by side -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_COMPILETEXTS_H
#define PIPELINE_REWRITE_VALIDATE_COMPILETEXTS_H

#include "Validate/DeviceCode.h"
#include <set>

namespace pipeline_rewrite {

struct TextToCompile {
  std::string Text;
  /// Demangled names of the functions to disassemble, if that can be done.
  std::set<std::string> Show;
};

struct CompiledText {
  DeviceCodes Codes;
  /// By architecture and symbol.
  std::map<std::string, std::map<std::string, std::vector<SassInstruction>>>
      Shown;
  std::string Failure; ///< why there is no code; empty if there is
  bool IsLate = false; ///< because time was up
};

/// Compiles each text under a hidden name of its own beside the file, as many
/// at a time as the machine has processors; equal texts once. A disassembler
/// that fails shows nothing.
///
/// Takes: CodeCheck::TimeoutSeconds for all of them together.
/// Gives: what came of each, in their order.
std::vector<CompiledText> compileTexts(const ParseJob &Job, const Options &Opts,
                                       const CodeCheck &How,
                                       llvm::ArrayRef<TextToCompile> Texts);

} // namespace pipeline_rewrite
#endif
