//===- CompileJobs.cpp - What to parse, and with which flags --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One job per file: its command (database, `--`, or none), the user's flags,
// one architecture, and the CUDA declarations.
//===----------------------------------------------------------------------===//
#include "Frontend/CompileJobs.h"
#include "Budget/Architecture.h"
#include "Frontend/Command/FileCommands.h"
#include "Frontend/Command/NvccFlags.h"
#include "Frontend/Command/TargetArch.h"
#include "Frontend/CudaDeclarations.h"
#include "Frontend/ResourceDir.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace pipeline_rewrite {
namespace {

using Flags = std::vector<std::string>;

constexpr llvm::StringLiteral BuiltinName = "builtin";
constexpr llvm::StringLiteral BuiltinNote =
    "no CUDA toolkit in use: parsing with the built-in CUDA declarations";

llvm::Error noToolkitAt(llvm::StringRef Path) {
  return llvm::createStringError(std::errc::no_such_file_or_directory,
                                 "--cuda-path=%s: no CUDA toolkit there "
                                 "(looked for include/cuda_runtime.h)",
                                 Path.str().c_str());
}

/// -arch=all and all-major leave out what an nvcc does not know: CUDA 13 begins
/// with 7.5, 10.0 came with 12.8 and 11.0 with 13.0 (release notes).
bool isBuiltBy(const Architecture &Arch, llvm::StringRef Set,
               unsigned Version) {
  const unsigned Number = 10 * Arch.Major + Arch.Minor;
  const bool Known = (Version < 13000 || Number >= 75) &&
                     (Version >= 12080 || Number < 100) &&
                     (Version >= 13000 || Number != 110);
  const bool IsFirst = Number == (Version < 13000 ? 70u : 75u);
  return Known && (Set == "all" || Arch.Minor == 0 || IsFirst);
}

/// Which nvcc may be run: what a tree names is not.
class UsersNvcc {
public:
  explicit UsersNvcc(const CompileRequest &Request) : Request(Request) {}

  bool trusts(llvm::StringRef File) const {
    return Request.TrustTree || isTrustedTree(File);
  }

  /// Empty where a tree names it, or where its shell would read a word that is
  /// meant for a compiler.
  std::string nvccFor(const ParseJob &Job, const Toolkit &Found,
                      std::vector<std::string> &Notes) {
    std::string Nvcc = nvccOf(Found);
    if (!isUsers(Found) && !trusts(Job.File)) {
      Notes.push_back(Nvcc + " is not run: the tree names it, and you do not "
                             "(--cuda-path, PATH or --trust-tree)");
      return "";
    }
    llvm::SmallString<256> File(Job.File);
    llvm::sys::fs::make_absolute(File);
    Flags Words = Job.NvccArgs;
    Words.push_back(llvm::sys::path::parent_path(File).str());
    for (const std::string &Word : Words)
      if (isReadByShell(Word)) {
        Notes.push_back("nvcc is not run: its shell would evaluate " + Word);
        return "";
      }
    return Nvcc;
  }

private:
  /// --cuda-path, the environment, PATH or a usual place names it.
  bool isUsers(const Toolkit &Found) {
    if (!Request.CudaPath.empty() && !Request.CudaPathOfTree)
      return true;
    if (!Users)
      Users = findToolkit();
    return (*Users && llvm::sys::fs::equivalent((*Users)->Root, Found.Root)) ||
           !programOnPath(Found.Root + "/bin/nvcc").empty();
  }

  const CompileRequest &Request;
  std::optional<std::optional<Toolkit>> Users; ///< once somebody has asked
};

/// Two spellings of one file, or two links to it, are one job.
std::string identity(llvm::StringRef File) {
  llvm::SmallString<256> Real;
  if (llvm::sys::fs::real_path(File, Real)) {
    Real = File;
    llvm::sys::fs::make_absolute(Real);
    llvm::sys::path::remove_dots(Real, /*remove_dot_dot=*/true);
  }
  return Real.str().str();
}

class JobBuilder {
public:
  JobBuilder(const CompileRequest &Request, const Options &Opts)
      : Request(Request), Opts(Opts), ResourceDir(findResourceDir()),
        Nvcc(Request) {}

  /// Fails: --cuda-path names no toolkit.
  llvm::Error chooseDeclarations() {
    if (Request.CudaPath == BuiltinName)
      return llvm::Error::success();
    Cuda =
        Request.CudaPath.empty() ? findToolkit() : toolkitAt(Request.CudaPath);
    if (!Cuda && !Request.CudaPath.empty())
      return noToolkitAt(Request.CudaPath);
    return llvm::Error::success();
  }

