//===- AsyncAsm.cpp - Asynchronous copies in inline PTX -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Match/AsyncOperands.h"
#include "Support/ClangVersion.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// \p E, a number or a truth, is not 0.
void setUnder(AsyncStatement &Out, const Expr *E, bool Not,
              AsyncOperands &Operands) {
  E = E->IgnoreParenImpCasts();
  if (const auto Is = Operands.constant(E); Is && (*Is == 0) == Not)
    return; // always
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E);
      Cast &&
      Cast->getSubExpr()->IgnoreParenImpCasts()->getType()->isBooleanType())
    return setUnder(Out, Cast->getSubExpr(), Not, Operands);
  const VarDecl *V = namedOperand(E);
  if (const Expr *Given = V ? Operands.boundTo(V) : nullptr)
    return setUnder(Out, Given, Not, Operands);
  Out.Under = E;
  Out.UnderNot = Not;
}

class AsmReader {
public:
  AsmReader(const GCCAsmStmt *Asm, AsyncOperands &Operands)
      : Asm(Asm), Operands(Operands) {}

  std::optional<AsyncStatement> read() {
    if (Asm->getNumOutputs() != 0)
      return std::nullopt;
    const std::string Text = asmText(*Asm);
    llvm::SmallVector<llvm::StringRef, 8> Lines, Code;
    llvm::SplitString(Text, Lines, ";\n");
    for (llvm::StringRef Line : Lines)
      if (Line = Line.trim(" \t\r{}");
          !Line.empty() && !Line.starts_with("//") && !Line.starts_with(".reg"))
        Code.push_back(Line);
    if (Code.empty())
      return std::nullopt;
    if (Code.back().contains("global"))
      return readCopy(Code);
    AsyncStatement Out;
    Out.Step = AsyncStep::Commit;
    bool Closed = false;
    for (llvm::StringRef Line : Code) {
      const bool Waits = Line.consume_front("cp.async.wait_group");
      if (Line == "cp.async.commit_group" && Out.Step == AsyncStep::Commit)
        Closed = true;
      else if (Line == "cp.async.wait_all")
        Out.Step = AsyncStep::WaitAll;
      else if (Waits && number(Line) == 0 && Out.Step == AsyncStep::Commit)
        Out.Step = Closed ? AsyncStep::WaitAll : AsyncStep::Wait;
      else
        return std::nullopt;
    }
    return Out;
  }

private:
  const Expr *operand(llvm::StringRef Text) const {
    unsigned I = 0;
    Text = Text.trim();
    if (!Text.consume_front("%"))
      return nullptr;
    if (Text.consume_front("[") && Text.consume_back("]")) {
      for (I = 0; I < Asm->getNumInputs(); ++I)
        if (Asm->getInputName(I) == Text)
          return Asm->getInputExpr(I);
      return nullptr;
    }
    return !Text.getAsInteger(10, I) && I < Asm->getNumInputs()
               ? Asm->getInputExpr(I)
               : nullptr;
  }

  const Expr *address(llvm::StringRef Text) const {
    Text = Text.trim();
    return Text.consume_front("[") && Text.consume_back("]") ? operand(Text)
                                                             : nullptr;
  }

  std::optional<uint64_t> number(llvm::StringRef Text) {
    uint64_t Is = 0;
    if (!Text.trim().getAsInteger(10, Is))
      return Is;
    const Expr *E = operand(Text);
    return E ? Operands.constant(Operands.resolved(E)) : std::nullopt;
  }

  /// `cp.async.cg.shared.global [%0], [%1], 16;`, perhaps with the number of
  /// bytes that are read, or under a predicate.
  std::optional<AsyncStatement> readCopy(llvm::ArrayRef<llvm::StringRef> Code) {
    AsyncStatement Out;
    llvm::StringRef Line = Code.back(), Predicate;
    if (Line.consume_front("@"))
      std::tie(Predicate, Line) = Line.split(' ');
    if (!setPredicate(Out, Code.drop_back(), Predicate))
      return std::nullopt;
    Line = Line.ltrim();
    const llvm::StringRef Opcode =
        Line.take_until([](char C) { return C == ' ' || C == '\t'; });
    llvm::SmallVector<llvm::StringRef, 4> Given;
    Line.drop_front(Opcode.size()).split(Given, ',');
    const bool IsKnown = (Opcode.starts_with("cp.async.ca.shared") ||
                          Opcode.starts_with("cp.async.cg.shared")) &&
                         Opcode.contains(".global") &&
                         !Opcode.contains("cache_hint");
    if (!IsKnown || Given.size() < 3 || Given.size() > 4)
      return std::nullopt;
    const Expr *To = address(Given[0]), *From = address(Given[1]);
    const auto Bytes = number(Given[2]);
    if (!To || !From || !Bytes)
      return std::nullopt;
    Out.Bytes = *Bytes;
    Out.To = Operands.pointerOf(To, &Out.ToOffsets);
    Out.From = Operands.pointerOf(From);
    if (Given.size() == 4) {
      const Expr *Read = operand(Given[3]);
      uint64_t Is = 0;
      if (Read ? !setZeros(Out, Read, /*IsRead=*/true, Operands)
               : Given[3].trim().getAsInteger(10, Is) || Is != Out.Bytes)
        return std::nullopt;
    }
    return Out;
  }

  /// `setp.ne.b32 p, %0, 0;`
  bool setPredicate(AsyncStatement &Out, llvm::ArrayRef<llvm::StringRef> Code,
                    llvm::StringRef Predicate) {
    if (Predicate.empty())
      return Code.empty();
    llvm::SmallVector<llvm::StringRef, 4> Given;
    if (Code.size() != 1 || !Code[0].starts_with("setp.ne."))
      return false;
    Code[0].split(' ').second.split(Given, ',');
    const Expr *Asked = Given.size() == 3 ? operand(Given[1]) : nullptr;
    if (!Asked || Given[0].trim() != Predicate.trim() || Given[2].trim() != "0")
      return false;
    setUnder(Out, Asked, /*Not=*/false, Operands);
    return true;
  }

  const GCCAsmStmt *Asm;
  AsyncOperands &Operands;
};

} // namespace

bool setZeros(AsyncStatement &Out, const Expr *E, bool IsRead,
              AsyncOperands &Operands) {
  E = Operands.resolved(E);
  const uint64_t All = IsRead ? Out.Bytes : 0, None = IsRead ? 0 : Out.Bytes;
  if (auto Is = Operands.constant(E))
    return *Is == All;
  const auto *Choice = dyn_cast<ConditionalOperator>(bareOperand(E));
  const auto Then =
      Choice ? Operands.constant(Operands.resolved(Choice->getTrueExpr()))
             : std::nullopt;
  const auto Else =
      Choice ? Operands.constant(Operands.resolved(Choice->getFalseExpr()))
             : std::nullopt;
  if (Out.Under || !Then || !Else ||
      !((*Then == All && *Else == None) || (*Then == None && *Else == All)))
    return false;
  Out.ZeroElse = true;
  setUnder(Out, Choice->getCond(), /*Not=*/*Then == None, Operands);
  return true;
}

std::optional<AsyncStatement> readAsyncAsm(const GCCAsmStmt *Asm,
                                           AsyncOperands &Operands) {
  return AsmReader(Asm, Operands).read();
}

} // namespace pipeline_rewrite
