//===- TwinSymbol.cpp - The second kernel in compiled code ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Code/TwinSymbol.h"

using llvm::StringRef;

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

} // namespace pipeline_rewrite
