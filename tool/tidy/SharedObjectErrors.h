//===- SharedObjectErrors.h - Errors of clang's that nvcc does not have ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `__shared__ cuda::barrier<cuda::thread_scope_block> bar;` is an error to
// clang and none to nvcc (Frontend/SharedObjects.h). clang-tidy would report
// it, and give no fix for a file that has one.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_TIDY_SHAREDOBJECTERRORS_H
#define PIPELINE_REWRITE_TOOL_TIDY_SHAREDOBJECTERRORS_H

#include "clang/Basic/DiagnosticSema.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

namespace pipeline_rewrite {

/// Gives everything else to the consumer that there was.
class SharedObjectErrors : public clang::DiagnosticConsumer {
public:
  /// From here on, for the parse that has just begun. That there was an error
  /// stays known, so that adoptSource() parses in its own way.
  static void leaveOut(clang::Preprocessor &PP) {
    clang::DiagnosticsEngine &Engine = PP.getDiagnostics();
    clang::DiagnosticConsumer *Whole = Engine.getClient();
    Engine.setClient(
        new SharedObjectErrors(*Whole, Engine.takeClient(), PP.getLangOpts()));
  }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    if (Level != clang::DiagnosticsEngine::Note)
      IsLeftOut = isNoneToNvcc(Info);
    if (IsLeftOut)
      return;
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    Whole.HandleDiagnostic(Level, Info);
  }
  void BeginSourceFile(const clang::LangOptions &Language,
                       const clang::Preprocessor *PP) override {
    Whole.BeginSourceFile(Language, PP);
  }
  void EndSourceFile() override { Whole.EndSourceFile(); }
  void finish() override { Whole.finish(); }
  bool IncludeInDiagnosticCounts() const override {
    return Whole.IncludeInDiagnosticCounts();
  }

private:
  SharedObjectErrors(clang::DiagnosticConsumer &Whole,
                     std::unique_ptr<clang::DiagnosticConsumer> Owned,
                     const clang::LangOptions &Language)
      : Whole(Whole), Owned(std::move(Owned)), Language(Language) {}

  /// No initialiser is written after the name.
  bool isNoneToNvcc(const clang::Diagnostic &Info) const {
    if (Info.getID() != clang::diag::err_shared_var_init)
      return false;
    const auto Next = clang::Lexer::findNextToken(
        Info.getLocation(), Info.getSourceManager(), Language);
    return Next && Next->isOneOf(clang::tok::semi, clang::tok::comma,
                                 clang::tok::l_square);
  }

  clang::DiagnosticConsumer &Whole;
  const std::unique_ptr<clang::DiagnosticConsumer> Owned; ///< if engine's own
  const clang::LangOptions &Language;
  bool IsLeftOut = false; ///< the last that was no note
};

} // namespace pipeline_rewrite
#endif
