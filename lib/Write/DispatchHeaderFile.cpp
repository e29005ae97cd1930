//===- DispatchHeaderFile.cpp - The header beside what is written ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Write/DispatchHeaderFile.h"
#include "Emit/Host/FormsText.h"
#include "Write/WriteOutput.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace pipeline_rewrite {
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
