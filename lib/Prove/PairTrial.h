//===- PairTrial.h - Two kernels of a user's, side by side ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_PROVE_PAIRTRIAL_H
#define PIPELINE_REWRITE_PROVE_PAIRTRIAL_H

#include "Check/UnitKernels.h"
#include "Execution/KernelSignature.h"

namespace pipeline_rewrite {

/// How far floating-point numbers of the new kernel may be from the old one's.
struct Tolerance {
  uint64_t Ulps = 0;
  double Relative = 0; ///< to the largest number of the buffer
  bool isNone() const { return !Ulps && Relative == 0; }
};

/// An element that both leave behind.
struct ElementPair {
  std::string Element; ///< "C[12]"
  std::string Old, New;
  std::optional<uint64_t> Ulps; ///< between them, of floating-point numbers
};

/// A launch under which the new kernel does something else.
struct PairDifference {
  Trial Launch;
  std::string LaunchText, Schedule, What;
  std::vector<std::string> Arguments;
  std::optional<ElementPair> Element;
  /// What the new kernel does wrong, if it does.
  std::optional<executor::Hazard> Reason;
  /// With numbers whose sums are exact in any order both leave the same.
  bool IsRounding = false;
};

/// The shape that a launch in view gives the new kernel, where the old one's
/// has another. Other numbers may lead to other grids.
struct ShapeChange {
  std::vector<int64_t> Integers;
  std::array<uint32_t, 3> OldGrid, OldBlock, Grid, Block;
  uint32_t DynamicBytes = 0;
};

/// Runs trials of an old kernel and a new one.
///
/// Requires: both are loaded into the session and outlive it. \p Order has for
///           each parameter of the new one the old one's.
class PairTrial : public KernelTrial {
public:
  PairTrial(executor::Session &Device, const UnitKernel &Old,
            const UnitKernel &New, std::vector<unsigned> Order,
            const Tolerance &May, double Budget);

  TrialResult tryOriginal(const Trial &T) override;
  bool compare(const Trial &T, const TrialResult &Original) override;
  double nominalSeconds() const override;
  /// True if \p T is legal and shows a difference, which is then Found.
  bool isDifferent(const Trial &T);
  /// Overlap, as small as it can be found near.
  void shrinkOverlap(llvm::function_ref<Trial(const Trial &)> Shrunk);
  /// Found, with numbers whose sums are exact: still different?
  void askWhetherRounding();

  std::vector<ShapeChange> Shapes;
  /// Launches of the host's, or somebody's: legal whatever the old kernel does.
  std::vector<Trial> Given;
  /// How many times the dynamic memory of the old kernel the new one gets,
  /// where no launch in view says it.
  unsigned DynamicTimes = 1;
  /// Two buffers that overlap are a launch like others.
  bool MayOverlap = false;
  std::optional<PairDifference> Found;
  /// The first where two pointers lead to one buffer, unless MayOverlap.
  std::optional<PairDifference> Overlap;
  std::optional<ElementPair> Worst; ///< within the tolerance
  std::vector<BlockShape> Blocks;   ///< of what was compared, each once
  std::vector<int64_t> Least, Most; ///< of each integer
  unsigned Unshaped = 0; ///< launches whose shape in the new text is not known
  unsigned InView = 0;   ///< of Given, compared
  /// Of Given, those in which the old kernel does wrong, and what in the first.
  std::vector<std::vector<int64_t>> Faulty;
  std::optional<executor::Hazard> OldFault;
  /// Why \p T, one of Given, was not compared; empty if it was.
  std::string whyNotCounted(const Trial &T) const;

protected:
  void adaptOutput(executor::LaunchRequest &R, const Trial &T) const override;

private:
  const ShapeChange *shapeOf(const Trial &T) const;
  bool isGiven(const Trial &T) const;
  bool compareWith(const Trial &T, const TrialResult &Before);
  bool compareWithNeeded(const Trial &T);
  /// The kernel asks how much dynamic memory it has: what if it is more?
  bool compareWithMore(const Trial &T);
  void allowRanges();
  std::optional<PairDifference> differenceOf(const executor::LaunchResult &R);
  std::optional<ElementPair> compareBytes(const std::string &Name,
                                          const ValueLayout &Element,
                                          const std::vector<uint8_t> &Old,
                                          const std::vector<uint8_t> &New);
  void remember(const Trial &T);
  void noteFault(const Trial &T);
  /// Of Given: why each did not count, and which did.
  std::vector<std::pair<Trial, std::string>> Uncounted;
  std::vector<Trial> Counted;

  const UnitKernel &Old, &New;
  const std::vector<unsigned> Order;
  const Tolerance May;
  const double Scale;
  bool HasRanges = false;
};

struct FloatDistance {
  uint64_t Ulps = 0; ///< numbers of the type from one to the other
  double Absolute = 0;
  bool IsNumber = true; ///< neither is an infinity or no number
};

/// \p Part is a Float.
FloatDistance distanceOf(const uint8_t *A, const uint8_t *B,
                         const ScalarPart &Part);

/// The largest number of a buffer, without its sign.
double largestOf(const std::vector<uint8_t> &Bytes, const ValueLayout &Element);

} // namespace pipeline_rewrite
#endif
