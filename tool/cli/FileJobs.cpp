//===- FileJobs.cpp - Which files are handled, and with which options -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "FileJobs.h"
#include "NamedHeaders.h"

#include "Frontend/Command/FileCommands.h"
#include "Frontend/Command/FileNames.h"
#include "Frontend/Project/ProjectFolders.h"
#include "Frontend/Project/ProjectSources.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

Options onlyHeaders(Options Opts, ArrayRef<std::string> Headers) {
  Opts.OnlyHeaders = true;
  Opts.ProjectHeaders = false;
  Opts.HeaderFilter.clear();
  Opts.HeaderFolders.clear();
  reachHeaders(Opts, Headers);
  return Opts;
}

std::vector<ParseJob> takeBuildsOf(StringRef Source,
                                   std::vector<ParseJob> &Others) {
  std::vector<ParseJob> Out;
  for (ParseJob &Other : Others)
    if (realName(Other.File) == Source)
      Out.push_back(std::move(Other));
  return Out;
}

class FileLister {
public:
  explicit FileLister(const CommandLine &Line) : Line(Line) {}

  FileJobs list() {
    Expected<std::vector<std::string>> Files = eachFileOnce();
    if (!Files) {
      Out.Errors.push_back(toString(Files.takeError()));
      return std::move(Out);
    }
    Through = readThroughSources(std::move(*Files), Line);
    for (const std::string &Text : Through.Notes)
      note(Text);
    using Reading = std::pair<std::string, std::vector<std::string>>;
    std::map<Reading, std::vector<std::string>> Groups;
    StringMap<size_t> Position;
    for (const std::string &File : Through.Files) {
      Groups[{configFor(File), FlagsOf.lookup(File)}].push_back(File);
      Position.try_emplace(File, Position.size());
    }
    for (const auto &[Read, Members] : Groups)
      if (Error Bad = add(Read.first, Read.second, Members))
        Out.Errors.push_back(toString(std::move(Bad)));
    Out.NamedHeaders = Through.Headers;
    stable_sort(Out.Jobs, [&](const FileJob &A, const FileJob &B) {
      return Position[A.Parse.File] < Position[B.Parse.File];
    });
    std::vector<const ParseJob *> All;
    for (const FileJob &Job : Out.Jobs)
      All.push_back(&Job.Parse);
    for (const std::string &Text : architectureNotes(All))
      note(Text);
    return std::move(Out);
  }

private:
  /// The same file twice, perhaps spelled differently, is handled once. What
  /// cannot be found stays, for its message.
  Expected<std::vector<std::string>> eachFileOnce() {
    std::vector<std::string> Named = Line.Request.Files;
    if (!Line.ExplainAll.empty()) {
      auto Found = findProjectSources(Line.ExplainAll, Line.Exclude);
      if (!Found)
        return Found.takeError();
      for (ProjectSource &Source : Found->Sources) {
        Named.push_back(readableName(Source.File));
        FlagsOf[Named.back()] = std::move(Source.Flags);
      }
      note("sources without a block barrier, not parsed: " +
           std::to_string(Found->WithoutBarrier));
      noteLeftOut(*Found);
      Out.OtherHeaders = std::move(Found->OtherHeaders);
    } else if (Named.empty()) {
      auto Commands = fileCommands(Line.Request);
      if (!Commands)
        return Commands.takeError();
      for (const FileCommand &Command : Commands->Commands)
        Named.push_back(readableName(Command.File));
      if (Named.empty())
        return createStringError("-p " + Line.Request.BuildDir +
                                 ": no CUDA file in the database");
    }
    std::vector<std::string> Result;
    StringSet<> Seen;
    for (std::string &File : Named) {
      if (File == "-")
        File = standardInputName();
      if (Seen.insert(realName(File)).second)
        Result.push_back(std::move(File));
    }
    return Result;
  }

  static std::string firstFew(ArrayRef<std::string> Names) {
    constexpr size_t Most = 5;
    std::string Text = join(Names.take_front(Most), ", ");
    if (Names.size() > Most)
      Text += " and " + std::to_string(Names.size() - Most) + " more";
    return Text;
  }

  void noteLeftOut(const ProjectSources &Found) {
    std::vector<std::string> Folders;
    for (const LeftOutFolder &Each : Found.LeftOut)
      Folders.push_back(Each.Name + " (" +
                        (Each.IsRepository ? "a repository, " : "") +
                        std::to_string(Each.Sources) + " .cu)");
    if (!Folders.empty())
      note("left out as somebody else's: " + firstFew(Folders) +
           "; --explain-all of such a folder looks at it");
    if (Found.Excluded)
      note("left out by --exclude: " + std::to_string(Found.Excluded) + " .cu");
    if (!Found.EmptySubmodules.empty())
      note("submodules that are empty: " + firstFew(Found.EmptySubmodules) +
           "; 'git submodule update --init' fills them");
  }

