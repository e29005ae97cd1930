//===- ReportDocument.h - The report on standard output -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forms of the report that programs read, and the page: collected file by
// file, written at the end where the form needs it. The text report is no
// document; the driver prints it as files are delivered.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_REPORTDOCUMENT_H
#define PIPELINE_REWRITE_TOOL_REPORTDOCUMENT_H

#include "CommandLine.h"
#include "Write/Report.h"

namespace pipeline_rewrite {

class ReportDocument {
public:
  /// \p Command: the line that asks for it.
  ReportDocument(ReportFormat Form, std::string Command, llvm::raw_ostream &OS)
      : Form(Form), Command(std::move(Command)), OS(OS) {}
  void add(const FileOutcome &Outcome);
  /// Writes what add() kept. To be called once.
  void finish(const Summary &Counts, llvm::ArrayRef<std::string> Notes,
              int ExitCode);

private:
  const ReportFormat Form;
  const std::string Command;
  llvm::raw_ostream &OS;
  llvm::json::Array Files;
  SarifReport Sarif;
  HtmlReport Page;
};

} // namespace pipeline_rewrite
#endif
