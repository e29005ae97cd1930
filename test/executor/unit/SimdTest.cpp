//===- SimdTest.cpp - Bytes and halves of a register ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each instruction is compared with a plain loop over the lanes in wide
// integers, on inputs that reach every corner of a lane.
//
//===----------------------------------------------------------------------===//
#include "Check.h"
#include "PtxRun.h"
#include <algorithm>
#include <cstdlib>
#include <functional>

using namespace pipeline_rewrite::executor;

namespace {

using Operation = std::function<long(long, long)>;

const uint32_t Inputs[][2] = {{0x00017F80, 0xFF807F7F},
                              {0x80FF7F01, 0x80017FFF},
                              {0x12345678, 0x9ABCDEF0},
                              {0, 0xFFFFFFFF}};

long laneOf(uint32_t V, int N, int Bits, bool Signed) {
  long L = V >> (Bits * N) & ((1l << Bits) - 1);
  return Signed && L >> (Bits - 1) ? L - (1l << Bits) : L;
}

/// Packed results, or their sum onto \p Onto.
uint32_t expected(uint32_t A, uint32_t B, int Bits, bool Signed, bool Saturate,
                  const Operation &Op, const uint32_t *Onto = nullptr) {
  uint32_t Out = 0, Sum = Onto ? *Onto : 0;
  long High = (1l << (Signed ? Bits - 1 : Bits)) - 1;
  for (int N = 0; N < 32 / Bits; ++N) {
    long V = Op(laneOf(A, N, Bits, Signed), laneOf(B, N, Bits, Signed));
    if (Saturate)
      V = std::min(std::max(V, Signed ? -High - 1 : 0), High);
    Sum += static_cast<uint32_t>(V);
    Out |= static_cast<uint32_t>(V & ((1l << Bits) - 1)) << (Bits * N);
  }
  return Onto ? Sum : Out;
}

void check(const std::string &Opcode, int Bits, bool Signed, bool Saturate,
           const Operation &Op, bool Accumulate = false) {
  const uint32_t Onto = 1000;
  bool Video = Opcode[0] == 'v';
  std::string Text = Opcode + " %r0, %r2, %r3" + (Video ? ", %r4;" : ";");
  for (auto &In : Inputs)
    CHECK_EQUAL(evaluate('r', Text, {In[0], In[1], Onto}),
                uint64_t(expected(In[0], In[1], Bits, Signed, Saturate, Op,
                                  Accumulate ? &Onto : nullptr)),
                Text);
}

const Operation Add = [](long A, long B) { return A + B; };
const Operation Sub = [](long A, long B) { return A - B; };
const Operation Difference = [](long A, long B) { return std::labs(A - B); };
const Operation Least = [](long A, long B) { return std::min(A, B); };
const Operation Most = [](long A, long B) { return std::max(A, B); };
// Half away from zero.
const Operation Average = [](long A, long B) {
  long S = A + B;
  return S >= 0 ? (S + 1) / 2 : -((1 - S) / 2);
};

} // namespace

int main() {
  for (int Bits : {8, 16})
    for (bool Signed : {false, true}) {
      std::string Size = Bits == 8 ? "4" : "2", T = Signed ? ".s32" : ".u32";
      std::string Types = T + T + T;
      check("vadd" + Size + Types, Bits, Signed, false, Add);
      check("vadd" + Size + Types + ".sat", Bits, Signed, true, Add);
      check("vsub" + Size + Types, Bits, Signed, false, Sub);
      check("vsub" + Size + Types + ".sat", Bits, Signed, true, Sub);
      check("vabsdiff" + Size + Types, Bits, Signed, false, Difference);
      check("vabsdiff" + Size + Types + ".add", Bits, Signed, false, Difference,
            true);
      check("vmin" + Size + Types, Bits, Signed, false, Least);
      check("vmax" + Size + Types, Bits, Signed, false, Most);
      check("vset" + Size + T + T + ".lt", Bits, Signed, false,
            [](long A, long B) { return A < B; });
      check(
          "vset" + Size + T + T + ".ge.add", Bits, Signed, false,
          [](long A, long B) { return A >= B; }, true);
      check("vavrg" + Size + Types, Bits, Signed, false, Average);
    }
  check("add.u16x2", 16, false, false, Add);
  check("min.s16x2", 16, true, false, Least);
  check("max.u16x2", 16, false, false, Most);
  return Checks::get().finish();
}
