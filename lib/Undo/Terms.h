//===- Terms.h - Sums of what is not known --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers and addresses as a run with symbols has them: `16 * k + x + 32`. Two
// that are equal for all values of the symbols have one text.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_TERMS_H
#define PIPELINE_REWRITE_UNDO_TERMS_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pipeline_rewrite {

class Term {
public:
  Term() = default;
  static Term number(int64_t N);
  static Term symbol(std::string Name);

  Term operator+(const Term &O) const;
  Term operator-(const Term &O) const { return *this + O * number(-1); }
  Term operator*(const Term &O) const;
  bool operator==(const Term &O) const { return Factors == O.Factors; }

  std::optional<int64_t> asNumber() const;
  std::string text() const;
  /// The one symbol in it that names a buffer, "As#1"; "" if there is none or
  /// more.
  std::string buffer() const;

private:
  /// Symbols that are multiplied, in order, and how often they are added.
  std::map<std::vector<std::string>, int64_t> Factors;
};

} // namespace pipeline_rewrite
#endif
