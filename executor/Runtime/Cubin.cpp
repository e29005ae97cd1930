//===- Runtime/Cubin.cpp - What ptxas says about kernels ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A cubin is an ELF file with one section `.text.KERNEL` per kernel. The top
// byte of the section's sh_info is the number of registers; cuobjdump
// -res-usage prints the same.
//
//===----------------------------------------------------------------------===//
#include "executor/Runtime/Cubin.h"
#include <cstdint>
#include <cstring>
#include <elf.h>

namespace pipeline_rewrite::executor {
namespace {

/// Reads a structure at \p Offset; false when it does not lie within.
template <class T> bool read(std::string_view Bytes, uint64_t Offset, T &Out) {
  if (Offset > Bytes.size() || sizeof(T) > Bytes.size() - Offset)
    return false;
  std::memcpy(&Out, Bytes.data() + Offset, sizeof(T));
  return true;
}

/// The zero-terminated text at \p Offset.
std::string_view textAt(std::string_view Bytes, uint64_t Offset) {
  if (Offset >= Bytes.size())
    return {};
  std::string_view Rest = Bytes.substr(Offset);
  return Rest.substr(0, Rest.find('\0'));
}

} // namespace

std::map<std::string, int> registersOf(std::string_view Cubin) {
  std::map<std::string, int> Out;
  Elf64_Ehdr Head;
  Elf64_Shdr Names;
  if (!read(Cubin, 0, Head) || std::memcmp(Head.e_ident, ELFMAG, SELFMAG) ||
      Head.e_ident[EI_CLASS] != ELFCLASS64 ||
      !read(Cubin, Head.e_shoff + uint64_t(Head.e_shstrndx) * sizeof(Names),
            Names))
    return Out;
  for (unsigned N = 0; N < Head.e_shnum; ++N) {
    Elf64_Shdr S;
    if (!read(Cubin, Head.e_shoff + N * sizeof(S), S))
      break;
    std::string_view Name = textAt(Cubin, Names.sh_offset + S.sh_name);
    constexpr std::string_view Prefix = ".text.";
    if (Name.substr(0, Prefix.size()) == Prefix)
      Out[std::string(Name.substr(Prefix.size()))] =
          static_cast<int>(S.sh_info >> 24);
  }
  return Out;
}

} // namespace pipeline_rewrite::executor
