//===- SarifParts.h - Pieces of a SARIF log -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_WRITE_SARIFPARTS_H
#define PIPELINE_REWRITE_WRITE_SARIFPARTS_H

#include "llvm/Support/JSON.h"

namespace pipeline_rewrite::sarif {

llvm::json::Object message(llvm::StringRef Text);
/// A reference by RFC 3986; relative ones are GitHub's, from the repository's
/// root.
llvm::json::Object artifact(llvm::StringRef File);
llvm::json::Object rule(llvm::StringRef Id, llvm::StringRef Short,
                        llvm::StringRef Help, llvm::StringRef Level);
/// The document with its one run.
llvm::json::Object log(llvm::StringRef Version, llvm::json::Array Rules,
                       llvm::json::Array Results,
                       llvm::json::Array Notifications, bool Successful,
                       int ExitCode);

} // namespace pipeline_rewrite::sarif
#endif
