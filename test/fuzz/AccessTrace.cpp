//===- AccessTrace.cpp - Which line of code accesses what -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AccessTrace.h"

using namespace pipeline_rewrite::executor;

static bool endsWith(const std::string &Text, const std::string &End) {
  return Text.size() >= End.size() &&
         Text.compare(Text.size() - End.size(), End.size(), End) == 0;
}

void AccessTrace::accessed(const Access &A) {
  if (A.Thread >= Within.size())
    Within.resize(A.Thread + 1);
  unsigned Line = endsWith(*A.File, ".cu") ? A.Line : 0; // 0: of a header
  if (Line && Line >= Body.first && Line <= Body.second)
    Within[A.Thread] = Line;
  if (A.Space != AccessSpace::Local)
    Seen.insert({Within[A.Thread], Line, static_cast<int>(A.Kind),
                 static_cast<int>(A.Space), objectAt(A)});
}

std::string AccessTrace::objectAt(const Access &A) const {
  if (A.Space == AccessSpace::Shared)
    return A.Variable && !A.Variable->empty() ? *A.Variable : "dynamic";
  for (size_t N = 0; N < Given.arrays().size(); ++N) {
    const FuzzArguments::Array &Array = Given.arrays()[N];
    if (A.Address - Array.Address < Array.Bytes)
      return "array" + std::to_string(N);
  }
  for (const VariableInfo &V : Variables)
    if (A.Address - V.Address < V.Bytes)
      return V.Name;
  return "?";
}

void AccessTrace::print(std::ostream &Out, const std::string &Label) const {
  static const char *const Kinds[] = {"read", "write", "atomic", "copy-from",
                                      "copy-to"};
  for (const auto &[Within, Own, Kind, Space, Object] : Seen)
    Out << "ACCESS " << Label << " " << Within << " " << Own << " "
        << Kinds[Kind] << " "
        << (Space == static_cast<int>(AccessSpace::Shared) ? "shared"
                                                           : "global")
        << " " << Object << "\n";
}
