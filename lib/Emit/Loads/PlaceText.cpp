//===- PlaceText.cpp - Where boxes begin, and how far they reach ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loads/PlaceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace pipeline_rewrite {
namespace {

using Names = std::function<std::string(const PlaceValue &)>;

/// What an index in 32 bits is written as: CUDA's own variables, which are
/// unsigned, come first, and the number last where signed factors are
/// multiplied, so that no product is larger than the whole.
std::string termText(const PlaceTerm &Term, const Names &NameOf) {
  llvm::SmallVector<std::string, 4> Factors;
  for (const PlaceValue &Each : Term.Of)
    Factors.push_back(NameOf(Each));
  if (Term.Factor != 1 || Factors.empty()) {
    const bool IsUnsigned = !Term.Of.empty() && !Term.Of.front().Of;
    auto At = IsUnsigned            ? Factors.begin() + 1
              : Factors.size() == 1 ? Factors.begin()
                                    : Factors.end();
    Factors.insert(At, std::to_string(Term.Factor));
  }
  return llvm::join(Factors, " * ");
}

} // namespace

std::string
beginText(const BoxPlace &Place,
          const std::function<std::string(const clang::ValueDecl *)> &NameOf) {
  auto Name = [&](const PlaceValue &V) {
    if (V.Of)
      return NameOf(V.Of);
    const bool IsGrid = V.Member < 'x';
    return std::string(IsGrid ? "gridDim." : "blockIdx.") +
           char(V.Member + (IsGrid ? 'x' - 'X' : 0));
  };
  llvm::SmallVector<std::string, 4> Terms;
  for (const PlaceTerm &Term : Place.Begin)
    Terms.push_back(termText(Term, Name));
  return Terms.empty() ? "0" : llvm::join(Terms, " + ");
}

std::string mostText(const BoxPlace &Place) {
  std::string Text;
  for (const PlaceTerm &Term : Place.Most) {
    const bool IsDouble = Term.Factor != 1 || Term.Of.size() != 1 ||
                          (Text.empty() && Place.Most.size() > 1);
    Text += Text.empty() ? "" : " + ";
    if (IsDouble)
      Text += std::to_string(Term.Factor) + ".";
    for (const PlaceValue &V : Term.Of)
      Text +=
          (&V != Term.Of.begin() || IsDouble ? " * " : "") +
          (V.Of ? V.Of->getNameAsString()
                : std::string("launchGrid.") + char(V.Member + ('x' - 'X')));
  }
  return Text.empty() ? "0." : Text;
}

} // namespace pipeline_rewrite
