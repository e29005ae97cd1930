//===- Decode/Operand.cpp - Operands and modifiers as written -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Operand.h"
#include <algorithm>

namespace pipeline_rewrite::executor {

Modifiers::Modifiers(std::string_view Opcode) {
  size_t Dot = Opcode.find('.');
  Mnemonic = Opcode.substr(0, Dot);
  while (Dot != std::string_view::npos) {
    size_t Next = Opcode.find('.', Dot + 1);
    Words.push_back(Opcode.substr(Dot + 1, Next - Dot - 1));
    Dot = Next;
  }
}

bool Modifiers::take(std::string_view Word) {
  auto At = std::find(Words.begin(), Words.end(), Word);
  if (At == Words.end())
    return false;
  Words.erase(At);
  return true;
}

int Modifiers::takeOneOf(std::initializer_list<std::string_view> List) {
  int Index = 0;
  for (std::string_view Word : List) {
    if (take(Word))
      return Index;
    ++Index;
  }
  return -1;
}

Type Modifiers::takeType() {
  for (auto At = Words.begin(); At != Words.end(); ++At)
    if (Type T = typeNamed(*At); T != Type::None) {
      Words.erase(At);
      return T;
    }
  return Type::None;
}

std::string_view Modifiers::takeFirst() {
  if (Words.empty())
    return {};
  std::string_view Word = Words.front();
  Words.erase(Words.begin());
  return Word;
}

bool Decoding::isValue(size_t N) const {
  return N < Ops.size() && Ops[N].K == Operand::Kind::Value;
}

bool Decoding::assign(unsigned Sources) {
  if (Ops.size() != Sources + 1)
    return false;
  int32_t *const Slot[] = {&I.Dst, &I.A, &I.B, &I.C, &I.D};
  for (unsigned N = 0; N <= Sources; ++N) {
    if (!isValue(N))
      return false;
    *Slot[N] = Ops[N].Slot;
  }
  return true;
}

bool Decoding::assignAddress(size_t N) {
  if (!isAddress(N))
    return false;
  I.A = Ops[N].Slot;
  I.Offset = Ops[N].Offset;
  return true;
}

bool Decoding::slotsOf(size_t N, std::vector<int32_t> &Out) const {
  if (N >= Ops.size())
    return false;
  if (isValue(N)) {
    Out.push_back(Ops[N].Slot);
    return true;
  }
  if (Ops[N].K != Operand::Kind::Vector)
    return false;
  for (const Operand &Part : Ops[N].Parts) {
    if (Part.K != Operand::Kind::Value && Part.K != Operand::Kind::Sink)
      return false;
    Out.push_back(Part.Slot);
  }
  return true;
}

} // namespace pipeline_rewrite::executor
