//===- UniformSum.h - A sum of products that all threads share ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `4 * K * blockIdx.y + 128 + A`: an address or a number as a polynomial of
// what is the same in all threads of a block. What differs between them has
// become a number by the time.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_UNIFORMSUM_H
#define PIPELINE_REWRITE_ANALYSE_UNIFORMSUM_H

#include "clang/AST/Decl.h"
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace pipeline_rewrite {

/// A variable's value, a member of one of CUDA's built-in variables, or what an
/// expression came to.
struct UniformValue {
  const clang::VarDecl *Of = nullptr;
  char Member = 0;
  const clang::Expr *Result = nullptr;
  bool operator<(const UniformValue &O) const {
    return std::tie(Of, Member, Result) < std::tie(O.Of, O.Member, O.Result);
  }
  bool operator==(const UniformValue &O) const {
    return Of == O.Of && Member == O.Member && Result == O.Result;
  }
};

class UniformSum {
public:
  /// Factors, ascending; none: a number.
  using Product = std::vector<UniformValue>;

  static UniformSum number(int64_t N);
  static UniformSum value(UniformValue V);

  const std::map<Product, int64_t> &terms() const { return Terms; }
  /// nullopt if it is more than a number.
  std::optional<int64_t> asNumber() const;
  /// nullopt where a factor leaves 64 bits.
  std::optional<UniformSum> plus(const UniformSum &O, int64_t Times = 1) const;
  std::optional<UniformSum> times(const UniformSum &O) const;
  bool operator==(const UniformSum &O) const { return Terms == O.Terms; }
  bool operator!=(const UniformSum &O) const { return !(*this == O); }

private:
  bool add(Product Of, int64_t Factor);
  std::map<Product, int64_t> Terms; ///< none has the factor 0
};

} // namespace pipeline_rewrite
#endif
