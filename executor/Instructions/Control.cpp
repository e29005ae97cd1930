//===- Instructions/Control.cpp - Branches, calls, the end ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Instructions/Control.h"
#include "executor/Decode/Decoder.h"
#include "executor/Machine/Block.h"

namespace pipeline_rewrite::executor {

Flow runBranch(Thread &T, const Instruction &I) {
  T.Pc = I.Target;
  return Flow::Jump;
}

/// Slots holds the targets.
static Flow runIndexedBranch(Thread &T, const Instruction &I) {
  uint32_t N = T.get<uint32_t>(I.A);
  if (N >= I.Slots.size())
    return T.B->stop(HazardKind::Trap, T, I,
                     "branch index " + std::to_string(N) + " of " +
                         std::to_string(I.Slots.size()) + " targets");
  T.Pc = static_cast<uint32_t>(I.Slots[N]);
  return Flow::Jump;
}

Flow runBackBranch(Thread &T, const Instruction &I) {
  ++T.R[I.Slots[0]];
  for (size_t N = 1; N < I.Slots.size(); ++N)
    T.R[I.Slots[N]] = 0;
  T.Pc = I.Target;
  return Flow::Jump;
}

static Flow runExit(Thread &T, const Instruction &) {
  T.B->exitThread(T);
  return Flow::Stop;
}

Flow runReturn(Thread &T, const Instruction &I) {
  if (T.Frames.empty())
    return runExit(T, I);
  Frame Back = T.Frames.back();
  T.Frames.pop_back();
  for (size_t N = 0; N < Back.Site->Results.size() && N < T.F->Results.size();
       ++N)
    std::memcpy(&T.Params[Back.ParamBase + Back.Site->Results[N].Offset],
                &T.Params[T.ParamBase + T.F->Results[N].Offset],
                T.F->Results[N].Size);
  T.Registers.resize(T.RegisterBase);
  T.Params.resize(T.ParamBase);
  T.Local.resize(T.LocalBase);
  T.RegisterBase = Back.RegisterBase;
  T.ParamBase = Back.ParamBase;
  T.LocalBase = Back.LocalBase;
  T.R = T.Registers.data() + T.RegisterBase;
  T.F = Back.F;
  T.Pc = Back.ReturnPc;
  return Flow::Jump;
}

Flow runCall(Thread &T, const Instruction &I) {
  const Function *F = I.A >= 0 ? T.B->functionAt(T.R[I.A]) : I.Call->Body;
  if (I.A >= 0 && !F)
    return T.B->stop(HazardKind::Trap, T, I,
                     "the pointer that is called is no function");
  // Far beyond any stack of a device, long before the host's memory ends.
  constexpr size_t MostFrames = 16384;
  if (T.Frames.size() >= MostFrames)
    return T.B->stop(HazardKind::Trap, T, I, "calls nested without end");
  if (F) {
    T.B->enterFunction(T, *F);
    return Flow::Jump;
  }
  if (I.Call->Builtin)
    return I.Call->Builtin(T, I);
  return T.B->stop(HazardKind::Unsupported, T, I,
                   "call of " + I.Call->Callee + ", which has no body");
}

static Flow runTrap(Thread &T, const Instruction &I) {
  return T.B->stop(HazardKind::Trap, T, I, "the kernel executes a trap");
}

static Flow runNothing(Thread &, const Instruction &) { return Flow::Next; }
static Flow runPause(Thread &, const Instruction &) { return Flow::Yield; }

Flow runUnsupported(Thread &T, const Instruction &I) {
  const Origin &O = T.B->L.M->Origins[I.Id];
  return T.B->stop(HazardKind::Unsupported, T, I, "not supported: " + O.Why);
}

/// A cache policy is only handed on to hints, which change no value.
static Flow runPolicy(Thread &T, const Instruction &I) {
  T.R[I.Dst] = 0;
  return Flow::Next;
}

static bool decodePolicy(Decoding &D) {
  while (!D.Mods.empty())
    D.Mods.takeFirst();
  D.I.Run = runPolicy;
  D.I.Dst = D.Ops.empty() ? -1 : D.Ops[0].Slot;
  return D.isValue(0);
}

bool decodeControl(Decoding &D) {
  std::string_view Name = D.Mods.mnemonic();
  D.Mods.take("uni");
  if (Name == "bra") {
    D.I.Run = runBranch;
    return true;
  }
  if (Name == "brx") {
    if (!D.Mods.take("idx") || D.Ops.size() != 2 || !D.isValue(0))
      return false;
    D.I.A = D.Ops[0].Slot;
    D.I.Run = runIndexedBranch;
    return true;
  }
  if (Name == "ret" || Name == "exit") {
    D.I.Run = Name == "ret" ? runReturn : runExit;
    return D.Ops.empty();
  }
  if (Name == "trap") {
    D.I.Run = runTrap;
    return D.Ops.empty();
  }
  if (Name == "nanosleep") {
    D.I.Run = runPause;
    return D.Mods.take("u32");
  }
  if (Name == "prefetch" || Name == "prefetchu") {
    // Only a hint: any address is allowed and nothing is read.
    while (!D.Mods.empty())
      D.Mods.takeFirst();
    D.I.Run = runNothing;
    return true;
  }
  if (Name == "applypriority") {
    D.I.Run = runNothing;
    return D.Mods.take("L2::evict_normal") &&
           (D.Mods.take("global"), D.Ops.size() == 2);
  }
  if (Name == "griddepcontrol") {
    // Kernels run one after the other: there is nothing to wait for.
    D.I.Run = runNothing;
    return D.Mods.takeOneOf({"launch_dependents", "wait"}) >= 0;
  }
  if (Name == "createpolicy")
    return decodePolicy(D);
  if (Name == "pmevent" || Name == "brkpt") {
    D.I.Run = runNothing;
    return true;
  }
  return false;
}

} // namespace pipeline_rewrite::executor
