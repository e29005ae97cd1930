//===- FusedProducts.cpp - Which products the compiler fuses with sums ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Sass/FusedProducts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// Of one type: float, double, or a packed half.
struct Rounded {
  unsigned Fused = 0, Products = 0, Sums = 0;

  unsigned allProducts() const { return Fused + Products; }
  unsigned allSums() const { return Fused + Sums; }
};

using RoundedByType = std::map<char, Rounded>;

constexpr StringLiteral Types = "FDH";

bool isZero(const SassInstruction &I, size_t Operand) {
  return Operand < I.Operands.size() &&
         StringRef(I.Operands[Operand]).contains("RZ");
}

void count(const SassInstruction &I, RoundedByType &Out) {
  StringRef Name = I.base();
  if (Name.empty() || !Types.contains(Name.front()) || I.setsConstant())
    return;
  Rounded &Of = Out[Name.front()];
  const unsigned Packed = Name.consume_back("2") ? 2 : 1;
  const StringRef What = Name.drop_front();
  if (What == "FMA")
    (isZero(I, 3) ? Of.Products : Of.Fused) += Packed;
  else if (What == "MUL")
    Of.Products += Packed;
  else if (What == "ADD" && !isZero(I, 1) && !isZero(I, 2)) // else it moves
    Of.Sums += Packed;
}

RoundedByType count(ArrayRef<SassInstruction> Code) {
  RoundedByType Out;
  for (const SassInstruction &I : Code)
    count(I, Out);
  return Out;
}

/// How often the new code may hold what the old one holds once.
unsigned copiesOf(const Rounded &Was, const Rounded &Is) {
  auto Times = [](unsigned Now, unsigned Then) {
    return Then ? unsigned(divideCeil(Now, Then)) : 1;
  };
  return std::max({1u, Times(Is.allProducts(), Was.allProducts()),
                   Times(Is.allSums(), Was.allSums())});
}

/// Where loops are unrolled otherwise, one kind alone may be more.
bool differ(const Rounded &Was, const Rounded &Is) {
  const unsigned Copies = copiesOf(Was, Is);
  const bool AreApart =
      Is.Products > Copies * Was.Products && Is.Sums > Copies * Was.Sums;
  return AreApart || (Is.Fused > Copies * Was.Fused &&
                      Is.Products < Was.Products && Is.Sums < Was.Sums);
}

std::string textOf(char Type, const Rounded &Of) {
  const std::string Packed = Type == 'H' ? "2" : "";
  std::vector<std::string> Parts;
  for (auto [Count, What] :
       {std::pair(Of.Fused, "FMA"), std::pair(Of.Products, "MUL"),
        std::pair(Of.Sums, "ADD")})
    if (Count)
      Parts.push_back(std::to_string(Count) + " " + Type + What + Packed);
  return Parts.empty() ? "none" : join(Parts, ", ");
}

} // namespace

std::string fusedOtherwise(ArrayRef<SassInstruction> Before,
                           ArrayRef<SassInstruction> After) {
  RoundedByType Was = count(Before);
  for (const auto &[Type, Is] : count(After))
    if (differ(Was[Type], Is))
      return textOf(Type, Is) + " (" + textOf(Type, Was[Type]) + " before)";
  return "";
}

} // namespace pipeline_rewrite
