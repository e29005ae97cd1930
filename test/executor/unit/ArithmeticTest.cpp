//===- ArithmeticTest.cpp - Integer, bit and float instructions -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Check.h"
#include "PtxRun.h"
#include <cmath>

using namespace pipeline_rewrite::executor;

namespace {

struct Case {
  char Result;
  const char *Text;
  std::vector<uint64_t> In;
  uint64_t Want;
};

constexpr uint64_t Min32 = 0x80000000, Max32 = 0x7FFFFFFF, All32 = 0xFFFFFFFF;

const Case Integer[] = {
    {'r', "add.s32 %r0, %r2, %r3;", {Max32, 1}, Min32},
    {'r', "add.sat.s32 %r0, %r2, %r3;", {Max32, 1}, Max32},
    {'r', "sub.sat.s32 %r0, %r2, %r3;", {Min32, 1}, Min32},
    {'h', "add.s16 %h0, %h2, %h3;", {0x7FFF, 1}, 0x8000},
    {'d', "sub.s64 %rd0, %rd2, %rd3;", {0, 1}, ~0ull},
    {'r', "mul.lo.s32 %r0, %r2, %r3;", {0x10001, 0x10001}, 0x20001},
    {'r', "mul.hi.s32 %r0, %r2, %r3;", {All32, 2}, All32},
    {'r', "mul.hi.u32 %r0, %r2, %r3;", {All32, 2}, 1},
    {'d', "mul.wide.s32 %rd0, %r2, %r3;", {All32, 3}, uint64_t(-3)},
    {'d', "mul.wide.u32 %rd0, %r2, %r3;", {All32, 3}, 0x2FFFFFFFD},
    {'r', "mul.wide.s16 %r0, %h2, %h3;", {0xFFFF, 5}, uint32_t(-5)},
    {'d', "mul.hi.u64 %rd0, %rd2, %rd3;", {~0ull, 16}, 15},
    {'r', "mad.lo.s32 %r0, %r2, %r3, %r4;", {3, 4, 5}, 17},
    {'d', "mad.wide.u32 %rd0, %r2, %r3, %rd4;", {All32, 2, 1}, 0x1FFFFFFFF},
    {'r', "mad.hi.s32 %r0, %r2, %r3, %r4;", {0x40000000, 8, 7}, 9},
    {'r', "mul24.lo.s32 %r0, %r2, %r3;", {0xFFFFFF, 2}, uint32_t(-2)},
    {'r', "mul24.hi.s32 %r0, %r2, %r3;", {0xFFFFFF, 0x800000}, 0x80},
    {'r', "mul24.hi.u32 %r0, %r2, %r3;", {0xFFFFFF, 0x10000}, 0xFFFFFF},
    {'r', "mad24.lo.s32 %r0, %r2, %r3, %r4;", {0xFFFFFF, 7, 9}, 2},
    {'r',
     "mad.hi.sat.s32 %r0, %r2, %r3, %r4;",
     {Min32, Min32, 0x50000000},
     Max32},
    {'r', "mad.hi.sat.s32 %r0, %r2, %r3, %r4;", {0x40000000, 8, 7}, 9},
    {'r', "div.s32 %r0, %r2, %r3;", {uint32_t(-7), 2}, uint32_t(-3)},
    {'r', "rem.s32 %r0, %r2, %r3;", {uint32_t(-7), 2}, uint32_t(-1)},
    {'r', "div.s32 %r0, %r2, %r3;", {Min32, All32}, Min32},
    {'r', "div.u32 %r0, %r2, %r3;", {7, 0}, All32},
    {'r', "min.s32 %r0, %r2, %r3;", {All32, 1}, All32},
    {'r', "min.u32 %r0, %r2, %r3;", {All32, 1}, 1},
    {'r', "abs.s32 %r0, %r2;", {uint32_t(-5)}, 5},
    {'r', "neg.s32 %r0, %r2;", {5}, uint32_t(-5)},
    {'r', "sad.u32 %r0, %r2, %r3, %r4;", {3, 10, 100}, 107},
    {'r', "dp4a.s32.s32 %r0, %r2, %r3, %r4;", {0xFF02FF02, 0x01010101, 10}, 12},
    {'r',
     "dp4a.u32.u32 %r0, %r2, %r3, %r4;",
     {0xFF02FF02, 0x01010101, 10},
     524},
    {'r',
     "dp2a.lo.s32.s32 %r0, %r2, %r3, %r4;",
     {0x00020003, 0x05040302, 1},
     13},
    {'r',
     "dp2a.hi.u32.u32 %r0, %r2, %r3, %r4;",
     {0x00020003, 0x05040302, 1},
     23},
    // Carry chains: 128-bit sum and difference of the top word.
    {'d',
     "add.cc.u64 %rd8, %rd2, %rd3; addc.u64 %rd0, %rd4, %rd5;",
     {~0ull, 1, 5, 6},
     12},
    {'r', "sub.cc.u32 %r8, %r2, %r3; subc.u32 %r0, %r4, %r5;", {0, 1, 5, 2}, 2},
    {'r',
     "add.cc.u32 %r8, %r2, %r3; addc.cc.u32 %r9, %r4, %r5;"
     "addc.u32 %r0, 0, 0;",
     {All32, 1, All32, 0},
     1},
    {'r',
     "mad.lo.cc.u32 %r8, %r2, %r3, %r4; madc.hi.u32 %r0, %r2, %r3, %r5;",
     {All32, 2, 3, 10},
     12},
};

const Case Bits[] = {
    {'r', "shl.b32 %r0, %r2, %r3;", {1, 31}, Min32},
    {'r', "shl.b32 %r0, %r2, %r3;", {1, 32}, 0},
    {'r', "shr.u32 %r0, %r2, %r3;", {Min32, 40}, 0},
    {'r', "shr.s32 %r0, %r2, %r3;", {Min32, 40}, All32},
    {'r', "shf.l.wrap.b32 %r0, %r2, %r3, %r4;", {0x80000000, 1, 1}, 3},
    {'r', "shf.r.clamp.b32 %r0, %r2, %r3, %r4;", {5, 6, 32}, 6},
    {'r', "lop3.b32 %r0, %r2, %r3, %r4, 0xe8;", {0xC, 0xA, 0x9}, 0x8 | 0x8},
    {'r', "lop3.b32 %r0, %r2, %r3, %r4, 0x96;", {0xC, 0xA, 0x9}, 0xF},
    {'r',
     "prmt.b32 %r0, %r2, %r3, 0x5410;",
     {0x22221111, 0x44443333},
     0x33331111},
    {'r', "prmt.b32 %r0, %r2, %r3, 0x8888;", {0x00000080, 0}, All32},
    {'r',
     "prmt.b32.f4e %r0, %r2, %r3, 3;",
     {0x03020100, 0x07060504},
     0x06050403},
    {'r',
     "prmt.b32.b4e %r0, %r2, %r3, 1;",
     {0x03020100, 0x07060504},
     0x06070001},
    {'r', "prmt.b32.rc8 %r0, %r2, %r3, 2;", {0x03020100, 0}, 0x02020202},
    {'r', "prmt.b32.ecl %r0, %r2, %r3, 2;", {0x03020100, 0}, 0x03020202},
    {'r', "prmt.b32.ecr %r0, %r2, %r3, 2;", {0x03020100, 0}, 0x02020100},
    {'r', "prmt.b32.rc16 %r0, %r2, %r3, 1;", {0x03020100, 0}, 0x03020302},
    {'r', "fns.b32 %r0, %r2, 3, 2;", {0x128}, 5},
    {'r', "fns.b32 %r0, %r2, 8, -3;", {0x128}, 3},
    {'r', "fns.b32 %r0, %r2, 3, 0;", {0x128}, 3},
    {'r', "fns.b32 %r0, %r2, 4, 0;", {0x128}, All32},
    {'r', "fns.b32 %r0, %r2, 0, 4;", {0x128}, All32},
    {'r', "bmsk.clamp.b32 %r0, %r2, %r3;", {4, 40}, 0xFFFFFFF0},
    {'r', "bmsk.wrap.b32 %r0, %r2, %r3;", {36, 40}, 0xFF0},
    {'r', "szext.clamp.s32 %r0, %r2, %r3;", {0xFF8, 4}, 0xFFFFFFF8},
    {'r', "szext.wrap.u32 %r0, %r2, %r3;", {0xFF8, 36}, 8},
    {'r',
     "setp.eq.u32 %p1, %r2, %r3; lop3.or.b32 %r4|%p2, %r2, %r3, 0, 0xC0, %p1;"
     "selp.u32 %r0, %r4, 99, %p2;",
     {12, 10},
     8},
    {'r',
     "setp.ne.u32 %p1, %r2, %r3; lop3.and.b32 _|%p2, %r2, %r3, 0, 0xC0, !%p1;"
     "selp.u32 %r0, 1, 2, %p2;",
     {12, 10},
     2},
    {'r', "bfe.u32 %r0, %r2, 4, 8;", {0xABCD}, 0xBC},
    {'r', "bfe.s32 %r0, %r2, 4, 8;", {0xABCD}, 0xFFFFFFBC},
    {'r', "bfe.s32 %r0, %r2, 28, 8;", {0xF0000000}, All32},
    {'r', "bfi.b32 %r0, %r2, %r3, 8, 4;", {0xF, 0}, 0xF00},
    {'r', "brev.b32 %r0, %r2;", {1}, Min32},
    {'r', "clz.b32 %r0, %r2;", {1}, 31},
    {'r', "clz.b64 %r0, %rd2;", {0}, 64},
    {'r', "popc.b64 %r0, %rd2;", {~0ull}, 64},
    {'r', "bfind.u32 %r0, %r2;", {0x100}, 8},
    {'r', "bfind.s32 %r0, %r2;", {All32}, All32},
    {'r', "bfind.shiftamt.u32 %r0, %r2;", {0x100}, 23},
    {'r', "not.b32 %r0, %r2;", {0}, All32},
    {'r', "cnot.b32 %r0, %r2;", {0}, 1},
    {'d',
     "mov.b64 %rd0, {%r2, %r3};",
     {0x11111111, 0x22222222},
     0x2222222211111111},
    {'r', "mov.b64 {%r1, %r0}, %rd2;", {0x2222222211111111}, 0x22222222},
    {'r',
     "setp.lt.s32 %p1|%p2, %r2, %r3; selp.u32 %r0, 10, 20, %p2;",
     {1, 2},
     20},
    {'r',
     "setp.eq.s32 %p3, %r2, 1; setp.lo.and.u32 %p1, %r2, %r3, !%p3;"
     "selp.u32 %r0, 1, 0, %p1;",
     {1, 2},
     0},
    {'r', "set.gt.u32.s32 %r0, %r2, %r3;", {2, 1}, All32},
};

std::vector<Case> floats() {
  uint64_t One = bitsOf(1.0f), Tiny = bitsOf(0x1.8p-24f), NaN = 0x7FC00000;
  uint64_t Sub = bitsOf(0x1p-130f);
  return {
      {'r', "add.f32 %r0, %r2, %r3;", {One, Tiny}, bitsOf(1.0f + 0x1p-23f)},
      {'r', "add.rz.f32 %r0, %r2, %r3;", {One, Tiny}, One},
      {'r',
       "add.rp.f32 %r0, %r2, %r3;",
       {One, bitsOf(0x1p-60f)},
       bitsOf(1.0f + 0x1p-23f)},
      {'r',
       "sub.rm.f32 %r0, %r2, %r3;",
       {One, bitsOf(0x1p-60f)},
       bitsOf(1.0f - 0x1p-24f)},
      {'r',
       "fma.rn.f32 %r0, %r2, %r3, %r4;",
       {bitsOf(1.0f + 0x1p-12f), bitsOf(1.0f + 0x1p-12f), bitsOf(-1.0f)},
       bitsOf(0x1p-11f + 0x1p-24f)},
      {'r', "fma.rz.f32 %r0, %r2, %r3, %r4;", {One, One, Tiny}, One},
      {'r', "fma.rn.sat.f32 %r0, %r2, %r2, %r2;", {bitsOf(3.0f)}, One},
      {'r', "sub.sat.f32 %r0, %r2, %r3;", {One, bitsOf(5.0f)}, 0},
      {'r', "add.sat.f32 %r0, %r2, %r3;", {NaN, One}, 0},
      {'r', "mul.ftz.f32 %r0, %r2, %r3;", {Sub, bitsOf(0x1p20f)}, 0},
      {'r', "mul.f32 %r0, %r2, %r3;", {Sub, bitsOf(2.0f)}, bitsOf(0x1p-129f)},
      {'r',
       "div.rn.f32 %r0, %r2, %r3;",
       {One, bitsOf(3.0f)},
       bitsOf(1.0f / 3.0f)},
      {'r',
       "div.rz.f32 %r0, %r2, %r3;",
       {bitsOf(2.0f), bitsOf(3.0f)},
       bitsOf(std::nextafterf(2.0f / 3.0f, 0))},
      {'r', "sqrt.rn.f32 %r0, %r2;", {bitsOf(2.0f)}, bitsOf(std::sqrt(2.0f))},
      {'r', "min.f32 %r0, %r2, %r3;", {NaN, One}, One},
      {'r', "min.NaN.f32 %r0, %r2, %r3;", {NaN, One}, 0x7FFFFFFF},
      {'r', "max.f32 %r0, %r2, %r3;", {bitsOf(-0.0f), 0}, 0},
      {'r', "add.f32 %r0, %r2, %r3;", {NaN, One}, 0x7FFFFFFF},
      {'r', "neg.f32 %r0, %r2;", {One}, bitsOf(-1.0f)},
      {'r', "abs.f32 %r0, %r2;", {bitsOf(-1.5f)}, bitsOf(1.5f)},
      {'r',
       "copysign.f32 %r0, %r2, %r3;",
       {bitsOf(-1.0f), bitsOf(3.0f)},
       bitsOf(-3.0f)},
      {'r',
       "testp.infinite.f32 %p1, %r2; selp.u32 %r0, 1, 0, %p1;",
       {0x7F800000},
       1},
      {'r',
       "setp.ltu.f32 %p1, %r2, %r3; selp.u32 %r0, 1, 0, %p1;",
       {NaN, One},
       1},
      {'r',
       "setp.lt.f32 %p1, %r2, %r3; selp.u32 %r0, 1, 0, %p1;",
       {NaN, One},
       0},
      {'r',
       "setp.ne.f32 %p1, %r2, %r3; selp.u32 %r0, 1, 0, %p1;",
       {NaN, One},
       0},
      {'d',
       "add.rn.f64 %rd0, %rd2, %rd3;",
       {bitsOf(0.1), bitsOf(0.2)},
       bitsOf(0.1 + 0.2)},
      {'d',
       "fma.rn.f64 %rd0, %rd2, %rd2, %rd3;",
       {bitsOf(1 + 0x1p-30), bitsOf(-1.0)},
       bitsOf(0x1p-29 + 0x1p-60)},
      {'d', "rcp.rn.f64 %rd0, %rd2;", {bitsOf(3.0)}, bitsOf(1.0 / 3.0)},
      {'d', "rcp.approx.ftz.f64 %rd0, %rd2;", {bitsOf(4.0)}, bitsOf(0.25)},
      {'d',
       "rcp.approx.ftz.f64 %rd0, %rd2;",
       {bitsOf(0x1p-1023)},
       0x7FF0000000000000},
      // Half: 0x3C00 is 1, 0x4000 is 2, 0x0001 the smallest subnormal.
      {'h', "add.f16 %h0, %h2, %h3;", {0x3C00, 0x4000}, 0x4200},
      {'h', "fma.rn.f16 %h0, %h2, %h3, %h4;", {0x3C01, 0x3C01, 0xBC00}, 0x1800},
      {'h', "fma.rn.relu.f16 %h0, %h2, %h3, %h4;", {0xBC00, 0x3C00, 0}, 0},
      {'h', "mul.ftz.f16 %h0, %h2, %h3;", {0x0001, 0x4000}, 0},
      {'h', "add.sat.f16 %h0, %h2, %h3;", {0x4000, 0x4000}, 0x3C00},
      {'r', "add.f16x2 %r0, %r2, %r3;", {0x3C003C00, 0x40003C00}, 0x42004000},
      {'r',
       "fma.rn.bf16x2 %r0, %r2, %r3, %r4;",
       {0x3F803F80, 0x40003F80, 0x3F803F80},
       0x40404000},
      {'r', "neg.f16x2 %r0, %r2;", {0x3C00BC00}, 0xBC003C00},
      {'h', "max.bf16 %h0, %h2, %h3;", {0x3F80, 0xBF80}, 0x3F80},
  };
}

void runAll(const Case *First, size_t Count) {
  for (size_t N = 0; N < Count; ++N) {
    const Case &C = First[N];
    CHECK_EQUAL(evaluate(C.Result, C.Text, C.In), C.Want, C.Text);
  }
}

} // namespace

int main() {
  runAll(Integer, sizeof Integer / sizeof *Integer);
  runAll(Bits, sizeof Bits / sizeof *Bits);
  std::vector<Case> Floats = floats();
  runAll(Floats.data(), Floats.size());
  return Checks::get().finish();
}
