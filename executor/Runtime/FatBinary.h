//===- Runtime/FatBinary.h - PTX and cubin in a fat binary ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_RUNTIME_FATBINARY_H
#define PIPELINE_REWRITE_EXECUTOR_RUNTIME_FATBINARY_H

#include <string>
#include <string_view>

namespace pipeline_rewrite::executor {

/// Finds the PTX that an sm_80 device would take: that of compute_80, else the
/// highest below, else the lowest above. Gives an empty string and \p Error
/// when there is none, or only a compressed one.
std::string ptxOf(const void *FatBinary, std::string &Error);

/// The machine code for sm_80, if any; it may be compressed.
std::string_view cubinOf(const void *FatBinary);

} // namespace pipeline_rewrite::executor

#endif
