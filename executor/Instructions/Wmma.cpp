//===- Instructions/Wmma.cpp - wmma.load, wmma.mma, wmma.store ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA leaves open which lane holds which element of a wmma fragment. Here
// the elements of the logical matrix are dealt out row by row, the same number
// to each lane; where a fragment has more room it holds copies, as on
// hardware, so that element-wise code works on all of it.
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"
#include "executor/Decode/MemoryModifiers.h"
#include "executor/Instructions/Matrix.h"
#include "executor/Instructions/WholeWarp.h"

namespace pipeline_rewrite::executor {
namespace {

Flow runAligned(Thread &T, const Instruction &I) {
  T.B->arriveAtWarp(T, I, ~0u);
  return Flow::Stop;
}

/// One fragment: its extent, type and registers.
struct Fragment {
  int Rows, Cols;
  Type T;
  const int32_t *Slots;
  int Count;

  int perLane() const { return Rows * Cols / 32; }
  int copies() const {
    return Count * static_cast<int>(elementsPerRegister(T)) / perLane();
  }
  /// Register and element of the \p N-th number a lane holds.
  void locate(int N, int32_t &Slot, unsigned &Element) const {
    int E = static_cast<int>(elementsPerRegister(T));
    Slot = Slots[N / E];
    Element = static_cast<unsigned>(N % E);
  }
};

Fragment fragmentOf(const MatrixShape &S, char Which, const int32_t *Slots) {
  switch (Which) {
  case 'a':
    return {S.M, S.K, S.A, Slots, S.CountA};
  case 'b':
    return {S.K, S.N, S.B, Slots, S.CountB};
  case 'c':
    return {S.M, S.N, S.C, Slots, S.CountC};
  default:
    return {S.M, S.N, S.D, Slots, S.CountD};
  }
}

/// Address of element (row, col); Mode 1 is column-major. C is the stride in
/// elements, or the extent of the leading dimension.
uint64_t addressOf(const Thread &T, const Instruction &I, const Fragment &F,
                   int Row, int Col) {
  int64_t Stride = I.C >= 0 ? T.get<int32_t>(I.C) : I.Mode ? F.Rows : F.Cols;
  int64_t At = I.Mode ? Col * Stride + Row : Row * Stride + Col;
  return T.R[I.A] + static_cast<uint64_t>(I.Offset) +
         static_cast<uint64_t>(At * sizeOf(F.T));
}

/// What the instructions access that wmma.load and wmma.store become, for who
/// listens, in place of the elements that are dealt out here. All of them reach
/// eight runs of the matrix at once, sixteen bytes of each: ldmatrix, or lanes
/// of four bytes as mma has its fragments (PTX ISA, "Matrix fragments for
/// mma.m16n8k8"). Accumulators of floats go in pairs, 32 bytes of each.
class FragmentAccesses {
public:
  FragmentAccesses(Block &B, unsigned Warp, const Instruction &I,
                   const Fragment &F)
      : B(B), Warp(Warp), I(I), F(F),
        Listener(std::exchange(B.Host.Accesses, nullptr)) {}
  ~FragmentAccesses() { B.Host.Accesses = Listener; }

  void tell(AccessKind Kind, bool IsOperand) {
    if (!Listener)
      return;
    B.Host.Accesses = Listener;
    const int Size = sizeOf(F.T);
    const int Bytes = Size < 4 && IsOperand                    ? 16
                      : Size == 8 || (Size == 4 && !IsOperand) ? 8
                                                               : 4;
    const int Lanes = Bytes == 16 ? 1 : 4; // of a run, at once
    const int Length = I.Mode ? F.Rows : F.Cols;
    const int Runs = I.Mode ? F.Cols : F.Rows;
    unsigned Lane = 0;
    for (int At = 0; At < Length; At += Lanes * Bytes / Size)
      for (int Run = 0; Run < Runs; ++Run)
        for (int L = 0; L < Lanes; ++L)
          tellOne(Kind, Lane++ % 32, Run, At + L * Bytes / Size, Bytes);
    B.Host.Accesses = nullptr;
  }

private:
  void tellOne(AccessKind Kind, unsigned Lane, int Run, int At, int Bytes) {
    Thread &T = B.thread(Warp * 32 + Lane);
    const uint64_t Address =
        I.Mode ? addressOf(T, I, F, At, Run) : addressOf(T, I, F, Run, At);
    T.Self.Where = I.Id;
    if (I.Sp == Space::Shared || (Address & WindowMask) == SharedWindow)
      B.tell(T, Kind, Space::Shared, Address & ~WindowMask,
             static_cast<unsigned>(Bytes));
  }

