//===- Instructions/Warp.cpp - shfl, vote, match, redux -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that lanes of a warp execute together. They exchange registers
// and order no memory (PTX ISA: only bar.warp.sync does).
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"
#include "executor/Machine/Block.h"
#include <algorithm>

namespace pipeline_rewrite::executor {
namespace {

/// Calls \p Visit(lane, thread) for each lane of \p Lanes.
template <class Fn>
void forLanes(Block &B, unsigned Warp, uint32_t Lanes, Fn Visit) {
  for (uint32_t Left = Lanes; Left; Left &= Left - 1) {
    unsigned Lane = static_cast<unsigned>(__builtin_ctz(Left));
    Visit(Lane, B.thread(Warp * 32 + Lane));
  }
}

/// The member mask is operand D.
Flow runMasked(Thread &T, const Instruction &I) {
  uint32_t Mask = T.get<uint32_t>(I.D);
  if (!(Mask >> T.Lane & 1))
    return T.B->stop(HazardKind::Trap, T, I,
                     "the member mask leaves out the lane that executes");
  T.B->arriveAtWarp(T, I, Mask);
  return Flow::Stop;
}

enum ShuffleMode : uint8_t { Up, Down, Butterfly, Index };

/// PTX ISA, "shfl.sync": the segment and clamp arithmetic of its pseudo code.
void shuffle(Block &B, unsigned Warp, uint32_t Lanes, const Instruction &I) {
  uint32_t In[32] = {};
  forLanes(B, Warp, Lanes,
           [&](unsigned Lane, Thread &T) { In[Lane] = T.get<uint32_t>(I.A); });
  forLanes(B, Warp, Lanes, [&](unsigned Lane, Thread &T) {
    int By = static_cast<int>(T.get<uint32_t>(I.B) & 31);
    uint32_t C = T.get<uint32_t>(I.C), Clamp = C & 31, Segment = C >> 8 & 31;
    int High = static_cast<int>((Lane & Segment) | (Clamp & ~Segment));
    int Low = static_cast<int>(Lane & Segment), From = static_cast<int>(Lane);
    bool Inside;
    switch (I.Mode) {
    case Up:
      From -= By;
      Inside = From >= High;
      break;
    case Down:
      From += By;
      Inside = From <= High;
      break;
    case Butterfly:
      From ^= By;
      Inside = From <= High;
      break;
    default:
      From = Low | (By & ~static_cast<int>(Segment));
      Inside = From <= High;
      break;
    }
    if (!Inside)
      From = static_cast<int>(Lane);
    // A lane that takes no part has no defined value.
    bool Defined = Lanes >> From & 1;
    T.R[I.Dst] = Defined ? In[From] : 0xFFFFFFFF;
    if (I.Dst2 >= 0)
      T.R[I.Dst2] = Inside;
  });
}

enum VoteMode : uint8_t { Ballot, Any, All, Uniform };

void vote(Block &B, unsigned Warp, uint32_t Lanes, const Instruction &I) {
  uint32_t True = 0;
  forLanes(B, Warp, Lanes, [&](unsigned Lane, Thread &T) {
    True |= uint32_t((T.R[I.A] & 1) != I.NegatedC) << Lane;
  });
  uint64_t Out = I.Mode == Ballot ? True
                 : I.Mode == Any  ? True != 0
                 : I.Mode == All  ? True == Lanes
                                  : True == 0 || True == Lanes;
  forLanes(B, Warp, Lanes, [&](unsigned, Thread &T) { T.R[I.Dst] = Out; });
}

/// Mode 0: .any, Mode 1: .all. Ty has the width.
void match(Block &B, unsigned Warp, uint32_t Lanes, const Instruction &I) {
  uint64_t Mask = sizeOf(I.Ty) == 8 ? ~uint64_t(0) : 0xFFFFFFFF;
  uint64_t In[32] = {};
  forLanes(B, Warp, Lanes,
           [&](unsigned Lane, Thread &T) { In[Lane] = T.R[I.A] & Mask; });
  uint32_t Same[32] = {};
  forLanes(B, Warp, Lanes, [&](unsigned Lane, Thread &) {
    forLanes(B, Warp, Lanes, [&](unsigned Other, Thread &) {
      Same[Lane] |= uint32_t(In[Lane] == In[Other]) << Other;
    });
  });
  forLanes(B, Warp, Lanes, [&](unsigned Lane, Thread &T) {
    bool Whole = Same[Lane] == Lanes;
    T.R[I.Dst] = I.Mode && !Whole ? 0 : Same[Lane];
    if (I.Dst2 >= 0)
      T.R[I.Dst2] = Whole;
  });
}

enum ReduceMode : uint8_t { RAdd, RMin, RMax, RAnd, ROr, RXor };

uint32_t reduced(const Instruction &I, uint32_t A, uint32_t B) {
  bool Signed = I.Ty == Type::S32;
  bool Less = Signed ? int32_t(A) < int32_t(B) : A < B;
  switch (I.Mode) {
  case RAdd:
    return A + B;
  case RMin:
    return Less ? A : B;
  case RMax:
    return Less ? B : A;
  case RAnd:
    return A & B;
  case ROr:
    return A | B;
  default:
    return A ^ B;
  }
}

void reduce(Block &B, unsigned Warp, uint32_t Lanes, const Instruction &I) {
  bool First = true;
  uint32_t Sum = 0;
  forLanes(B, Warp, Lanes, [&](unsigned, Thread &T) {
    uint32_t V = T.get<uint32_t>(I.A);
    Sum = First ? V : reduced(I, Sum, V);
    First = false;
  });
  forLanes(B, Warp, Lanes, [&](unsigned, Thread &T) { T.R[I.Dst] = Sum; });
}

/// elect.sync: every answer that is one of the lanes is legal.
void elect(Block &B, unsigned Warp, uint32_t Lanes, const Instruction &I) {
  auto Leader = static_cast<unsigned>(__builtin_ctz(Lanes));
  forLanes(B, Warp, Lanes, [&](unsigned Lane, Thread &T) {
    if (I.Dst >= 0)
      T.R[I.Dst] = Leader;
    if (I.Dst2 >= 0)
      T.R[I.Dst2] = Lane == Leader;
  });
}

/// Lanes of a warp run apart here. Which of them are active together is the
/// hardware's choice; the lane alone is always a legal answer, and a mask that
/// named a lane in another branch would wait for it for ever.
Flow runActiveMask(Thread &T, const Instruction &I) {
  T.R[I.Dst] = 1u << T.Lane;
  return Flow::Next;
}

bool assignPair(Decoding &D) {
  if (D.Ops[0].K == Operand::Kind::Pair) {
    D.I.Dst = D.Ops[0].Parts[0].Slot;
    D.I.Dst2 = D.Ops[0].Parts[1].Slot;
    return D.I.Dst >= 0;
  }
  D.I.Dst = D.Ops[0].Slot;
  return D.isValue(0);
}

bool decodeShuffle(Decoding &D) {
  int Mode = D.Mods.takeOneOf({"up", "down", "bfly", "idx"});
  if (Mode < 0 || !D.Mods.take("sync") || !D.Mods.take("b32") ||
      D.Ops.size() != 5 || !assignPair(D))
    return false;
  for (size_t N = 1; N < 5; ++N)
    if (!D.isValue(N))
      return false;
  D.I.Mode = static_cast<uint8_t>(Mode);
  D.I.A = D.Ops[1].Slot;
  D.I.B = D.Ops[2].Slot;
  D.I.C = D.Ops[3].Slot;
  D.I.D = D.Ops[4].Slot;
  D.I.Collective = shuffle;
  return true;
}

bool decodeMaskedUnary(Decoding &D, WarpHandler H) {
  if (D.Ops.size() != 3 || !assignPair(D) || !D.isValue(1) || !D.isValue(2))
    return false;
  D.I.A = D.Ops[1].Slot;
  D.I.NegatedC = D.Ops[1].Negated;
  D.I.D = D.Ops[2].Slot;
  D.I.Collective = H;
  return true;
}

} // namespace

bool decodeWarp(Decoding &D) {
  std::string_view Name = D.Mods.mnemonic();
  D.I.Run = runMasked;
  if (Name == "activemask") {
    D.I.Run = runActiveMask;
    D.I.Dst = D.Ops.empty() ? -1 : D.Ops[0].Slot;
    return D.Mods.take("b32") && D.Ops.size() == 1 && D.isValue(0);
  }
  if (Name == "shfl")
    return decodeShuffle(D);
  if (!D.Mods.take("sync"))
    return false;
  if (Name == "elect") {
    if (D.Ops.size() != 2 || D.Ops[0].K != Operand::Kind::Pair || !D.isValue(1))
      return false;
    D.I.Dst = D.Ops[0].Parts[0].Slot; // -1 for `_`
    D.I.Dst2 = D.Ops[0].Parts[1].Slot;
    D.I.D = D.Ops[1].Slot;
    D.I.Collective = elect;
    return true;
  }
  if (Name == "vote") {
    int Mode = D.Mods.takeOneOf({"ballot", "any", "all", "uni"});
    D.I.Mode = static_cast<uint8_t>(Mode);
    return Mode >= 0 && D.Mods.take(Mode == 0 ? "b32" : "pred") &&
           decodeMaskedUnary(D, vote);
  }
  if (Name == "match") {
    int Mode = D.Mods.takeOneOf({"any", "all"});
    D.I.Mode = static_cast<uint8_t>(Mode);
    D.I.Ty = D.Mods.takeType();
    return Mode >= 0 && (D.I.Ty == Type::B32 || D.I.Ty == Type::B64) &&
           decodeMaskedUnary(D, match);
  }
  if (Name == "redux") {
    int Mode = D.Mods.takeOneOf({"add", "min", "max", "and", "or", "xor"});
    D.I.Mode = static_cast<uint8_t>(Mode);
    D.I.Ty = D.Mods.takeType();
    return Mode >= 0 && sizeOf(D.I.Ty) == 4 && !isFloat(D.I.Ty) &&
           decodeMaskedUnary(D, reduce);
  }
  return false;
}

} // namespace pipeline_rewrite::executor
