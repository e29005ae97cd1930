//===- CompareUnlaunched.cpp - Kernels that no launch in view runs --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many blocks an SM has goes by a block's size. Where no launch tells that,
// it is the one with which the kernel could be run.
//===----------------------------------------------------------------------===//
#include "Execution/CountConflicts.h"
#include "Search/CompareForms.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace pipeline_rewrite {

void FormComparison::runUnlaunched(ArrayRef<LoopToRun> Loops) {
  if (Loops.empty())
    return;
  clang::ASTNameGenerator Symbols(Text.own().context());
  for (const CountedKernel &Each : countConflicts(Text.own(), Loops))
    if (Each.Threads)
      RunThreads[demangle(Symbols.getName(Each.Kernel))] = Each.Threads;
}

std::string FormComparison::blockText(const Group &Of) {
  std::set<unsigned> Threads;
  forEachKernel(Of, [&](const ComparedKernel &Kernel) {
    if (Kernel.ThreadsOfRun)
      Threads.insert(Kernel.ThreadsOfRun);
  });
  if (Threads.empty())
    return "";
  std::string Out = "; no launch is in view: judged for";
  for (unsigned Each : Threads)
    Out += " " + std::to_string(Each);
  return Out + " threads per block, with which it runs";
}

} // namespace pipeline_rewrite
