//===- ProveCommandLine.cpp - What the user typed after `prove`, `check` --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ProveCommandLine.h"

#include "Search/PrintProduct.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include <map>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

struct ProveFlags {
  cl::OptionCategory Category{"Running kernels"};
  cl::list<std::string> Pair{
      "pair", cl::value_desc("old:new"), cl::cat(Category),
      cl::desc("Kernels of other names, of two files or of one; may be "
               "repeated")};
  cl::list<std::string> Launch{
      "launch", cl::value_desc("words"), cl::cat(Category),
      cl::desc("A launch to begin with, as 'grid=2x1 block=16x16 shared=0 "
               "n=100'; may be repeated")};
  cl::opt<std::string> MayDiffer{
      "tolerance", cl::value_desc("n or x"), cl::cat(Category),
      cl::desc("How far floating-point results may be apart: so many ulp, or "
               "as 1e-5 so much of the buffer's largest number (default: not "
               "at all)")};
  cl::opt<std::string> Budget{
      "budget", cl::value_desc("seconds"), cl::cat(Category),
      cl::desc("Time for all kernels together, as 30s (default: 2s for each)")};
  cl::opt<bool> MayOverlap{
      "may-overlap", cl::cat(Category),
      cl::desc("Where only launches with overlapping buffers tell the kernels "
               "apart, they are different")};
  cl::opt<std::string> Git{
      "git", cl::value_desc("revision"), cl::cat(Category),
      cl::desc("The old text is that of the file in this revision")};
  cl::opt<bool> Suggest{
      "suggest", cl::cat(Category),
      cl::desc("check: also name waits and barriers of K-loops without which "
               "the runs find nothing")};
  cl::list<std::string> Positional{cl::Positional, cl::cat(Category),
                                   cl::desc("<file>... [options of a plain "
                                            "run] [-- flags]")};
  cl::list<std::string> Others{cl::Sink, cl::cat(Category)};

  /// The words that are left, in the order in which they were typed.
  std::vector<std::string> rest() {
    std::map<unsigned, std::string> ByPosition;
    auto Add = [&](cl::list<std::string> &List) {
      for (unsigned I = 0; I < List.size(); ++I)
        ByPosition[List.getPosition(I)] = List[I];
    };
    Add(Positional);
    Add(Others);
    std::vector<std::string> Words;
    for (auto &[Position, Word] : ByPosition)
      Words.push_back(Word);
    return Words;
  }

  void unregister() {
    // A list's own & gives the vector in it.
    auto Remove = [](auto &...Each) { (Each.removeArgument(), ...); };
    Remove(Pair, Launch, MayDiffer, Budget, MayOverlap, Git, Suggest,
           Positional, Others);
  }
};

Error usage(const Twine &Message) { return createStringError(Message); }

Error readShape(StringRef Text, std::array<uint32_t, 3> &Shape) {
  SmallVector<StringRef> Parts;
  Text.split(Parts, 'x');
  if (Parts.size() > 3)
    return usage("'" + Text + "' has more than three dimensions");
  for (size_t I = 0; I < Parts.size(); ++I)
    if (Parts[I].getAsInteger(10, Shape[I]) || !Shape[I])
      return usage("'" + Text + "' is no shape, as 16x16");
  return Error::success();
}

Expected<TypedLaunch> readLaunch(StringRef Text) {
  constexpr std::array<uint32_t, 3> One = {1, 1, 1};
  TypedLaunch Out;
  Out.Text = Text.str();
  SmallVector<StringRef> Words;
  Text.split(Words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Word : Words) {
    auto [Name, Value] = Word.split('=');
    Error Bad = Error::success();
    int64_t Number = 0;
    if (Name == "grid")
      Bad = readShape(Value, Out.Grid);
    else if (Name == "block")
      Bad = readShape(Value, Out.Block);
    else if (Name == "new-grid")
      Bad = readShape(Value, Out.NewGrid.emplace(One));
    else if (Name == "new-block")
      Bad = readShape(Value, Out.NewBlock.emplace(One));
    else if (Value.getAsInteger(0, Number))
      Bad = usage("'" + Word + "' is not NAME=NUMBER");
    else if (Name == "shared")
      Out.DynamicBytes = static_cast<uint32_t>(Number);
    else if (Name == "new-shared")
      Out.NewDynamicBytes = static_cast<uint32_t>(Number);
    else
      Out.Numbers[Name.str()] = Number;
    if (Bad)
      return usage("--launch: " + toString(std::move(Bad)));
  }
  return Out;
}

Error readTolerance(StringRef Text, Tolerance &Out) {
  if (Text.empty() || !Text.getAsInteger(10, Out.Ulps))
    return Error::success();
  if (Text.getAsDouble(Out.Relative) || Out.Relative < 0 || Out.Relative > 1)
    return usage("--tolerance=" + Text +
                 ": expected ulp, as 4, or a part of "
                 "the largest number, as 1e-5");
  return Error::success();
}

