//===- Runtime/Runtime.cpp - State of the CUDA runtime --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Runtime/Runtime.h"
#include "executor/Ptx/Parser.h"
#include "executor/Runtime/Cubin.h"
#include "executor/Runtime/Environment.h"
#include "executor/Runtime/FatBinary.h"
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

namespace pipeline_rewrite::executor {

void die(int Status, const std::string &Message) {
  std::fflush(stdout);
  std::fprintf(stderr, "pipeline-exec: %s\n", Message.c_str());
  std::_Exit(Status);
}

Runtime &Runtime::get() {
  static Runtime *Only = new Runtime;
  return *Only;
}

Runtime::Runtime() : Device(settingsFromEnvironment()) {
  auto IsOff = [](const char *V) { return V && std::string(V) == "0"; };
  Verbose = !IsOff(environment("VERBOSE"));
  const char *Stats = environment("STATS");
  PrintStatistics = Stats && !IsOff(Stats);
  if (const char *File = environment("PTX"))
    ReplacementPtx = File;
  if (const char *File = environment("REPORT")) {
    Report = std::fopen(File, "w");
    if (!Report)
      die(98, std::string("cannot write ") + File);
  }
  Device.Log.OnNew = [this](const Hazard &H) {
    if (Verbose)
      std::fprintf(stderr, "pipeline-exec: %s\n", H.text().c_str());
    if (Report) {
      // At once: the program may not end in an orderly way.
      std::fprintf(Report, "%s\n", H.record().c_str());
      std::fflush(Report);
    }
  };
  std::atexit([] { Runtime::get().finish(); });
}

void Runtime::finish() {
  const Statistics &S = Device.Stats;
  if (PrintStatistics)
    std::fprintf(stderr,
                 "pipeline-exec: seed %llu, %llu launches, %llu blocks, %llu "
                 "instructions, %llu barriers, %llu copies, %.4f s\n",
                 static_cast<unsigned long long>(Device.Options.Seed),
                 static_cast<unsigned long long>(S.Launches),
                 static_cast<unsigned long long>(S.Blocks),
                 static_cast<unsigned long long>(S.Steps),
                 static_cast<unsigned long long>(S.Barriers),
                 static_cast<unsigned long long>(S.Copies), S.Seconds);
  if (!Device.Log.hasHard())
    return;
  std::fflush(stdout);
  std::fflush(stderr);
  std::_Exit(97);
}

LoadedModule *Runtime::addModule(const void *FatBinary) {
  auto L = std::make_unique<LoadedModule>();
  std::string Error;
  if (ReplacementPtx.empty()) {
    L->Text = ptxOf(FatBinary, Error);
    L->Registers = registersOf(cubinOf(FatBinary));
    // Only a program that uses the module needs its PTX: say so then.
    if (!Error.empty())
      L->Text = "\n" + Error;
  } else {
    std::ifstream In(ReplacementPtx);
    std::ostringstream Out;
    Out << In.rdbuf();
    L->Text = Out.str();
    if (L->Text.empty())
      die(98, "cannot read PIPELINE_EXEC_PTX=" + ReplacementPtx);
  }
  Modules.push_back(std::move(L));
  return Modules.back().get();
}

Module &Runtime::use(LoadedModule &L) {
  if (L.M)
    return *L.M;
  if (L.Text.find(".version") == std::string::npos)
    die(98, L.Text.substr(L.Text.find_first_not_of('\n')));
  std::string Error;
  L.M = parsePtx(L.Text, Error);
  if (!L.M)
    die(99, "cannot parse the PTX: " + Error);
  Device.load(*L.M);
  return *L.M;
}

Kernel *Runtime::kernelAt(const void *Host) {
  auto At = Kernels.find(Host);
  return At == Kernels.end() ? nullptr : &At->second;
}

const Function *Runtime::functionOf(Kernel &K) {
  Module &M = use(*K.From);
  auto At = M.Functions.find(K.Name);
  return At == M.Functions.end() || !At->second->HasBody ? nullptr
                                                         : At->second.get();
}

const Variable *Runtime::variableAt(const void *Host) {
  auto At = Variables.find(Host);
  if (At == Variables.end())
    return nullptr;
  Module &M = use(*At->second.From);
  auto V = M.Variables.find(At->second.Name);
  return V == M.Variables.end() ? nullptr : &V->second;
}

CudaError Runtime::refuse(const Kernel &K, CudaError E,
                          const std::string &Why) {
  Hazard H;
  H.Kind = HazardKind::LaunchLimit;
  H.Kernel = demangled(K.Name);
  H.Message = Why;
  if (Device.Log.isNew(H.Kind, H.How, &K))
    Device.Log.add(std::move(H));
  return E;
}

CudaError Runtime::checkRegisters(const Kernel &K, uint64_t Threads) {
  auto At = K.From->Registers.find(K.Name);
  if (At == K.From->Registers.end() ||
      registersOfBlock(At->second, static_cast<unsigned>(Threads)) <=
          RegisterFile)
    return Success;
  return refuse(K, LaunchOutOfResources,
                std::to_string(Threads) + " threads per block with " +
                    std::to_string(At->second) +
                    " registers each; a block has " +
                    std::to_string(RegisterFile));
}

CudaError Runtime::checkLimits(const Kernel &K, const Function &F, Dim3 Grid,
                               Dim3 Block, size_t DynamicShared) {
  uint64_t Threads = uint64_t(Block.X) * Block.Y * Block.Z;
  uint64_t Blocks = uint64_t(Grid.X) * Grid.Y * Grid.Z;
  if (Threads == 0 || Blocks == 0 || Threads > 1024 || Block.Z > 64 ||
      Grid.X > 0x7FFFFFFF || Grid.Y > 65535 || Grid.Z > 65535)
    return refuse(K, InvalidConfiguration,
                  "grid of " + std::to_string(Blocks) + " blocks of " +
                      std::to_string(Threads) + " threads");
  bool Other =
      F.Required[0] && (F.Required[0] != Block.X || F.Required[1] != Block.Y ||
                        F.Required[2] != Block.Z);
  if (Other || (F.MaxThreads && Threads > F.MaxThreads))
    return refuse(K, InvalidValue,
                  std::to_string(Threads) +
                      " threads per block; the kernel "
                      "is compiled for " +
                      std::to_string(F.MaxThreads));
  uint64_t Static = staticSharedBytes(*K.From->M, F);
  const uint64_t Limit = std::min<uint64_t>(
      Static + K.mostDynamicShared(Static), sharedWithOptIn(K.From->M->Target));
  if (Static > SharedWithoutOptIn || Static + DynamicShared > Limit)
    return refuse(K, InvalidValue,
                  std::to_string(Static) + " bytes of static and " +
                      std::to_string(DynamicShared) +
                      " bytes of dynamic shared memory; the limit is " +
                      std::to_string(Limit));
  return checkRegisters(K, Threads);
}

CudaError Runtime::prepareGrid(const Kernel &K, Launch &L) {
  if (!usesGridBarrier(*L.M, *L.Kernel))
    return Success;
  // Blocks run one after the other: a barrier between them is never complete.
  if (uint64_t(L.Grid[0]) * L.Grid[1] * L.Grid[2] > 1) {
    Hazard H;
    H.Kind = HazardKind::Unsupported;
    H.Kernel = demangled(K.Name);
    H.Message = "a grid-wide barrier of several blocks";
    if (Device.Log.isNew(H.Kind, H.How, &K))
      Device.Log.add(std::move(H));
    return CooperativeLaunchTooLarge;
  }
  constexpr uint64_t Bytes = 1024;
  if (!GridWorkspace)
    GridWorkspace = Device.Global.allocate(Bytes);
  std::memset(reinterpret_cast<void *>(GridWorkspace), 0, Bytes);
  L.GridWorkspace = GridWorkspace;
  return Success;
}

CudaError Runtime::launch(const void *Host, Dim3 Grid, Dim3 Block,
                          void **Arguments, size_t DynamicShared,
                          bool Cooperative) {
  if (Sticky != Success)
    return fail(Sticky);
  Kernel *K = kernelAt(Host);
  const Function *F = K ? functionOf(*K) : nullptr;
  if (!F)
    die(98, "no PTX for the kernel " + (K ? K->Name : std::string("?")));
  if (CudaError E = checkLimits(*K, *F, Grid, Block, DynamicShared))
    return fail(E);
  Launch L;
  L.M = K->From->M.get();
  L.Kernel = F;
  const unsigned G[3] = {Grid.X, Grid.Y, Grid.Z};
  const unsigned B[3] = {Block.X, Block.Y, Block.Z};
  std::copy(G, G + 3, L.Grid);
  std::copy(B, B + 3, L.BlockDim);
  L.DynamicShared = static_cast<uint32_t>(DynamicShared);
  L.Arguments = Arguments;
  if (CudaError E = Cooperative ? prepareGrid(*K, L) : Success)
    return fail(E);
  // A failing kernel is reported by the next synchronising call.
  if (!Device.launch(L))
    LastError = Sticky = LaunchFailure;
  return Success;
}

} // namespace pipeline_rewrite::executor
