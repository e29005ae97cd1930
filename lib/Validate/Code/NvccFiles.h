//===- NvccFiles.h - What nvcc's answer depends on ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_NVCCFILES_H
#define PIPELINE_REWRITE_VALIDATE_NVCCFILES_H

#include "Cache/ReadLog.h"
#include "Frontend/ParseSetup.h"
#include "Options/Options.h"

namespace pipeline_rewrite {

/// The compilers that nvcc calls, as they are now.
std::string identityOfCompilers(const ParseJob &Job);
/// The disassemblers that are found beside it, or that \p How names.
std::string identityOfDisassemblers(const std::string &Nvcc,
                                    const std::optional<CodeCheck> &How);

/// Adds what nvcc read to a log. nvcc does not say where it looked in vain:
/// that is known of headers that a parse has read as well, and for those of the
/// compilers it is guessed from their names. Any other header that nvcc alone
/// reads is none to keep an answer of.
/// \p Rule: the files that were read, as a rule for make.
/// \p Hidden: the text itself, which is no file of the user's.
/// Gives: what nvcc's answer alone was read from: these files, all that the
///        parses looked at, and all places where an `#include` of one of the
///        user's files may look, also one that no parse has taken. Nothing if
///        that is not known. Where files were read of which nobody knows where
///        else they were looked for, the log gives up, too.
std::optional<Sightings> logFilesOfNvcc(const ParseJob &Job,
                                        llvm::StringRef Rule,
                                        llvm::StringRef Hidden, ReadLog &Log);

} // namespace pipeline_rewrite
#endif
