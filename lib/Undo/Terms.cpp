//===- Terms.cpp - Sums of what is not known ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/Terms.h"
#include <algorithm>

namespace pipeline_rewrite {

Term Term::number(int64_t N) {
  Term Out;
  if (N)
    Out.Factors[{}] = N;
  return Out;
}

Term Term::symbol(std::string Name) {
  Term Out;
  Out.Factors[{std::move(Name)}] = 1;
  return Out;
}

Term Term::operator+(const Term &O) const {
  Term Out = *this;
  for (const auto &[Symbols, Factor] : O.Factors) {
    auto At = Out.Factors.try_emplace(Symbols, 0).first;
    At->second = static_cast<int64_t>(static_cast<uint64_t>(At->second) +
                                      static_cast<uint64_t>(Factor));
    if (!At->second)
      Out.Factors.erase(At);
  }
  return Out;
}

Term Term::operator*(const Term &O) const {
  Term Out;
  for (const auto &[Mine, Factor] : Factors)
    for (const auto &[Theirs, Times] : O.Factors) {
      std::vector<std::string> All = Mine;
      All.insert(All.end(), Theirs.begin(), Theirs.end());
      std::sort(All.begin(), All.end());
      Term One;
      One.Factors[All] = static_cast<int64_t>(static_cast<uint64_t>(Factor) *
                                              static_cast<uint64_t>(Times));
      Out = Out + One;
    }
  return Out;
}

std::optional<int64_t> Term::asNumber() const {
  if (Factors.empty())
    return 0;
  if (Factors.size() == 1 && Factors.begin()->first.empty())
    return Factors.begin()->second;
  return std::nullopt;
}

std::string Term::text() const {
  if (auto N = asNumber())
    return std::to_string(*N);
  if (Factors.size() == 1 && Factors.begin()->second == 1 &&
      Factors.begin()->first.size() == 1)
    return Factors.begin()->first.front();
  std::string Out = "(";
  for (const auto &[Symbols, Factor] : Factors) {
    Out += Out.size() > 1 ? " + " : "";
    Out += std::to_string(Factor);
    for (const std::string &Each : Symbols)
      Out += "*" + Each;
  }
  return Out + ")";
}

std::string Term::buffer() const {
  std::string Found;
  for (const auto &[Symbols, Factor] : Factors)
    for (const std::string &Each : Symbols)
      if (Each.find('#') != std::string::npos) {
        if (!Found.empty() || Symbols.size() > 1 || Factor != 1)
          return "";
        Found = Each;
      }
  return Found;
}

} // namespace pipeline_rewrite