  Block &B;
  unsigned Warp;
  const Instruction &I;
  const Fragment &F;
  AccessListener *Listener;
};

/// "ldm … must be a multiple of 8 for __half element type or multiple of 4 for
/// float": 16 bytes (CUDA C++ Programming Guide, "Warp Matrix Functions").
bool isStrideAligned(Block &B, unsigned Warp, const Instruction &I,
                     const Fragment &F) {
  Thread &T = B.thread(Warp * 32);
  if (I.C < 0 || int64_t(T.get<int32_t>(I.C)) * sizeOf(F.T) % 16 == 0)
    return true;
  B.stop(HazardKind::Misaligned, T, I,
         "the leading dimension of a fragment is no multiple of 16 bytes");
  return false;
}

void loadFragment(Block &B, unsigned Warp, uint32_t Lanes,
                  const Instruction &I) {
  Fragment F = fragmentOf(*I.Matrix, I.Matrix->Operand, I.Slots.data());
  if (!isWholeWarp(B, Warp, Lanes, I) || !isStrideAligned(B, Warp, I, F))
    return;
  FragmentAccesses Accesses(B, Warp, I, F);
  Accesses.tell(AccessKind::Read, I.Matrix->Operand != 'c');
  for (unsigned Lane = 0; Lane < 32; ++Lane) {
    Thread &T = B.thread(Warp * 32 + Lane);
    B.Current = &T;
    uint64_t Loaded[32] = {};
    for (int N = 0; N < F.perLane(); ++N) {
      int Linear = static_cast<int>(Lane) * F.perLane() + N;
      B.load(T, I, I.Sp, addressOf(T, I, F, Linear / F.Cols, Linear % F.Cols),
             sizeOf(F.T), &Loaded[N]);
    }
    // The address may be in a register of the fragment: write at the end.
    unsigned Width = 8 * sizeOf(F.T);
    uint64_t Mask = Width == 64 ? ~uint64_t(0) : (uint64_t(1) << Width) - 1;
    for (int N = 0; N < F.perLane() * F.copies(); ++N) {
      int32_t Slot;
      unsigned E;
      F.locate(N, Slot, E);
      T.R[Slot] = (T.R[Slot] & ~(Mask << Width * E)) | Loaded[N % F.perLane()]
                                                           << Width * E;
    }
  }
}

void storeFragment(Block &B, unsigned Warp, uint32_t Lanes,
                   const Instruction &I) {
  Fragment F = fragmentOf(*I.Matrix, 'd', I.Slots.data());
  if (!isWholeWarp(B, Warp, Lanes, I) || !isStrideAligned(B, Warp, I, F))
    return;
  FragmentAccesses Accesses(B, Warp, I, F);
  Accesses.tell(AccessKind::Write, /*IsOperand=*/false);
  for (unsigned Lane = 0; Lane < 32; ++Lane) {
    Thread &T = B.thread(Warp * 32 + Lane);
    B.Current = &T;
    for (int N = 0; N < F.perLane(); ++N) {
      int Linear = static_cast<int>(Lane) * F.perLane() + N;
      int32_t Slot;
      unsigned E;
      F.locate(N, Slot, E);
      uint64_t V = T.R[Slot] >> (8 * sizeOf(F.T) * E);
      B.store(T, I, I.Sp, addressOf(T, I, F, Linear / F.Cols, Linear % F.Cols),
              sizeOf(F.T), &V);
    }
  }
}

void gather(Block &B, unsigned Warp, const Fragment &F, double *Out) {
  for (int Linear = 0; Linear < F.Rows * F.Cols; ++Linear) {
    int32_t Slot;
    unsigned E;
    F.locate(Linear % F.perLane(), Slot, E);
    Out[Linear] = elementOf(
        B.thread(Warp * 32 + static_cast<unsigned>(Linear / F.perLane()))
            .R[Slot],
        F.T, E);
  }
}

void multiply(Block &B, unsigned Warp, uint32_t Lanes, const Instruction &I) {
  if (!isWholeWarp(B, Warp, Lanes, I))
    return;
  const MatrixShape &S = *I.Matrix;
  double A[512], Bm[512], C[1024];
  const int32_t *Slots = I.Slots.data();
  gather(B, Warp, fragmentOf(S, 'a', Slots + S.CountD), A);
  gather(B, Warp, fragmentOf(S, 'b', Slots + S.CountD + S.CountA), Bm);
  gather(B, Warp, fragmentOf(S, 'c', Slots + S.CountD + S.CountA + S.CountB),
         C);
  multiplyAdd(S, A, Bm, C);
  Fragment F = fragmentOf(S, 'd', Slots);
  for (int Linear = 0; Linear < S.M * S.N; ++Linear) {
    Thread &T =
        B.thread(Warp * 32 + static_cast<unsigned>(Linear / F.perLane()));
    int32_t Slot;
    unsigned E;
    F.locate(Linear % F.perLane(), Slot, E);
    setElement(T.R[Slot], S.D, E, C[Linear]);
  }
}

bool isModelledShape(const MatrixShape &S) {
  auto Is = [&](int M, int N, int K) {
    return S.M == M && S.N == N && S.K == K;
  };
  return Is(16, 16, 16) || Is(32, 8, 16) || Is(8, 32, 16) || Is(16, 16, 8) ||
         Is(8, 8, 4);
}

/// A fragment of \p Elements numbers fits \p Count registers evenly.
bool fits(Type T, int Count, int Elements) {
  if (T == Type::None || Count == 0 || Elements % 32 != 0)
    return false;
  int Room = Count * static_cast<int>(elementsPerRegister(T));
  return Room >= Elements / 32 && Room % (Elements / 32) == 0;
}

bool decodeMultiply(Decoding &D, MatrixShape &S) {
  for (int N = 0; N < 2; ++N)
    if (D.Mods.takeOneOf({"row", "col"}) < 0)
      return false;
  if (!parseShape(D.Mods.takeFirst(), S) || !isModelledShape(S))
    return false;
  S.Saturate = D.Mods.take("satfinite");
  S.D = D.Mods.takeType();
  Type Second = D.Mods.takeType(), Third = D.Mods.takeType();
  if (Third == Type::None) { // .dtype.ctype of f16
    S.A = S.B = Type::F16;
    S.C = Second;
  } else {
    S.A = Second;
    S.B = Third;
    S.C = D.Mods.takeType();
  }
  if (S.A == Type::F64)
    D.Mods.take("rn");
  int *const Counts[] = {&S.CountD, &S.CountA, &S.CountB, &S.CountC};
  if (D.Ops.size() != 4)
    return false;
  for (size_t N = 0; N < 4; ++N) {
    size_t Before = D.I.Slots.size();
    if (!D.slotsOf(N, D.I.Slots))
      return false;
    *Counts[N] = static_cast<int>(D.I.Slots.size() - Before);
  }
  D.I.Collective = multiply;
  bool Saturable = S.C == Type::S32;
  return (!S.Saturate || Saturable) && fits(S.A, S.CountA, S.M * S.K) &&
         fits(S.B, S.CountB, S.K * S.N) && fits(S.C, S.CountC, S.M * S.N) &&
         fits(S.D, S.CountD, S.M * S.N);
}

bool decodeTransfer(Decoding &D, MatrixShape &S, bool Load) {
  std::string_view Which = D.Mods.takeFirst();
  if (Which.size() != 1)
    return false;
  S.Operand = Which[0];
  if (!D.Mods.take("sync") || !D.Mods.take("aligned"))
    return false;
  int Layout = D.Mods.takeOneOf({"row", "col"});
  if (Layout < 0 || !parseShape(D.Mods.takeFirst(), S) || !isModelledShape(S))
    return false;
  D.I.Mode = static_cast<uint8_t>(Layout);
  takeSpace(D.Mods, D.I.Sp);
  Type T = D.Mods.takeType();
  S.A = S.B = S.C = S.D = T;
  size_t Value = Load ? 0 : 1, Address = Load ? 1 : 0;
  if (D.Ops.size() < 2 || D.Ops.size() > 3 || !D.slotsOf(Value, D.I.Slots) ||
      !D.assignAddress(Address))
    return false;
  if (D.Ops.size() == 3) {
    if (!D.isValue(2))
      return false;
    D.I.C = D.Ops[2].Slot;
  }
  S.CountA = S.CountB = S.CountC = S.CountD =
      static_cast<int>(D.I.Slots.size());
  Fragment F = fragmentOf(S, S.Operand, nullptr);
  D.I.Collective = Load ? loadFragment : storeFragment;
  bool Known = Load ? S.Operand == 'a' || S.Operand == 'b' || S.Operand == 'c'
                    : S.Operand == 'd';
  return Known && fits(T, F.Count, F.Rows * F.Cols);
}

} // namespace

bool decodeWmma(Decoding &D) {
  auto S = std::make_shared<MatrixShape>();
  std::string_view What = D.Mods.takeFirst();
  bool Ok = false;
  if (What == "mma")
    Ok = D.Mods.take("sync") && D.Mods.take("aligned") && decodeMultiply(D, *S);
  else if (What == "load" || What == "store")
    Ok = decodeTransfer(D, *S, What == "load");
  D.I.Run = runAligned;
  D.I.Matrix = std::move(S);
  return Ok;
}

} // namespace pipeline_rewrite::executor
