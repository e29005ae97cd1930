//===- Architecture.cpp - Limits of each compute capability ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sources. 7.5 and later: CUDA C++ Programming Guide 13.0, "Compute
// Capabilities", table "Technical Specifications per Compute Capability". 7.0
// and 7.2: the same table of release 12. Opt-in sizes and the 1 KB that the
// system reserves for each block from 8.0 on: the sections "Shared Memory"
// there, and the Ampere, Ada, Hopper and Blackwell tuning guides ("Unified
// Shared Memory/L1/Texture Cache"). test/unit/Budget compares the arithmetic
// with cuda_occupancy.h where a toolkit is installed.
//===----------------------------------------------------------------------===//
#include "Budget/Architecture.h"
#include "llvm/ADT/StringExtras.h"

namespace pipeline_rewrite {
namespace {

constexpr unsigned KB = 1024;
constexpr unsigned StaticLimit = 48 * KB;
constexpr unsigned Registers = 64 * KB; // of 32 bits, on all of them

// clang-format off
constexpr Architecture Table[] = {
    // name     compute  per SM    opt-in                 reserved threads blocks registers
    {"sm_70",   7, 0,    96 * KB,  96 * KB,  StaticLimit, 0,       2048,   32,    Registers},
    {"sm_72",   7, 2,    96 * KB,  96 * KB,  StaticLimit, 0,       2048,   32,    Registers},
    {"sm_75",   7, 5,    64 * KB,  64 * KB,  StaticLimit, 0,       1024,   16,    Registers},
    {"sm_80",   8, 0,    164 * KB, 163 * KB, StaticLimit, 1 * KB,  2048,   32,    Registers},
    {"sm_86",   8, 6,    100 * KB, 99 * KB,  StaticLimit, 1 * KB,  1536,   16,    Registers},
    {"sm_87",   8, 7,    164 * KB, 163 * KB, StaticLimit, 1 * KB,  1536,   16,    Registers},
    {"sm_89",   8, 9,    100 * KB, 99 * KB,  StaticLimit, 1 * KB,  1536,   24,    Registers},
    {"sm_90",   9, 0,    228 * KB, 227 * KB, StaticLimit, 1 * KB,  2048,   32,    Registers},
    {"sm_100",  10, 0,   228 * KB, 227 * KB, StaticLimit, 1 * KB,  2048,   32,    Registers},
    {"sm_103",  10, 3,   228 * KB, 227 * KB, StaticLimit, 1 * KB,  2048,   32,    Registers},
    {"sm_110",  11, 0,   228 * KB, 227 * KB, StaticLimit, 1 * KB,  1536,   24,    Registers},
    {"sm_120",  12, 0,   100 * KB, 99 * KB,  StaticLimit, 1 * KB,  1536,   24,    Registers},
    {"sm_121",  12, 1,   100 * KB, 99 * KB,  StaticLimit, 1 * KB,  1536,   24,    Registers},
};
// clang-format on

/// The letter of an architecture-specific (`a`) or family-specific (`f`) target
/// changes the instructions, not the limits.
bool isFeatureSuffix(llvm::StringRef Suffix) {
  return Suffix.empty() || Suffix == "a" || Suffix == "f";
}

} // namespace

llvm::ArrayRef<Architecture> allArchitectures() { return Table; }

const Architecture *findArchitecture(llvm::StringRef Name) {
  if (!Name.consume_front("sm_"))
    Name.consume_front("compute_");
  llvm::StringRef Digits = Name.take_while(llvm::isDigit);
  if (Digits.empty() || !isFeatureSuffix(Name.drop_front(Digits.size())))
    return nullptr;
  for (const Architecture &Arch : Table)
    if (Arch.Name.drop_front(3) == Digits)
      return &Arch;
  return nullptr;
}

bool anyReaches(llvm::ArrayRef<std::string> Names, unsigned Major) {
  return llvm::any_of(Names, [Major](const std::string &Name) {
    const Architecture *Arch = findArchitecture(Name);
    return Arch && Arch->Major >= Major;
  });
}

} // namespace pipeline_rewrite
