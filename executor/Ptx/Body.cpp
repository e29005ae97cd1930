//===- Ptx/Body.cpp - The body of a function: statements ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Ptx/Body.h"
#include "executor/Decode/Decoder.h"
#include "executor/Instructions/Control.h"
#include <algorithm>

namespace pipeline_rewrite::executor {

Parameter BodyReader::addParameter(const Variable &V) {
  // Formals of a kernel lie as in its argument buffer; a frame is ours to lay
  // out, so natural alignment is all that matters.
  uint32_t Align = std::max<uint32_t>(V.Align, 1);
  Parameter P{V.Name, (F.ParamBytes + Align - 1) / Align * Align,
              static_cast<uint32_t>(V.Size), Align};
  F.ParamBytes = P.Offset + P.Size;
  return P;
}

void BodyReader::read() {
  for (const Parameter &P : F.Results)
    Scopes.front().Params[P.Name] = P;
  for (const Parameter &P : F.Parameters)
    Scopes.front().Params[P.Name] = P;
  uint32_t MaxParams = F.ParamBytes;
  In.expect("{");
  while (!In.atEnd()) {
    if (In.accept("{")) {
      Scopes.emplace_back();
      Scopes.back().ParamTop = F.ParamBytes;
      ScopeParents.push_back(Scopes[Scopes.size() - 2].Id);
      Scopes.back().Id = ScopeParents.size() - 1;
    } else if (In.accept("}")) {
      if (Scopes.size() == 1)
        break;
      F.ParamBytes = Scopes.back().ParamTop;
      Scopes.pop_back();
    } else {
      readStatement();
    }
    MaxParams = std::max(MaxParams, F.ParamBytes);
  }
  F.ParamBytes = MaxParams;
  // Falling off the end returns.
  Instruction End;
  End.Run = runReturn;
  append(std::move(End), In.position(), "");
  M.Origins.back().Text = "(end of function)";
  resolveBranches();
  findLoops();
}

void BodyReader::readStatement() {
  std::string_view Word = In.peek();
  if (In.accept(";"))
    return;
  if (In.peek(1) == ":") {
    Labels[{Scopes.back().Id, Word}] = static_cast<uint32_t>(F.Code.size());
    In.next();
    In.next();
    if (In.accept(".branchtargets"))
      readBranchTargets(Word);
    return;
  }
  if (Word[0] == '.') {
    unsigned Line = In.line();
    In.next();
    if (Word == ".loc")
      return Lines.readLoc(In, Line);
    if (!readDirective(Word))
      In.fail("unknown directive '" + std::string(Word) + "'");
    return;
  }
  readInstruction();
}

void BodyReader::readBranchTargets(std::string_view Name) {
  std::vector<Branch> &List = TargetLists[Name];
  do
    List.push_back({0, In.next(), Scopes.back().Id});
  while (In.accept(","));
  In.expect(";");
}

bool BodyReader::readDirective(std::string_view Word) {
  if (Word == ".reg") {
    readRegisters();
  } else if (Word == ".shared" || Word == ".local") {
    F.Variables.push_back(
        readVariable(In, Word == ".shared" ? Space::Shared : Space::Local));
    In.expect(";");
  } else if (Word == ".param") {
    Variable V = readVariable(In, Space::Param);
    Scopes.back().Params[V.Name] = addParameter(V);
    In.expect(";");
  } else if (Word == ".pragma" || Word == ".branchtargets" ||
             Word == ".callprototype" || Word == ".calltargets") {
    In.skipPast(";");
  } else {
    return false;
  }
  return true;
}

void BodyReader::readRegisters() {
  std::string_view TypeWord = In.next();
  bool Predicate = TypeWord == ".pred";
  auto Declare = [&](const std::string &Name) {
    int32_t Slot = newSlot();
    Scopes.back().Registers[Name] = Slot;
    IsPredicate.resize(F.SlotCount);
    IsPredicate[Slot] = Predicate;
  };
  do {
    std::string Name(In.next());
    if (!In.accept("<")) {
      Declare(Name);
      continue;
    }
    uint64_t Count = literalBits(In.next(), Type::None, false);
    In.expect(">");
    for (uint64_t N = 0; N < Count; ++N)
      Declare(Name + std::to_string(N));
  } while (In.accept(","));
  In.expect(";");
}

void BodyReader::readGuard(Instruction &I) {
  if (!In.accept("@"))
    return;
  I.GuardNegated = In.accept("!");
  std::string_view Name = In.next();
  const int32_t *Slot = findRegister(Name);
  if (!Slot)
    return In.fail("unknown guard '" + std::string(Name) + "'");
  I.Guard = *Slot;
}

void BodyReader::readInstruction() {
  size_t First = In.position();
  Instruction I;
  readGuard(I);
  Modifiers Mods(In.next());
  std::string Why;
  if (Mods.mnemonic() == "call") {
    readCall(I, Mods, Why);
  } else {
    std::vector<Operand> Ops;
    Type As = Type::None;
    for (std::string_view Word : Mods.rest())
      if (Type T = typeNamed(Word); T != Type::None)
        As = T;
    bool IsBranch = Mods.mnemonic() == "bra";
    if (IsBranch) {
      Ops.emplace_back();
      Ops[0].K = Operand::Kind::Label;
      Branches.push_back(
          {static_cast<uint32_t>(F.Code.size()), In.next(), Scopes.back().Id});
    }
    bool Parsed = IsBranch || readOperands(Ops, As);
    if (Mods.mnemonic() == "brx" && Ops.size() == 2)
      IndexedBranches.push_back(
          {static_cast<uint32_t>(F.Code.size()), Ops[1].Name});
    if (Parsed) {
      Decoding D{Mods, Ops, I, M};
      Why = decode(D);
    } else {
      Why = "operands of an unknown form";
      while (!In.atEnd() && In.peek() != ";")
        In.next();
    }
  }
  append(std::move(I), First, Why);
  In.expect(";");
}

void BodyReader::append(Instruction I, size_t First, const std::string &Why) {
  if (!Why.empty())
    I.Run = runUnsupported;
  I.Id = static_cast<uint32_t>(M.Origins.size());
  Origin O;
  O.Text = In.textOf(First, In.position());
  // The line table resolves this index once all .file directives are read.
  O.Where.Line = static_cast<int>(Lines.current());
  O.Why = Why;
  O.In = &F;
  M.Origins.push_back(std::move(O));
  F.Code.push_back(std::move(I));
}

void BodyReader::readCall(Instruction &I, Modifiers &Mods, std::string &Why) {
  Mods.take("uni");
  auto Site = std::make_shared<CallSite>();
  auto ReadList = [&](std::vector<Parameter> &Out) {
    while (!In.atEnd() && !In.accept(")")) {
      if (const Parameter *P = findParameter(In.peek()))
        Out.push_back(*P);
      else
        Why = "argument '" + std::string(In.peek()) + "' is not a .param";
      In.next();
      In.accept(",");
    }
  };
  if (In.accept("(")) {
    ReadList(Site->Results);
    In.expect(",");
  }
  std::string_view Callee = In.next();
  Site->Callee = Callee;
  if (const int32_t *Slot = findRegister(Callee)) {
    I.A = *Slot; // holds the address of the function
    Site->Callee.clear();
  }
  if (In.accept(",")) {
    if (In.accept("("))
      ReadList(Site->Arguments);
    while (In.accept(",")) // the prototype of an indirect call
      In.next();
  }
  if (!Mods.empty())
    Why = "modifier ." + std::string(Mods.first());
  I.Run = runCall;
  I.Call = std::move(Site);
}

bool BodyReader::resolve(const Branch &B, uint32_t &Target) {
  for (size_t Scope = B.Scope;; Scope = ScopeParents[Scope]) {
    if (auto At = Labels.find({Scope, B.Label}); At != Labels.end()) {
      Target = At->second;
      return true;
    }
    if (Scope == 0)
      break;
  }
  In.fail("unknown label '" + std::string(B.Label) + "' in " + F.Name);
  return false;
}

void BodyReader::resolveBranches() {
  for (const Branch &B : Branches)
    if (!resolve(B, F.Code[B.Index].Target))
      return;
  for (auto &[Index, Name] : IndexedBranches)
    for (const Branch &B : TargetLists[Name]) {
      uint32_t Target;
      if (!resolve(B, Target))
        return;
      F.Code[Index].Slots.push_back(static_cast<int32_t>(Target));
    }
}

void BodyReader::findLoops() {
  for (uint32_t Pc = 0; Pc < F.Code.size(); ++Pc) {
    Instruction &I = F.Code[Pc];
    if (I.Run != runBranch || I.Target > Pc)
      continue;
    auto Same = std::find_if(F.Loops.begin(), F.Loops.end(),
                             [&](Loop &L) { return L.First == I.Target; });
    if (Same == F.Loops.end()) {
      F.Loops.push_back({I.Target, Pc, newSlot()});
      F.Constants.push_back({F.Loops.back().Counter, 0});
      Same = F.Loops.end() - 1;
    }
    Same->Last = std::max(Same->Last, Pc);
    I.Run = runBackBranch;
    I.Slots = {Same->Counter};
  }
  // A new iteration of an outer loop starts its inner loops at zero.
  for (Instruction &I : F.Code)
    if (I.Run == runBackBranch)
      for (const Loop &L : F.Loops)
        if (L.First > I.Target && L.Last < size_t(&I - F.Code.data()))
          I.Slots.push_back(L.Counter);
}

} // namespace pipeline_rewrite::executor
