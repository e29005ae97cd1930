//===- ProveDriver.cpp - `pipeline-rewrite prove` -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ProveDriver.h"

#include "Instances/AssumeInstances.h"
#include "Prove/ProveReport.h"
#include "Write/Report.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// A parsed text and what keeps it.
using Parsed = Expected<std::unique_ptr<SourceUnit>>;

Expected<InstantiatedUnit> parse(const ParseJob &Job, const Options &Opts) {
  return parseWithInstances(
      Job, Opts, [](const SourceUnit &) { return false; }, nullptr,
      WantedInstances::OfKernels);
}

/// The file at a revision, as git keeps it: a repository can name programs that
/// show a text or fetch what is missing.
Expected<std::string> textOf(const std::string &Revision,
                             const std::string &File) {
  auto Git = sys::findProgramByName("git");
  if (!Git)
    return createStringError("--git: git is not on PATH");
  SmallString<128> Kept;
  int Open = -1;
  if (auto Bad = sys::fs::createTemporaryFile("prove", "cu", Open, Kept))
    return createStringError("--git: " + Bad.message());
  sys::Process::SafelyCloseFileDescriptor(Open);
  const FileRemover Remove(Kept);
  const std::string Parent = sys::path::parent_path(File).str(),
                    Folder = Parent.empty() ? "." : Parent,
                    Object = Revision + ":./" + sys::path::filename(File).str();
  if (StringRef(Object).starts_with("-"))
    return createStringError("--git: " + Object + " is no revision");
  ::setenv("GIT_ALLOW_PROTOCOL", "none", /*overwrite=*/1);
  const StringRef Words[] = {"git", "-C", Folder, "cat-file", "blob", Object};
  std::string Message;
  const int Exit = sys::ExecuteAndWait(
      *Git, Words, /*Env=*/std::nullopt,
      {StringRef(""), StringRef(Kept), std::nullopt}, 60, 0, &Message);
  auto Text = MemoryBuffer::getFile(Kept);
  if (Exit || !Text)
    return createStringError("--git: there is no " + Object +
                             (Message.empty() ? "" : ": " + Message));
  return (*Text)->getBuffer().str();
}

class ProveDriver {
public:
  explicit ProveDriver(const ProveCommandLine &Line) : Line(Line) {}

  int run() {
    auto Compile = compileJobs(Line.Plain.Request, Line.Plain.Opts);
    if (!Compile)
      return error(toString(Compile.takeError()));
    for (const std::string &Text : Compile->Notes)
      note(Text);
    const std::vector<ParseJob> &Jobs = Compile->Jobs;
    const ParseJob &NewJob = Jobs.back();
    const Options NewOpts = optionsFor(NewJob, Line.Plain.Opts);
    auto New = parse(NewJob, NewOpts);
    if (!New)
      return error(toString(New.takeError()));
    for (const std::string &Text : assumedLines(New->Assumed))
      note("assumed " + Text);
    Parsed Old = nullptr;
    if (!Line.Revision.empty()) {
      auto Text = textOf(Line.Revision, NewJob.File);
      if (!Text)
        return error(toString(Text.takeError()));
      Old = parseSource(NewJob, New->Opts, StringRef(*Text));
    } else if (Jobs.size() > 1) {
      auto Unit =
          parse(Jobs.front(), optionsFor(Jobs.front(), Line.Plain.Opts));
      if (Unit)
        Old = std::move(Unit->Unit);
      else
        Old = Unit.takeError();
    }
    if (!Old)
      return error(toString(Old.takeError()));
    return prove(*Old ? **Old : *New->Unit, *New->Unit);
  }

private:
  int prove(const SourceUnit &Old, const SourceUnit &New) {
    const bool ShowsProgress =
        errs().is_displayed() && !Line.Plain.Quiet && !wantsJson();
    const ProvedKernels Of =
        proveKernels(Old, New, Line.Plain.Opts, Line.Asked,
                     [&](const std::string &Kernel, size_t Done, size_t All) {
                       if (ShowsProgress)
                         errs() << "\r\x1b[K[" << Done + 1 << "/" << All << "] "
                                << Kernel;
                     });
    if (ShowsProgress)
      errs() << "\r\x1b[K";
    for (const auto &[Names, Which] :
         {std::pair(&Of.OnlyOld, "old"), std::pair(&Of.OnlyNew, "new")})
      for (const std::string &Name : *Names)
        note("'" + Name + "' is in the " + Which + " text alone");
    if (!Of.UnknownName.empty())
      return error("--launch: no kernel has an integer or a pointer '" +
                   Of.UnknownName + "'");
    if (Of.Pairs.empty())
      return error(emptyText(Old, New));
    const int Exit = exitOf(Of);
    if (wantsJson())
      outs() << formatv(
          "{0:2}\n",
          json::Value(jsonProof(PIPELINE_REWRITE_VERSION, Of, Notes, Exit)));
    else
      for (const ProvedPair &Pair : Of.Pairs)
        if (!Line.Plain.Quiet || Pair.Verdict != ProveVerdict::Equal)
          printProved(outs(), Pair);
    return Exit;
  }

  /// The gravest of all pairs.
  static int exitOf(const ProvedKernels &Of) {
    int Exit = ExitDone;
    for (const ProvedPair &Pair : Of.Pairs) {
      if (Pair.Verdict == ProveVerdict::Different)
        return ExitWouldChange;
      if (Pair.Verdict == ProveVerdict::NotDecided)
        Exit = ExitRefused;
    }
    return Exit;
  }

  static std::string emptyText(const SourceUnit &Old, const SourceUnit &New) {
    for (const SourceUnit *Unit : {&Old, &New})
      if (!Unit->errors().empty()) {
        const ParseError &First = Unit->errors().front();
        return "no kernel is in both texts; " + First.Place.File + ":" +
               std::to_string(First.Place.Line) + ": " + First.Message;
      }
    return "no kernel is in both texts; --pair=OLD:NEW names two of other "
           "names";
  }

  bool wantsJson() const { return Line.Plain.Report == ReportFormat::Json; }

  int error(const std::string &Text) {
    printHead(errs(), SourcePlace(), Severity::Error) << Text << '\n';
    return ExitBadInput;
  }

  void note(const std::string &Text) {
    Notes.push_back(Text);
    if (!Line.Plain.Quiet && !wantsJson())
      printHead(errs(), SourcePlace(), Severity::Note) << Text << '\n';
  }

  const ProveCommandLine &Line;
  std::vector<std::string> Notes;
};

} // namespace

int runProveDriver(const ProveCommandLine &Line) {
  return ProveDriver(Line).run();
}

} // namespace pipeline_rewrite
