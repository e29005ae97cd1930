//===- Instructions/Mma.cpp - mma.sync, ldmatrix, stmatrix -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions". The fragment
// layouts of mma.m16n8k* and m8n8k* follow one rule. With E elements to a
// register, g = lane / 4 and t = lane % 4:
//
//   A, register i, element e:  row g + 8 (i mod 2), k = E t + e + 4 E (i / 2)
//   B, register i, element e:  k = E t + e + 4 E i, column g
//   C, element i:              row g + 8 (i / 2),   column 2 t + i mod 2
//
// where A of an 8-row shape has one register per 4 E of k.
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"
#include "executor/Instructions/Matrix.h"
#include "executor/Instructions/WholeWarp.h"

namespace pipeline_rewrite::executor {
namespace {

Flow runAligned(Thread &T, const Instruction &I) {
  T.B->arriveAtWarp(T, I, ~0u);
  return Flow::Stop;
}

struct Position {
  int Row, Col;
};

Position positionInA(const MatrixShape &S, int Lane, int Reg, int Element) {
  int E = static_cast<int>(elementsPerRegister(S.A));
  int Halves = S.M / 8;
  return {Lane / 4 + 8 * (Reg % Halves),
          E * (Lane % 4) + Element + 4 * E * (Reg / Halves)};
}
Position positionInB(const MatrixShape &S, int Lane, int Reg, int Element) {
  int E = static_cast<int>(elementsPerRegister(S.B));
  return {E * (Lane % 4) + Element + 4 * E * Reg, Lane / 4};
}
Position positionInC(int Lane, int Index) {
  return {Lane / 4 + 8 * (Index / 2), 2 * (Lane % 4) + Index % 2};
}

/// Calls Visit(lane, register slot, register number, element, position).
template <class At, class Fn>
void forElements(Block &B, unsigned Warp, const int32_t *Slots, int Count,
                 Type T, At Where, Fn Visit) {
  int E = static_cast<int>(elementsPerRegister(T));
  for (int Lane = 0; Lane < 32; ++Lane) {
    Thread &Th = B.thread(Warp * 32 + static_cast<unsigned>(Lane));
    for (int Reg = 0; Reg < Count; ++Reg)
      for (int N = 0; N < E; ++N)
        Visit(Th.R[Slots[Reg]], static_cast<unsigned>(N), Where(Lane, Reg, N));
  }
}

void mma(Block &B, unsigned Warp, uint32_t Lanes, const Instruction &I) {
  if (!isWholeWarp(B, Warp, Lanes, I))
    return;
  const MatrixShape &S = *I.Matrix;
  double A[16 * 32], Bm[32 * 8], C[16 * 8];
  const int32_t *Slots = I.Slots.data();
  const int32_t *SlotsA = Slots + S.CountD, *SlotsB = SlotsA + S.CountA,
                *SlotsC = SlotsB + S.CountB;
  forElements(
      B, Warp, SlotsA, S.CountA, S.A,
      [&](int L, int R, int N) { return positionInA(S, L, R, N); },
      [&](uint64_t &Reg, unsigned N, Position P) {
        A[P.Row * S.K + P.Col] = elementOf(Reg, S.A, N);
      });
  forElements(
      B, Warp, SlotsB, S.CountB, S.B,
      [&](int L, int R, int N) { return positionInB(S, L, R, N); },
      [&](uint64_t &Reg, unsigned N, Position P) {
        Bm[P.Row * S.N + P.Col] = elementOf(Reg, S.B, N);
      });
  int EC = static_cast<int>(elementsPerRegister(S.C));
  int ED = static_cast<int>(elementsPerRegister(S.D));
  forElements(
      B, Warp, SlotsC, S.CountC, S.C,
      [&](int L, int R, int N) { return positionInC(L, R * EC + N); },
      [&](uint64_t &Reg, unsigned N, Position P) {
        C[P.Row * S.N + P.Col] = elementOf(Reg, S.C, N);
      });
  multiplyAdd(S, A, Bm, C);
  forElements(
      B, Warp, Slots, S.CountD, S.D,
      [&](int L, int R, int N) { return positionInC(L, R * ED + N); },
      [&](uint64_t &Reg, unsigned N, Position P) {
        setElement(Reg, S.D, N, C[P.Row * S.N + P.Col]);
      });
}

/// Row r of matrix q is read by lane 8 q + r, sixteen bytes at its address.
/// Elements is the number of matrices, Mode 1 transposes.
void ldmatrix(Block &B, unsigned Warp, uint32_t Lanes, const Instruction &I) {
  if (!isWholeWarp(B, Warp, Lanes, I))
    return;
  uint16_t M[4][8][8];
  for (unsigned Lane = 0; Lane < I.Elements * 8u; ++Lane) {
    Thread &T = B.thread(Warp * 32 + Lane);
    B.Current = &T;
    B.load(T, I, I.Sp, T.R[I.A] + static_cast<uint64_t>(I.Offset), 16,
           M[Lane / 8][Lane % 8]);
  }
  for (unsigned Lane = 0; Lane < 32; ++Lane) {
    Thread &T = B.thread(Warp * 32 + Lane);
    unsigned Row = Lane / 4, Col = Lane % 4 * 2;
    for (unsigned Q = 0; Q < I.Elements; ++Q) {
      uint32_t Low = I.Mode ? M[Q][Col][Row] : M[Q][Row][Col];
      uint32_t High = I.Mode ? M[Q][Col + 1][Row] : M[Q][Row][Col + 1];
      T.R[I.Slots[Q]] = Low | High << 16;
    }
  }
}

/// The way back: lane 8 q + r gives the address of row r of matrix q.
void stmatrix(Block &B, unsigned Warp, uint32_t Lanes, const Instruction &I) {
  if (!isWholeWarp(B, Warp, Lanes, I))
    return;
  uint16_t M[4][8][8];
  for (unsigned Lane = 0; Lane < 32; ++Lane) {
    Thread &T = B.thread(Warp * 32 + Lane);
    unsigned Row = Lane / 4, Col = Lane % 4 * 2;
    for (unsigned Q = 0; Q < I.Elements; ++Q) {
      auto Pair = T.get<uint32_t>(I.Slots[Q]);
      (I.Mode ? M[Q][Col][Row] : M[Q][Row][Col]) = Pair & 0xFFFF;
      (I.Mode ? M[Q][Col + 1][Row] : M[Q][Row][Col + 1]) = Pair >> 16;
    }
  }
  for (unsigned Lane = 0; Lane < I.Elements * 8u; ++Lane) {
    Thread &T = B.thread(Warp * 32 + Lane);
    B.Current = &T;
    B.store(T, I, I.Sp, T.R[I.A] + static_cast<uint64_t>(I.Offset), 16,
            M[Lane / 8][Lane % 8]);
  }
}

bool isModelled(const MatrixShape &S) {
  bool Narrow = (S.A == Type::F16 || S.A == Type::BF16) && S.A == S.B &&
                S.M == 16 && (S.K == 8 || S.K == 16);
  if (Narrow)
    return (S.C == Type::F32 || (S.C == Type::F16 && S.A == Type::F16)) &&
           (S.D == Type::F32 || (S.D == Type::F16 && S.A == Type::F16));
  if (S.A == Type::TF32)
    return S.B == Type::TF32 && S.M == 16 && (S.K == 4 || S.K == 8) &&
           S.C == Type::F32 && S.D == Type::F32;
  if (S.A == Type::F64)
    return S.M == 8 && S.K == 4 && S.B == S.A && S.C == S.A && S.D == S.A;
  bool Bytes = (S.A == Type::S8 || S.A == Type::U8) &&
               (S.B == Type::S8 || S.B == Type::U8);
  return Bytes && S.C == Type::S32 && S.D == Type::S32 &&
         ((S.M == 16 && (S.K == 16 || S.K == 32)) || (S.M == 8 && S.K == 16));
}

bool takeFragments(Decoding &D, MatrixShape &S) {
  int *const Counts[] = {&S.CountD, &S.CountA, &S.CountB, &S.CountC};
  for (size_t N = 0; N < 4; ++N) {
    size_t Before = D.I.Slots.size();
    if (!D.slotsOf(N, D.I.Slots))
      return false;
    *Counts[N] = static_cast<int>(D.I.Slots.size() - Before);
  }
  for (int32_t Slot : D.I.Slots)
    if (Slot < 0)
      return false;
  auto Holds = [](int Count, Type T, int Elements) {
    return Count * static_cast<int>(elementsPerRegister(T)) * 32 == Elements;
  };
  return Holds(S.CountA, S.A, S.M * S.K) && Holds(S.CountB, S.B, S.K * S.N) &&
         Holds(S.CountC, S.C, S.M * S.N) && Holds(S.CountD, S.D, S.M * S.N);
}

} // namespace

bool decodeMma(Decoding &D) {
  auto S = std::make_shared<MatrixShape>();
  if (!D.Mods.take("sync") || !D.Mods.take("aligned") ||
      !parseShape(D.Mods.takeFirst(), *S) || !D.Mods.take("row") ||
      !D.Mods.take("col") || S->N != 8)
    return false;
  S->Saturate = D.Mods.take("satfinite");
  S->D = D.Mods.takeType();
  S->A = D.Mods.takeType();
  S->B = D.Mods.takeType();
  S->C = D.Mods.takeType();
  if (S->A == Type::F64)
    D.Mods.take("rn");
  if (D.Ops.size() != 4 || !isModelled(*S) || !takeFragments(D, *S))
    return false;
  D.I.Run = runAligned;
  D.I.Collective = mma;
  D.I.Matrix = std::move(S);
  return true;
}

bool decodeMoveMatrix(Decoding &D) {
  bool Load = D.Mods.mnemonic() == "ldmatrix";
  size_t Value = Load ? 0 : 1, Address = Load ? 1 : 0;
  if (!D.Mods.take("sync") || !D.Mods.take("aligned") || !D.Mods.take("m8n8"))
    return false;
  int Count = D.Mods.takeOneOf({"x1", "x2", "x4"});
  D.I.Mode = D.Mods.take("trans");
  D.I.Sp = Space::Generic;
  if (D.Mods.take("shared") || D.Mods.take("shared::cta"))
    D.I.Sp = Space::Shared;
  if (Count < 0 || !D.Mods.take("b16") || D.Ops.size() != 2 ||
      !D.slotsOf(Value, D.I.Slots) || !D.assignAddress(Address))
    return false;
  D.I.Elements = static_cast<uint8_t>(1 << Count);
  D.I.Run = runAligned;
  D.I.Collective = Load ? ldmatrix : stmatrix;
  return D.I.Slots.size() == D.I.Elements;
}

} // namespace pipeline_rewrite::executor