  /// Empty: none.
  std::string configFor(StringRef File) const {
    if (!Line.UseConfig)
      return "";
    return Line.Config.empty() ? findConfigFile(File) : Line.Config;
  }

  Error add(const std::string &Path, const std::vector<std::string> &Flags,
            const std::vector<std::string> &Files) {
    ConfigFile Config;
    if (!Path.empty()) {
      Expected<ConfigFile> Read = readConfigFile(Path);
      if (!Read)
        return Read.takeError();
      Config = std::move(*Read);
      note("options from " + readableName(Path));
    }
    auto Opts = std::make_shared<Options>(Line.Opts);
    applyConfig(*Opts, Config, Line.Given);
    if (Opts->wantsHeaders())
      Opts->HeaderFolders = headerFolders(Path, *Opts);
    CompileRequest Request = Line.Request;
    Request.Files = Files;
    Request.ExtraFlags.insert(Request.ExtraFlags.begin(), Flags.begin(),
                              Flags.end());
    Request.Program = Program;
    applyReading(Request, Config, Line.Given);
    Expected<CompileJobs> Compile = compileJobs(Request, *Opts);
    if (!Compile)
      return Compile.takeError();
    for (ParseJob &Job : Compile->Jobs) {
      auto Own = Opts;
      if (!Job.Archs.empty())
        Own = std::make_shared<Options>(optionsFor(Job, *Opts));
      FileJob &Added = Out.Jobs.emplace_back();
      const std::string Source = realName(Job.File);
      if (auto At = Through.HeadersOf.find(Source);
          At != Through.HeadersOf.end()) {
        Added.IsForHeaders = Through.Unnamed.contains(Source);
        Added.NamedHeadersOnly = Added.IsForHeaders || !Own->wantsHeaders();
        Own = std::make_shared<Options>(withHeaders(Own, Path, At->second));
        if (Added.IsForHeaders) {
          Added.Wider = Own;
          Own = std::make_shared<Options>(onlyHeaders(*Own, At->second));
        }
      }
      Added.OtherBuilds = takeBuildsOf(Source, Compile->Others);
      Added.Parse = std::move(Job);
      Added.Opts = std::move(Own);
    }
    llvm::for_each(Compile->Notes, [this](const auto &Text) { note(Text); });
    return Error::success();
  }

  /// Those of a run of the whole database, with these headers in its reach.
  Options withHeaders(const std::shared_ptr<const Options> &Asked,
                      const std::string &Config,
                      ArrayRef<std::string> Headers) {
    Options Opts = *Asked;
    Opts.ProjectHeaders = true;
    Opts.HeaderFolders = headerFolders(Config, Opts);
    reachHeaders(Opts, Headers);
    return Opts;
  }

  /// Those of the project, and that of a configuration file, whose filter
  /// begins there.
  std::vector<std::string> headerFolders(const std::string &Config,
                                         const Options &Opts) {
    if (!Project)
      Project = projectFoldersOfRequest();
    std::vector<std::string> Folders = *Project;
    if (!Config.empty() && !Opts.ProjectHeaders)
      Folders.push_back(sys::path::parent_path(realName(Config)).str());
    return Folders;
  }

  /// A database that cannot be read is reported where its commands are wanted.
  std::vector<std::string> projectFoldersOfRequest() const {
    if (Line.Request.BuildDir.empty())
      return {};
    auto Commands = fileCommands(Line.Request);
    if (!Commands) {
      consumeError(Commands.takeError());
      return {};
    }
    return projectFolders(Line.Request.BuildDir, Commands->Known);
  }

  void note(const std::string &Text) {
    if (!is_contained(Out.Notes, Text))
      Out.Notes.push_back(Text);
  }

  const CommandLine &Line;
  std::shared_ptr<ProgramFiles> Program = std::make_shared<ProgramFiles>();
  /// Include folders that --explain-all has found.
  StringMap<std::vector<std::string>> FlagsOf;
  ThroughSources Through;
  /// Once somebody has asked.
  std::optional<std::vector<std::string>> Project;
  FileJobs Out;
};

} // namespace

void applyReading(CompileRequest &Request, const ConfigFile &Config,
                  const StringSet<> &Given) {
  for (const Setting &Each : Config.Settings) {
    if (Each.Key == "extra-arg")
      Request.TreeFlags.insert(Request.TreeFlags.begin(), Each.Values.begin(),
                               Each.Values.end());
    if (Each.Key == "cuda-path" && !Given.contains(Each.Key)) {
      Request.CudaPath = Each.Values.front();
      Request.CudaPathOfTree = true;
    }
    Request.HasArch |= Each.Key == "arch";
  }
}

FileJobs listFileJobs(const CommandLine &Line) {
  return FileLister(Line).list();
}

} // namespace pipeline_rewrite
