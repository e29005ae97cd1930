//===- TargetArch.cpp - The architecture that a source is parsed for ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Command/TargetArch.h"
#include "Support/ClangDriver.h"
#include "llvm/ADT/StringExtras.h"
#include <tuple>

namespace pipeline_rewrite {
namespace {

struct ArchName {
  unsigned Number = 0;
  bool Specific = false; ///< sm_90a
};

bool operator<(const ArchName &A, const ArchName &B) {
  return std::tie(A.Number, A.Specific) < std::tie(B.Number, B.Specific);
}

std::string spelling(const ArchName &Name) {
  return "sm_" + std::to_string(Name.Number) + (Name.Specific ? "a" : "");
}

bool isKnownToClang(const ArchName &Name) {
  return clang::StringToOffloadArch(spelling(Name)) !=
         clang::OffloadArch::UNKNOWN;
}

ArchName parse(llvm::StringRef Name) {
  Name.consume_front("sm_");
  llvm::StringRef Digits = Name.take_while(llvm::isDigit);
  ArchName Parsed;
  if (Digits.getAsInteger(10, Parsed.Number))
    return {};
  Parsed.Specific = Name.drop_front(Digits.size()) == "a";
  if (Parsed.Number == 101) // Thor; renamed in CUDA 13
    Parsed.Number = 110;
  return Parsed;
}

ArchName nearestKnown(ArchName Name) {
  if (isKnownToClang(Name))
    return Name;
  Name.Specific = false;
  while (Name.Number > 0 && !isKnownToClang(Name))
    --Name.Number;
  return Name;
}

} // namespace

/// \p OnlyReal: what stands for PTX is none.
static std::vector<std::string> namesIn(llvm::StringRef Value, bool OnlyReal) {
  std::vector<std::string> Found;
  while (!Value.empty()) {
    llvm::StringRef Word =
        Value.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    Value = Value.drop_front(std::max<size_t>(Word.size(), 1));
    bool IsName = Word.consume_front("sm_") || Word.consume_front("lto_") ||
                  (!OnlyReal && Word.consume_front("compute_"));
    if (IsName && !Word.empty() && llvm::isDigit(Word.front()))
      Found.push_back("sm_" + Word.str());
  }
  return Found;
}

std::vector<std::string> architecturesIn(llvm::StringRef Value) {
  return namesIn(Value, /*OnlyReal=*/false);
}

std::vector<std::string> targetsIn(llvm::StringRef Value) {
  // "arch=compute_80,code=[sm_86,compute_86]" makes code for what stands last.
  const size_t Code = Value.find("code=");
  if (Code != llvm::StringRef::npos)
    Value = Value.drop_front(Code);
  std::vector<std::string> Real = namesIn(Value, /*OnlyReal=*/true);
  return Real.empty() ? architecturesIn(Value) : Real;
}

std::string highestArchitecture(llvm::ArrayRef<std::string> Names) {
  ArchName Highest;
  for (const std::string &Name : Names)
    Highest = std::max(Highest, nearestKnown(parse(Name)));
  return Highest.Number ? spelling(Highest) : std::string();
}

} // namespace pipeline_rewrite
