//===- Annotations.cpp - The report as GitHub workflow commands -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   ::warning file=k.cu,line=9,col=3,title=pipeline-rewrite::loop in 'k' ...
//
// A job's log turns such lines into annotations of the changed files ("Workflow
// commands for GitHub Actions").
//===----------------------------------------------------------------------===//
#include "Write/Report.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

std::string escaped(StringRef Text, bool IsProperty) {
  std::string Out;
  for (char C : Text)
    if (C == '%' || C == '\r' || C == '\n' ||
        (IsProperty && (C == ':' || C == ',')))
      Out += "%" + utohexstr(static_cast<unsigned char>(C),
                             /*LowerCase=*/false, /*Width=*/2);
    else
      Out += C;
  return Out;
}

} // namespace

void printAnnotation(raw_ostream &OS, StringRef Kind, const SourcePlace &Place,
                     StringRef Title, const Twine &Message) {
  OS << "::" << Kind << " file=" << escaped(Place.File, /*IsProperty=*/true);
  if (Place.Line)
    OS << ",line=" << Place.Line << ",col=" << std::max(Place.Column, 1u);
  OS << ",title=" << escaped(Title, /*IsProperty=*/true)
     << "::" << escaped(Message.str(), /*IsProperty=*/false) << '\n';
}

void printAnnotations(raw_ostream &OS, const FileOutcome &Outcome) {
  constexpr StringLiteral Name = "pipeline-rewrite";
  SourcePlace File{Outcome.File, 0, 0};
  if (Outcome.Unit && Outcome.Unit->InternalFault)
    return printAnnotation(OS, "error", File, Name,
                           "internal: " + *Outcome.Unit->InternalFault);
  if (!Outcome.Error.empty())
    printAnnotation(OS, "error", File, Name, Outcome.Error);
  if (!Outcome.Unit)
    return;
  for (const SourceWarning &Warning : Outcome.Unit->Warnings)
    printAnnotation(OS, "warning", Warning.Place,
                    (Name + " " + Warning.Id).str(), Warning.Message);
  for (const LoopReport &Loop : Outcome.Unit->Loops) {
    if (Loop.Known)
      continue;
    if (Loop.Verdict == LoopVerdict::Rewritten)
      printAnnotation(
          OS, "warning", Loop.Place, Name,
          "loop in '" + Loop.Kernel +
              "' can be software-pipelined: " + formText(Loop) +
              (Loop.Execution ? "\n" + Loop.Execution->text() : ""));
    else if (Loop.Verdict == LoopVerdict::Refused && Loop.Reason)
      printAnnotation(OS, "notice", Loop.Place,
                      (Name + " " + refusalName(Loop.Reason->Id)).str(),
                      "loop left alone: " + Loop.Reason->Detail + "\n" +
                          adviceOf(*Loop.Reason));
  }
}

} // namespace pipeline_rewrite
