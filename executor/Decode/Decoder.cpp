//===- Decode/Decoder.cpp - Opcode to handler -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"

namespace pipeline_rewrite::executor {
namespace {

struct Family {
  std::string_view Mnemonics; ///< separated and enclosed by blanks
  bool (*Decode)(Decoding &);
};

constexpr Family Families[] = {
    {" mov cvta isspacep selp slct ", decodeMove},
    {" add sub mul mad div rem neg abs min max ", decodeArithmetic},
    {" addc subc madc mul24 mad24 sad dp4a dp2a ", decodeInteger},
    {" and or xor not cnot shl shr shf lop3 bfe bfi brev clz popc bfind ",
     decodeBits},
    {" prmt fns bmsk szext ", decodeBitMasks},
    {" vadd2 vadd4 vsub2 vsub4 vavrg2 vavrg4 vabsdiff2 vabsdiff4 vmin2 vmin4 "
     "vmax2 vmax4 vset2 vset4 ",
     decodeSimd},
    {" fma rcp sqrt rsqrt sin cos lg2 ex2 tanh copysign ", decodeFloat},
    {" setp set testp ", decodeCompare},
    {" cvt ", decodeConvert},
    {" ld st ldu ", decodeMemory},
    {" touched aligned ", decodeTextAccess},
    {" atom red ", decodeAtomic},
    {" bra brx ret exit trap nanosleep prefetch prefetchu applypriority "
     "createpolicy "
     "griddepcontrol pmevent brkpt ",
     decodeControl},
    {" bar barrier membar fence ", decodeBarrier},
    {" cp ", decodeAsyncCopy},
    {" mbarrier ", decodeMBarrier},
    {" shfl vote match redux activemask elect ", decodeWarp},
    {" ldmatrix stmatrix ", decodeMoveMatrix},
    {" mma ", decodeMma},
    {" wmma ", decodeWmma}};

} // namespace

bool decodeArithmetic(Decoding &D) {
  bool Float = false;
  for (std::string_view Word : D.Mods.rest()) {
    if (Word == "u16x2" || Word == "s16x2")
      return decodePackedInteger(D);
    Float |= isFloat(typeNamed(Word));
  }
  return Float ? decodeFloat(D) : decodeInteger(D);
}

std::string decode(Decoding &D) {
  std::string Key = " " + std::string(D.Mods.mnemonic()) + " ";
  for (const Family &F : Families) {
    if (F.Mnemonics.find(Key) == std::string_view::npos)
      continue;
    if (!F.Decode(D))
      return D.Mods.empty() ? "this form of " + std::string(D.Mods.mnemonic())
                            : "this form of " + std::string(D.Mods.mnemonic()) +
                                  ", near ." + std::string(D.Mods.first());
    if (!D.Mods.empty())
      return "modifier ." + std::string(D.Mods.first()) + " of " +
             std::string(D.Mods.mnemonic());
    return "";
  }
  return "instruction " + std::string(D.Mods.mnemonic());
}

} // namespace pipeline_rewrite::executor