Error collect(ProveFlags &From, ProveCommandLine &Line) {
  for (StringRef Text : From.Pair) {
    auto [Old, New] = Text.rsplit(':');
    if (Old.empty() || New.empty())
      return usage("--pair=" + Text + ": expected OLD:NEW");
    Line.Asked.Pairs.push_back({Old.str(), New.str()});
  }
  for (const std::string &Text : From.Launch) {
    auto Launch = readLaunch(Text);
    if (!Launch)
      return Launch.takeError();
    Line.Asked.Launches.push_back(std::move(*Launch));
  }
  Line.Revision = From.Git;
  Line.Asked.MayOverlap = From.MayOverlap;
  Line.Suggest = From.Suggest;
  if (Error Bad = readTolerance(From.MayDiffer, Line.Asked.May))
    return Bad;
  return readBudget(From.Budget, Line.Asked.Seconds);
}

Error checkTogether(KernelCommand Command, const ProveCommandLine &Line) {
  const CommandLine &Plain = Line.Plain;
  if (Plain.InPlace || !Plain.Output.empty() || Plain.Print != Product::None ||
      !Plain.Explain.empty() || Plain.Check)
    return usage("nothing is written or rewritten: leave out -i, -o, --check, "
                 "--print and --explain");
  const size_t Files = Plain.Request.Files.size();
  if (Command == KernelCommand::Check)
    return Line.Asked.Pairs.empty() && Line.Asked.May.isNone() &&
                   !Line.Asked.MayOverlap && Line.Revision.empty()
               ? Error::success()
               : usage("--pair, --tolerance, --may-overlap and --git are for "
                       "prove");
  if (Line.Suggest)
    return usage("--suggest is for check");
  if (Plain.Report != ReportFormat::Text && Plain.Report != ReportFormat::Json)
    return usage("prove reports as text or json");
  if (!Line.Revision.empty() && Files != 1)
    return usage("--git takes one file");
  if (Line.Revision.empty() && Files != 2 &&
      !(Files == 1 && !Line.Asked.Pairs.empty()))
    return usage("prove takes two files, one with --git, or one with --pair");
  return Error::success();
}

/// Folders stand for the sources in them.
std::vector<std::string> withSources(std::vector<std::string> Words) {
  std::vector<std::string> Out;
  for (std::string &Word : Words) {
    if (!sys::fs::is_directory(Word) ||
        (!Out.empty() && StringRef(Out.back()).starts_with("-"))) {
      Out.push_back(std::move(Word));
      continue;
    }
    std::error_code Bad;
    std::vector<std::string> Found;
    for (sys::fs::recursive_directory_iterator At(Word, Bad), End;
         At != End && !Bad; At.increment(Bad))
      if (StringRef(At->path()).ends_with(".cu"))
        Found.push_back(At->path());
    sort(Found);
    append_range(Out, Found);
  }
  return Out;
}

} // namespace

std::optional<ProveCommandLine>
parseProveCommandLine(KernelCommand Command, int Count,
                      const char *const *Words) {
  const bool Proves = Command == KernelCommand::Prove;
  removeForeignOptions();
  ProveFlags From;
  ArrayRef<const char *> All(Words, Count);
  size_t End = find(All, StringRef("--")) - All.begin();
  if (!cl::ParseCommandLineOptions(
          static_cast<int>(End), Words,
          Proves ? "Runs the kernels of two texts on the CPU with the same "
                   "launches, and says whether they compute the same.\n\n"
                   "  prove OLD.cu NEW.cu, prove --git HEAD~1 FILE.cu, prove "
                   "--pair=OLD:NEW FILE.cu\n"
                   "  Other options are those of a plain run: "
                   "pipeline-rewrite --help.\n"
                 : "Runs every kernel on the CPU, and reports races, "
                   "deadlocks and bad accesses.\n\n"
                   "  check FILE.cu..., check DIR, check -p build\n"
                   "  Other options are those of a plain run: "
                   "pipeline-rewrite --help.\n",
          &errs()))
    return std::nullopt;
  std::vector<std::string> Rest = withSources(From.rest());
  std::vector<const char *> Plain = {Words[0]};
  for (const std::string &Word : Rest)
    Plain.push_back(Word.c_str());
  append_range(Plain, All.drop_front(End));
  ProveCommandLine Line;
  Error Bad = collect(From, Line);
  From.unregister();
  cl::ResetAllOptionOccurrences();
  if (!Bad) {
    auto Parsed =
        parseCommandLine(static_cast<int>(Plain.size()), Plain.data());
    if (!Parsed)
      return std::nullopt;
    Line.Plain = std::move(*Parsed);
    Bad = checkTogether(Command, Line);
  }
  if (Bad) {
    errs() << "pipeline-rewrite: error: " << toString(std::move(Bad))
           << "\npipeline-rewrite: " << (Proves ? "prove" : "check")
           << " --help lists the options\n";
    return std::nullopt;
  }
  return Line;
}

} // namespace pipeline_rewrite