  /// Fails: clang's own headers are not found.
  llvm::Error add(const FileCommand &Command,
                  const std::shared_ptr<ProgramFiles> &Program, bool IsFirst) {
    FrontEndFlags Given = translate(Command);
    ParseJob Job;
    Job.File = Command.File;
    Job.Directory = Command.Directory;
    Job.HasCommand = !Command.Words.empty();
    // nvcc's default standard since CUDA 12; its inputs are CUDA whatever the
    // extension, headers too.
    Job.Args = {"-x", "cuda"};
    if (!Given.NamesStandard)
      Job.Args.push_back("-std=c++17");
    // CUDA's own declarations stand before a file that the user forces in.
    std::optional<Toolkit> Found = toolkitFor(Command, Given);
    llvm::append_range(Job.Args, declarations(Found, Given));
    llvm::append_range(Job.Args, Given.Args);
    Job.Program = Program;
    Job.NvccArgs = Given.NvccArgs;
    std::vector<std::string> Notes;
    Job.Nvcc = Found ? Nvcc.nvccFor(Job, *Found, Notes) : "";
    for (const std::string &Text : Notes)
      note(Text);
    if (!Request.HasArch)
      Job.Archs = targets(Given, Job.Nvcc.empty() ? std::nullopt : Found);
    llvm::append_range(
        Job.Args, Flags{"--cuda-device-only",
                        "--cuda-gpu-arch=" + architecture(Given, Job.Archs)});
    // gcc and nvcc accept narrowing and more that clang rejects.
    for (const char *Group :
         {"unknown-cuda-version", "c++11-narrowing", "register",
          "reserved-user-defined-literal",
          "missing-template-arg-list-after-template-kw", "non-pod-varargs"})
      Job.Args.push_back(std::string("-Wno-") + Group);
    if (Request.ForOtherTools && !Found && !Given.NoCudaHeaders)
      return llvm::createStringError(
          "other tools need the headers of a CUDA toolkit, and none is in use; "
          "--cuda-path names one");
    if (llvm::Error E = addResourceDir(Job.Args))
      return E;
    auto IsSame = [&](const ParseJob &Each) {
      return identity(Each.File) == identity(Job.File) &&
             Each.Directory == Job.Directory && Each.Args == Job.Args;
    };
    if (!IsFirst && !llvm::any_of(Out.Jobs, IsSame) &&
        !llvm::any_of(Out.Others, IsSame))
      Out.Others.push_back(std::move(Job));
    else if (IsFirst)
      Out.Jobs.push_back(std::move(Job));
    return llvm::Error::success();
  }

  void note(const std::string &Text) {
    if (Noted.insert(Text).second)
      Out.Notes.push_back(Text);
  }

  CompileJobs take() { return std::move(Out); }

private:
  /// What the command names wins.
  llvm::Error addResourceDir(Flags &Args) const {
    const auto Named = llvm::find(Args, "-resource-dir");
    const bool IsNamed = Named != Args.end() && std::next(Named) != Args.end();
    const std::string Folder = IsNamed ? *std::next(Named) : ResourceDir;
    if (Folder.empty())
      return llvm::createStringError(
          "clang's own headers (stddef.h and its like) were not found; "
          "-- -resource-dir DIR names their folder");
    if (IsNamed && !isResourceDir(Folder))
      return llvm::createStringError(
          "-resource-dir " + Folder +
          ": clang's own headers are not there (looked for include/stddef.h "
          "and include/cuda_wrappers)");
    if (!IsNamed && !Request.ForOtherTools)
      llvm::append_range(Args, Flags{"-resource-dir", Folder});
    return llvm::Error::success();
  }

  FrontEndFlags translate(const FileCommand &Command) {
    const FlagSource Tree =
        Nvcc.trusts(Command.File) ? FlagSource::User : FlagSource::Tree;
    FrontEndFlags Given =
        translateFlags(Command.Words, Command.Directory, Command.Dialect, Tree);
    addFlags(Given, translateFlags(Request.TreeFlags, Command.Directory,
                                   FlagDialect::Nvcc, Tree));
    addFlags(Given, translateFlags(Request.ExtraFlags, Command.Directory,
                                   FlagDialect::Nvcc));
    if (!Given.KeptFromNvcc.empty())
      note("not passed to nvcc, since the tree says it and not you: " +
           llvm::join(Given.KeptFromNvcc, " ") + " (--trust-tree passes it)");
    for (const std::string &Text : Given.Notes)
      note(Text);
    return Given;
  }

  static void addFlags(FrontEndFlags &Given, const FrontEndFlags &Extra) {
    llvm::append_range(Given.KeptFromNvcc, Extra.KeptFromNvcc);
    llvm::append_range(Given.Args, Extra.Args);
    llvm::append_range(Given.NvccArgs, Extra.NvccArgs);
    llvm::append_range(Given.Notes, Extra.Notes);
    if (!Extra.Archs.empty() || !Extra.ArchSet.empty()) {
      Given.Archs = Extra.Archs;
      Given.Targets = Extra.Targets;
      Given.ArchSet = Extra.ArchSet;
    }
    if (!Extra.CudaPath.empty())
      Given.CudaPath = Extra.CudaPath;
    Given.NamesStandard |= Extra.NamesStandard;
    Given.NoCudaHeaders |= Extra.NoCudaHeaders;
  }

