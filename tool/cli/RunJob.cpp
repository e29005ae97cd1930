//===- RunJob.cpp - The chain on one file ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "RunJob.h"

#include "Search/Headers/Headers.h"
#include "Search/Pipeline.h"
#include "Search/PrintProduct.h"
#include "llvm/Support/CrashRecoveryContext.h"

using namespace llvm;

namespace pipeline_rewrite {

/// Stack of a thread that parses: for long chains of operators, which no limit
/// of clang's ends.
constexpr unsigned StackBytes = 128 << 20;

JobResult runJob(const FileJob &Job, Product Print, const AnswerCache *Answers,
                 StringRef Whole) {
  JobResult Result;
  auto Body = [&] {
    if (Print != Product::None) {
      if (auto Text = printProduct(Job.Parse, *Job.Opts, Print))
        Result.Printed = std::move(*Text);
      else
        Result.Error = toString(Text.takeError());
      return;
    }
    auto Read = [&](const ParseJob &Parse) {
      return Answers ? rewriteUnit(Parse, *Job.Opts, *Answers, Whole,
                                   Job.Wider.get())
                     : rewriteUnit(Parse, *Job.Opts);
    };
    auto Unit = Read(Job.Parse);
    for (const ParseJob &Other : Job.OtherBuilds)
      if (Unit && Unit->changed()) {
        if (auto View = Read(Other))
          agreeWith(*Unit, *View);
        else
          Unit = View.takeError();
      }
    if (Unit)
      Result.Unit = std::move(*Unit);
    else
      Result.Error = toString(Unit.takeError());
  };
  CrashRecoveryContext Recovery;
  if (!Recovery.RunSafelyOnThread(Body, StackBytes)) {
    // Whatever the crash left half-made is not looked at.
    Result = JobResult();
    Result.Crashed = true;
    Result.Error = Job.Parse.File + ": the program crashed";
  }
  return Result;
}

std::optional<std::string> checkTogether(const FileJob &Job,
                                         const UnitResult &Main,
                                         ArrayRef<const UnitResult *> Headers) {
  std::optional<std::string> Error;
  CrashRecoveryContext Recovery;
  if (!Recovery.RunSafelyOnThread(
          [&] {
            Error = findErrorTogether(Job.Parse, *Job.Opts, Main, Headers);
          },
          StackBytes))
    return "the program crashed";
  return Error;
}

} // namespace pipeline_rewrite
