//===- Instructions/TensorCopy.cpp - cp.async.bulk.tensor -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "Data Movement and Conversion Instructions: Tensor copy": boxes of
// two dimensions into the block's own shared memory.
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"
#include "executor/Machine/Block.h"
#include "executor/Machine/TensorMap.h"
#include <cstring>

namespace pipeline_rewrite::executor {
namespace {

bool readMap(Thread &T, const Instruction &I, uint64_t Address,
             TensorMap &Out) {
  uint64_t Words[sizeof(TensorMap) / 8];
  for (unsigned N = 0; N < std::size(Words); ++N)
    if (!T.B->load(T, I, Space::Generic, Address + 8 * N, 8, &Words[N]))
      return false;
  std::memcpy(&Out, Words, sizeof Out);
  return Out.Magic == TensorMap::Known;
}

/// What a thread has written is there for copies behind a proxy fence of its
/// own, or of the thread that copies (PTX ISA, "Proxies").
void checkProxies(Thread &T, const Instruction &I, uint64_t Address,
                  unsigned Bytes) {
  Block &B = *T.B;
  if (B.Host.Options.Checks &&
      B.Host.Global.anyWriter(Address, Bytes, [&](const GlobalMemory::Who &By) {
        return B.thread(By.Thread).ProxyFence < By.Clock &&
               T.ProxyFence <= By.Clock;
      }))
    B.report(HazardKind::SourceChanged, Severity::Hard, &T, I.Id,
             "the block has written what is copied, and no proxy fence stands "
             "in between");
}

/// The part of a row that is inside the map.
TensorCopies::Row rowOf(Thread &T, const Instruction &I, const TensorMap &Map,
                        int64_t X, int64_t Y) {
  TensorCopies::Row R;
  const int64_t Columns = Map.Box[0],
                Extent = static_cast<int64_t>(Map.Extents[0]);
  R.Bytes = Map.Box[0] * Map.ElementBytes;
  if (Y < 0 || Y >= static_cast<int64_t>(Map.Extents[1]))
    return R;
  const int64_t First = std::max<int64_t>(X, 0),
                Last = std::min(X + Columns, Extent);
  if (First >= Last)
    return R;
  R.Before = static_cast<unsigned>(First - X) * Map.ElementBytes;
  R.Read = static_cast<unsigned>(Last - First) * Map.ElementBytes;
  const uint64_t From = Map.Base + static_cast<uint64_t>(Y) * Map.Stride +
                        static_cast<uint64_t>(First) * Map.ElementBytes;
  R.Source = T.B->globalSource(T, I, From, R.Read);
  if (R.Source)
    checkProxies(T, I, From, R.Read);
  return R;
}

/// A is the target, B the map, C the mbarrier, Slots the coordinates.
Flow runTensorCopy(Thread &T, const Instruction &I) {
  Block &B = *T.B;
  T.Self.Where = I.Id;
  const auto Target = static_cast<uint32_t>(
      (T.R[I.A] + static_cast<uint64_t>(I.Offset)) & ~WindowMask);
  TensorCopies::Box Box;
  Box.Thread = T.Index;
  Box.Where = I.Id;
  Box.Barrier = static_cast<uint32_t>(T.R[I.C] & ~WindowMask);
  if (!B.MBars.isReadyForCopies(Box.Barrier))
    return B.stop(HazardKind::MBarrierMisuse, T, I,
                  "the mbarrier is not initialised, or no fence shows that to "
                  "copies");
  TensorMap Map;
  if (!readMap(T, I, T.R[I.B] + static_cast<uint64_t>(I.Offset2), Map))
    return B.stop(HazardKind::Unsupported, T, I, "this is no tensor map");
  if (Target % 128)
    B.found({HazardKind::Misaligned, Severity::Hard, Target, 128, -1, 0,
             AccessSpace::Shared});
  const auto X = static_cast<int32_t>(T.R[I.Slots[0]]),
             Y = static_cast<int32_t>(T.R[I.Slots[1]]);
  for (uint32_t N = 0; N < Map.Box[1]; ++N) {
    TensorCopies::Row R = rowOf(T, I, Map, X, int64_t(Y) + N);
    R.Target = Target + N * R.Bytes;
    Box.Bytes += R.Bytes;
    Box.Rows.push_back(R);
  }
  Box.Moment = B.Host.Options.Copies.value_or(
      static_cast<CopyMoment>(B.Host.Rng.below(4)));
  B.Tensors.issue(std::move(Box));
  ++B.Host.Stats.Copies;
  return Flow::Next;
}

} // namespace

bool decodeTensorCopy(Decoding &D) {
  for (const char *Word : {"bulk", "tensor", "2d", "shared::cluster", "global"})
    if (!D.Mods.take(Word))
      return false;
  D.Mods.take("tile");
  if (!D.Mods.take("mbarrier::complete_tx::bytes") || D.Ops.size() != 3 ||
      !D.isAddress(0) || !D.isAddress(1) || !D.isAddress(2) ||
      D.Ops[1].Parts.size() != 2)
    return false;
  D.I.A = D.Ops[0].Slot;
  D.I.Offset = D.Ops[0].Offset;
  D.I.B = D.Ops[1].Slot;
  D.I.Offset2 = D.Ops[1].Offset;
  D.I.C = D.Ops[2].Slot;
  for (const Operand &Each : D.Ops[1].Parts)
    D.I.Slots.push_back(Each.Slot);
  D.M.HasPartialOrder = true;
  D.I.Run = runTensorCopy;
  return D.Ops[2].Offset == 0;
}

} // namespace pipeline_rewrite::executor
