//===- ErrorCollector.h - Keeps clang's errors ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The diagnostic consumer of every parse: nothing is printed, nothing ends it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_ERRORCOLLECTOR_H
#define PIPELINE_REWRITE_FRONTEND_ERRORCOLLECTOR_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace pipeline_rewrite {

struct LocatedError {
  clang::SourceLocation Location;
  std::string Message;
  unsigned Id = 0; ///< clang's, of diag::; 0: an error of our own
};

using ErrorList = std::shared_ptr<std::vector<LocatedError>>;

/// Keeps errors, drops everything else. Shares the list: the AST's diagnostics
/// engine, and this with it, lives on when the parse is over.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  explicit ErrorCollector(ErrorList Errors) : Errors(std::move(Errors)) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < clang::DiagnosticsEngine::Error)
      return;
    llvm::SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    Errors->push_back({Info.getLocation(), Message.str().str(), Info.getID()});
  }

private:
  ErrorList Errors;
};

/// "a.cu: is a directory".
inline llvm::Error fileError(llvm::StringRef File, llvm::StringRef What) {
  return llvm::createStringError(std::errc::invalid_argument, "%s: %s",
                                 File.str().c_str(), What.str().c_str());
}

/// There is no AST, and these are why.
inline llvm::Error cannotBeParsed(llvm::StringRef File,
                                  const std::vector<LocatedError> &Errors) {
  std::string Text = "cannot be parsed";
  for (const LocatedError &E : Errors)
    Text += "; " + E.Message;
  return fileError(File, Text);
}

} // namespace pipeline_rewrite
#endif
