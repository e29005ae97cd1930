//===- Terms.h - Values as terms, each made once --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Undo.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_TERMS_H
#define PIPELINE_REWRITE_UNDO_TERMS_H

#include "clang/AST/Type.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pipeline_rewrite::undo {

/// A value. Equal pointers are equal values; else nothing is known.
struct Term {
  enum KindOf : uintptr_t {
    Sum,       ///< of products with factors, in integers without bounds
    Symbol,    ///< what a variable, Code, holds before all that is read
    Iteration, ///< the number of the loop's iteration
    Made       ///< by an operation, Code, of Args
  };
  KindOf Kind = Sum;
  unsigned Type = 0; ///< a number of Terms::type()
  uintptr_t Code = 0;
  std::vector<const Term *> Args;
  std::map<std::vector<const Term *>, int64_t> Parts; ///< Sum
};

/// Operations that are no operator or cast of the language.
enum class TermCode : uintptr_t {
  Positive = 1, ///< a sum is
  Zero,         ///< a sum is
  Load,
  Member,
  Builtin,
  Select,
  Bits,
  Last
};

/// Sums and products of signed integers, and of pointers with such, are one
/// sum: a program whose own sum overflows has no meaning. All else, the
/// arithmetic of unsigned numbers too, is an operation with its type.
class Terms {
public:
  /// A type of the language, a pointer or a vector of CUDA's; else nothing.
  std::optional<unsigned> type(clang::QualType T);

  const Term *number(int64_t N, unsigned Type);
  const Term *symbol(unsigned Variable, unsigned Type);
  const Term *iteration();
  /// Folds nothing.
  const Term *make(uintptr_t Code, unsigned Type,
                   std::vector<const Term *> Args);
  const Term *make(TermCode Code, unsigned Type,
                   std::vector<const Term *> Args) {
    return make(uintptr_t(Code), Type, std::move(Args));
  }
  /// A + Factor * B; nullptr where a factor is too large. So of the rest.
  const Term *sum(const Term *A, const Term *B, int64_t Factor, unsigned Type);
  const Term *product(const Term *A, const Term *B, unsigned Type);
  /// \p A is positive, or zero: a number where it is one.
  const Term *test(TermCode Of, const Term *A, unsigned Bool);
  const Term *retyped(const Term *A, unsigned Type);
  /// \p A in another iteration.
  const Term *at(const Term *A, const Term *Other);

  static std::optional<int64_t> numberOf(const Term *A);
  /// Factor and rest, if it is a number of times the iteration, and a number.
  static std::optional<std::pair<int64_t, int64_t>> lineOf(const Term *A);
  static bool has(const Term *A, Term::KindOf Kind, uintptr_t Code);
  static bool hasLoad(const Term *A) {
    return has(A, Term::Made, uintptr_t(TermCode::Load));
  }

private:
  using Parts = std::map<std::vector<const Term *>, int64_t>;
  static Parts partsOf(const Term *A);
  const Term *of(Parts P, unsigned Type);
  const Term *once(Term New);
  std::map<std::vector<uintptr_t>, std::unique_ptr<Term>> All;
  std::map<std::vector<uintptr_t>, unsigned> Types;
  std::map<std::string, unsigned> Names;
};

} // namespace pipeline_rewrite::undo
#endif
