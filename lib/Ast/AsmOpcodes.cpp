//===- AsmOpcodes.cpp - What inline assembly does -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/AsmOpcodes.h"
#include "Support/LlvmVersion.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace pipeline_rewrite {
namespace {

enum class Opcode {
  Registers,  ///< reads and writes registers
  OfWarp,     ///< likewise, of all threads of a warp
  ReadShared, ///< reads memory that may be shared
  ReadGlobal, ///< reads global memory
  BlockFence, ///< orders a thread's accesses for its block
  Unknown
};

constexpr llvm::StringLiteral OfRegisters[] = {
    "cvt",     "cvta",     "mov",       "add",       "addc",   "sub",
    "subc",    "mul",      "mul24",     "mad",       "madc",   "mad24",
    "fma",     "abs",      "neg",       "min",       "max",    "and",
    "or",      "xor",      "not",       "shl",       "shr",    "shf",
    "lop3",    "prmt",     "bfe",       "bfi",       "bfind",  "bmsk",
    "dp4a",    "dp2a",     "ex2",       "lg2",       "rcp",    "sqrt",
    "rsqrt",   "sin",      "cos",       "tanh",      "setp",   "selp",
    "set",     "slct",     "popc",      "clz",       "brev",   "sad",
    "div",     "rem",      "copysign",  "testp",     "fns",    "szext",
    "cnot",    "vadd",     "vadd2",     "vadd4",     "vsub",   "vsub2",
    "vsub4",   "vabsdiff", "vabsdiff2", "vabsdiff4", "vmin",   "vmax",
    "vset",    "vset2",    "vset4",     "vavrg2",    "vavrg4", "pack",
    "isspacep"};

/// `ld.global` of what is there when it is read (PTX ISA, "ld"): modifiers that
/// say where it is kept meanwhile, and no order among threads.
bool isPlainLoad(llvm::StringRef Modifiers) {
  llvm::SmallVector<llvm::StringRef, 8> Each;
  Modifiers.split(Each, '.');
  return Each.front() == "global" && llvm::none_of(Each, [](llvm::StringRef M) {
           return isOneOf(
               M, {"volatile", "relaxed", "acquire", "mmio", "cv", "lu"});
         });
}

/// By the opcode without its modifiers (PTX ISA, "Instruction Set").
Opcode describeOpcode(llvm::StringRef Name, llvm::StringRef Modifiers) {
  if (llvm::is_contained(OfRegisters, Name))
    return Opcode::Registers;
  return llvm::StringSwitch<Opcode>(Name)
      .Case("mma", Opcode::OfWarp)
      .Case("shfl", Opcode::OfWarp)
      .Case("elect", Opcode::OfWarp)
      .Case("redux", Opcode::OfWarp)
      .Case("wmma", Modifiers.starts_with("mma")    ? Opcode::OfWarp
                    : Modifiers.starts_with("load") ? Opcode::ReadShared
                                                    : Opcode::Unknown)
      .Case("ldmatrix", Opcode::ReadShared)
      .Case("membar", Modifiers == "cta" ? Opcode::BlockFence : Opcode::Unknown)
      .Case("fence", Modifiers == "acq_rel.cta" || Modifiers == "sc.cta"
                         ? Opcode::BlockFence
                         : Opcode::Unknown)
      .Case("ld", Modifiers.starts_with("shared") ? Opcode::ReadShared
                  : isPlainLoad(Modifiers)        ? Opcode::ReadGlobal
                                                  : Opcode::Unknown)
      .Default(Opcode::Unknown);
}

/// A register declaration: `.reg .pred p`.
bool isDeclaration(llvm::StringRef Line) { return Line.starts_with(".reg"); }

bool containsAny(llvm::StringRef Line,
                 llvm::ArrayRef<llvm::StringRef> Registers) {
  return llvm::any_of(
      Registers, [&](llvm::StringRef Name) { return Line.contains(Name); });
}

/// Special registers that are no constants of a thread (PTX ISA, "Special
/// Registers").
void addRegisters(llvm::StringRef Line, AsmEffects &Out) {
  Out.ReadsClock |= containsAny(Line, {"%clock", "%globaltimer", "%pm"});
  Out.ReadsDynamicSize |= containsAny(
      Line, {"%dynamic_smem_size", "%total_smem_size", "%aggr_smem_size"});
}

/// `%%laneid`: what it gives is no operand's.
bool namesSpecialRegister(llvm::StringRef Line) {
  for (size_t At = Line.find('%'); At != llvm::StringRef::npos;
       At = Line.find('%', At + 1))
    if (At + 1 == Line.size() || !llvm::isDigit(Line[At + 1]))
      return true;
  return false;
}

/// Without braces, which open and close PTX scopes and may share a line with
/// an instruction, and without its guard.
llvm::StringRef instructionOf(llvm::StringRef Line) {
  Line = Line.trim(" \t\r{}");
  if (Line.starts_with("@"))
    Line =
        Line.drop_until([](char C) { return C == ' ' || C == '\t'; }).ltrim();
  return Line;
}

/// PTX ISA, "Statements": directives begin with a dot, a label is an identifier
/// and a colon, and the name that either declares is known in its braces.
bool declaresForFunction(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 8> Lines;
  llvm::SplitString(Text, Lines, ";\n");
  unsigned Depth = 0;
  for (llvm::StringRef Line : Lines) {
    while (!(Line = Line.trim(" \t\r")).empty() &&
           (Line[0] == '{' || Line[0] == '}')) {
      Depth += Line[0] == '{' ? 1 : -1;
      Line = Line.drop_front();
    }
    const llvm::StringRef Name = Line.take_while([](char C) {
      return llvm::isAlnum(C) || C == '_' || C == '$' || C == '%';
    });
    const bool Label =
        !Name.empty() && Line.drop_front(Name.size()).ltrim().starts_with(":");
    if (Depth == 0 && (Line.starts_with(".") || Label))
      return true;
    for (char C : Line)
      Depth += C == '{' ? 1 : C == '}' ? -1 : 0;
  }
  return false;
}

bool isBlockBarrier(llvm::StringRef Line) {
  return Line == "bar.sync 0" || Line == "barrier.sync 0" ||
         Line == "barrier.sync.aligned 0" || Line == "bar.sync \t0";
}

} // namespace

