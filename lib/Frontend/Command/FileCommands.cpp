//===- FileCommands.cpp - The build's command for each file ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Command/FileCommands.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using clang::tooling::CompileCommand;
using clang::tooling::JSONCommandLineSyntax;
using clang::tooling::JSONCompilationDatabase;
namespace path = llvm::sys::path;

namespace pipeline_rewrite {
namespace {

std::string currentFolder() {
  llvm::SmallString<256> Folder;
  llvm::sys::fs::current_path(Folder);
  return Folder.str().str();
}

std::string absoluteFile(llvm::StringRef File, llvm::StringRef Folder) {
  llvm::SmallString<256> Path(path::is_absolute(File) ? File : Folder);
  if (!path::is_absolute(File))
    path::append(Path, File);
  path::remove_dots(Path, /*remove_dot_dot=*/true);
  return Path.str().str();
}

bool isNvcc(llvm::StringRef Program) {
  llvm::StringRef Stem = path::stem(Program);
  return Stem == "nvcc" || Stem.ends_with("-nvcc");
}

/// nvcc takes a .cpp for host code; only -x cu makes it CUDA.
bool isCuda(const CompileCommand &Command) {
  if (path::extension(Command.Filename) == ".cu")
    return true;
  llvm::ArrayRef<std::string> Words = Command.CommandLine;
  for (size_t I = 0; I + 1 < Words.size(); ++I)
    if ((Words[I] == "-x" || Words[I] == "--x") &&
        (Words[I + 1] == "cu" || Words[I + 1] == "cuda"))
      return true;
  return llvm::is_contained(Words, "-x=cu") ||
         llvm::is_contained(Words, "--x=cu");
}

FileCommand toFileCommand(llvm::StringRef File, const CompileCommand &Command) {
  FileCommand Out;
  Out.File = File.str();
  Out.Directory = Command.Directory;
  if (Command.CommandLine.empty())
    return Out;
  const std::string &Program = Command.CommandLine.front();
  Out.Words.assign(Command.CommandLine.begin() + 1, Command.CommandLine.end());
  Out.Dialect = isNvcc(Program) ? FlagDialect::Nvcc : FlagDialect::Clang;
  if (isNvcc(Program) && path::is_absolute(Program))
    Out.Nvcc = Program;
  return Out;
}

size_t commonPrefix(llvm::StringRef A, llvm::StringRef B) {
  size_t N = 0;
  while (N < A.size() && N < B.size() && A[N] == B[N])
    ++N;
  return N;
}

class Database {
public:
  static llvm::Expected<Database> load(llvm::StringRef BuildDir) {
    llvm::SmallString<256> File(BuildDir);
    if (llvm::sys::fs::is_directory(File))
      path::append(File, "compile_commands.json");
    std::string Reason;
    auto Json = JSONCompilationDatabase::loadFromFile(
        File, Reason, JSONCommandLineSyntax::Gnu);
    if (!Json)
      return llvm::createStringError(std::errc::invalid_argument,
                                     "-p %s: no compilation database: %s",
                                     BuildDir.str().c_str(), Reason.c_str());
    return Database(Json->getAllCompileCommands());
  }

  /// The file's own commands, or that of its nearest neighbour (headers have
  /// none).
  std::vector<FileCommand> commandsFor(llvm::StringRef File) const {
    const std::string Path = absoluteFile(File, currentFolder());
    std::vector<FileCommand> Out;
    for (const CompileCommand &Command : Commands)
      if (isSameFile(Path, absolutePath(Command)))
        Out.push_back(toFileCommand(File, Command));
    if (Out.empty())
      Out.push_back(commandOfNearest(File, Path));
    return Out;
  }

  std::vector<std::string> files() const {
    std::vector<std::string> Out;
    for (const CompileCommand &Command : Commands)
      Out.push_back(absolutePath(Command));
    return Out;
  }

  std::vector<FileCommand> cudaCommands() const {
    std::vector<FileCommand> Out;
    for (const CompileCommand &Command : Commands)
      if (isCuda(Command))
        Out.push_back(toFileCommand(absolutePath(Command), Command));
    return Out;
  }

private:
  explicit Database(std::vector<CompileCommand> Commands)
      : Commands(std::move(Commands)) {}

  FileCommand commandOfNearest(llvm::StringRef File,
                               const std::string &Path) const {
    const CompileCommand *Near = nearest(Path);
    if (!Near)
      return {File.str(),
              currentFolder(),
              {},
              FlagDialect::Nvcc,
              "",
              "the compilation database has no CUDA file; default flags for " +
                  File.str()};
    FileCommand Out = toFileCommand(File, *Near);
    Out.Note =
        (File + " is not in the compilation database; taking the flags of " +
         path::filename(Near->Filename))
            .str();
    return Out;
  }

  static std::string absolutePath(const CompileCommand &Command) {
    return absoluteFile(Command.Filename, Command.Directory);
  }

  static bool isSameFile(const std::string &A, const std::string &B) {
    return A == B || (path::filename(A) == path::filename(B) &&
                      llvm::sys::fs::equivalent(A, B));
  }

  /// Same stem first, then the longest common path.
  const CompileCommand *nearest(const std::string &Path) const {
    const CompileCommand *Best = nullptr;
    std::pair<bool, size_t> BestScore;
    for (const CompileCommand &Command : Commands) {
      std::string Other = absolutePath(Command);
      std::pair<bool, size_t> Score = {path::stem(Path) == path::stem(Other),
                                       commonPrefix(Path, Other)};
      if (isCuda(Command) && (!Best || Score > BestScore)) {
        Best = &Command;
        BestScore = Score;
      }
    }
    return Best;
  }

  std::vector<CompileCommand> Commands;
};

} // namespace

llvm::Expected<FileCommands> fileCommands(const CompileRequest &Request) {
  FileCommands Out;
  if (Request.BuildDir.empty()) {
    for (const std::string &File : Request.Files)
      Out.Commands.push_back(
          {File, currentFolder(), {}, FlagDialect::Nvcc, "", ""});
    return Out;
  }
  auto Loaded = Database::load(Request.BuildDir);
  if (!Loaded)
    return Loaded.takeError();
  Out.Known = Loaded->files();
  if (Request.Files.empty())
    Out.Commands = Loaded->cudaCommands();
  for (const std::string &File : Request.Files)
    llvm::append_range(Out.Commands, Loaded->commandsFor(File));
  return Out;
}

} // namespace pipeline_rewrite
