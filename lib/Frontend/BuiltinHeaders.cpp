//===- BuiltinHeaders.cpp - Headers carried in the binary -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/BuiltinHeaders.h"
#include "llvm/Support/MemoryBuffer.h"

namespace pipeline_rewrite {
namespace {

constexpr BuiltinHeader Table[] = {
#include "Frontend/BuiltinHeaders.inc"
};

void add(llvm::ArrayRef<BuiltinHeader> Headers, const std::string &Folder,
         llvm::vfs::InMemoryFileSystem &Files) {
  for (const BuiltinHeader &Header : Headers) {
    std::string Path = Folder + Header.Name.str();
    Files.addFile(Path, /*ModificationTime=*/0,
                  llvm::MemoryBuffer::getMemBuffer(Header.Text, Path));
  }
}

} // namespace

llvm::ArrayRef<BuiltinHeader> builtinHeaders() { return Table; }

llvm::StringRef builtinHeaderFolder() { return "/pipeline-rewrite-builtin"; }

void addBuiltinHeaders(llvm::vfs::InMemoryFileSystem &Files) {
  add(builtinHeaders(), builtinHeaderFolder().str() + "/", Files);
}

llvm::StringRef resourceHeaderFolder() { return "/pipeline-rewrite-clang"; }

void addResourceHeaders(llvm::vfs::InMemoryFileSystem &Files) {
  add(resourceHeaders(), resourceHeaderFolder().str() + "/include/", Files);
}

} // namespace pipeline_rewrite
