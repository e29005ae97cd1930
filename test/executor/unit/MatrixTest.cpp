//===- MatrixTest.cpp - ldmatrix and mma against host references ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fragments are filled here by the formulas of the PTX ISA ("Matrix Fragments
// for mma.m16n8k16", and so on), written out shape by shape as the document
// does, and the product is compared with a plain triple loop.
//
//===----------------------------------------------------------------------===//
#include "Check.h"
#include "PtxRun.h"
#include "executor/Numeric/NarrowFloat.h"
#include <functional>

using namespace pipeline_rewrite::executor;

namespace {

struct Place {
  int Row, Col;
};
/// Position of element i of a lane with group g = lane / 4 and t = lane % 4.
using Layout = std::function<Place(int g, int t, int i)>;

struct Shape {
  const char *Name; ///< as in the opcode after mma.sync.aligned.
  const char *Types;
  int M, N, K;
  int Bits;  ///< of an element of A and B
  char Kind; ///< h half, b bfloat, t tf32, s s8, u u8, d double
  Layout A, B, C;
  int CBits;
};

// m16n8k16, 16-bit elements.
Place a16x16(int g, int t, int i) {
  return {(i < 2 || (i >= 4 && i < 6)) ? g : g + 8,
          i < 4 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8};
}
Place b16x8(int g, int t, int i) {
  return {i < 2 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8, g};
}
Place c16x8(int g, int t, int i) {
  return {i < 2 ? g : g + 8, t * 2 + (i & 1)};
}
// m16n8k8, 16-bit elements.
Place a16x8(int g, int t, int i) {
  return {i < 2 ? g : g + 8, t * 2 + (i & 1)};
}
Place b8x8(int g, int t, int i) { return {t * 2 + i, g}; }
// m16n8k8 and k4, tf32.
Place a16x8t(int g, int t, int i) {
  return {(i == 0 || i == 2) ? g : g + 8, i < 2 ? t : t + 4};
}
Place b8x8t(int g, int t, int i) { return {i == 0 ? t : t + 4, g}; }
Place a16x4t(int g, int t, int i) { return {i == 0 ? g : g + 8, t}; }
Place b4x8t(int g, int t, int) { return {t, g}; }
// m16n8k32 and k16, 8-bit elements.
Place a16x32(int g, int t, int i) {
  return {(i < 4 || (i >= 8 && i < 12)) ? g : g + 8,
          i < 8 ? t * 4 + (i & 3) : t * 4 + (i & 3) + 16};
}
Place b32x8(int g, int t, int i) {
  return {i < 4 ? t * 4 + (i & 3) : t * 4 + (i & 3) + 16, g};
}
Place a16x16b(int g, int t, int i) {
  return {i < 4 ? g : g + 8, t * 4 + (i & 3)};
}
Place b16x8b(int g, int t, int i) { return {t * 4 + i, g}; }
// m8n8k4, f64; m8n8k16, 8-bit.
Place a8x4(int g, int t, int) { return {g, t}; }
Place b4x8d(int g, int t, int) { return {t, g}; }
Place c8x8(int g, int t, int i) { return {g, t * 2 + i}; }
Place a8x16(int g, int t, int i) { return {g, t * 4 + i}; }

const Shape Shapes[] = {
    {"m16n8k16", "f32.f16.f16.f32", 16, 8, 16, 16, 'h', a16x16, b16x8, c16x8,
     32},
    {"m16n8k8", "f32.f16.f16.f32", 16, 8, 8, 16, 'h', a16x8, b8x8, c16x8, 32},
    {"m16n8k16", "f16.f16.f16.f16", 16, 8, 16, 16, 'h', a16x16, b16x8, c16x8,
     16},
    {"m16n8k16", "f32.bf16.bf16.f32", 16, 8, 16, 16, 'b', a16x16, b16x8, c16x8,
     32},
    {"m16n8k8", "f32.tf32.tf32.f32", 16, 8, 8, 32, 't', a16x8t, b8x8t, c16x8,
     32},
    {"m16n8k4", "f32.tf32.tf32.f32", 16, 8, 4, 32, 't', a16x4t, b4x8t, c16x8,
     32},
    {"m16n8k32", "s32.s8.s8.s32", 16, 8, 32, 8, 's', a16x32, b32x8, c16x8, 32},
    {"m16n8k16", "s32.u8.u8.s32", 16, 8, 16, 8, 'u', a16x16b, b16x8b, c16x8,
     32},
    {"m8n8k16", "s32.s8.s8.s32", 8, 8, 16, 8, 's', a8x16, b16x8b, c8x8, 32},
    {"m8n8k4", "f64.f64.f64.f64", 8, 8, 4, 64, 'd', a8x4, b4x8d, c8x8, 64},
};

uint64_t bitsFor(char Kind, double V) {
  switch (Kind) {
  case 'h':
    return encode(V, HalfFormat, Rounding::Nearest);
  case 'b':
    return encode(V, BFloatFormat, Rounding::Nearest);
  case 't':
    return bitsOf(static_cast<float>(V)) | 0x5; // low bits are ignored
  case 's':
    return static_cast<uint8_t>(static_cast<int8_t>(V));
  case 'u':
    return static_cast<uint8_t>(V);
  default:
    return bitsOf(V);
  }
}

/// Small numbers: every product and sum is exact in every type.
double valueA(const Shape &S, int R, int C) {
  return (R * 3 + C * 5) % 7 - (S.Kind == 'u' ? 0 : 3);
}
double valueB(const Shape &S, int R, int C) {
  return (R * 2 + C * 7) % 5 - (S.Kind == 'u' ? 0 : 2);
}

char accumulatorKind(const Shape &S) {
  if (S.Types[0] == 's')
    return 'i';
  return S.CBits == 64 ? 'd' : S.CBits == 16 ? 'h' : 'f';
}

uint64_t accumulatorBits(char Kind, double V) {
  switch (Kind) {
  case 'i':
    return static_cast<uint32_t>(static_cast<int32_t>(V));
  case 'h':
    return encode(V, HalfFormat, Rounding::Nearest);
  case 'd':
    return bitsOf(V);
  default:
    return bitsOf(static_cast<float>(V));
  }
}

/// Registers of one fragment of a lane, packed from the layout.
std::vector<uint64_t> pack(int Lane, int Elements, int Bits, const Layout &L,
                           const std::function<uint64_t(Place)> &Value) {
  int PerRegister = Bits >= 32 ? 1 : 32 / Bits;
  std::vector<uint64_t> Out(Elements / PerRegister, 0);
  for (int I = 0; I < Elements; ++I)
    Out[I / PerRegister] |= Value(L(Lane / 4, Lane % 4, I))
                            << (Bits * (I % PerRegister));
  return Out;
}

/// "{%r2, %r3}" of \p Count registers from \p First on.
std::string list(const std::string &Prefix, int First, size_t Count) {
  std::string Out = "{";
  for (size_t N = 0; N < Count; ++N)
    Out += (N ? ", " : "") + Prefix + std::to_string(First + int(N));
  return Out + "}";
}

void checkShape(const Shape &S) {
  char Acc = accumulatorKind(S);
  int PerA = S.M * S.K / 32, PerB = S.K * S.N / 32, PerC = S.M * S.N / 32;
  std::vector<uint64_t> Data;
  size_t CountA = 0, CountB = 0, CountC = 0;
  for (int Lane = 0; Lane < 32; ++Lane) {
    auto A = pack(Lane, PerA, S.Bits, S.A, [&](Place P) {
      return bitsFor(S.Kind, valueA(S, P.Row, P.Col));
    });
    auto B = pack(Lane, PerB, S.Bits, S.B, [&](Place P) {
      return bitsFor(S.Kind, valueB(S, P.Row, P.Col));
    });
    auto C = pack(Lane, PerC, S.CBits, S.C,
                  [&](Place P) { return accumulatorBits(Acc, P.Row - P.Col); });
    CountA = A.size(), CountB = B.size(), CountC = C.size();
    Data.insert(Data.end(), A.begin(), A.end());
    Data.insert(Data.end(), B.begin(), B.end());
    Data.insert(Data.end(), C.begin(), C.end());
  }
  size_t Words = CountA + CountB + CountC;
  std::string Body = "mul.wide.u32 %rd30, %tid, " + std::to_string(Words * 8) +
                     ";\nadd.u64 %rd31, %rd1, %rd30;\n";
  // Sixty-four-bit registers hold any fragment.
  for (size_t N = 0; N < Words; ++N)
    Body += "ld.global.u64 %rd" + std::to_string(2 + N) + ", [%rd31+" +
            std::to_string(8 * N) + "];\n";
  std::string ListC = list("%rd", int(2 + CountA + CountB), CountC);
  Body += std::string("mma.sync.aligned.") + S.Name + ".row.col." + S.Types +
          " " + ListC + ", " + list("%rd", 2, CountA) + ", " +
          list("%rd", int(2 + CountA), CountB) + ", " + ListC + ";\n";
  for (size_t N = 0; N < CountC; ++N)
    Body += "st.global.u64 [%rd31+" + std::to_string(8 * N) + "], %rd" +
            std::to_string(2 + CountA + CountB + N) + ";\n";
  PtxRun Run(kernelText(Body));
  CHECK(Run.run(Data, 32));
  CHECK_EQUAL(Run.kinds(), std::string(), S.Types);
  int PerRegister = S.CBits == 16 ? 2 : 1;
  for (int Lane = 0; Lane < 32; ++Lane)
    for (int I = 0; I < PerC; ++I) {
      Place P = S.C(Lane / 4, Lane % 4, I);
      double Want = P.Row - P.Col;
      for (int K = 0; K < S.K; ++K)
        Want += valueA(S, P.Row, K) * valueB(S, K, P.Col);
      uint64_t Have = Data[Lane * Words + I / PerRegister];
      if (S.CBits == 16)
        Have = Have >> (16 * (I % 2)) & 0xFFFF;
      if (S.CBits == 32)
        Have &= 0xFFFFFFFF;
      CHECK_EQUAL(Have, accumulatorBits(Acc, Want),
                  std::string(S.Name) + "." + S.Types);
    }
}

/// 32 rows of eight halves, value = row * 8 + column; lane l names row l.
void checkLdMatrix(bool Transposed) {
  std::string Body =
      "mov.u32 %r1, rows; shl.b32 %r2, %tid, 4; add.u32 %r3, %r1, %r2;\n"
      "mul.lo.u32 %r4, %tid, 8;\n";
  for (int C = 0; C < 8; ++C)
    Body += "add.u32 %r5, %r4, " + std::to_string(C) +
            "; cvt.u16.u32 %h1, %r5; st.shared.u16 [%r3+" +
            std::to_string(2 * C) + "], %h1;\n";
  Body += "bar.sync 0; ldmatrix.sync.aligned.m8n8.x4" +
          std::string(Transposed ? ".trans" : "") +
          ".shared.b16 {%r10,%r11,%r12,%r13}, [%r3];\n"
          "mul.wide.u32 %rd2, %tid, 16; add.u64 %rd3, %rd1, %rd2;\n"
          "st.global.v4.u32 [%rd3], {%r10,%r11,%r12,%r13};";
  PtxRun Run(kernelText(Body, ".shared .align 16 .b8 rows[512];\n"));
  std::vector<uint64_t> Data(64, 0);
  CHECK(Run.run(Data, 32));
  CHECK_EQUAL(Run.kinds(), std::string(), "ldmatrix");
  for (int Lane = 0; Lane < 32; ++Lane)
    for (int Q = 0; Q < 4; ++Q)
      for (int H = 0; H < 2; ++H) {
        int Row = Transposed ? Lane % 4 * 2 + H : Lane / 4;
        int Col = Transposed ? Lane / 4 : Lane % 4 * 2 + H;
        uint64_t Have =
            Data[Lane * 2 + Q / 2] >> (32 * (Q % 2) + 16 * H) & 0xFFFF;
        CHECK_EQUAL(Have, uint64_t((Q * 8 + Row) * 8 + Col),
                    "ldmatrix element");
      }
}

/// A warp that ends with the block, or of which a thread has left, cannot run
/// what all 32 threads must run.
void checkPartialWarp(uint32_t Threads, const std::string &Before) {
  PtxRun Run(kernelText("mov.u32 %r1, rows;\n" + Before +
                            "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r10}, "
                            "[%r1];\nL: ",
                        ".shared .align 16 .b8 rows[512];\n"));
  std::vector<uint64_t> Data(64, 0);
  CHECK(!Run.run(Data, Threads));
  CHECK_EQUAL(Run.kinds(), std::string(nameOf(HazardKind::BarrierDivergence)),
              "ldmatrix of a part of a warp");
}

/// Lane l holds l * 8 + 2 q and the next number in register q; row r of
/// matrix q goes to row 8 q + r of the buffer, which each lane reads back.
void checkStMatrix(bool Transposed) {
  std::string Body = "mov.u32 %r1, rows; shl.b32 %r2, %tid, 4;\n"
                     "add.u32 %r3, %r1, %r2; mul.lo.u32 %r4, %tid, 8;\n";
  for (int Q = 0; Q < 4; ++Q)
    Body += "mad.lo.u32 %r1" + std::to_string(Q) + ", %r4, 0x10001, " +
            std::to_string((2 * Q + 1) << 16 | 2 * Q) + ";\n";
  Body += "stmatrix.sync.aligned.m8n8.x4" +
          std::string(Transposed ? ".trans" : "") +
          ".shared.b16 [%r3], {%r10,%r11,%r12,%r13}; bar.sync 0;\n"
          "ld.shared.v4.u32 {%r20,%r21,%r22,%r23}, [%r3];\n"
          "mul.wide.u32 %rd2, %tid, 16; add.u64 %rd3, %rd1, %rd2;\n"
          "st.global.v4.u32 [%rd3], {%r20,%r21,%r22,%r23};";
  PtxRun Run(kernelText(Body, ".shared .align 16 .b8 rows[512];\n"));
  std::vector<uint64_t> Data(64, 0);
  CHECK(Run.run(Data, 32));
  CHECK_EQUAL(Run.kinds(), std::string(), "stmatrix");
  for (int Lane = 0; Lane < 32; ++Lane)
    for (int Col = 0; Col < 8; ++Col) {
      int Q = Lane / 8, R = Transposed ? Col : Lane % 8,
          C = Transposed ? Lane % 8 : Col;
      uint64_t Want = uint64_t((R * 4 + C / 2) * 8 + 2 * Q + C % 2);
      CHECK_EQUAL(Data[Lane * 2 + Col / 4] >> (16 * (Col % 4)) & 0xFFFF, Want,
                  "stmatrix element");
    }
}

} // namespace

int main() {
  for (const Shape &S : Shapes)
    checkShape(S);
  checkPartialWarp(16, "");
  checkPartialWarp(32, "setp.eq.u32 %p1, %tid, 31; @%p1 bra L;\n");
  checkLdMatrix(false);
  checkLdMatrix(true);
  checkStMatrix(false);
  checkStMatrix(true);
  return Checks::get().finish();
}
