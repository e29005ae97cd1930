//===- VerifyHeader.h - What --verify says of a header --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to the driver. Compilers and programs take a source: they are given
// the one that includes the header, with the header's text in its place.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VERIFYHEADER_H
#define PIPELINE_REWRITE_VERIFYHEADER_H

#include "Chain/MacroText.h"
#include "Validate/Code/VerifyCode.h"
#include "Validate/Execute.h"

namespace pipeline_rewrite {

/// `--verify=ptxas` and `sass`: verifyCode() of a header, as \p Main compiles
/// it.
///
/// Takes: the header's text, how its loops are planned, and what is known of
///        them.
/// Fails: as verifyCode(); or the source does not include the header in its
///        text, or does not compile with that written out.
llvm::Expected<CodeEvidence>
compileHeader(const SourceUnit &Main, MacroText &Header, const ParseJob &Job,
              const Options &Opts, const CompilerFeedback &Known);

/// `--verify=execute`: compareByExecution() of the program that \p Main is
/// built to, with the header's old and new text. Its folders are told to the
/// build command by the variable CPATH.
///
/// Requires: Options::Execute.
/// Fails:    as compareByExecution(); and as compileHeader().
llvm::Expected<ExecutionVerdict> executeHeader(const SourceUnit &Main,
                                               const SourceUnit &Header,
                                               llvm::StringRef NewText,
                                               const Options &Opts);

} // namespace pipeline_rewrite
#endif
