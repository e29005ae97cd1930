//===- IgnoredText.h - What may differ between two outputs ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_IGNOREDTEXT_H
#define PIPELINE_REWRITE_VALIDATE_IGNOREDTEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Regex.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// Regular expressions for what a program prints otherwise each time, such as
/// times and addresses.
class IgnoredText {
public:
  /// Fails: one of them is malformed.
  static llvm::Expected<IgnoredText>
  create(llvm::ArrayRef<std::string> Patterns);

  /// \p Output line by line, without what matches: nothing comes in its place.
  std::string without(llvm::StringRef Output) const;

private:
  std::vector<llvm::Regex> Patterns;
};

} // namespace pipeline_rewrite
#endif
