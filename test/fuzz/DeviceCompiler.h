//===- DeviceCompiler.h - Compiles texts to PTX in the process --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang as its driver sets it up, with a toolkit's headers: nothing of the
// program that is tested takes part. Little is optimised: the code is run once,
// and what a compiler removes cannot be compared.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TEST_FUZZ_DEVICECOMPILER_H
#define PIPELINE_REWRITE_TEST_FUZZ_DEVICECOMPILER_H

#include <string>
#include <vector>

class DeviceCompiler {
public:
  /// \p Flags are those of `clang++`, without an input. \p KeepAccesses: for a
  /// trace of what the text reads and writes, nothing is optimised.
  explicit DeviceCompiler(std::vector<std::string> Flags,
                          bool KeepAccesses = false)
      : Flags(std::move(Flags)), KeepAccesses(KeepAccesses) {}

  /// The PTX of a file. Empty if it does not compile: then \p Errors has a line
  /// "LINE MESSAGE" for each error.
  std::string compile(const std::string &File, std::string &Errors) const;

  /// Writes what \p Header includes as a precompiled header, for
  /// `-Xclang -include-pch`. Gives: false if it does not compile.
  bool precompile(const std::string &Header, const std::string &Target,
                  std::string &Errors) const;

private:
  std::vector<std::string> Flags;
  bool KeepAccesses;
};

#endif
