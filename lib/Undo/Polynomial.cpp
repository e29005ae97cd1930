//===- Polynomial.cpp - Whole numbers as sums of products -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/Polynomial.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace pipeline_rewrite::undo {

/// All arithmetic is that of 64 bits, which wraps as every smaller one does.
static int64_t add(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) + uint64_t(B));
}
static int64_t multiply(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) * uint64_t(B));
}

Polynomial Polynomial::plus(const Polynomial &O, int64_t Times) const {
  Polynomial Sum = *this;
  for (const auto &[Atoms, Factor] : O.Terms)
    if (!(Sum.Terms[Atoms] = add(Sum.Terms[Atoms], multiply(Factor, Times))))
      Sum.Terms.erase(Atoms);
  return Sum;
}

Polynomial Polynomial::operator*(const Polynomial &O) const {
  Polynomial Product;
  for (const auto &[Left, A] : Terms)
    for (const auto &[Right, B] : O.Terms) {
      Polynomial One;
      std::vector<std::string> Atoms = Left;
      llvm::append_range(Atoms, Right);
      llvm::sort(Atoms);
      if (const int64_t Factor = multiply(A, B))
        One.Terms[Atoms] = Factor;
      Product = Product + One;
    }
  return Product;
}

std::optional<int64_t> Polynomial::number() const {
  if (Terms.empty())
    return 0;
  const auto &[Atoms, Factor] = *Terms.begin();
  return Terms.size() == 1 && Atoms.empty() ? std::optional(Factor)
                                            : std::nullopt;
}

std::optional<int64_t> Polynomial::remainder(llvm::StringRef Atom, int64_t Of,
                                             int64_t Modulus) const {
  int64_t Sum = 0;
  for (const auto &[Atoms, Factor] : Terms) {
    if (Factor < 0 || Atoms.size() > 1 || (!Atoms.empty() && Atoms[0] != Atom))
      return std::nullopt;
    Sum += Factor % Modulus * (Atoms.empty() ? 1 : Of);
  }
  return Sum % Modulus;
}

bool Polynomial::mentions(llvm::StringRef Part) const {
  return llvm::any_of(Terms, [&](const auto &Term) {
    return llvm::any_of(Term.first, [&](const std::string &Atom) {
      return llvm::StringRef(Atom).contains(Part);
    });
  });
}

Polynomial Polynomial::renamed(llvm::StringRef Part, llvm::StringRef As) const {
  Polynomial Out;
  for (const auto &[Atoms, Factor] : Terms) {
    std::vector<std::string> New = Atoms;
    for (std::string &Atom : New)
      for (size_t At = 0; (At = Atom.find(Part, At)) != std::string::npos;
           At += As.size())
        Atom.replace(At, Part.size(), As);
    llvm::sort(New);
    Out.Terms[New] = Factor;
  }
  return Out;
}

Polynomial Polynomial::wrapped(unsigned Bits) const {
  if (Bits >= 64)
    return *this;
  Polynomial Out;
  for (const auto &[Atoms, Factor] : Terms)
    if (const int64_t Low =
            int64_t(uint64_t(Factor) << (64 - Bits)) >> (64 - Bits))
      Out.Terms[Atoms] = Low;
  return Out;
}

std::string Polynomial::words() const {
  std::string Out;
  for (const auto &[Atoms, Factor] : Terms) {
    Out += Out.empty() ? "" : "+";
    if (Factor != 1 || Atoms.empty())
      Out += std::to_string(Factor) + (Atoms.empty() ? "" : "*");
    Out += llvm::join(Atoms, "*");
  }
  return Terms.size() == 1 ? Out : "(" + (Out.empty() ? "0" : Out) + ")";
}

} // namespace pipeline_rewrite::undo
