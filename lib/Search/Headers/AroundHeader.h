//===- AroundHeader.h - A unit with a header's text written out -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_AROUNDHEADER_H
#define PIPELINE_REWRITE_AROUNDHEADER_H

#include "Frontend/SourceUnit.h"
#include "Validate/Code/CompileTexts.h"

namespace pipeline_rewrite {

/// What a compiler reads before and behind the text of a file, so that it can
/// be given another text of it. Of the main file: nothing.
struct TextAround {
  std::string Before, Behind;
  /// Folders in which `#include "…"` of what was written out is to be found.
  std::vector<std::string> Folders;

  std::string whole(llvm::StringRef Text) const {
    return Before + Text.str() + Behind;
  }
};

/// The main file as if the `#include` of a header stood for its text, and each
/// one on the way to it. Whether that compiles as the main file does is to be
/// asked of a compiler: a header with `#pragma once` that is included again
/// comes twice.
///
/// Takes: the unit, and the same parse with the header as its subject.
/// Gives: nothing if the main file does not include it in its text, as with
///        `-include`.
std::optional<TextAround> textAround(const SourceUnit &Main,
                                     const SourceUnit &Header);

/// Kernels of a header, named in place of all that follows it in the main file:
/// what sources have in common is compiled once for all of them.
class NamedKernels {
public:
  /// \p Demangled: of each instance.
  explicit NamedKernels(std::set<std::string> Demangled)
      : All(std::move(Demangled)) {}
  std::string text() const;
  /// Else the main file has more to say of them.
  bool areIn(const CompiledText &Code) const;

private:
  std::set<std::string> All;
};

/// The job of a compiler that is to find what the written-out files include.
ParseJob withFolders(ParseJob Job, const TextAround &Around);

} // namespace pipeline_rewrite
#endif
