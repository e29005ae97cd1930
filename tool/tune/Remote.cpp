//===- Remote.cpp - Candidates that are measured on another machine -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Remote.h"
#include "Validate/Code/Workbench.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// How long the script takes is for its own limits to say.
constexpr unsigned NoLimit = 365 * 24 * 3600;

class RemoteMachine {
public:
  RemoteMachine(const std::string &Host, std::string There, StringRef Here,
                const std::atomic<bool> &Stop)
      : Host(Host), There(std::move(There)), Here(Here), Stop(Stop) {}

  Error reach(unsigned TimeoutSeconds) const {
    return run(on("true"), TimeoutSeconds);
  }
  Error send(const std::string &Folder, bool Fresh) const {
    return run("tar -C " + quoted(Folder) + " -cf - . | " +
               on((Fresh ? "rm -rf " + There + "/out && " : "") + "mkdir -p " +
                  There + " && tar -C " + There + " -xf -"));
  }
  Error measure() const {
    return run(on("cd " + There + " && ./run.sh results.json"));
  }
  Error fetch(const std::string &File) const {
    return run(on("cat " + There + "/results.json") + " > " + quoted(File));
  }

private:
  std::string on(const std::string &Command) const {
    return "ssh " + quoted(Host) + " " + quoted(Command);
  }
  Error run(const std::string &Command, unsigned Limit = NoLimit) const {
    const CommandResult Done = runCommand(Command, Here, Limit, &Stop);
    if (Done.Stopped)
      return createStringError("--remote=" + Host +
                               ": interrupted; the same "
                               "command goes on");
    if (Done.Status != 0)
      return createStringError("--remote=" + Host + ": " +
                               statusText(Done.Status) + " of: " + Command +
                               "\n" + lastLines(Done.Output + Done.Complaints));
    return Error::success();
  }

  const std::string &Host;
  const std::string There; ///< below the home folder, without a blank
  const StringRef Here;
  const std::atomic<bool> &Stop;
};

Error cannotMakeFolder(std::error_code Why) {
  return createStringError("cannot make a temporary folder: " + Why.message());
}

std::string keyOf(const CandidateSet &Set, const TuneOptions &How) {
  std::vector<StringRef> Parts = {How.Build, How.Run, How.Metric, How.Launcher};
  for (const Candidate &Each : Set.All)
    Parts.push_back(Each.Text);
  for (const HeaderText &Each : Set.Headers)
    Parts.push_back(Each.Text);
  return hashOf(Parts);
}

} // namespace

Error reach(const std::string &Host, unsigned TimeoutSeconds,
            const std::atomic<bool> &Stop) {
  SmallString<256> Here;
  if (std::error_code E =
          sys::fs::createUniqueDirectory("pipeline-rewrite", Here))
    return cannotMakeFolder(E);
  Error Bad = RemoteMachine(Host, "", Here, Stop).reach(TimeoutSeconds);
  sys::fs::remove_directories(Here);
  return Bad;
}

Expected<ImportedResults> measureOn(const std::string &Host,
                                    const CandidateSet &Set,
                                    const TuneOptions &How,
                                    function_ref<void(const std::string &)> Say,
                                    const std::atomic<bool> &Stop) {
  SmallString<256> Here;
  if (std::error_code E =
          sys::fs::createUniqueDirectory("pipeline-rewrite", Here))
    return cannotMakeFolder(E);
  const std::string Bundle = (Here + "/bundle").str(),
                    File = (Here + "/results.json").str();
  const RemoteMachine Machine(
      Host, ".cache/pipeline-rewrite/remote/" + keyOf(Set, How), Here, Stop);
  auto Result = [&]() -> Expected<ImportedResults> {
    auto Notes = writeBundle(Bundle, Set, How);
    if (!Notes)
      return Notes.takeError();
    for (const std::string &Text : *Notes)
      Say(Text);
    Say(std::to_string(Set.All.size()) + " candidates go to " + Host);
    if (Error E = Machine.send(Bundle, How.Fresh))
      return E;
    if (Error E = Machine.measure())
      return E;
    if (Error E = Machine.fetch(File))
      return E;
    return importResults(File, Set, How);
  }();
  sys::fs::remove_directories(Here);
  return Result;
}

} // namespace pipeline_rewrite
