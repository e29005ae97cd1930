//===- KernelSymbol.cpp - What kernels are called in compiled code --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Code/KernelSymbol.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace pipeline_rewrite {

/// As <cuda.h> declares the type of a map.
static constexpr llvm::StringLiteral Map = ", CUtensorMap_st";

static StringRef withoutMaps(StringRef Name) {
  if (!Name.consume_back(")"))
    return "";
  const size_t Length = Name.size();
  while (Name.consume_back(Map))
    ;
  return Name.size() == Length ? "" : Name;
}

bool isOfTwin(StringRef Name) { return !withoutMaps(Name).empty(); }

bool isTwinOf(StringRef Name, StringRef Original) {
  Name = withoutMaps(Name);
  if (Name.empty() || !Original.consume_back(")"))
    return false;
  // What is the same up to the end of the original's name, and what follows it.
  size_t Same = 0;
  while (Same < Name.size() && Same < Original.size() &&
         Name[Same] == Original[Same])
    ++Same;
  StringRef More = Name.drop_front(Same);
  const StringRef Rest = Original.drop_front(Same);
  return (More.consume_front("Tma") || More.consume_front("_tma")) &&
         (Rest.starts_with("(") || Rest.starts_with("<")) &&
         More.ltrim("0123456789") == Rest;
}

/// "__nv_static_LENGTH_NAME_SYMBOL"
static StringRef withoutStatic(StringRef Symbol) {
  StringRef Rest = Symbol;
  size_t Length;
  if (!Rest.consume_front("__nv_static_") || Rest.consumeInteger(10, Length) ||
      !Rest.consume_front("_") || Rest.size() <= Length + 1)
    return Symbol;
  return Rest.drop_front(Length + 1);
}

std::string plainSymbol(StringRef Symbol) {
  constexpr StringLiteral Anonymous = "_GLOBAL__N_";
  std::string Out = withoutStatic(Symbol).str();
  // A name stands behind its length.
  for (size_t At = 0; (At = Out.find(Anonymous, At)) != std::string::npos;) {
    size_t Digits = At;
    while (Digits > 0 && isDigit(Out[Digits - 1]))
      --Digits;
    size_t Length = 0;
    StringRef(Out).slice(Digits, At).getAsInteger(10, Length);
    const std::string Plain = (Anonymous + "1").str();
    if (Length < Anonymous.size() || At + Length > Out.size()) {
      At += Anonymous.size();
      continue;
    }
    Out.replace(Digits, At - Digits + Length,
                std::to_string(Plain.size()) + Plain);
    At = Digits + Plain.size() + 2;
  }
  return Out;
}

} // namespace pipeline_rewrite
