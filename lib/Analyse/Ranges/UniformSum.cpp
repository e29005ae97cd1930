//===- UniformSum.cpp - A sum of products that all threads share ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Ranges/UniformSum.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace pipeline_rewrite {

bool UniformSum::add(Product Of, int64_t Factor) {
  auto [At, IsNew] = Terms.try_emplace(std::move(Of), 0);
  if (llvm::AddOverflow(At->second, Factor, At->second))
    return false;
  if (At->second == 0)
    Terms.erase(At);
  return true;
}

UniformSum UniformSum::number(int64_t N) {
  UniformSum Out;
  Out.add({}, N);
  return Out;
}

UniformSum UniformSum::value(UniformValue V) {
  UniformSum Out;
  Out.add({V}, 1);
  return Out;
}

std::optional<int64_t> UniformSum::asNumber() const {
  if (Terms.empty())
    return 0;
  if (Terms.size() > 1 || !Terms.begin()->first.empty())
    return std::nullopt;
  return Terms.begin()->second;
}

std::optional<UniformSum> UniformSum::plus(const UniformSum &O,
                                           int64_t Times) const {
  UniformSum Out = *this;
  for (const auto &[Of, Factor] : O.Terms) {
    int64_t Scaled = 0;
    if (llvm::MulOverflow(Factor, Times, Scaled) || !Out.add(Of, Scaled))
      return std::nullopt;
  }
  return Out;
}

std::optional<UniformSum> UniformSum::times(const UniformSum &O) const {
  UniformSum Out;
  for (const auto &[Of, Factor] : Terms)
    for (const auto &[With, Other] : O.Terms) {
      Product Both = Of;
      Both.insert(Both.end(), With.begin(), With.end());
      llvm::sort(Both);
      int64_t Scaled = 0;
      if (llvm::MulOverflow(Factor, Other, Scaled) ||
          !Out.add(std::move(Both), Scaled))
        return std::nullopt;
    }
  return Out;
}

} // namespace pipeline_rewrite
