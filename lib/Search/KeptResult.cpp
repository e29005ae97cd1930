//===- KeptResult.cpp - What came of a source before ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/KeptResult.h"
#include "Cache/Records.h"
#include "Emit/Source/Layout.h"

namespace pipeline_rewrite {
/// As resultOf() does.
static void restoreLayout(UnitResult &Of, bool HasLayout);
} // namespace pipeline_rewrite

#include "Search/KeptRecords.h"
#include "Search/Pipeline.h"
#include "Validate/Code/NvccFiles.h"
#include "llvm/Support/Path.h"

namespace pipeline_rewrite {

static void restoreLayout(UnitResult &Of, bool HasLayout) {
  if (!HasLayout)
    return;
  if (auto Layout = TextLayout::of(Of.File, Of.OldText))
    Of.Layout = std::make_shared<TextLayout>(std::move(*Layout));
  else // cannot be: the style's files are what they were
    llvm::consumeError(Layout.takeError());
}

namespace {

/// Files of a toolkit that only new text includes: nobody has looked at them
/// when the original was read.
constexpr llvm::StringLiteral AddedHeaders[] = {"cuda.h",
                                                "cuda_pipeline.h",
                                                "cuda_pipeline_helpers.h",
                                                "cuda_runtime.h",
                                                "cuda_pipeline_primitives.h",
                                                "cooperative_groups.h",
                                                "cuda/pipeline",
                                                "cuda/barrier",
                                                "cccl/cuda/pipeline",
                                                "cccl/cuda/barrier",
                                                "cudaTypedefs.h"};

void logToolkit(const ParseJob &Job, ReadLog &Log) {
  if (Job.Nvcc.empty())
    return;
  llvm::StringRef Root =
      llvm::sys::path::parent_path(llvm::sys::path::parent_path(Job.Nvcc));
  Log.addFile((Root + "/version.json").str());
  for (llvm::StringRef Name : AddedHeaders)
    Log.addFile((Root + "/include/" + Name).str());
}

std::string questionOf(const ParseJob &Job, Options Opts,
                       llvm::StringRef Whole) {
  RecordWriter Write;
  ParseJob Copy = Job;
  Write(Copy.File, Copy.Directory, Copy.Args, Copy.Nvcc, Copy.NvccArgs,
        Copy.Archs, Copy.HasCommand, Opts);
  return strongHash({"unit", identityOfThisProgram(), environmentThatMatters(),
                     Job.Nvcc.empty()
                         ? ""
                         : identityOfCompilers(Job) +
                               identityOfDisassemblers(Job.Nvcc, Opts.Code),
                     Write.bytes(), Whole});
}

/// As searchLaunches() and the executor say it.
bool isCutShort(llvm::StringRef Why) {
  return Why.contains("long") || Why.contains("time") ||
         Why.contains("was found in ");
}

/// All words of a result but the texts that it was made from.
std::string wordsOf(UnitResult Of) {
  auto Forget = [](UnitResult &Each) {
    Each.OldText.clear();
    Each.NewText.clear();
    Each.WrongText.clear();
  };
  Forget(Of);
  llvm::for_each(Of.Headers, Forget);
  RecordWriter Write;
  Write(Of);
  return Write.bytes();
}

/// A result says where things stand in the files that it names: of those, the
/// text has to be what it was.
std::optional<UnitResult> findKept(const AnswerCache &Answers,
                                   llvm::StringRef Question) {
  auto Found = Answers.find(Question, AnswerCache::Texts::SameCode);
  if (!Found)
    return std::nullopt;
  UnitResult Result;
  RecordReader Read(Found->Answer);
  Read(Result);
  if (!Read.isWhole())
    return std::nullopt;
  if (Found->Reworded.empty())
    return Result;
  const std::string Words = wordsOf(Result);
  for (llvm::StringRef File : Found->Reworded)
    if (llvm::StringRef(Words).contains(llvm::sys::path::filename(File)))
      return std::nullopt;
  return Result;
}

} // namespace

bool isFinal(const UnitResult &Result) {
  auto IsShort = [](const LoopReport &Loop) {
    return (Loop.Execution && isCutShort(Loop.Execution->WhyNot)) ||
           (Loop.Reason && Loop.Reason->Id == RefusalId::NotRun &&
            isCutShort(Loop.Reason->Detail));
  };
  auto IsLate = [](const std::string &Note) {
    return llvm::StringRef(Note).starts_with("forms are not compared");
  };
  return !Result.InternalFault && llvm::none_of(Result.Loops, IsShort) &&
         llvm::none_of(Result.Notes, IsLate) &&
         llvm::all_of(Result.Headers, isFinal);
}

llvm::Expected<UnitResult> rewriteUnit(const ParseJob &Job, const Options &Opts,
                                       const AnswerCache &Answers,
                                       llvm::StringRef Whole,
                                       const Options *Wider) {
  // What is run there reads what it likes.
  if (Opts.Execute)
    return rewriteUnit(Job, Opts);
  const std::string Question = questionOf(Job, Opts, Whole);
  if (Wider)
    if (auto Known = findKept(Answers, questionOf(Job, *Wider, Whole)))
      return std::move(*Known);
  if (auto Known = findKept(Answers, Question))
    return std::move(*Known);
  ReadLog Log(&Answers);
  if (llvm::any_of(llvm::concat<const std::string>(Job.Args, Job.NvccArgs),
                   tellsTime) ||
      tellsTime(environmentThatMatters()))
    Log.giveUp();
  const ReadLog::Scope Mine(&Log);
  auto Result = rewriteUnit(Job, Opts);
  if (!Result || !isFinal(*Result))
    return Result;
  logToolkit(Job, Log);
  if (Log.isReliable()) {
    RecordWriter Write;
    Write(*Result);
    Answers.keep(Question, Write.bytes(), Log.sightings());
  }
  return Result;
}

} // namespace pipeline_rewrite
