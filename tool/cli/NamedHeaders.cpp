//===- NamedHeaders.cpp - Headers that are named with a database ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "NamedHeaders.h"

#include "Frontend/Command/FileNames.h"
#include "Frontend/Project/IncludingSources.h"
#include "Search/Headers/HeaderRewrites.h"
#include "Search/PrintProduct.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace pipeline_rewrite {

/// Nothing if it cannot be read, which is reported where commands are wanted.
static std::optional<FileCommands> wholeDatabase(const CommandLine &Line) {
  if (Line.Request.BuildDir.empty() || Line.Request.Files.empty() ||
      !Line.Output.empty() || Line.Print != Product::None)
    return std::nullopt;
  CompileRequest Whole = Line.Request;
  Whole.Files.clear();
  auto Commands = fileCommands(Whole);
  if (Commands)
    return std::move(*Commands);
  consumeError(Commands.takeError());
  return std::nullopt;
}

ThroughSources readThroughSources(std::vector<std::string> Files,
                                  const CommandLine &Line) {
  ThroughSources Out;
  auto Database = wholeDatabase(Line);
  if (!Database) {
    Out.Files = std::move(Files);
    return Out;
  }
  std::vector<std::string> Real;
  for (const std::string &File : Files)
    Real.push_back(realName(File));
  StringSet<> Known, Listed;
  for (const std::string &File : Database->Known)
    Known.insert(realName(File));
  const auto Sources =
      includingSources(Real, Database->Commands, Line.Request.ExtraFlags);
  for (const auto &[File, Path] : zip_equal(Files, Real)) {
    auto Through = Sources.find(Path);
    if (Through == Sources.end() || Known.contains(Path)) {
      if (!Known.contains(Path))
        Out.Notes.push_back("no CUDA source of the database includes " + File +
                            ": it is looked at by itself");
      Out.Files.push_back(File);
      Listed.insert(Path);
      continue;
    }
    Out.Headers[Path] = File;
    for (const FileCommand &Source : Through->second)
      Out.HeadersOf[realName(Source.File)].push_back(Path);
  }
  for (const FileCommand &Source : Database->Commands) {
    const std::string Path = realName(Source.File);
    if (!Out.HeadersOf.contains(Path) || !Listed.insert(Path).second)
      continue;
    Out.Files.push_back(readableName(Source.File));
    Out.Unnamed.insert(Path);
  }
  return Out;
}

void reachHeaders(Options &Opts, ArrayRef<std::string> Headers) {
  for (const std::string &Path : Headers) {
    const std::string Name = readableName(Path);
    if (!isWanted(Name, Path, Opts))
      Opts.HeaderFilter +=
          (Opts.HeaderFilter.empty() ? "^" : "|^") + Regex::escape(Name) + "$";
  }
}

} // namespace pipeline_rewrite
