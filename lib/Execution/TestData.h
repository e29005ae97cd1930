//===- TestData.h - What buffers hold before a launch ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_EXECUTION_TESTDATA_H
#define PIPELINE_REWRITE_EXECUTION_TESTDATA_H

#include "Execution/KernelSignature.h"
#include "Execution/Trial.h"

namespace pipeline_rewrite {

/// Numbers that look random and are the same in every run.
class NumberStream {
public:
  explicit NumberStream(uint64_t Seed) : State(Seed * 2 + 1) {}
  uint64_t next() { // splitmix64
    State += 0x9E3779B97F4A7C15ull;
    uint64_t Z = State;
    Z = (Z ^ (Z >> 30)) * 0xBF58476D1CE4E5B9ull;
    Z = (Z ^ (Z >> 27)) * 0x94D049BB133111EBull;
    return Z ^ (Z >> 31);
  }

private:
  uint64_t State;
};

/// A number of the type of \p Part: floating-point ones from 1/8 to 2 with
/// either sign and any fraction, so that two elements are hardly ever equal, or
/// few if \p T wants few digits; integers as \p T says, so that they may be
/// indices. Zeros for pointers and what is not known.
/// \p Index counts the integers of the buffer: one that holds beginnings and
/// ends has a row in every object.
void writeNumber(uint8_t *To, const ScalarPart &Part, const Trial &T,
                 uint64_t Index, NumberStream &Numbers);

/// Fills \p Bytes with objects laid out as \p Element, each part as
/// writeNumber(); a rest that is no whole object stays zero.
void fillBuffer(llvm::MutableArrayRef<uint8_t> Bytes,
                const ValueLayout &Element, const Trial &T,
                NumberStream &Numbers);

/// Makes one of the NaNs that operations give, and that a compiler puts in
/// their place when it knows the operands: which one is left open (PTX ISA,
/// "Floating Point Instructions"). Those with a payload stay as they are.
void settleNaNs(llvm::MutableArrayRef<uint8_t> Bytes,
                const ValueLayout &Element);

/// The value of a part as people write it: "-1.25", "7", "0x3f".
std::string valueText(const uint8_t *At, const ScalarPart &Part);

} // namespace pipeline_rewrite
#endif
