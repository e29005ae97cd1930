//===- Machine/Machine.cpp - The device -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Machine/Machine.h"
#include "executor/Machine/Block.h"
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cxxabi.h>
#include <set>

namespace pipeline_rewrite::executor {

std::string demangled(const std::string &Name) {
  int Status = 0;
  char *Text = abi::__cxa_demangle(Name.c_str(), nullptr, nullptr, &Status);
  std::string Out = Status == 0 && Text ? Text : Name;
  std::free(Text);
  return Out;
}

/// A kernel and what it may call: all functions once it calls through a
/// pointer.
static std::set<const Function *> reachedFrom(const Module &M,
                                              const Function &Kernel) {
  std::set<const Function *> Out = {&Kernel};
  std::vector<const Function *> Next = {&Kernel};
  while (!Next.empty()) {
    const Function *F = Next.back();
    Next.pop_back();
    auto Reach = [&](const Function *Other) {
      if (Other && Out.insert(Other).second)
        Next.push_back(Other);
    };
    for (const Function *Called : F->Calls)
      Reach(Called);
    if (F->CallsThroughPointer)
      for (const auto &[Name, Any] : M.Functions)
        Reach(Any->Entry ? nullptr : Any.get());
  }
  return Out;
}

template <typename Predicate>
static bool anyReached(const Module &M, const Function &Kernel, Predicate Is) {
  const auto All = reachedFrom(M, Kernel);
  return std::any_of(All.begin(), All.end(), Is);
}

bool usesSymbol(const Module &M, const Function &Kernel,
                const std::string &Name) {
  return anyReached(M, Kernel, [&](const Function *F) {
    return std::any_of(F->Symbols.begin(), F->Symbols.end(),
                       [&](const SymbolUse &S) { return S.Name == Name; });
  });
}

bool usesGridBarrier(const Module &M, const Function &Kernel) {
  return anyReached(M, Kernel, [](const Function *F) {
    return std::any_of(F->Specials.begin(), F->Specials.end(), [](auto &S) {
      return S.second == Special::GridWorkspaceLow;
    });
  });
}

uint64_t staticSharedBytes(const Module &M, const Function &Kernel) {
  uint64_t Bytes = 0;
  auto Add = [&](const Variable &V) {
    Bytes = (Bytes + V.Align - 1) / V.Align * V.Align + V.Size;
  };
  for (const Variable &V : Kernel.Variables)
    if (V.Sp == Space::Shared)
      Add(V);
  for (const auto &[Name, V] : M.Variables)
    if (V.Sp == Space::Shared && !V.Extern && usesSymbol(M, Kernel, Name))
      Add(V);
  return Bytes;
}

static bool isDevice(const Variable &V) {
  return V.Sp == Space::Global || V.Sp == Space::Const;
}

bool Machine::load(Module &M) {
  for (auto &[Name, V] : M.Variables)
    if (isDevice(V) && !V.Address && V.Size) {
      V.Address = Global.allocate(V.Size);
      if (!V.Address)
        return false;
    }
  for (auto &[Name, F] : M.Functions)
    F->Address = LastFunction += 16;
  initialise(M);
  return true;
}

void Machine::initialise(const Module &M) {
  for (auto &[Name, V] : M.Variables)
    if (isDevice(V) && V.Address) {
      auto *At = reinterpret_cast<uint8_t *>(V.Address);
      std::memset(At, 0, V.Size);
      std::copy(V.Initial.begin(), V.Initial.end(), At);
    }
  for (auto &[Name, V] : M.Variables)
    for (auto &[Offset, Symbol] : V.Relocations) {
      auto Other = M.Variables.find(Symbol);
      auto F = M.Functions.find(Symbol);
      if (!isDevice(V) || !V.Address)
        continue;
      auto *At = reinterpret_cast<uint64_t *>(V.Address + Offset);
      if (Other != M.Variables.end())
        *At += Other->second.Address;
      else if (F != M.Functions.end())
        *At += F->second->Address;
    }
}

void Machine::layOutShared(Launch &L) {
  constexpr uint32_t RedZone = 64;
  uint32_t Top = SharedMemory::FirstAddress + L.SharedShift;
  auto Place = [&](const Variable &V) {
    uint32_t Align = std::max<uint32_t>(V.Align, 16);
    Top = (Top + RedZone + Align - 1) / Align * Align;
    L.SharedAddress[V.Name] = Top;
    auto Size = static_cast<uint32_t>(V.Size);
    uint32_t Own = std::max<uint32_t>(V.Align, 1);
    uint32_t Whole = (Size + Own - 1) / Own * Own;
    L.Regions.push_back({Top, Size, Whole - Size, &V.Name});
    Top += Whole;
  };
  for (const Variable &V : L.Kernel->Variables)
    if (V.Sp == Space::Shared)
      Place(V);
  for (const auto &[Name, V] : L.M->Variables)
    if (V.Sp == Space::Shared && !V.Extern && usesSymbol(*L.M, *L.Kernel, Name))
      Place(V);
  // Static variables of device functions live in the caller's block.
  for (const auto &[Name, F] : L.M->Functions)
    if (!F->Entry)
      for (const Variable &V : F->Variables)
        if (V.Sp == Space::Shared)
          Place(V);
  // Every `extern __shared__` array is the same dynamic region.
  Top = (Top + RedZone + 1023) / 1024 * 1024;
  for (const auto &[Name, V] : L.M->Variables)
    if (V.Sp == Space::Shared && V.Extern)
      L.SharedAddress[Name] = Top;
  if (L.DynamicShared)
    L.Regions.push_back({Top, L.DynamicShared, 0, nullptr});
  L.SharedEnd = Top + L.DynamicShared + RedZone;
}

bool Machine::launch(Launch &L) {
  auto Start = std::chrono::steady_clock::now();
  layOutShared(L);
  // Each launch begins with the same numbers: adding a launch before it does
  // not change what a seed means for it.
  Rng = Random(Options.Seed);
  Times.LaunchFirst = Times.BlockFirst = Times.Base = ++Times.Counter;
  Global.beginLaunch(Times);
  ++Stats.Launches;
  How = Ending::Completed;
  Why.clear();
  Barriers.beginLaunch();
  Waits.beginLaunch(L.M->Origins.size());
  Block B(*this, L);
  bool Ran = true;
  uint64_t Left = L.Blocks ? L.Blocks : UINT64_MAX;
  uint32_t Id[3];
  for (Id[2] = 0; Ran && Id[2] < L.Grid[2]; ++Id[2])
    for (Id[1] = 0; Ran && Id[1] < L.Grid[1]; ++Id[1])
      for (Id[0] = 0; Ran && Id[0] < L.Grid[0] && Left; ++Id[0], --Left) {
        Ran = B.run(Id);
        Barriers.endBlock();
      }
  Stats.Seconds +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
          .count();
  return Ran;
}

} // namespace pipeline_rewrite::executor
