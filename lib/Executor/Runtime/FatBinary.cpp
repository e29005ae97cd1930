//===- Runtime/FatBinary.cpp - PTX text in a fat binary -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fat binary is a header and a row of entries. An entry of kind 1 is PTX,
// kind 2 is machine code for one architecture.
//
//===----------------------------------------------------------------------===//
#include "Executor/Runtime/FatBinary.h"
#include <cstdint>
#include <cstring>

namespace pipeline_rewrite::executor {
namespace {

struct Header {
  uint32_t Magic;
  uint16_t Version, HeaderBytes;
  uint64_t Bytes; ///< of all entries
};
struct Entry {
  uint16_t Kind, Version;
  uint32_t HeaderBytes;
  uint64_t Bytes;
  uint32_t CompressedBytes, OptionsOffset;
  uint16_t Minor, Major;
  uint32_t Architecture; ///< 80 for compute_80
};

constexpr uint32_t Magic = 0xBA55ED50;

/// Higher is better: 80 itself, then below 80 from high to low, then above.
int preference(int Architecture) {
  return Architecture <= 80 ? Architecture : -Architecture;
}

} // namespace

std::string ptxOf(const void *FatBinary, std::string &Error) {
  auto *At = static_cast<const uint8_t *>(FatBinary);
  Header H;
  std::memcpy(&H, At, sizeof H);
  if (H.Magic != Magic) {
    Error = "unknown fat binary format";
    return "";
  }
  At += H.HeaderBytes;
  std::string Best;
  int BestPreference = -100000;
  bool Compressed = false;
  for (const uint8_t *End = At + H.Bytes; At < End;) {
    Entry E;
    std::memcpy(&E, At, sizeof E);
    if (E.Kind == 1) {
      std::string Text(reinterpret_cast<const char *>(At) + E.HeaderBytes,
                       E.Bytes);
      bool Plain = Text.find(".version") != std::string::npos;
      Compressed |= !Plain;
      int P = preference(static_cast<int>(E.Architecture));
      if (Plain && P > BestPreference) {
        BestPreference = P;
        Best = Text.c_str(); // up to the padding
      }
    }
    At += E.HeaderBytes + E.Bytes;
  }
  if (Best.empty())
    Error = Compressed ? "the PTX is compressed; build with nvcc -no-compress "
                         "(clang: --cuda-include-ptx=all -Xcuda-fatbinary "
                         "--compress=false)"
                       : "there is no PTX in the program; build with "
                         "-gencode arch=compute_80,code=compute_80";
  return Best;
}

} // namespace pipeline_rewrite::executor
