//===- PrintEffects.cpp - Effects as stable text --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/Callers.h"
#include "Analyse/Memory/Effects.h"
#include "Match/KLoop.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace pipeline_rewrite {

llvm::StringRef spaceName(Space S) {
  switch (S) {
  case Space::Private:
    return "private";
  case Space::Shared:
    return "shared";
  case Space::Global:
    return "global";
  case Space::Constant:
    return "constant";
  case Space::Unknown:
    return "unknown";
  }
  llvm_unreachable("no such space");
}

namespace {

using Words = llvm::SmallSetVector<llvm::CachedHashString, 8>;

void printList(llvm::raw_ostream &OS, llvm::StringRef What, const Words &List) {
  if (List.empty())
    return;
  OS << " " << What << "(";
  llvm::interleaveComma(List, OS, [&](const auto &W) { OS << W.val(); });
  OS << ")";
}

std::string accessed(const Access &A) {
  const std::string Name = A.Root ? A.Root->getNameAsString() : "?";
  return (spaceName(A.Where) + " " + (A.Held ? "*" : "") + Name).str();
}

class Printer {
public:
  Printer(llvm::raw_ostream &OS, const KLoop &K, const ASTContext &Context)
      : OS(OS), SM(Context.getSourceManager()), Collector(K.Function, K.Loop) {
    for (const ParmVarDecl *P : findGlobalParameters(K.Function))
      Collector.addGlobal(P);
  }

  void print(llvm::StringRef Of, const Stmt *S) {
    if (!S)
      return;
    const Effects E = Collector.collect(S);
    OS << "  " << Of << " " << SM.getExpansionLineNumber(S->getBeginLoc())
       << ":";
    Words Reads, Writes, Atomics;
    for (const VarDecl *V : E.Reads)
      Reads.insert(llvm::CachedHashString(V->getName()));
    for (const VarDecl *V : E.Writes)
      Writes.insert(llvm::CachedHashString(V->getName()));
    for (const Access &A : E.Accesses)
      for (auto [Does, To] :
           {std::pair(A.Read, &Reads), std::pair(A.Write, &Writes),
            std::pair(A.Atomic, &Atomics)})
        if (Does)
          To->insert(llvm::CachedHashString(accessed(A)));
    printList(OS, "reads", Reads);
    printList(OS, "writes", Writes);
    printList(OS, "atomic", Atomics);
    printMarks(E);
    OS << "\n";
  }

private:
  void printMarks(const Effects &E) {
    for (auto [At, What] :
         {std::pair(E.Barrier, "barrier"),
          std::pair(E.OtherBarrier, "other-barrier"),
          std::pair(E.WarpSync, "warp-sync"), std::pair(E.Fence, "fence"),
          std::pair(E.Async, "async"), std::pair(E.Volatile, "volatile"),
          std::pair(E.Asm, "asm"), std::pair(E.Moment, "moment"),
          std::pair(E.DynamicSize, "dynamic-size"),
          std::pair(E.UnknownCall, "unknown-call"),
          std::pair(E.UnknownAsm, "unknown-asm"),
          std::pair(E.UnknownConstruct, "unknown-construct")})
      if (At)
        OS << " " << What << "="
           << SM.getExpansionLineNumber(At->getBeginLoc());
  }

  llvm::raw_ostream &OS;
  const SourceManager &SM;
  EffectsCollector Collector;
};

} // namespace

void printEffects(llvm::raw_ostream &OS, const KLoop &K,
                  const ASTContext &Context) {
  OS << "  instance " << K.Function->getQualifiedNameAsString() << "\n";
  Printer P(OS, K, Context);
  P.print("init", K.init());
  P.print("condition", K.Condition);
  P.print("increment", K.increment());
  for (const Stmt *S : K.Units)
    P.print("unit", S);
}

} // namespace pipeline_rewrite
