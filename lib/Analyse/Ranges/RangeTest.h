//===- RangeTest.h - Do the stores of a loop miss its loads? --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a block asks in front of its loop where only that tells:
//
//   A[(16 * blockIdx.y + ty) * K + k + tx]  is read between
//   A + 16 * blockIdx.y * K  and  A + (16 * blockIdx.y + 15) * K + K
//
// and if no byte of what the loop stores lies there, its loads may run ahead of
// its stores. All is made of numbers that the threads of a block share, so that
// they agree on the answer. The bounds are those of whole numbers: in 64 bits,
// with limits under which none of them overflows.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_RANGETEST_H
#define PIPELINE_REWRITE_ANALYSE_RANGETEST_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// A sum of products of RangeTest::Numbers, which are named by their index.
class RangeSum {
public:
  /// Ascending; none: a number.
  using Product = llvm::SmallVector<unsigned, 2>;
  struct Less {
    bool operator()(const Product &L, const Product &R) const {
      return std::lexicographical_compare(L.begin(), L.end(), R.begin(),
                                          R.end());
    }
  };
  using TermMap = std::map<Product, int64_t, Less>;

  static RangeSum number(int64_t N);
  static RangeSum value(unsigned Index);

  const TermMap &terms() const { return Terms; }
  /// nullopt if it is more than a number.
  std::optional<int64_t> asNumber() const;
  /// nullopt where a factor leaves 64 bits.
  std::optional<RangeSum> plus(const RangeSum &O, int64_t Times = 1) const;
  std::optional<RangeSum> times(const RangeSum &O) const;
  /// nullopt if a factor is no multiple of \p By.
  std::optional<RangeSum> dividedBy(int64_t By) const;
  /// Not below both, or not above both, since no number is below 0: of each
  /// term the greater factor, or the smaller.
  RangeSum outer(const RangeSum &O, bool Greater) const;
  bool operator==(const RangeSum &O) const { return Terms == O.Terms; }
  bool operator!=(const RangeSum &O) const { return !(*this == O); }

private:
  bool add(const Product &Of, int64_t Factor);
  TermMap Terms; ///< none has the factor 0
};

/// What all threads of a block share where the loop begins; not below 0.
struct SharedNumber {
  /// A variable or a member of one, as it is written; nullptr for others.
  const clang::Expr *Written = nullptr;
  /// 'x' to 'z' of blockIdx, 'X' to 'Z' of gridDim, 'a' to 'c' of blockDim.
  char Member = 0;
  /// Of a quotient that is rounded down.
  RangeSum Dividend;
  int64_t Divisor = 0;
  /// By its type, or by what it is made of.
  double Least = 0, Most = 0;
  bool MayBeNegative = false; ///< so that the test asks
  unsigned Bits = 0;          ///< the test asks whether it has no more; 0: not
};

/// The bytes of memory that one access of the loop may touch, in any thread and
/// iteration.
struct TouchedRange {
  /// A pointer where the loop begins, or an object: the array's start.
  const clang::Expr *Base = nullptr;
  bool IsObject = false;
  /// What the pointer has been moved on by, in each thread.
  llvm::SmallVector<const clang::Expr *, 2> MovedBy;
  /// From the start; \p Unit bytes each.
  RangeSum Begin, End;
  int64_t Unit = 1;
  /// Those that \p Base points to: else bytes.
  bool InElements = false;
  std::string Name; ///< of the array
};

/// A number is computed in so many bits, and its value is the whole number if
/// that fits.
struct FittingNumber {
  RangeSum Least, Most;
  unsigned Bits = 31;
  bool AsksLeast = false; ///< may be below 0
};

struct RangeTest {
  std::vector<SharedNumber> Numbers;
  std::vector<TouchedRange> Stored, Loaded;
  /// Of Stored and of Loaded, that must have no byte in common.
  std::vector<std::pair<unsigned, unsigned>> Apart;
  std::vector<FittingNumber> Fit;

  /// What \p Sum is not below, or not above, whatever the numbers are.
  double bound(const RangeSum &Sum, bool Upper) const;
  bool isNeverNegative(const RangeSum &Sum) const {
    return bound(Sum, /*Upper=*/false) >= 0;
  }
  bool isBelow(const RangeSum &L, const RangeSum &R) const; ///< or the same
  /// Sets SharedNumber::Bits so that no sum overflows; false if that would
  /// leave hardly any.
  bool limitNumbers();
  /// The same text for all that has this: what instances of a template must
  /// agree on.
  std::string summary() const;

private:
  void
  forEachSum(llvm::function_ref<void(const RangeSum &, int64_t Unit)> Do) const;
  bool isSmall(const RangeSum &Sum, int64_t Unit) const;
  void limit(unsigned Index, unsigned Bits);
  void settleQuotients();
  void settleFits();
};

} // namespace pipeline_rewrite
#endif
