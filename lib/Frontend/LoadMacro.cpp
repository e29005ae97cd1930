//===- LoadMacro.cpp - Macros that load what they are given ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/LoadMacro.h"
#include "llvm/ADT/STLExtras.h"

namespace pipeline_rewrite {

using Tokens = llvm::ArrayRef<llvm::StringRef>;

/// Where the parenthesis is closed that \p Body begins with.
static size_t closes(Tokens Body) {
  int Open = 0;
  for (size_t I = 0; I < Body.size(); ++I) {
    Open += (Body[I] == "(") - (Body[I] == ")");
    if (Open == 0)
      return I;
  }
  return Body.size();
}

static bool isInParentheses(Tokens Body) {
  return Body.size() > 2 && Body.front() == "(" &&
         closes(Body) == Body.size() - 1;
}

static Tokens bare(Tokens Body) {
  while (isInParentheses(Body))
    Body = Body.drop_front().drop_back();
  return Body;
}

/// A load of one element with a hint for the caches (CUDA C++ Programming
/// Guide, "Read-Only Data Cache Load Function" and "Load Functions Using Cache
/// Hints").
static bool isLoadFunction(llvm::StringRef Name) {
  return llvm::is_contained(
      {"__ldg", "__ldca", "__ldcg", "__ldcs", "__ldlu", "__ldcv"}, Name);
}

Loads loadOfMacro(Tokens Definition) {
  if (Definition.size() < 4 || Definition[0] != "(" || Definition[2] != ")")
    return Loads::Else;
  auto IsParameter = [&](Tokens Part) {
    Part = bare(Part);
    return Part.size() == 1 && Part.front() == Definition[1];
  };
  const Tokens Body = bare(Definition.drop_front(3));
  if (IsParameter(Body))
    return Loads::Parameter;
  Tokens Rest = Body.drop_front();
  if (Body.front() == "*")
    return IsParameter(Rest) ? Loads::Pointee : Loads::Else;
  if (!isLoadFunction(Body.front()) || !isInParentheses(Rest))
    return Loads::Else;
  Rest = bare(Rest);
  if (Rest.front() == "&")
    return IsParameter(Rest.drop_front()) ? Loads::Parameter : Loads::Else;
  return IsParameter(Rest) ? Loads::Pointee : Loads::Else;
}

} // namespace pipeline_rewrite
