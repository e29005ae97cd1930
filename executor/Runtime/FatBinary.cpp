//===- Runtime/FatBinary.cpp - PTX and cubin in a fat binary --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fat binary is a header and a row of entries. An entry of kind 1 is PTX,
// kind 2 is machine code for one architecture.
//
//===----------------------------------------------------------------------===//
#include "executor/Runtime/FatBinary.h"
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

constexpr uint16_t KindPtx = 1, KindCubin = 2;

/// Higher is better: 80 itself, then below 80 from high to low, then above.
int preference(int Architecture) {
  return Architecture <= 80 ? Architecture : -Architecture;
}

/// Calls Visit(entry, bytes) for each entry; false if the format is unknown.
template <class Fn> bool forEntries(const void *FatBinary, Fn Visit) {
  auto *At = static_cast<const uint8_t *>(FatBinary);
  Header H;
  std::memcpy(&H, At, sizeof H);
  if (H.Magic != Magic)
    return false;
  At += H.HeaderBytes;
  for (const uint8_t *End = At + H.Bytes; At < End;) {
    Entry E;
    std::memcpy(&E, At, sizeof E);
    Visit(E, std::string_view(
                 reinterpret_cast<const char *>(At) + E.HeaderBytes, E.Bytes));
    At += E.HeaderBytes + E.Bytes;
  }
  return true;
}

} // namespace

std::string_view cubinOf(const void *FatBinary) {
  std::string_view Found;
  forEntries(FatBinary, [&](const Entry &E, std::string_view Bytes) {
    if (E.Kind == KindCubin && E.Architecture == 80)
      Found = Bytes;
  });
  return Found;
}

std::string ptxOf(const void *FatBinary, std::string &Error) {
  std::string Best;
  int BestPreference = -100000;
  bool Compressed = false;
  bool Known =
      forEntries(FatBinary, [&](const Entry &E, std::string_view Bytes) {
        if (E.Kind != KindPtx)
          return;
        std::string Text(Bytes);
        bool Plain = Text.find(".version") != std::string::npos;
        Compressed |= !Plain;
        int P = preference(static_cast<int>(E.Architecture));
        if (Plain && P > BestPreference) {
          BestPreference = P;
          Best = Text.c_str(); // up to the padding
        }
      });
  if (!Known) {
    Error = "unknown fat binary format";
    return "";
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
