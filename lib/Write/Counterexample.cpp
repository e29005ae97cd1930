//===- Counterexample.cpp - What shows that an output is wrong, as files --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Write/Counterexample.h"
#include "Write/WriteOutput.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
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

} // namespace pipeline_rewrite
