//===- Ptx/Body.h - The body of a function ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the statements between the braces of a function: declarations in
// nested scopes, labels and instructions. Gives each register, constant and
// symbol its slot and hands every instruction to the decoder.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_PTX_BODY_H
#define PIPELINE_REWRITE_EXECUTOR_PTX_BODY_H

#include "executor/Decode/Operand.h"
#include "executor/Ptx/Declarations.h"

namespace pipeline_rewrite::executor {

class BodyReader {
public:
  BodyReader(TokenStream &In, LineTable &Lines, Module &M, Function &F)
      : In(In), Lines(Lines), M(M), F(F) {
    Scopes.emplace_back();
  }

  /// Adds a formal parameter or result to the frame.
  Parameter addParameter(const Variable &V);

  /// Reads from `{` to its `}`, then resolves branches and finds loops.
  void read();

private:
  struct Scope {
    std::unordered_map<std::string, int32_t> Registers;
    std::unordered_map<std::string, Parameter> Params;
    uint32_t ParamTop = 0; ///< frame size to return to at the end
    size_t Id = 0;         ///< index into ScopeParents
  };

  struct Branch {
    uint32_t Index;
    std::string_view Label;
    size_t Scope;
  };

  void readStatement();
  bool readDirective(std::string_view Word);
  void readRegisters();
  void readBranchTargets(std::string_view Name);
  void readInstruction();
  void readGuard(Instruction &I);
  void readCall(Instruction &I, Modifiers &Mods, std::string &Why);
  bool readOperands(std::vector<Operand> &Ops, Type As);
  Operand readOperand(Type As);
  Operand readAddress(Type As);
  void readCoordinates(Operand &O, Type As);
  Operand readValue(Type As);
  Operand constantOperand(uint64_t Bits);
  void append(Instruction I, size_t FirstToken, const std::string &Why);

  int32_t newSlot() { return F.SlotCount++; }
  int32_t slotOfConstant(uint64_t Bits);
  int32_t slotOfSpecial(Special S);
  int32_t slotOfSymbol(std::string_view Name, int64_t Offset);
  const int32_t *findRegister(std::string_view Name) const;
  const Parameter *findParameter(std::string_view Name) const;

  void resolveBranches();
  bool resolve(const Branch &B, uint32_t &Target);
  void findLoops();

  TokenStream &In;
  LineTable &Lines;
  Module &M;
  Function &F;
  std::vector<Scope> Scopes;
  std::unordered_map<uint64_t, int32_t> ConstantSlots;
  std::map<int, int32_t> SpecialSlots;
  std::map<std::pair<std::string_view, int64_t>, int32_t> SymbolSlots;
  std::vector<bool> IsPredicate; ///< by slot
  std::vector<size_t> ScopeParents{0};
  /// A label is local to its braces (PTX ISA, "Labels"); inline assembly
  /// repeats names.
  std::map<std::pair<size_t, std::string_view>, uint32_t> Labels;
  std::vector<Branch> Branches;
  /// `name: .branchtargets a, b;` of brx.idx; names are unique in a function.
  std::map<std::string_view, std::vector<Branch>> TargetLists;
  std::vector<std::pair<uint32_t, std::string_view>> IndexedBranches;
};

} // namespace pipeline_rewrite::executor

#endif
