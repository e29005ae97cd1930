//===- Toolkit.cpp - The CUDA toolkit of this machine ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Command/Toolkit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include <cstdlib>

namespace pipeline_rewrite {
namespace {

/// `#define CUDA_VERSION 13000` of cuda.h, which clang's wrapper reads too.
unsigned versionOfHeader(llvm::StringRef Include) {
  auto Buffer = llvm::MemoryBuffer::getFile(Include + "/cuda.h");
  if (!Buffer)
    return 0;
  llvm::StringRef Text = (*Buffer)->getBuffer();
  size_t At = Text.find("#define CUDA_VERSION ");
  if (At == llvm::StringRef::npos)
    return 0;
  llvm::StringRef Digits =
      Text.drop_front(At).split("CUDA_VERSION ").second.ltrim();
  unsigned Version = 0;
  Digits.take_while(llvm::isDigit).getAsInteger(10, Version);
  return Version;
}

/// {"cuda": {"version": "13.0.48"}} of version.json.
unsigned versionOfJson(llvm::StringRef Root) {
  auto Buffer = llvm::MemoryBuffer::getFile(Root + "/version.json");
  if (!Buffer)
    return 0;
  auto Parsed = llvm::json::parse((*Buffer)->getBuffer());
  if (!Parsed) {
    llvm::consumeError(Parsed.takeError()); // the version is a nicety
    return 0;
  }
  const llvm::json::Object *Object = Parsed->getAsObject();
  const llvm::json::Object *Cuda = Object ? Object->getObject("cuda") : nullptr;
  auto Text = Cuda ? Cuda->getString("version") : std::nullopt;
  unsigned Major = 0, Minor = 0;
  if (!Text || Text->split('.').first.getAsInteger(10, Major))
    return 0;
  Text->split('.').second.take_while(llvm::isDigit).getAsInteger(10, Minor);
  return Major * 1000 + Minor * 10;
}

/// NVIDIA's installers, conda (targets/) and the cross toolkits for Arm.
std::vector<std::string> includeFolders(llvm::StringRef Root) {
  std::vector<std::string> Folders = {(Root + "/include").str()};
  for (llvm::StringRef Target : {"x86_64-linux", "sbsa-linux", "aarch64-linux"})
    Folders.push_back((Root + "/targets/" + Target + "/include").str());
  return Folders;
}

bool isBelow(llvm::StringRef Path, llvm::StringRef Folder) {
  Folder = Folder.rtrim('/');
  return Path.consume_front(Folder) && (Path.empty() || Path.front() == '/');
}

/// The outermost folder around a file that looks like the root of a project;
/// that of the file if none does. The user's home and what is above it are
/// nobody's tree.
std::string treeOf(llvm::StringRef File) {
  llvm::SmallString<256> At, Home;
  if (llvm::sys::fs::real_path(File, At))
    return "";
  if (!llvm::sys::fs::is_directory(At))
    llvm::sys::path::remove_filename(At);
  std::string Tree = At.str().str();
  llvm::sys::path::home_directory(Home);
  while (llvm::sys::path::has_parent_path(At) && !isBelow(Home, At)) {
    for (llvm::StringRef Mark :
         {".git", ".hg", ".svn", ".pipeline-rewrite", "compile_commands.json"})
      if (llvm::sys::fs::exists(At + "/" + Mark))
        Tree = At.str().str();
    At = llvm::SmallString<256>(llvm::sys::path::parent_path(At));
  }
  return Tree == "/" || isBelow(Home, Tree) ? "" : Tree;
}

} // namespace

std::optional<Toolkit> toolkitAt(llvm::StringRef Root) {
  for (const std::string &Include : includeFolders(Root)) {
    if (!llvm::sys::fs::exists(Include + "/cuda_runtime.h"))
      continue;
    Toolkit Found;
    Found.Root = Root.str();
    Found.Include = Include;
    if (llvm::sys::fs::is_directory(Include + "/cccl"))
      Found.Cccl = Include + "/cccl";
    Found.Version = versionOfHeader(Include);
    if (Found.Version == 0)
      Found.Version = versionOfJson(Root);
    return Found;
  }
  return std::nullopt;
}

std::optional<Toolkit> toolkitOfNvcc(llvm::StringRef Nvcc) {
  // First as spelled: /usr/local/cuda is a better name than what it points to.
  using llvm::sys::path::parent_path;
  if (auto Found = toolkitAt(parent_path(parent_path(Nvcc))))
    return Found;
  llvm::SmallString<256> Real;
  if (llvm::sys::fs::real_path(Nvcc, Real))
    return std::nullopt;
  return toolkitAt(parent_path(parent_path(Real)));
}

std::string nvccOf(const Toolkit &Cuda) {
  std::string Nvcc = Cuda.Root + "/bin/nvcc";
  if (llvm::sys::fs::can_execute(Nvcc))
    return Nvcc;
  auto OnPath = llvm::sys::findProgramByName("nvcc");
  return OnPath ? *OnPath : "";
}

bool isTrustedTree(llvm::StringRef File) {
  llvm::SmallString<256> Listed, Real;
  if (!llvm::sys::path::user_config_directory(Listed) ||
      llvm::sys::fs::real_path(File, Real))
    return false;
  llvm::sys::path::append(Listed, "pipeline-rewrite", "trusted-trees");
  auto Text = llvm::MemoryBuffer::getFile(Listed);
  if (!Text)
    return false;
  for (llvm::StringRef Line : llvm::split((*Text)->getBuffer(), '\n')) {
    Line = Line.trim();
    if (Line.starts_with("/") && isBelow(Real, Line))
      return true;
  }
  return false;
}

bool isInTreeOf(llvm::StringRef Path, llvm::StringRef File) {
  llvm::SmallString<256> Real, Spelled(Path);
  if (llvm::sys::fs::real_path(Path, Real))
    Real = Path;
  llvm::sys::fs::make_absolute(Spelled);
  llvm::sys::path::remove_dots(Spelled, /*remove_dot_dot=*/true);
  const std::string Tree = treeOf(File);
  return !Tree.empty() && (isBelow(Spelled, Tree) || isBelow(Real, Tree));
}

void leaveTreesOutOfPath(const std::vector<std::string> &Files) {
  const std::optional<std::string> Path = llvm::sys::Process::GetEnv("PATH");
  if (!Path)
    return;
  std::vector<llvm::StringRef> Kept;
  for (llvm::StringRef Folder : llvm::split(*Path, ':'))
    if (llvm::sys::path::is_absolute(Folder) &&
        llvm::none_of(Files, [&](const std::string &File) {
          return isInTreeOf(Folder, File);
        }))
      Kept.push_back(Folder);
  const std::string Left = llvm::join(Kept, ":");
  if (Left != *Path)
    ::setenv("PATH", Left.c_str(), /*overwrite=*/1);
}

std::string programOnPath(llvm::StringRef Name) {
  if (!llvm::sys::path::has_parent_path(Name)) {
    auto Found = llvm::sys::findProgramByName(Name);
    return Found && llvm::sys::path::is_absolute(*Found) ? *Found : "";
  }
  const std::optional<std::string> Path = llvm::sys::Process::GetEnv("PATH");
  if (Path)
    for (llvm::StringRef Folder : llvm::split(*Path, ':'))
      if (llvm::sys::path::is_absolute(Folder) &&
          llvm::sys::path::parent_path(Name) == Folder)
        return Name.str();
  return "";
}

bool isReadByShell(llvm::StringRef Word) {
  return Word.find_first_of("$`\\\n\r") != llvm::StringRef::npos;
}

std::vector<std::string> nativeArchitectures(const Toolkit &Cuda) {
  // What nvcc itself asks for -arch=native.
  const std::string Query = Cuda.Root + "/bin/__nvcc_device_query";
  llvm::SmallString<128> Said;
  if (!llvm::sys::fs::can_execute(Query) ||
      llvm::sys::fs::createTemporaryFile("pipeline-rewrite", "gpus", Said))
    return {};
  constexpr unsigned Seconds = 10;
  const std::optional<llvm::StringRef> To[] = {
      llvm::StringRef(), llvm::StringRef(Said), llvm::StringRef()};
  const int Status =
      llvm::sys::ExecuteAndWait(Query, {Query}, std::nullopt, To, Seconds);
  std::string Text;
  if (auto Buffer = llvm::MemoryBuffer::getFile(Said); Buffer && Status == 0)
    Text = (*Buffer)->getBuffer().str();
  llvm::sys::fs::remove(Said);
  std::vector<std::string> Archs;
  llvm::StringRef Rest = Text;
  while (!Rest.empty()) {
    llvm::StringRef Digits = Rest.take_while(llvm::isDigit);
    Rest = Rest.drop_front(std::max<size_t>(Digits.size(), 1));
    if (!Digits.empty() && !llvm::is_contained(Archs, "sm_" + Digits.str()))
      Archs.push_back("sm_" + Digits.str());
  }
  return Archs;
}

std::optional<Toolkit> findToolkit() {
  return findToolkit({"/usr/local/cuda", "/usr/lib/cuda", "/opt/cuda"});
}

std::optional<Toolkit>
findToolkit(const std::vector<std::string> &UsualPlaces) {
  for (const char *Variable : {"CUDA_PATH", "CUDA_HOME"})
    if (auto Root = llvm::sys::Process::GetEnv(Variable))
      if (auto Found = toolkitAt(*Root))
        return Found;
  if (auto Nvcc = llvm::sys::findProgramByName("nvcc"))
    if (auto Found = toolkitOfNvcc(*Nvcc))
      return Found;
  for (const std::string &Root : UsualPlaces)
    if (auto Found = toolkitAt(Root))
      return Found;
  return std::nullopt;
}

} // namespace pipeline_rewrite
