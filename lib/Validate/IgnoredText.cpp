//===- IgnoredText.cpp - What may differ between two outputs --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/IgnoredText.h"

using namespace llvm;

namespace pipeline_rewrite {

/// Each match goes.
static std::string without(const Regex &Unwanted, StringRef Line) {
  std::string Out;
  SmallVector<StringRef> Found;
  while (!Line.empty() && Unwanted.match(Line, &Found) && !Found[0].empty()) {
    Out += Line.take_front(Found[0].data() - Line.data());
    Line = Line.drop_front(Found[0].end() - Line.begin());
  }
  return Out + Line.str();
}

Expected<IgnoredText> IgnoredText::create(ArrayRef<std::string> Patterns) {
  IgnoredText Out;
  for (const std::string &Pattern : Patterns) {
    std::string Why;
    Out.Patterns.emplace_back(Pattern);
    if (!Out.Patterns.back().isValid(Why))
      return createStringError("'" + Pattern + "': " + Why);
  }
  return std::move(Out);
}

std::string IgnoredText::without(StringRef Output) const {
  std::string Out;
  while (!Output.empty()) {
    auto [Line, Rest] = Output.split('\n');
    std::string Kept = Line.str();
    for (const Regex &Each : Patterns)
      Kept = pipeline_rewrite::without(Each, Kept);
    Out += Kept + "\n";
    Output = Rest;
  }
  return Out;
}

} // namespace pipeline_rewrite
