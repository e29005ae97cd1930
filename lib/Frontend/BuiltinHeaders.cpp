//===- BuiltinHeaders.cpp - CUDA declarations carried in the binary -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/BuiltinHeaders.h"
#include "llvm/Support/MemoryBuffer.h"

namespace pipeline_rewrite {
namespace {

constexpr BuiltinHeader Table[] = {
#include "Frontend/BuiltinHeaders.inc"
};

} // namespace

llvm::ArrayRef<BuiltinHeader> builtinHeaders() { return Table; }

llvm::StringRef builtinHeaderFolder() { return "/pipeline-rewrite-builtin"; }

void addBuiltinHeaders(llvm::vfs::InMemoryFileSystem &Files) {
  for (const BuiltinHeader &Header : builtinHeaders()) {
    std::string Path = builtinHeaderFolder().str() + "/" + Header.Name.str();
    Files.addFile(Path, /*ModificationTime=*/0,
                  llvm::MemoryBuffer::getMemBuffer(Header.Text, Path));
  }
}

} // namespace pipeline_rewrite
