//===- Cubin.h - The instructions in a compiled file ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions are taken out of the cubin before they are disassembled: a
// disassembler reads no container newer than itself (CUDA 13 changed it), but
// the encoding of an architecture stays as it is.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_CUBIN_H
#define PIPELINE_REWRITE_VALIDATE_CUBIN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>

namespace pipeline_rewrite {

/// Encoded instructions of each function, by mangled name.
///
/// Fails: the bytes are no ELF file of 64 bits.
llvm::Expected<std::map<std::string, std::string>>
codeOfCubin(llvm::StringRef Bytes);

} // namespace pipeline_rewrite
#endif
