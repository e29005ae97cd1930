//===- TemporaryFolder.h - A folder that goes with its test ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TEST_WRITE_TEMPORARYFOLDER_H
#define PIPELINE_REWRITE_TEST_WRITE_TEMPORARYFOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <fstream>
#include <string>

namespace pipeline_rewrite {

class TemporaryFolder {
public:
  TemporaryFolder() {
    EXPECT_FALSE(
        llvm::sys::fs::createUniqueDirectory("pipeline-rewrite-test", Root));
  }
  ~TemporaryFolder() { llvm::sys::fs::remove_directories(Root); }

  std::string root() const { return std::string(Root); }
  std::string path(llvm::StringRef Name) const {
    llvm::SmallString<128> Path(Root);
    llvm::sys::path::append(Path, Name);
    return std::string(Path);
  }
  std::string write(llvm::StringRef Name, llvm::StringRef Text) const {
    std::ofstream(path(Name), std::ios::binary) << Text.str();
    return path(Name);
  }
  std::string read(llvm::StringRef Name) const {
    auto Buffer = llvm::MemoryBuffer::getFile(path(Name));
    return Buffer ? (*Buffer)->getBuffer().str() : "<no such file>";
  }
  /// Files in the folder: a test that leaves a temporary file counts too many.
  unsigned count() const {
    std::error_code EC;
    unsigned N = 0;
    for (llvm::sys::fs::directory_iterator I(Root, EC), End; I != End && !EC;
         I.increment(EC))
      ++N;
    return N;
  }

private:
  llvm::SmallString<128> Root;
};

} // namespace pipeline_rewrite
#endif
