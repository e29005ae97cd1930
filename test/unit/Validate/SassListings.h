//===- SassListings.h - Loops that tests of machine code share ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Listings are written as instructions alone, one a line; each gets the next
// address of 0x10. "BRA 0x20" thus goes to the third line.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TEST_VALIDATE_SASSLISTINGS_H
#define PIPELINE_REWRITE_TEST_VALIDATE_SASSLISTINGS_H

#include "Validate/Sass/SassReader.h"
#include "llvm/ADT/StringExtras.h"

namespace pipeline_rewrite {

inline std::vector<SassInstruction> code(llvm::StringRef Listing) {
  std::string Text;
  unsigned Address = 0;
  llvm::SmallVector<llvm::StringRef> Lines;
  Listing.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Line : Lines) {
    if (Line.trim().empty())
      continue;
    Text +=
        "/*" + llvm::utohexstr(Address) + "*/ " + Line.trim().str() + " ;\n";
    Address += 16;
  }
  return readSass(Text);
}

/// load, store, barrier, compute, barrier.
inline constexpr llvm::StringLiteral Plain = R"(
  MOV R1, c[0x0][0x28]
  LDG.E R4, [R2.64]
  STS [R8], R4
  BAR.SYNC.DEFER_BLOCKING 0x0
  LDS R5, [R9]
  FFMA R0, R5, R5, R0
  FFMA R1, R5, R6, R1
  FFMA R6, R5, R6, R1
  FFMA R7, R5, R6, R1
  BAR.SYNC.DEFER_BLOCKING 0x0
  @P0 BRA 0x10
  EXIT
)";

/// What was meant: load, compute, store, barrier.
inline constexpr llvm::StringLiteral Ahead = R"(
  MOV R1, c[0x0][0x28]
  @!P1 LDG.E R4, [R2.64]
  LDS R5, [R9]
  FFMA R0, R5, R5, R0
  FFMA R1, R5, R6, R1
  FFMA R6, R5, R6, R1
  FFMA R7, R5, R6, R1
  @!P1 STS [R8], R4
  BAR.SYNC.DEFER_BLOCKING 0x0
  @P0 BRA 0x10
  EXIT
)";

/// 16 multiply-adds by four passes of an inner loop.
inline constexpr llvm::StringLiteral Rolled = R"(
  MOV R1, c[0x0][0x28]
  LDG.E R4, [R2.64]
  STS [R8], R4
  BAR.SYNC.DEFER_BLOCKING 0x0
  LDS R5, [R9]
  FFMA R0, R5, R5, R0
  FFMA R1, R5, R6, R1
  FFMA R6, R5, R6, R1
  FFMA R7, R5, R6, R1
  @P1 BRA 0x40
  BAR.SYNC.DEFER_BLOCKING 0x0
  @P0 BRA 0x10
  EXIT
)";

/// What is waited for behind a tensor map's copy was started a tile before.
inline constexpr llvm::StringLiteral ByMap = R"(
  NOP
  SYNCS.ARRIVE.TRANS64 RZ, [R2+URZ], R5
  UTMALDG.2D [UR8], [UR22]
  SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [R5+URZ], R2
  LDS R5, [R9]
  FFMA R0, R5, R5, R0
  FFMA R1, R5, R6, R1
  FFMA R6, R5, R6, R1
  FFMA R7, R5, R6, R1
  BAR.SYNC.DEFER_BLOCKING 0x0
  @P0 BRA 0x10
)";

} // namespace pipeline_rewrite
#endif
