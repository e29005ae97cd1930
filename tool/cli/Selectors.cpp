//===- Selectors.cpp - Whether --loop and --kernel mean a loop ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "RunJob.h"

#include "llvm/Support/Regex.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

bool endsInPath(StringRef Path, StringRef Suffix) {
  Suffix.consume_front("./");
  if (!Path.consume_back(Suffix))
    return false;
  return Path.empty() || Suffix.empty() || Path.ends_with("/");
}

/// "kernel.cu:42 (sgemm)", for the message about a selector without a match.
std::string describeLoops(ArrayRef<FileJob> Jobs) {
  std::string Text;
  for (const FileJob &Job : Jobs) {
    auto All = std::make_shared<Options>(*Job.Opts);
    All->Loops.clear();
    All->KernelRegex.clear();
    All->Execute.reset();
    All->Code.reset();
    FileJob Whole = Job;
    Whole.Opts = std::move(All);
    JobResult Result = runJob(Whole, Product::None);
    if (!Result.Unit)
      continue;
    auto Describe = [&](const LoopReport &Loop) {
      Text += (Text.empty() ? "" : ", ") + Loop.Place.File + ":" +
              std::to_string(Loop.Place.Line) + " (" + Loop.Kernel + ")";
    };
    for_each(Result.Unit->Loops, Describe);
    for (const UnitResult &Header : Result.Unit->Headers)
      for_each(Header.Loops, Describe);
  }
  return Text.empty() ? "there are no K-loops in the input"
                      : "the K-loops are " + Text;
}

/// "--loop=kernel.cu:42: no K-loop starts on this line" for each such option.
std::vector<std::string> complaints(const CommandLine &Line,
                                    ArrayRef<JobResult> Results) {
  auto AnyLoop = [&](function_ref<bool(const LoopReport &)> Matches) {
    return any_of(Results, [&](const JobResult &R) {
      return R.Unit && (any_of(R.Unit->Loops, Matches) ||
                        any_of(R.Unit->Headers, [&](const UnitResult &Header) {
                          return any_of(Header.Loops, Matches);
                        }));
    });
  };
  std::vector<std::string> Out;
  for (const LoopSelector &Selector : Line.Opts.Loops)
    if (!Selector.Id.empty()) {
      if (!AnyLoop(
              [&](const LoopReport &Loop) { return Loop.id() == Selector.Id; }))
        Out.push_back("--loop=" + Selector.Id +
                      ": no K-loop has this id, which changes with the text of "
                      "its kernel");
    } else if (!AnyLoop([&](const LoopReport &Loop) {
                 return Loop.Place.Line == Selector.Line &&
                        endsInPath(Loop.Place.File, Selector.File);
               }))
      Out.push_back(
          "--loop=" + Selector.File + (Selector.File.empty() ? "" : ":") +
          std::to_string(Selector.Line) + ": no K-loop starts on this line");
  for (const std::string &Instance : Line.Opts.Instantiate)
    if (all_of(Results, [&](const JobResult &R) {
          return R.Unit && is_contained(R.Unit->UnknownInstances, Instance);
        }))
      Out.push_back("--instantiate='" + Instance +
                    "': names no instance of a template of the input");
  Regex Kernel(Line.Opts.KernelRegex);
  const bool HasTile = any_of(Results, [&](const JobResult &R) {
    return R.Unit && R.Unit->TileCopies &&
           any_of(*R.Unit->TileCopies, [&](const TileCopyReport &Copy) {
             return Kernel.match(Copy.Kernel);
           });
  });
  if (!Line.Opts.KernelRegex.empty() && !HasTile &&
      !AnyLoop(
          [&](const LoopReport &Loop) { return Kernel.match(Loop.Kernel); }))
    Out.push_back("--kernel=" + Line.Opts.KernelRegex +
                  ": no K-loop in a kernel of such a name");
  return Out;
}

} // namespace

std::vector<std::string> unmatchedSelectors(const CommandLine &Line,
                                            ArrayRef<FileJob> Jobs,
                                            ArrayRef<JobResult> Results) {
  if (any_of(Results, [](const JobResult &R) {
        return !R.Error.empty() ||
               (R.Unit && R.Unit->Loops.empty() && !R.Unit->Errors.empty());
      }))
    return {};
  std::vector<std::string> Out;
  if (Line.Opts.Form == Variant::None)
    return Out; // of loops nothing is said
  if (Line.Print == Product::None)
    Out = complaints(Line, Results);
  // Passes print text, from which no line number is read back.
  else if (none_of(Results,
                   [](const JobResult &R) { return !R.Printed.empty(); }))
    Out = {"no K-loop matches --loop and --kernel"};
  if (Out.empty())
    return Out;
  std::string Known = describeLoops(Jobs);
  for (std::string &Text : Out)
    Text += "; " + Known;
  return Out;
}

} // namespace pipeline_rewrite