AsmEffects describeAsm(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 8> Lines;
  llvm::SplitString(Text, Lines, ";\n");
  AsmEffects Out;
  Out.DeclaresForFunction = declaresForFunction(Text);
  Out.IsPlain = true;
  bool Barrier = false, Other = false, Unknown = false;
  for (llvm::StringRef Each : Lines) {
    llvm::StringRef Line = instructionOf(Each);
    if (Line.empty() || Line.starts_with("//") || isDeclaration(Line))
      continue;
    if (Line.starts_with("cp.async") || Line.starts_with("mbarrier") ||
        Line.starts_with("cp.reduce.async")) {
      Out.Kind = Unknown ? AsmKind::Unknown : AsmKind::Async;
      return Out;
    }
    addRegisters(Line, Out);
    Out.IsPlain &= !namesSpecialRegister(Line);
    if (isBlockBarrier(Line)) {
      Barrier = true;
      continue;
    }
    Other = true;
    auto [Name, Modifiers] =
        Line.take_until([](char C) { return C == ' ' || C == '\t'; })
            .split('.');
    const Opcode Is = describeOpcode(Name, Modifiers);
    Out.IsPlain &= Is == Opcode::Registers || Is == Opcode::ReadGlobal;
    switch (Is) {
    case Opcode::Registers:
    case Opcode::OfWarp:
      Out.MixesBits |=
          !isOneOf(Name, {"cvt", "cvta", "mov", "add", "sub", "mma", "wmma"});
      break;
    case Opcode::ReadShared:
      Out.ReadsShared = true;
      break;
    case Opcode::ReadGlobal:
      Out.ReadsGlobal = true;
      break;
    case Opcode::BlockFence:
      Out.FencesBlock = true;
      break;
    case Opcode::Unknown:
      Unknown = Out.MixesBits = true;
      break;
    }
  }
  Out.IsPlain &= Other && !Barrier && !Unknown;
  if (Unknown || (Barrier && Other))
    Out.Kind = AsmKind::Unknown;
  else if (Barrier)
    Out.Kind = AsmKind::BlockBarrier;
  return Out;
}

} // namespace pipeline_rewrite
