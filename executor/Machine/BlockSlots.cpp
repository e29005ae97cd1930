//===- Machine/BlockSlots.cpp - Constant slots of a thread ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills the slots that hold constants, special registers and addresses when a
// thread enters a function.
//
//===----------------------------------------------------------------------===//
#include "executor/Machine/Block.h"

namespace pipeline_rewrite::executor {

void Block::fillSlots(Thread &T, const Function &F) {
  for (auto &[Slot, Bits] : F.Constants)
    T.R[Slot] = Bits;
  for (auto &[Slot, S] : F.Specials)
    T.R[Slot] = specialValue(T, S);
  for (const SymbolUse &S : F.Symbols)
    T.R[S.Slot] = symbolValue(T, S);
}

uint64_t Block::specialValue(const Thread &T, Special S) const {
  uint32_t Nx = L.BlockDim[0], Ny = L.BlockDim[1];
  uint32_t Bit = 1u << T.Lane, Below = Bit - 1;
  switch (S) {
  case Special::TidX:
    return T.Index % Nx;
  case Special::TidY:
    return T.Index / Nx % Ny;
  case Special::TidZ:
    return T.Index / (Nx * Ny);
  case Special::NTidX:
    return Nx;
  case Special::NTidY:
    return Ny;
  case Special::NTidZ:
    return L.BlockDim[2];
  case Special::CtaidX:
    return BlockId[0];
  case Special::CtaidY:
    return BlockId[1];
  case Special::CtaidZ:
    return BlockId[2];
  case Special::NCtaidX:
    return L.Grid[0];
  case Special::NCtaidY:
    return L.Grid[1];
  case Special::NCtaidZ:
    return L.Grid[2];
  case Special::LaneId:
    return T.Lane;
  case Special::WarpId:
    return T.Warp;
  case Special::NWarpId:
    return (Threads.size() + 31) / 32;
  case Special::SmId:
    return 0;
  case Special::NSmId:
    return 1;
  case Special::GridId:
    return Host.Stats.Launches;
  case Special::MaskEq:
    return Bit;
  case Special::MaskLt:
    return Below;
  case Special::MaskLe:
    return Below | Bit;
  case Special::MaskGt:
    return ~(Below | Bit);
  case Special::MaskGe:
    return ~Below;
  case Special::DynamicShared:
    return L.DynamicShared;
  case Special::TotalShared:
    return L.SharedEnd;
  case Special::GridWorkspaceHigh:
    return L.GridWorkspace >> 32;
  case Special::GridWorkspaceLow:
    return L.GridWorkspace & 0xFFFFFFFF;
  }
  return 0;
}

uint64_t Block::symbolValue(const Thread &T, const SymbolUse &S) const {
  if (auto At = L.SharedAddress.find(S.Name); At != L.SharedAddress.end())
    return At->second + S.Offset;
  for (const Variable &V : T.F->Variables)
    if (V.Sp == Space::Local && V.Name == S.Name)
      return T.LocalBase + V.Address + S.Offset;
  if (auto At = L.M->Variables.find(S.Name); At != L.M->Variables.end())
    return At->second.Address + S.Offset;
  if (const Function *F = findFunction(S.Name))
    return F->Address + S.Offset;
  // A symbol of another module: any use is reported.
  return NoSpace;
}

const Function *Block::functionAt(uint64_t Address) const {
  for (const auto &[Name, F] : L.M->Functions)
    if (F->Address == Address && F->HasBody)
      return F.get();
  return nullptr;
}

const Function *Block::findFunction(const std::string &Name) const {
  auto At = L.M->Functions.find(Name);
  return At == L.M->Functions.end() ? nullptr : At->second.get();
}

void Block::enterFunction(Thread &T, const Function &F) {
  const Instruction &I = T.F->Code[T.Pc];
  T.Frames.push_back(
      {T.F, T.Pc + 1, T.RegisterBase, T.ParamBase, T.LocalBase, I.Call.get()});
  size_t CallerParams = T.ParamBase;
  T.RegisterBase = T.Registers.size();
  T.ParamBase = frameOf(T.Params.size());
  T.LocalBase = T.Local.size();
  T.Registers.resize(T.RegisterBase + F.SlotCount);
  T.Params.resize(T.ParamBase + F.ParamBytes);
  T.Local.resize(T.LocalBase + frameOf(F.LocalBytes), 0xFF);
  for (size_t N = 0; N < F.Parameters.size() && N < I.Call->Arguments.size();
       ++N)
    std::memcpy(&T.Params[T.ParamBase + F.Parameters[N].Offset],
                &T.Params[CallerParams + I.Call->Arguments[N].Offset],
                F.Parameters[N].Size);
  T.R = T.Registers.data() + T.RegisterBase;
  T.F = &F;
  T.Pc = 0;
  fillSlots(T, F);
}

} // namespace pipeline_rewrite::executor
