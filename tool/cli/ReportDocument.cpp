//===- ReportDocument.cpp - The report on standard output -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ReportDocument.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace pipeline_rewrite {

void ReportDocument::add(const FileOutcome &Outcome) {
  switch (Form) {
  case ReportFormat::Text:
    return;
  case ReportFormat::Json:
  case ReportFormat::Yaml:
    return Files.push_back(jsonFile(Outcome));
  case ReportFormat::Html:
    return Page.add(Outcome);
  case ReportFormat::Sarif:
    return Sarif.add(Outcome);
  case ReportFormat::Github:
    return printAnnotations(OS, Outcome);
  }
}

void ReportDocument::finish(const Summary &Counts, ArrayRef<std::string> Notes,
                            int ExitCode) {
  constexpr StringLiteral Version = PIPELINE_REWRITE_VERSION;
  switch (Form) {
  case ReportFormat::Text:
  case ReportFormat::Github:
    return;
  case ReportFormat::Html:
    return Page.print(OS, Version, Command, Counts, Notes);
  case ReportFormat::Sarif:
    OS << formatv("{0:2}\n", json::Value(Sarif.take(Version, Notes, ExitCode)));
    return;
  case ReportFormat::Json:
  case ReportFormat::Yaml: {
    json::Value Whole =
        jsonReport(Version, std::move(Files), Counts, Notes, ExitCode);
    if (Form == ReportFormat::Yaml)
      return printYaml(OS, Whole);
    OS << formatv("{0:2}\n", Whole);
  }
  }
}

} // namespace pipeline_rewrite
