//===- PrintEffects.cpp - What the analysis says that units access --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: pipeline-fuzz-effects FILE [-- FLAGS]
//
// Prints for each K-loop, of each instance of its kernel:
//
//   LOOP KERNEL FIRST LAST            its lines
//   UNIT FIRST LAST                   a statement of its body, or one of the
//                                     heads of the loop
//   ANY WHY                           it may read and write anything
//   ACCESS read|write|both SPACE NAME what it accesses; NAME is "?" for any
//                                     object of the space, "*NAME" for what a
//                                     pointer kept in NAME points to
//
// The runner compares this with what the executor sees (effects.py). Every
// loop is printed, also those that are left alone for other reasons.
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/Callers.h"
#include "Analyse/Memory/Effects.h"
#include "Frontend/CompileJobs.h"
#include "Match/FindKLoops.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace pipeline_rewrite;

namespace {

/// "*" where what is accessed is not the root, but what a pointer in it points
/// to; a variable that is a pointer stands for both.
const char *heldMark(const Access &A) {
  const bool IsVariable =
      A.Root->hasGlobalStorage() && A.Root->getType()->isPointerType();
  return A.Held || IsVariable ? "*" : "";
}

class Printer {
public:
  explicit Printer(const SourceUnit &Unit) : SM(Unit.sources()) {}

  void print(const KLoop &K) {
    EffectsCollector Collector(K.Function, K.Loop);
    for (const ParmVarDecl *P : findGlobalParameters(K.Function))
      Collector.addGlobal(P);
    llvm::outs() << "LOOP " << K.Function->getQualifiedNameAsString() << " ";
    lines(K.Loop);
    for (const Stmt *S : {K.init(), static_cast<const Stmt *>(K.Condition),
                          static_cast<const Stmt *>(K.increment())})
      if (S)
        unit(S, Collector.collect(S));
    for (const Stmt *S : K.Units)
      unit(S, Collector.collect(S));
  }

private:
  void lines(const Stmt *S) {
    llvm::outs() << SM.getExpansionLineNumber(S->getBeginLoc()) << " "
                 << SM.getExpansionLineNumber(
                        SM.getExpansionRange(S->getEndLoc()).getEnd())
                 << "\n";
  }

  void unit(const Stmt *S, const Effects &E) {
    llvm::outs() << "UNIT ";
    lines(S);
    for (auto [At, Why] :
         {std::pair(E.UnknownCall, "call"), std::pair(E.UnknownAsm, "asm"),
          std::pair(E.Volatile, "volatile")})
      if (At)
        llvm::outs() << "ANY " << Why << "\n";
    for (const Access &A : E.Accesses)
      llvm::outs() << "ACCESS "
                   << (A.Atomic || (A.Read && A.Write) ? "both"
                       : A.Write                       ? "write"
                                                       : "read")
                   << " " << spaceName(A.Where) << " "
                   << (A.Root ? heldMark(A) + A.Root->getNameAsString() : "?")
                   << "\n";
  }

  const SourceManager &SM;
};

} // namespace

int main(int Count, char **Words) {
  if (Count < 2) {
    llvm::errs() << "pipeline-fuzz-effects: a file is needed\n";
    return 2;
  }
  CompileRequest Request;
  Request.Files = {Words[1]};
  Request.CudaPath = "builtin";
  for (int N = 3; N < Count; ++N)
    Request.ExtraFlags.push_back(Words[N]);
  auto Jobs = compileJobs(Request, Options());
  if (!Jobs) {
    llvm::errs() << llvm::toString(Jobs.takeError()) << "\n";
    return 2;
  }
  auto Unit = parseSource(Jobs->Jobs.at(0), Options());
  if (!Unit) {
    llvm::errs() << llvm::toString(Unit.takeError()) << "\n";
    return 2;
  }
  Printer P(**Unit);
  for (const KLoopSite &Site : findKLoops(**Unit))
    for (const KLoop &K : Site.Instances)
      P.print(K);
  return 0;
}
