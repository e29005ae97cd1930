//===- ConvertTest.cpp - cvt and the narrow formats -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Check.h"
#include "PtxRun.h"
#include "executor/Numeric/NarrowFloat.h"
#include <cmath>

using namespace pipeline_rewrite::executor;

namespace {

struct Case {
  char Result;
  const char *Text;
  std::vector<uint64_t> In;
  uint64_t Want;
};

std::vector<Case> cases() {
  uint64_t NaN = 0x7FC00000;
  return {
      {'r', "cvt.rzi.s32.f32 %r0, %r2;", {bitsOf(-1.9f)}, uint32_t(-1)},
      {'r',
       "cvt.pack.sat.s8.s32.b32 %r0, %r2, %r3, %r4;",
       {300, uint32_t(-300), 0x9876ABCD},
       0xABCD7F80},
      {'r',
       "cvt.pack.sat.u16.s32 %r0, %r2, %r3;",
       {uint32_t(-1), 70000},
       0x0000FFFF},
      {'r', "cvt.rni.s32.f32 %r0, %r2;", {bitsOf(2.5f)}, 2},
      {'r', "cvt.rmi.s32.f32 %r0, %r2;", {bitsOf(-1.1f)}, uint32_t(-2)},
      {'r', "cvt.rpi.s32.f32 %r0, %r2;", {bitsOf(1.1f)}, 2},
      {'r', "cvt.rzi.s32.f32 %r0, %r2;", {bitsOf(3e9f)}, 0x7FFFFFFF},
      {'r', "cvt.rzi.u32.f32 %r0, %r2;", {bitsOf(-5.0f)}, 0},
      {'r', "cvt.rzi.s32.f32 %r0, %r2;", {NaN}, 0},
      {'d', "cvt.rzi.s64.f32 %rd0, %r2;", {NaN}, 1ull << 63},
      {'d',
       "cvt.rzi.u64.f64 %rd0, %rd2;",
       {bitsOf(0x1.8p63)},
       0xC000000000000000},
      {'r', "cvt.rzi.s32.f64 %r0, %rd2;", {bitsOf(std::nan(""))}, 0x80000000},
      {'r', "cvt.rn.f32.s32 %r0, %r2;", {0x1000001}, bitsOf(16777216.0f)},
      {'r', "cvt.rp.f32.s32 %r0, %r2;", {0x1000001}, bitsOf(16777218.0f)},
      {'r', "cvt.rn.f32.u64 %r0, %rd2;", {~0ull}, bitsOf(0x1p64f)},
      {'r',
       "cvt.rz.f32.u64 %r0, %rd2;",
       {~0ull},
       bitsOf(std::nextafterf(0x1p64f, 0))},
      {'d', "cvt.f64.f32 %rd0, %r2;", {bitsOf(0.1f)}, bitsOf(double(0.1f))},
      {'r', "cvt.rn.f32.f64 %r0, %rd2;", {bitsOf(0.1)}, bitsOf(0.1f)},
      {'r',
       "cvt.rm.f32.f64 %r0, %rd2;",
       {bitsOf(0.1)},
       bitsOf(std::nextafterf(0.1f, 0))},
      {'r', "cvt.rni.f32.f32 %r0, %r2;", {bitsOf(2.5f)}, bitsOf(2.0f)},
      {'r', "cvt.sat.f32.f32 %r0, %r2;", {bitsOf(2.5f)}, bitsOf(1.0f)},
      {'r', "cvt.s32.s8 %r0, %r2;", {0x80}, 0xFFFFFF80},
      {'r', "cvt.u32.u16 %r0, %h2;", {0xFFFF}, 0xFFFF},
      {'d', "cvt.s64.s32 %rd0, %r2;", {0x80000000}, 0xFFFFFFFF80000000},
      {'h', "cvt.u8.u32 %h0, %r2;", {0x1FF}, 0xFF},
      {'h', "cvt.sat.s8.s32 %h0, %r2;", {300}, 127},
      {'h', "cvt.sat.u8.s32 %h0, %r2;", {uint32_t(-3)}, 0},
      {'h', "cvt.rn.f16.f32 %h0, %r2;", {bitsOf(65520.0f)}, 0x7C00},
      {'h', "cvt.rz.f16.f32 %h0, %r2;", {bitsOf(65535.0f)}, 0x7BFF},
      {'h', "cvt.rn.f16.f32 %h0, %r2;", {bitsOf(1.0f + 0x1p-11f)}, 0x3C00},
      {'h', "cvt.rn.bf16.f32 %h0, %r2;", {bitsOf(1.0f + 0x1.8p-8f)}, 0x3F81},
      {'r', "cvt.f32.f16 %r0, %h2;", {0x0001}, bitsOf(0x1p-24f)},
      {'r', "cvt.f32.bf16 %r0, %h2;", {0x3F81}, bitsOf(1.0f + 0x1p-7f)},
      {'h', "cvt.rn.f16.s32 %h0, %r2;", {2049}, 0x6800},
      {'r',
       "cvt.rn.f16x2.f32 %r0, %r2, %r3;",
       {bitsOf(1.0f), bitsOf(2.0f)},
       0x3C004000},
      {'r',
       "cvt.rn.relu.bf16x2.f32 %r0, %r2, %r3;",
       {bitsOf(-1.0f), bitsOf(2.0f)},
       0x00004000},
      {'r',
       "cvt.rna.tf32.f32 %r0, %r2;",
       {bitsOf(1.0f + 0x1p-11f)},
       bitsOf(1.0f + 0x1p-10f)},
      {'h',
       "cvt.rn.satfinite.e4m3x2.f32 %h0, %r2, %r3;",
       {bitsOf(1.0f), bitsOf(2.0f)},
       0x3840},
      {'h',
       "cvt.rn.satfinite.e4m3x2.f32 %h0, %r2, %r3;",
       {bitsOf(1e6f), bitsOf(-1e6f)},
       0x7EFE},
      {'h',
       "cvt.rn.satfinite.e5m2x2.f32 %h0, %r2, %r3;",
       {bitsOf(1.0f), bitsOf(1e9f)},
       0x3C7B},
      {'r', "cvt.rn.f16x2.e4m3x2 %r0, %h2;", {0x3840}, 0x3C004000},
  };
}

/// Every half survives the way through float, and the fast rounding is the
/// general one.
void checkHalf() {
  for (uint32_t H = 0; H < 0x10000; ++H) {
    float F = halfToFloat(static_cast<uint16_t>(H));
    if (F != F)
      continue;
    CHECK_EQUAL(floatToHalf(F), H, "half to float and back");
    CHECK_EQUAL(encode(F, HalfFormat, Rounding::Nearest), H,
                "encode of a half");
    CHECK_EQUAL(decode(H, HalfFormat), double(F), "decode of a half");
  }
  uint32_t Bits = 1;
  for (int N = 0; N < 200000; ++N) {
    Bits = Bits * 1664525u + 1013904223u;
    uint32_t Near = (Bits & 0x8FFFFFFF) | 0x30000000; // around the half range
    float F;
    std::memcpy(&F, &Near, sizeof F);
    CHECK_EQUAL(floatToHalf(F), encode(F, HalfFormat, Rounding::Nearest),
                "fast and general rounding to half");
  }
}

void checkFormats() {
  for (uint32_t V = 0; V < 0x100; ++V) {
    for (const FloatFormat &F : {E4M3Format, E5M2Format}) {
      double D = decode(V, F);
      if (D == D)
        CHECK_EQUAL(encode(D, F, Rounding::Nearest), V, "fp8 round trip");
    }
  }
  CHECK_EQUAL(decode(0x7E, E4M3Format), 448.0, "largest e4m3");
  CHECK_EQUAL(encode(1.0 + 0x1p-11, HalfFormat, Rounding::Up), 0x3C01u, "up");
  CHECK_EQUAL(encode(-1.0 - 0x1p-20, HalfFormat, Rounding::Up), 0xBC00u,
              "up, negative");
  CHECK_EQUAL(encode(-1.0 - 0x1p-20, HalfFormat, Rounding::Down), 0xBC01u,
              "down, negative");
  // A sum that double would round to a tie, which half would then get wrong.
  CHECK_EQUAL(
      encode(addToOdd(1.0 + 0x1p-11, 0x1p-60), HalfFormat, Rounding::Nearest),
      0x3C01u, "sum rounded to odd first");
}

} // namespace

int main() {
  for (const Case &C : cases())
    CHECK_EQUAL(evaluate(C.Result, C.Text, C.In), C.Want, C.Text);
  checkHalf();
  checkFormats();
  return Checks::get().finish();
}
