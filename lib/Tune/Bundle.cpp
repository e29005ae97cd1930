//===- Bundle.cpp - Candidates for another machine ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Bundle.h"
#include "Tune/Commands.h"
#include "Tune/Tree.h"
#include "Validate/Code/Workbench.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

json::Value manifest(const CandidateSet &Set, const TuneOptions &How) {
  json::Array Candidates;
  for (const Candidate &Each : Set.All)
    Candidates.push_back(json::Object{
        {"name", Each.Name}, {"hash", Each.Hash}, {"flags", Each.Flags}});
  return json::Object{{"format", "pipeline-rewrite-tune-bundle"},
                      {"format-version", 1},
                      {"file", json::fixUTF8(Set.File)},
                      {"build", json::fixUTF8(How.Build)},
                      {"run", json::fixUTF8(How.Run)},
                      {"launcher", json::fixUTF8(How.Launcher)},
                      {"metric", json::fixUTF8(How.Metric)},
                      {"higher-is-better", How.HigherIsBetter},
                      {"ignore", How.Ignore},
                      {"check", json::fixUTF8(How.Check)},
                      {"rounds", How.Rounds},
                      {"timeout", How.TimeoutSeconds},
                      {"candidates", std::move(Candidates)}};
}

/// What run.sh reads first: the user's commands as functions of the shell.
std::string settings(const CandidateSet &Set, const TuneOptions &How,
                     StringRef Source) {
  CommandPlaces Places{quoted(Source), "\"$EXE\"",   "\"$TIMER\"",
                       "\"$OUTPUT\"",  "\"$PLAIN\"", "."};
  std::string Text = formatv("ROUNDS={0}\nTIMEOUT={1}\nCANDIDATES=(",
                             How.Rounds, How.TimeoutSeconds);
  for (const Candidate &Each : Set.All)
    Text += " " + Each.Name;
  Text += " )\nbuild_one() {\n" + buildCommand(How, Places) +
          "\n}\nrun_one() {\n" + runCommandLine(How, Places, "0") + "\n}\n";
  if (!How.Check.empty())
    Text += "check_one() {\n" + checkCommand(How, Places) + "\n}\n";
  return Text;
}

class BundleWriter {
public:
  BundleWriter(StringRef Folder, const CandidateSet &Set,
               const TuneOptions &How)
      : Folder(Folder), Set(Set), How(How) {}

  Error write() {
    chooseRoot();
    for (const Candidate &Each : Set.All)
      if (Error E = writeCandidate(Each))
        return E;
    return joinErrors(
        joinErrors(writeInto(Folder, "settings.sh", settings(Set, How, Source)),
                   writeInto(Folder, "bundle.json",
                             formatv("{0:2}\n", manifest(Set, How)).str())),
        joinErrors(writeInto(Folder, "launch_timer.cu",
                             embeddedFile("launch_timer.cu")),
                   writeScript()));
  }

  std::vector<std::string> Notes;

private:
  /// The working directory, where the commands start; the file's own folder if
  /// it lies elsewhere.
  void chooseRoot() {
    SmallString<256> Here, Own;
    sys::fs::real_path(".", Here);
    Root = Here.str().str();
    Source = pathBelow(Root, Set.File);
    if (Source.empty()) {
      sys::fs::real_path(Set.File, Own);
      Root = sys::path::parent_path(Own).str();
      Source = sys::path::filename(Own).str();
    }
    for (const HeaderText &Each : Set.Headers)
      // What this program brings along is on no disk.
      if (pathBelow(Root, Each.Path).empty() && sys::fs::exists(Each.Path))
        Notes.push_back(Each.Path + " is not below " + Root +
                        " and so not in the bundle");
  }

  Error writeCandidate(const Candidate &Each) const {
    SmallString<256> Place(Folder);
    sys::path::append(Place, "source", Each.Name);
    if (Error E = writeInto(Place, Source, Each.Text))
      return E;
    for (const HeaderText &Header : Set.Headers)
      if (std::string Name = pathBelow(Root, Header.Path); !Name.empty())
        if (Error E = writeInto(Place, Name, Header.Text))
          return E;
    for (const std::string &Path : How.With)
      if (Error E = copyInto(Place, Root, Path, Folder))
        return E;
    return Error::success();
  }

  Error writeScript() const {
    if (Error E = writeInto(Folder, "run.sh", embeddedFile("run.sh")))
      return E;
    SmallString<256> Path(Folder);
    sys::path::append(Path, "run.sh");
    return errorCodeToError(sys::fs::setPermissions(
        Path, sys::fs::all_read | sys::fs::all_exe | sys::fs::owner_write));
  }

  StringRef Folder;
  const CandidateSet &Set;
  const TuneOptions &How;
  std::string Root, Source; ///< Source relative to Root
};

} // namespace

Expected<std::vector<std::string>>
writeBundle(StringRef Folder, const CandidateSet &Set, const TuneOptions &How) {
  BundleWriter Writer(Folder, Set, How);
  if (Error E = Writer.write())
    return E;
  return Writer.Notes;
}

} // namespace pipeline_rewrite
