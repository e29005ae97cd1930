//===- Ptx/Parser.h - PTX text to a module -----------------------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads declarations and function bodies. The meaning of an opcode is decided
// in Decode/; an instruction that is not known there becomes one that stops
// the program when it is executed, so that a module may contain what it does
// not run.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_PTX_PARSER_H
#define PIPELINE_REWRITE_EXECUTOR_PTX_PARSER_H

#include "executor/Ptx/Module.h"

namespace pipeline_rewrite::executor {

/// Takes:  PTX text of one translation unit.
/// Gives:  the module, or null with \p Error set ("line 12: expected ';'").
std::unique_ptr<Module> parsePtx(std::string_view Text, std::string &Error);

} // namespace pipeline_rewrite::executor

#endif