  /// The user's --arch, else the command's, else the default of Options.
  std::string architecture(const FrontEndFlags &Given, const Flags &Targets) {
    std::string Named =
        highestArchitecture(Given.Archs.empty() ? Targets : Given.Archs);
    if (Request.HasArch || Named.empty())
      return highestArchitecture(Opts.Archs);
    return Named;
  }

  /// What the command builds for, as far as the budget knows it.
  Flags targets(const FrontEndFlags &Given,
                const std::optional<Toolkit> &Found) {
    Flags Known;
    for (const std::string &Arch : Given.Targets)
      if (findArchitecture(Arch))
        Known.push_back(Arch);
    if (Given.ArchSet == "native" && Found) {
      for (std::string &Arch : nativeArchitectures(*Found))
        if (findArchitecture(Arch))
          Known.push_back(std::move(Arch));
    } else if (!Given.ArchSet.empty() && Given.ArchSet != "native")
      for (const Architecture &Arch : allArchitectures())
        if (isBuiltBy(Arch, Given.ArchSet, Found ? Found->Version : 0))
          Known.push_back(Arch.Name.str());
    if (!Given.ArchSet.empty() && Known.empty())
      note("-arch=" + Given.ArchSet + " names no single architecture");
    return Known;
  }

  Flags declarations(const std::optional<Toolkit> &Found,
                     const FrontEndFlags &Given) {
    if (Given.NoCudaHeaders)
      return noDeclarationFlags();
    if (Found)
      return Request.ForOtherTools ? plainToolkitFlags(*Found)
                                   : toolkitFlags(*Found);
    note(BuiltinNote.str());
    return builtinFlags();
  }

  /// --cuda-path before what the command says before what was looked up.
  std::optional<Toolkit> toolkitFor(const FileCommand &Command,
                                    const FrontEndFlags &Given) {
    if (!Request.CudaPath.empty())
      return Cuda;
    if (!Given.CudaPath.empty()) {
      if (auto Found = toolkitAt(Given.CudaPath))
        return Found;
      note("--cuda-path=" + Given.CudaPath +
           " of the command names no CUDA toolkit");
    }
    if (!Command.Nvcc.empty())
      if (auto Found = toolkitOfNvcc(Command.Nvcc))
        return Found;
    return Cuda;
  }

  const CompileRequest &Request;
  const Options &Opts;
  std::string ResourceDir;
  std::optional<Toolkit> Cuda;
  UsersNvcc Nvcc;
  CompileJobs Out;
  llvm::StringSet<> Noted;
};

} // namespace

std::vector<std::string>
architectureNotes(llvm::ArrayRef<const ParseJob *> Jobs) {
  std::vector<std::pair<std::string, Flags>> FilesOf; // as they come
  for (const ParseJob *Job : Jobs) {
    const std::string Archs = llvm::join(Job->Archs, ", ");
    auto Known = llvm::find_if(
        FilesOf, [&](const auto &Each) { return Each.first == Archs; });
    if (Known == FilesOf.end())
      Known = FilesOf.insert(Known, {Archs, {}});
    Known->second.push_back(Job->File);
  }
  std::vector<std::string> Notes;
  for (auto &[Archs, Files] : FilesOf) {
    const size_t Named = std::min<size_t>(Files.size(), 3);
    std::string Of =
        "of " + llvm::join(Files.begin(), Files.begin() + Named, ", ") + " ";
    if (Named < Files.size())
      Of += "and " + std::to_string(Files.size() - Named) + " more ";
    if (!Archs.empty())
      Notes.push_back("architectures that the command " +
                      (FilesOf.size() == 1 ? "" : Of) + "builds for: " + Archs);
  }
  return Notes;
}

Options optionsFor(const ParseJob &Job, Options Opts) {
  if (!Job.Archs.empty())
    Opts.Archs = Job.Archs;
  return Opts;
}

llvm::Expected<CompileJobs> compileJobs(const CompileRequest &Request,
                                        const Options &Opts) {
  if (!Request.TrustTree) {
    std::vector<std::string> Places = Request.Files;
    llvm::append_range(Places, Flags{Request.BuildDir, "."});
    llvm::erase_if(Places, [](const std::string &Place) {
      return Place.empty() || isTrustedTree(Place);
    });
    leaveTreesOutOfPath(Places);
  }
  JobBuilder Builder(Request, Opts);
  if (llvm::Error E = Builder.chooseDeclarations())
    return E;
  auto Commands = fileCommands(Request);
  if (!Commands)
    return Commands.takeError();
  llvm::StringSet<> Seen;
  std::shared_ptr<ProgramFiles> Program =
      Request.Program ? Request.Program : std::make_shared<ProgramFiles>();
  Program->addKnown(std::move(Commands->Known));
  for (const FileCommand &Command : Commands->Commands) {
    const bool IsFirst = Seen.insert(identity(Command.File)).second;
    if (!Command.Note.empty())
      Builder.note(Command.Note);
    if (llvm::Error E = Builder.add(Command, Program, IsFirst))
      return E;
  }
  return Builder.take();
}

} // namespace pipeline_rewrite
