//===- HalfCallText.cpp - A call of half a function -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loads/HalfCallText.h"
#include "Emit/Loads/CallerWords.h"
#include "Emit/Loads/RegisterText.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class HalfCall {
public:
  HalfCall(LoadText &T, const CallPhases &Half, LoadPhase Phase,
           llvm::StringRef TileIndex)
      : T(T), Half(Half), Call(Half.Call->Call),
        Names(T.Calls.find(Call)->second), IsStore(Phase == LoadPhase::Store),
        TileIndex(TileIndex) {}

  void edit(EditSet &Edits) {
    T.addUses(Edits, Call, /*LoadSide=*/true, TileIndex);
    const CalledName Called = calledName(*Half.Call);
    auto Name = T.Source.spelled(Called.Name);
    auto Callee = T.Source.range(Called.Written), Whole = T.Source.range(Call);
    if (!Name || !Callee || !Whole)
      return T.cannotEdit(Call);
    const unsigned NameEnd = *Name + Half.Call->name().size();
    const std::string &Given =
        IsStore ? Names.StoreArguments : Names.IssueArguments;
    const bool Dependent = !Given.empty() && Names.Dependent;
    Edits.replace(*Name, NameEnd,
                  (Dependent ? "template " : "") +
                      (IsStore ? Names.Store : Names.Issue));
    if (!Half.stores())
      return T.passPipeline(Edits, Callee->End, Names.Pipeline);
    if (!Given.empty())
      Edits.replace(NameEnd, Callee->End, Given);
    // With a guard around the call, and a longer name.
    const unsigned Column = Callee->End - T.Source.lineBegin(Callee->Begin) +
                            T.IndentUnit.size() + sizeof("Fetch(") - 1 +
                            Given.size();
    const std::string Indent = T.indentOf(Call) + T.IndentUnit + T.IndentUnit;
    Edits.replace(Callee->End, Whole->End,
                  "(" + T.fillLines(arguments(), Column, Indent) + ")");
  }

private:
  /// The pipeline, the registers, and what is needed of the call's own.
  std::vector<std::string> arguments() {
    std::vector<std::string> Args;
    if (!IsStore && !Names.Pipeline.empty())
      Args.push_back(Names.Pipeline);
    for (const std::string &Register : Names.Registers) {
      Args.push_back(Register);
      for (const CopyLoop &L : Half.Loops)
        Args.back() += "[" + T.indexText(L) + "]";
    }
    const auto &Kept = IsStore ? Half.StoreParameters : Half.IssueParameters;
    for (unsigned I = 0; I < Half.Call->Callee->getNumParams(); ++I)
      if (Kept.contains(I))
        Args.push_back(argumentText(Half.Call->argument(I)));
    return Args;
  }

  std::string argumentText(const Expr *Arg) {
    auto R = T.Source.range(Arg);
    if (!R) {
      T.cannotEdit(Arg);
      return "";
    }
    EditSet Edits;
    T.addUses(Edits, Arg, /*LoadSide=*/true, TileIndex);
    if (IsStore)
      RegisterText(T, TileIndex).renameLocals(Edits, Arg);
    return Edits.apply(T.Source.text(), R->Begin, R->End);
  }

  LoadText &T;
  const CallPhases &Half;
  const CallExpr *Call;
  const CallNames &Names;
  const bool IsStore;
  const llvm::StringRef TileIndex;
};

} // namespace

void editHalfCall(LoadText &T, const CallPhases &Half, LoadPhase Phase,
                  llvm::StringRef TileIndex, EditSet &Edits) {
  HalfCall(T, Half, Phase, TileIndex).edit(Edits);
}

} // namespace pipeline_rewrite
