//===- Ptx/Operands.cpp - The body of a function: operands ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Ptx/Body.h"

namespace pipeline_rewrite::executor {
namespace {

struct SpecialName {
  std::string_view Name;
  Special S;
};

constexpr SpecialName SpecialNames[] = {
    {"%tid.x", Special::TidX},
    {"%tid.y", Special::TidY},
    {"%tid.z", Special::TidZ},
    {"%ntid.x", Special::NTidX},
    {"%ntid.y", Special::NTidY},
    {"%ntid.z", Special::NTidZ},
    {"%ctaid.x", Special::CtaidX},
    {"%ctaid.y", Special::CtaidY},
    {"%ctaid.z", Special::CtaidZ},
    {"%nctaid.x", Special::NCtaidX},
    {"%nctaid.y", Special::NCtaidY},
    {"%nctaid.z", Special::NCtaidZ},
    {"%laneid", Special::LaneId},
    {"%warpid", Special::WarpId},
    {"%nwarpid", Special::NWarpId},
    {"%smid", Special::SmId},
    {"%nsmid", Special::NSmId},
    {"%gridid", Special::GridId},
    {"%lanemask_eq", Special::MaskEq},
    {"%lanemask_lt", Special::MaskLt},
    {"%lanemask_le", Special::MaskLe},
    {"%lanemask_gt", Special::MaskGt},
    {"%lanemask_ge", Special::MaskGe},
    {"%dynamic_smem_size", Special::DynamicShared},
    {"%total_smem_size", Special::TotalShared},
    {"%envreg1", Special::GridWorkspaceHigh},
    {"%envreg2", Special::GridWorkspaceLow}};

} // namespace

const int32_t *BodyReader::findRegister(std::string_view Name) const {
  for (auto S = Scopes.rbegin(); S != Scopes.rend(); ++S)
    if (auto At = S->Registers.find(std::string(Name));
        At != S->Registers.end())
      return &At->second;
  return nullptr;
}

const Parameter *BodyReader::findParameter(std::string_view Name) const {
  for (auto S = Scopes.rbegin(); S != Scopes.rend(); ++S)
    if (auto At = S->Params.find(std::string(Name)); At != S->Params.end())
      return &At->second;
  return nullptr;
}

int32_t BodyReader::slotOfConstant(uint64_t Bits) {
  auto [At, New] = ConstantSlots.try_emplace(Bits, F.SlotCount);
  if (New)
    F.Constants.push_back({newSlot(), Bits});
  return At->second;
}

int32_t BodyReader::slotOfSpecial(Special S) {
  auto [At, New] = SpecialSlots.try_emplace(static_cast<int>(S), F.SlotCount);
  if (New)
    F.Specials.push_back({newSlot(), S});
  return At->second;
}

int32_t BodyReader::slotOfSymbol(std::string_view Name, int64_t Offset) {
  auto [At, New] = SymbolSlots.try_emplace({Name, Offset}, F.SlotCount);
  if (New)
    F.Symbols.push_back({newSlot(), std::string(Name), Offset});
  return At->second;
}

Operand BodyReader::constantOperand(uint64_t Bits) {
  Operand O;
  O.Slot = slotOfConstant(Bits);
  O.IsConstant = true;
  O.Constant = Bits;
  return O;
}

bool BodyReader::readOperands(std::vector<Operand> &Ops, Type As) {
  while (!In.atEnd() && In.peek() != ";") {
    Ops.push_back(readOperand(As));
    if (In.peek() != "," && In.peek() != ";")
      return false;
    In.accept(",");
  }
  return true;
}

Operand BodyReader::readOperand(Type As) {
  if (In.peek() == "[")
    return readAddress(As);
  if (In.accept("{")) {
    Operand O;
    O.K = Operand::Kind::Vector;
    do
      O.Parts.push_back(readValue(As));
    while (In.accept(","));
    In.accept("}");
    return O;
  }
  Operand O = readValue(As);
  if (!In.accept("|"))
    return O;
  Operand Both;
  Both.K = Operand::Kind::Pair;
  Both.Parts = {O, readValue(As)};
  return Both;
}

Operand BodyReader::readAddress(Type As) {
  In.expect("[");
  Operand O = readValue(As);
  O.K = Operand::Kind::Address;
  if (In.accept("+"))
    O.Offset = static_cast<int64_t>(
        literalBits(In.peek() == "-" ? In.peek(1) : In.peek(), Type::None,
                    In.peek() == "-"));
  else if (In.peek() == "-")
    O.Offset = static_cast<int64_t>(literalBits(In.peek(1), Type::None, true));
  else {
    if (In.accept(","))
      readCoordinates(O, As);
    In.accept("]");
    return O;
  }
  In.accept("-");
  In.next();
  // What is left here (coordinates, a second base) is a form not modelled; the
  // caller sees it because no `,` or `;` follows.
  In.accept("]");
  return O;
}

/// `[map, {x, y}]`
void BodyReader::readCoordinates(Operand &O, Type As) {
  if (!In.accept("{"))
    return;
  do
    O.Parts.push_back(readValue(As));
  while (In.accept(","));
  In.accept("}");
}

Operand BodyReader::readValue(Type As) {
  Operand O;
  O.Negated = In.accept("!");
  bool Minus = In.accept("-");
  std::string_view Word = In.next();
  O.Name = Word;
  if (isNumber(Word)) {
    O = constantOperand(literalBits(Word, As, Minus));
    return O;
  }
  if (Word == "_") {
    O.K = Operand::Kind::Sink;
    return O;
  }
  if (const int32_t *Slot = findRegister(Word)) {
    O.Slot = *Slot;
    O.IsPredicate =
        static_cast<size_t>(*Slot) < IsPredicate.size() && IsPredicate[*Slot];
    return O;
  }
  if (const Parameter *P = findParameter(Word)) {
    O = constantOperand(P->Offset);
    O.IsParameter = true;
    return O;
  }
  if (Word == "WARP_SZ")
    return constantOperand(32);
  for (const SpecialName &S : SpecialNames)
    if (S.Name == Word) {
      O.Slot = slotOfSpecial(S.S);
      return O;
    }
  if (Word == "%clock" || Word == "%clock64" || Word == "%clock_hi" ||
      Word == "%globaltimer" || (!Word.empty() && Word[0] == '%')) {
    // Read by a move of its own; anything but `mov` refuses a label.
    O.K = Operand::Kind::Label;
    return O;
  }
  // `symbol+8` outside brackets; inside them the address keeps the offset.
  O.Slot = slotOfSymbol(Word, 0);
  if (In.peek() == "+" && isNumber(In.peek(1)) && In.peek(2) != "]") {
    In.next();
    O.Slot = slotOfSymbol(
        Word, static_cast<int64_t>(literalBits(In.next(), Type::None, false)));
  }
  return O;
}

} // namespace pipeline_rewrite::executor
