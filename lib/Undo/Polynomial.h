//===- Polynomial.h - Whole numbers as sums of products -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Undo.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_POLYNOMIAL_H
#define PIPELINE_REWRITE_UNDO_POLYNOMIAL_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pipeline_rewrite::undo {

/// A sum of products of atoms. An atom is anything that is not taken apart, as
/// words that say all of it; two polynomials that are equal are equal numbers.
class Polynomial {
public:
  Polynomial(int64_t Number = 0) {
    if (Number)
      Terms[{}] = Number;
  }
  static Polynomial atom(std::string Words) {
    Polynomial P;
    P.Terms[{std::move(Words)}] = 1;
    return P;
  }

  Polynomial operator+(const Polynomial &O) const { return plus(O, 1); }
  Polynomial operator-(const Polynomial &O) const { return plus(O, -1); }
  Polynomial operator*(const Polynomial &O) const;
  bool operator==(const Polynomial &O) const { return Terms == O.Terms; }

  std::optional<int64_t> number() const;
  /// For a sum of numbers and multiples of \p Atom alone, none of them
  /// negative: the remainder by \p Modulus where the atom has the remainder
  /// \p Of; nothing else.
  std::optional<int64_t> remainder(llvm::StringRef Atom, int64_t Of,
                                   int64_t Modulus) const;
  bool mentions(llvm::StringRef Part) const;
  /// The same with other words for a part of its atoms.
  Polynomial renamed(llvm::StringRef Part, llvm::StringRef As) const;
  /// The same in a type of so many bits, where it does not wrap.
  Polynomial wrapped(unsigned Bits) const;
  std::string words() const;

private:
  Polynomial plus(const Polynomial &O, int64_t Times) const;
  std::map<std::vector<std::string>, int64_t> Terms;
};

} // namespace pipeline_rewrite::undo
#endif
