//===- ResourceUsage.cpp - What ptxas -v says of each kernel --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   ptxas info    : Compiling entry function '_Z4gemmPf' for 'sm_86'
//   ptxas info    : Function properties for _Z4gemmPf
//       8 bytes stack frame, 8 bytes spill stores, 8 bytes spill loads
//   ptxas info    : Used 128 registers, used 1 barriers, 16384 bytes smem
//
// Functions that were not inlined have properties alone.
//===----------------------------------------------------------------------===//
#include "Validate/Sass/ResourceUsage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using llvm::StringRef;

namespace pipeline_rewrite {
namespace {

/// The number in front of a word: 8 of "8 bytes stack frame, 4 bytes ..." for
/// "bytes stack frame"; 0 if it is not there.
uint64_t numberBefore(StringRef Line, StringRef Words) {
  llvm::SmallVector<StringRef> Parts;
  Line.split(Parts, ',');
  for (StringRef Part : Parts) {
    Part = Part.trim();
    // "Used 128 registers" and "used 1 barriers".
    if (Part.consume_front("Used ") || Part.consume_front("used "))
      Part = Part.ltrim();
    uint64_t Number = 0;
    if (!Part.consumeInteger(10, Number) && Part.trim() == Words)
      return Number;
  }
  return 0;
}

} // namespace

ResourceUsages readResourceUsage(StringRef PtxasOutput) {
  ResourceUsages Found;
  std::string Entry, Function;
  llvm::SmallVector<StringRef> Lines;
  PtxasOutput.split(Lines, '\n');
  for (StringRef Line : Lines) {
    Line = Line.trim();
    if (Line.consume_front("ptxas info"))
      Line = Line.ltrim(" :");
    if (Line.consume_front("Compiling entry function '")) {
      Entry = Line.split('\'').first.str();
      Found[Entry].IsKernel = true;
    } else if (Line.consume_front("Function properties for ")) {
      Function = Line.trim("'").str();
    } else if (Line.contains("bytes stack frame") && !Function.empty()) {
      ResourceUsage &Usage = Found[Function];
      Usage.StackBytes = numberBefore(Line, "bytes stack frame");
      Usage.SpillStores = numberBefore(Line, "bytes spill stores");
      Usage.SpillLoads = numberBefore(Line, "bytes spill loads");
    } else if (Line.starts_with("Used ") && !Entry.empty()) {
      ResourceUsage &Usage = Found[Entry];
      Usage.Registers = numberBefore(Line, "registers");
      Usage.StaticBytes = numberBefore(Line, "bytes smem");
    }
  }
  return Found;
}

} // namespace pipeline_rewrite
