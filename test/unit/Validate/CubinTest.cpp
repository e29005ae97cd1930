//===- CubinTest.cpp - The instructions in a compiled file ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// test/Tool/verify-sass.test reads real ones.
//===----------------------------------------------------------------------===//
#include "Validate/Sass/Cubin.h"
#include "gtest/gtest.h"

namespace pipeline_rewrite {
namespace {

TEST(Cubin, NoElfFile) {
  for (llvm::StringRef Bytes : {"", "not ELF",
                                "\x7f"
                                "ELF"}) {
    auto Code = codeOfCubin(Bytes);
    EXPECT_FALSE(bool(Code));
    llvm::consumeError(Code.takeError());
  }
}

} // namespace
} // namespace pipeline_rewrite
