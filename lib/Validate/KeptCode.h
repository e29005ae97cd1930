//===- KeptCode.h - What nvcc made of a text before -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcc says which files it read, so that a text need not be compiled again as
// long as these and the compilers are what they were.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_KEPTCODE_H
#define PIPELINE_REWRITE_VALIDATE_KEPTCODE_H

#include "Frontend/AnswerCache.h"
#include "Frontend/ParseSetup.h"
#include "Options.h"

namespace pipeline_rewrite {

/// What a program said, and the file that it wrote.
struct ProgramAnswer {
  std::string Said, Wrote;
};

/// One question to a program; answers are kept where ReadLog::current() says.
class KeptCode {
public:
  /// \p Parts: all that decides the answer, but the files that are read.
  explicit KeptCode(llvm::ArrayRef<llvm::StringRef> Parts);

  bool isOn() const { return Answers; }
  std::optional<ProgramAnswer> find() const;
  /// Nothing is read but what the question says.
  void keep(ProgramAnswer Answer) const { keep(std::move(Answer), ReadLog()); }
  /// \p Rule: the files that were read, as a rule for make.
  /// \p Hidden: the text itself, which is a part of the question.
  void keep(ProgramAnswer Answer, const ParseJob &Job, llvm::StringRef Rule,
            llvm::StringRef Hidden) const;

private:
  void keep(ProgramAnswer Answer, const ReadLog &From) const;

  const AnswerCache *Answers = nullptr;
  std::string Question;
};

/// The compilers that nvcc calls, as they are now.
std::string identityOfCompilers(const std::string &Nvcc);
/// The disassemblers that are found beside it, or that \p How names.
std::string identityOfDisassemblers(const std::string &Nvcc,
                                    const std::optional<CodeCheck> &How);

} // namespace pipeline_rewrite
#endif
