//===- PtxRun.h - Runs PTX text in a test -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TEST_EXECUTOR_PTXRUN_H
#define PIPELINE_REWRITE_TEST_EXECUTOR_PTXRUN_H

#include "executor/Machine/Machine.h"
#include "executor/Ptx/Parser.h"
#include <cstring>
#include <iostream>

namespace pipeline_rewrite::executor {

/// A kernel `k` with one pointer argument in %rd1, thread index in %tid, and
/// plenty of registers: %h 16 bits, %r 32, %rd 64, %p predicates.
inline std::string kernelText(const std::string &Body,
                              const std::string &Declarations = "") {
  return ".version 8.0\n.target sm_80\n.address_size 64\n" + Declarations +
         "\n.visible .entry k(.param .u64 out)\n{\n"
         ".reg .pred %p<16>;\n.reg .b16 %h<32>;\n.reg .b32 %r<64>;\n"
         ".reg .b64 %rd<32>;\n.reg .b32 %tid;\n"
         "ld.param.u64 %rd1, [out];\nmov.u32 %tid, %tid.x;\n" +
         Body + "\nret;\n}\n";
}

/// Runs kernel `k` on an array of 64-bit words.
class PtxRun {
public:
  explicit PtxRun(const std::string &Text, Settings S = Settings()) : M(S) {
    Parsed = parsePtx(Text, Error);
    if (Parsed)
      M.load(*Parsed);
    else
      std::cerr << "parse error: " << Error << "\n";
  }

  bool run(std::vector<uint64_t> &Data, uint32_t Threads = 1,
           uint32_t Dynamic = 0, uint32_t Blocks = 1) {
    if (!Parsed || !Parsed->Functions.count("k"))
      return false;
    uint64_t Address = M.Global.allocate(Data.size() * 8);
    std::memcpy(reinterpret_cast<void *>(Address), Data.data(),
                Data.size() * 8);
    void *Arguments[] = {&Address};
    Launch L;
    L.M = Parsed.get();
    L.Kernel = Parsed->Functions["k"].get();
    L.BlockDim[0] = Threads;
    L.Grid[0] = Blocks;
    L.DynamicShared = Dynamic;
    L.Arguments = Arguments;
    bool Ran = M.launch(L);
    std::memcpy(Data.data(), reinterpret_cast<void *>(Address),
                Data.size() * 8);
    M.Global.free(Address);
    return Ran;
  }

  /// The kinds reported so far, sorted by first occurrence: "RACE-RAW ...".
  std::string kinds() const {
    std::string Out;
    for (const Hazard &H : M.Log.all())
      if (Out.find(nameOf(H.Kind)) == std::string::npos)
        Out += (Out.empty() ? "" : " ") + std::string(nameOf(H.Kind));
    return Out;
  }

  Machine M;
  std::unique_ptr<Module> Parsed;
  std::string Error;
};

/// Executes \p Instructions with 64-bit inputs in %rd2.., their low halves in
/// %r2.. and %h2..; gives the 64 bits of %rd0, %r0 or %h0 (\p Result 'd', 'r',
/// 'h').
inline uint64_t evaluate(char Result, const std::string &Instructions,
                         const std::vector<uint64_t> &Inputs,
                         std::string *Kinds = nullptr) {
  std::string Body;
  for (size_t N = 0; N < Inputs.size(); ++N) {
    std::string Reg = std::to_string(N + 2), At = std::to_string(8 * (N + 1));
    Body += "ld.global.u64 %rd" + Reg + ", [%rd1+" + At + "];\n";
    Body += "cvt.u32.u64 %r" + Reg + ", %rd" + Reg + ";\n";
    Body += "cvt.u16.u64 %h" + Reg + ", %rd" + Reg + ";\n";
  }
  Body += Instructions + "\n";
  Body += Result == 'd'   ? "st.global.u64 [%rd1], %rd0;"
          : Result == 'r' ? "st.global.u32 [%rd1], %r0;"
                          : "st.global.u16 [%rd1], %h0;";
  PtxRun Run(kernelText(Body));
  std::vector<uint64_t> Data(Inputs.size() + 1, 0);
  std::copy(Inputs.begin(), Inputs.end(), Data.begin() + 1);
  bool Ran = Run.run(Data);
  if (Kinds)
    *Kinds = Run.kinds();
  else if (!Ran || !Run.kinds().empty())
    std::cerr << "'" << Instructions << "' reported " << Run.kinds() << "\n";
  return Data[0];
}

inline uint64_t bitsOf(float V) {
  uint32_t B;
  std::memcpy(&B, &V, 4);
  return B;
}
inline uint64_t bitsOf(double V) {
  uint64_t B;
  std::memcpy(&B, &V, 8);
  return B;
}

} // namespace pipeline_rewrite::executor

#endif
