//===- AnswerFolder.cpp - Where answers are kept --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "AnswerFolder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

using namespace llvm;

namespace pipeline_rewrite {

constexpr const char *Variable = "PIPELINE_REWRITE_CACHE";
constexpr StringLiteral Nowhere = "none";

std::string answerFolder(const CommandLine &Line) {
  if (!Line.UseCache)
    return "";
  SmallString<256> Folder(Line.CacheFolder);
  if (Folder.empty())
    if (const char *Said = std::getenv(Variable); Said && *Said) {
      if (Said == Nowhere)
        return "";
      Folder = Said;
    }
  if (Folder.empty()) {
    if (!sys::path::cache_directory(Folder))
      return "";
    sys::path::append(Folder, "pipeline-rewrite", "answers");
  }
  sys::fs::make_absolute(Folder);
  return Folder.str().str();
}

std::string databaseText(const CommandLine &Line) {
  const std::string &Named = Line.Request.BuildDir;
  if (Named.empty())
    return "";
  for (const std::string &Path : {Named, Named + "/compile_commands.json"})
    if (auto Buffer = MemoryBuffer::getFile(Path))
      return (*Buffer)->getBuffer().str();
  return "";
}

} // namespace pipeline_rewrite
