//===- ParseErrors.cpp - Clang's errors as a unit's -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/ParseErrors.h"

using namespace clang;

namespace pipeline_rewrite {

/// An error behind the end of the user's text is one of --instantiate.
static std::optional<size_t> instanceOf(const SourceManager &Sources,
                                        SourceLocation Location,
                                        llvm::StringRef Text) {
  if (Location.isInvalid())
    return std::nullopt;
  auto [File, Offset] = Sources.getDecomposedExpansionLoc(Location);
  if (File != Sources.getMainFileID() || Offset < Text.size())
    return std::nullopt;
  llvm::StringRef All = Sources.getBufferData(File);
  size_t Lines = All.slice(Text.size(), Offset).count('\n');
  return Lines ? std::optional<size_t>(Lines - 1) : std::nullopt;
}

std::vector<ParseError> inSourceOrder(std::vector<LocatedError> &Found,
                                      const SourceUnit &Unit,
                                      llvm::StringRef Text,
                                      const Options &Opts) {
  const SourceManager &Sources = Unit.sources();
  llvm::stable_sort(Found, [&](const LocatedError &A, const LocatedError &B) {
    if (A.Location.isInvalid() || B.Location.isInvalid())
      return A.Location.isInvalid() && B.Location.isValid();
    return Sources.isBeforeInTranslationUnit(A.Location, B.Location);
  });
  std::vector<ParseError> Errors;
  for (LocatedError &E : Found) {
    auto Instance = instanceOf(Sources, E.Location, Text);
    if (Instance && *Instance < Opts.Instantiate.size())
      Errors.push_back({{Unit.place(SourceLocation())},
                        "--instantiate='" + Opts.Instantiate[*Instance] +
                            "': " + E.Message});
    else
      Errors.push_back({Unit.place(E.Location), E.Message});
  }
  return Errors;
}

} // namespace pipeline_rewrite
