//===- ResourceDir.cpp - Where clang's own headers are --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/ResourceDir.h"
#include "Frontend/BuiltinHeaders.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>

namespace pipeline_rewrite {
namespace {

#include "Frontend/ResourceDir.inc"

constexpr llvm::StringLiteral Version = CLANG_VERSION_MAJOR_STRING;

std::string parentFolder(llvm::StringRef File) {
  llvm::SmallString<256> Real;
  if (llvm::sys::fs::real_path(File, Real))
    return {};
  return llvm::sys::path::parent_path(Real).str();
}

std::string executableFolder() {
  static int Anchor;
  return parentFolder(llvm::sys::fs::getMainExecutable(nullptr, &Anchor));
}

/// The folder of the object that holds clang: libclang-cpp, or the executable
/// where clang is linked in.
std::string clangLibraryFolder() {
  Dl_info Info;
  if (!dladdr(reinterpret_cast<void *>(&clang::getClangRevision), &Info))
    return {};
  return parentFolder(Info.dli_fname);
}

} // namespace

std::vector<std::string> resourceDirCandidates() {
  const std::string Tail = "/clang/" + Version.str();
  std::vector<std::string> Places = {ConfiguredResourceDir.str()};
  if (std::string Folder = clangLibraryFolder(); !Folder.empty())
    Places.push_back(Folder + Tail);
  if (std::string Folder = executableFolder(); !Folder.empty())
    for (llvm::StringRef Lib : {"/../lib", "/../lib64", "/../lib/llvm-22/lib"})
      Places.push_back(Folder + Lib.str() + Tail);
  for (llvm::StringRef Lib :
       {"/usr/lib/llvm-22/lib", "/usr/lib", "/usr/lib64", "/usr/local/lib"})
    Places.push_back(Lib.str() + Tail);
  return Places;
}

bool isResourceDir(llvm::StringRef Path) {
  return llvm::sys::fs::exists(Path + "/include/stddef.h") &&
         llvm::sys::fs::is_directory(Path + "/include/cuda_wrappers");
}

std::string findResourceDir() {
  if (!resourceHeaders().empty())
    return resourceHeaderFolder().str();
  for (const std::string &Place : resourceDirCandidates())
    if (isResourceDir(Place))
      return Place;
  return {};
}

} // namespace pipeline_rewrite
