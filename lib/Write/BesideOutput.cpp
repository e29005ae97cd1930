//===- BesideOutput.cpp - Files beside what is written --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Chain/UnitResult.h"
#include "Emit/Host/FormsText.h"
#include "Write/WriteOutput.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace pipeline_rewrite {

Expected<std::string> writeCounterexample(StringRef Folder,
                                          const UnitResult &Result) {
  if (std::error_code E = sys::fs::create_directories(Folder))
    return createStringError(E, "%s: %s", Folder.str().c_str(),
                             E.message().c_str());
  auto Write = [&](StringRef Ending, StringRef Text) -> Expected<std::string> {
    SmallString<256> Path(Folder);
    sys::path::append(Path, sys::path::stem(Result.File) + Ending);
    if (Error E = writeFile(Path, /*OldText=*/std::nullopt, Text))
      return createStringError(Path.str() + ": " + toString(std::move(E)));
    return Path.str().str();
  };
  StringRef Source = sys::path::extension(Result.File);
  if (auto Old = Write((".original" + Source).str(), Result.OldText); !Old)
    return Old.takeError();
  if (auto New = Write((".output" + Source).str(), Result.WrongText); !New)
    return New.takeError();
  return Write(".launch.txt",
               "file:       " + Result.File + "\n" + Result.Wrong->text());
}

namespace {

/// What the header begins with, whatever its version.
constexpr StringLiteral Mark = "//===- pipeline_dispatch.h - ";

} // namespace

Error writeDispatchHeader(StringRef Path) {
  const std::string Text = dispatchHeaderText();
  auto There = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                     /*RequiresNullTerminator=*/false,
                                     /*IsVolatile=*/true);
  if (!There) {
    if (There.getError() != std::errc::no_such_file_or_directory)
      return createStringError(There.getError(), "cannot be read");
    return writeFile(Path, std::nullopt, Text);
  }
  const StringRef Old = (*There)->getBuffer();
  if (Old == Text)
    return Error::success();
  if (!Old.starts_with(Mark))
    return createStringError("another file is there; --dispatch-header names "
                             "another place");
  return writeFile(Path, Old, Text);
}

} // namespace pipeline_rewrite
