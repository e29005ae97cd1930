//===- Decode/Operand.h - Operands and modifiers as written -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parser hands to the decoder for one instruction: the opcode split
// at its dots, and the operands with their slots.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_DECODE_OPERAND_H
#define PIPELINE_REWRITE_EXECUTOR_DECODE_OPERAND_H

#include "executor/Ptx/Module.h"
#include <initializer_list>
#include <string_view>
#include <vector>

namespace pipeline_rewrite::executor {

struct Operand {
  enum class Kind : uint8_t {
    Value,   ///< register, constant, special register, address of a symbol
    Vector,  ///< {a, b, ...}
    Pair,    ///< p|q
    Address, ///< [base+offset]
    Sink,    ///< _
    Label    ///< a name that is no register: branch target
  };
  Kind K = Kind::Value;
  int32_t Slot = -1;
  int64_t Offset = 0;
  bool Negated = false; ///< written !p
  bool IsPredicate = false;
  bool IsConstant = false;
  bool IsParameter = false; ///< Constant is an offset in the frame
  uint64_t Constant = 0;
  std::vector<Operand> Parts; ///< of Vector and Pair
  std::string_view Name;
};

/// The suffixes of an opcode. A decoder takes those it models; what is left
/// over makes the instruction unsupported, so that nothing is ever ignored.
class Modifiers {
public:
  explicit Modifiers(std::string_view Opcode);

  std::string_view mnemonic() const { return Mnemonic; }

  /// Takes \p Word if it is the next one or anywhere later; says whether.
  bool take(std::string_view Word);

  /// Takes the first of \p Words that is present; gives its index or -1.
  int takeOneOf(std::initializer_list<std::string_view> Words);

  /// Takes the first type suffix; Type::None when there is none.
  Type takeType();

  /// Takes whatever comes first.
  std::string_view takeFirst();

  bool empty() const { return Words.empty(); }
  std::string_view first() const {
    return Words.empty() ? std::string_view() : Words.front();
  }
  const std::vector<std::string_view> &rest() const { return Words; }

private:
  std::string_view Mnemonic;
  std::vector<std::string_view> Words;
};

/// One instruction on its way from text to Instruction.
struct Decoding {
  Modifiers &Mods;
  std::vector<Operand> &Ops;
  Instruction &I;
  Module &M;

  bool isValue(size_t N) const;
  bool isAddress(size_t N) const {
    return N < Ops.size() && Ops[N].K == Operand::Kind::Address;
  }
  /// Operands are one destination and \p Sources values: fills Dst, A, B, C, D.
  bool assign(unsigned Sources);
  /// Fills A and Offset from the address operand \p N.
  bool assignAddress(size_t N);
  /// Slots of a vector operand, or the one slot of a value; sinks are -1.
  bool slotsOf(size_t N, std::vector<int32_t> &Out) const;
};

} // namespace pipeline_rewrite::executor

#endif
