//===- AroundHeader.cpp - A unit with a header's text written out ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/Headers/AroundHeader.h"
#include "Frontend/Command/Toolkit.h"
#include "llvm/ADT/SetOperations.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

bool isContinued(llvm::StringRef Line) {
  return Line.rtrim("\r").ends_with("\\");
}

/// The lines of the directive that \p At is in.
std::pair<size_t, size_t> linesOfDirective(llvm::StringRef Text, size_t At) {
  auto StartOf = [&](size_t In) {
    return In ? Text.rfind('\n', In - 1) + 1 : 0; // npos + 1 is 0
  };
  size_t Begin = StartOf(At);
  while (Begin) {
    const size_t Above = StartOf(Begin - 1);
    if (!isContinued(Text.slice(Above, Begin - 1)))
      break;
    Begin = Above;
  }
  size_t End = std::min(Text.find('\n', At), Text.size());
  while (End < Text.size() && isContinued(Text.slice(StartOf(End), End)))
    End = std::min(Text.find('\n', End + 1), Text.size());
  return {Begin, End};
}

} // namespace

std::optional<TextAround> textAround(const SourceUnit &Main,
                                     const SourceUnit &Header) {
  const SourceManager &Sources = Header.sources();
  TextAround Out;
  for (FileID Id = Header.subject(); Id != Main.subject();) {
    const OptionalFileEntryRef File = Sources.getFileEntryRefForID(Id);
    const SourceLocation From = Sources.getIncludeLoc(Id);
    if (!File || From.isInvalid())
      return std::nullopt;
    llvm::SmallString<256> Folder(llvm::sys::path::parent_path(
        File->getFileEntry().tryGetRealPathName()));
    Out.Folders.push_back(Folder.str().str());
    const auto [Including, At] = Sources.getDecomposedLoc(From);
    if (!Sources.getFileEntryRefForID(Including))
      return std::nullopt;
    const llvm::StringRef Text = Including == Main.subject()
                                     ? Main.text()
                                     : Sources.getBufferData(Including);
    const auto [Begin, End] = linesOfDirective(Text, At);
    Out.Before = Text.take_front(Begin).str() + Out.Before;
    Out.Behind += "\n" + Text.drop_front(End).str();
    Id = Including;
  }
  return Out;
}

std::string NamedKernels::text() const {
  Options Names;
  for (llvm::StringRef Kernel : All) {
    // An instance says what it returns.
    Kernel.consume_front("void ");
    Names.Instantiate.push_back(Kernel.take_front(Kernel.rfind('(')).str());
  }
  return instantiations(Names);
}

bool NamedKernels::areIn(const CompiledText &Code) const {
  return Code.Failure.empty() &&
         llvm::all_of(Code.Codes, [&](const auto &OfArch) {
           std::set<std::string> Found;
           for (const auto &[Symbol, Usage] : OfArch.second.Usage)
             Found.insert(llvm::demangle(Symbol));
           return llvm::set_is_subset(All, Found);
         });
}

ParseJob withFolders(ParseJob Job, const TextAround &Around) {
  for (const std::string &Folder : Around.Folders)
    if (isReadByShell(Folder))
      Job.Nvcc.clear();
    else
      Job.NvccArgs.push_back("-I" + Folder);
  return Job;
}

} // namespace pipeline_rewrite
