//===- MadeProgram.cpp - A main() for a file that has none ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Host/Launches.h"
#include "Ast/OwnCode.h"
#include "Ast/Spelling.h"
#include "Execution/LaunchHints.h"
#include "Frontend/SourceUnit.h"
#include "Tune/Candidates.h"
#include "Tune/Commands.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// A tile of a block's output is no larger, as a rule.
constexpr uint32_t LargestTile = 256;

/// `__half` and its like, which are made of a float.
bool isSmallFloat(QualType T) {
  const auto *Record = T->getAsCXXRecordDecl();
  const StringRef Name = Record ? Record->getName() : "";
  return Name == "__half" || Name == "__nv_bfloat16";
}

bool canFill(QualType Pointee) {
  if (Pointee->isArithmeticType())
    return true;
  const auto *Record = Pointee->getAsCXXRecordDecl();
  return Record && Record->hasDefinition() && Record->isTriviallyCopyable();
}

bool isStream(QualType Pointee) {
  const auto *Record = Pointee->getAsRecordDecl();
  return Record && Record->getName() == "CUstream_st";
}

bool canMake(const ParmVarDecl *P) {
  const QualType T = P->getType().getNonReferenceType().getCanonicalType();
  if (T->isPointerType())
    return canFill(T->getPointeeType()) || isStream(T->getPointeeType());
  return T->isArithmeticType() || isSmallFloat(T);
}

/// Of functions with this name there is one, which C++ can name from outside.
bool hasOneName(const FunctionDecl *F) {
  if (isa<CXXMethodDecl>(F) || F->isTemplated() || F->isVariadic() ||
      F->isTemplateInstantiation() || !F->getIdentifier())
    return false;
  const DeclContext *In = F->getDeclContext()->getRedeclContext();
  return llvm::all_of(In->lookup(F->getDeclName()), [&](const NamedDecl *D) {
    return D->getCanonicalDecl() == F->getCanonicalDecl();
  });
}

bool canCall(const FunctionDecl *F) {
  return hasOneName(F) && llvm::all_of(F->parameters(), canMake);
}

class KernelFinder : public OwnCodeVisitor {
public:
  explicit KernelFinder(const SourceUnit &Unit)
      : OwnCodeVisitor(Unit.context()), Unit(Unit) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->hasAttr<CUDAGlobalAttr>() && F->isThisDeclarationADefinition() &&
        Unit.isInSubject(Unit.sources().getExpansionLoc(F->getLocation())))
      Found.push_back(F);
    return true;
  }

  std::vector<const FunctionDecl *> Found;

private:
  const SourceUnit &Unit;
};

class ProgramMaker {
public:
  ProgramMaker(const SourceUnit &Unit, ArrayRef<LoopReport> Loops)
      : Loops(Loops), Known(Unit.context()) {}

  void add(const FunctionDecl *Kernel) {
    const auto Launches = Known.inView(Kernel);
    for (const LaunchInView &Each : Launches)
      if (Each.In && canCall(Each.In) && Seen.insert(Each.In).second)
        Calls += "  Made.call(\"" + Each.In->getNameAsString() + "\", &" +
                 pathFromOutside(Each.In) + ");\n";
    if (Launches.empty() && canCall(Kernel))
      launch(Kernel);
  }

  std::string Calls;

private:
  void launch(const FunctionDecl *Kernel) {
    const auto *Of = llvm::find_if(Loops, [&](const LoopReport &Loop) {
      return Loop.Kernel == Kernel->getNameAsString() && Loop.Execution &&
             Loop.Execution->Block.size() == 3;
    });
    if (Of == Loops.end())
      return;
    const std::vector<uint32_t> &Block = Of->Execution->Block;
    const LaunchHints Hints = hintsOf(Kernel, {Kernel}, Known);
    // A tile is at least as large as its block: too few blocks do no harm.
    uint32_t Tile = *llvm::max_element(Block);
    for (uint32_t Number : Hints.Numbers)
      if (Number <= LargestTile)
        Tile = std::max(Tile, Number);
    Calls += "  Made.launch(\"" + Kernel->getNameAsString() + "\", " +
             pathFromOutside(Kernel) + ", dim3(" + std::to_string(Block[0]) +
             ", " + std::to_string(Block[1]) + ", " + std::to_string(Block[2]) +
             "), " + std::to_string(Tile) + ", " +
             (Hints.UsesBlockY ? "true" : "false") + ");\n";
  }

  ArrayRef<LoopReport> Loops;
  const Launches Known;
  llvm::SmallPtrSet<const FunctionDecl *, 4> Seen;
};

} // namespace

std::string madeProgram(const SourceUnit &Unit, ArrayRef<LoopReport> Loops) {
  KernelFinder Kernels(Unit);
  Kernels.TraverseAST(Unit.context());
  ProgramMaker Maker(Unit, Loops);
  for (const FunctionDecl *Kernel : Kernels.Found)
    Maker.add(Kernel);
  if (Maker.Calls.empty())
    return "";
  return "\n" + embeddedFile("made_program.cu").str() +
         "\nint main(int argc, char **argv) {\n"
         "  pipeline_rewrite_program::Program Made(argc, argv);\n" +
         Maker.Calls + "  return Made.end();\n}\n";
}

} // namespace pipeline_rewrite
