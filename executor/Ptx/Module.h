//===- Ptx/Module.h - Decoded PTX -------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The product of the decoder and the only thing the machine reads: functions
// as arrays of instructions, each with the handler that executes it.
//
// Every operand - register, constant, special register, address of a symbol -
// is a slot of one register file per thread, so that handlers only index an
// array. A slot has 64 bits; the bits beyond a register's width are
// unspecified, and each handler narrows what it reads.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_PTX_MODULE_H
#define PIPELINE_REWRITE_EXECUTOR_PTX_MODULE_H

#include "executor/Ptx/Types.h"
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace pipeline_rewrite::executor {

class Block;
struct Function;
struct Instruction;
struct Thread;

/// What the interpreter does after a handler returns.
enum class Flow : uint8_t {
  Next,  ///< go on with the following instruction
  Jump,  ///< the handler has set Thread::Pc
  Yield, ///< go on with the following instruction, but let others run first
  Stop   ///< the thread waits, has ended, or the block is broken
};

using Handler = Flow (*)(Thread &, const Instruction &);

/// Executes a warp instruction for the lanes in \p Lanes once all have arrived.
using WarpHandler = void (*)(Block &, unsigned Warp, uint32_t Lanes,
                             const Instruction &);

enum class Rounding : uint8_t { Nearest, Zero, Down, Up, NearestAway };

enum class Compare : uint8_t {
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  EqU,
  NeU,
  LtU,
  LeU,
  GtU,
  GeU,
  Num,
  NaN
};

struct SourceLine {
  int File = 0;
  int Line = 0;
  bool operator<(const SourceLine &Other) const {
    return std::pair(File, Line) < std::pair(Other.File, Other.Line);
  }
};

/// What reports say about an instruction; kept apart from the hot part.
struct Origin {
  std::string Text;
  SourceLine Where;
  /// The same, or where no call of a toolkit's function is known, the line of
  /// the instruction before.
  SourceLine Near;
  uint32_t Site = 0; ///< index into Module::Sites
  std::string Why;   ///< why it is not supported, if it is not
  const Function *In = nullptr;
};

/// A matrix fragment of a warp instruction (wmma, mma): see
/// Instructions/Matrix.
struct MatrixShape {
  int M = 0, N = 0, K = 0;
  Type A = Type::None, B = Type::None, C = Type::None, D = Type::None;
  bool ARow = true, BRow = false, Saturate = false;
  char Operand = 0; ///< wmma.load/store: 'a', 'b', 'c' or 'd'
  int CountD = 0, CountA = 0, CountB = 0, CountC = 0; ///< registers of each
};

struct Instruction {
  Handler Run = nullptr;
  int32_t Guard = -1; ///< slot of the guard predicate, or -1
  int32_t Dst = -1, Dst2 = -1, A = -1, B = -1, C = -1, D = -1;
  int64_t Offset = 0, Offset2 = 0; ///< displacements of addresses in A and B
  uint32_t Id = 0;                 ///< index into Module::Origins
  uint32_t Target = 0;             ///< of a branch
  Type Ty = Type::None, Ty2 = Type::None;
  Space Sp = Space::Generic;
  Rounding Round = Rounding::Nearest;
  Compare Cmp = Compare::Eq;
  uint8_t Mode = 0;     ///< meaning private to the handler
  uint8_t Bytes = 0;    ///< of one element of a memory access
  uint8_t Elements = 1; ///< of a memory access
  bool GuardNegated = false, Ftz = false, Sat = false, Relu = false;
  bool NegatedC = false; ///< a predicate operand was written `!p`
  bool Strong = false;   ///< relaxed, acquire, release: a synchronising access
  bool Acquire = false, Release = false;
  bool Aligned = false; ///< all threads of the warp must execute it together
  WarpHandler Collective = nullptr;
  std::vector<int32_t> Slots; ///< vector elements, fragments, loop counters
  std::shared_ptr<const MatrixShape> Matrix;
  std::shared_ptr<struct CallSite> Call;
};

struct Variable {
  std::string Name;
  Space Sp = Space::Generic;
  Type Element = Type::B8;
  uint32_t Align = 1;
  uint64_t Size = 0;    ///< bytes
  uint64_t Address = 0; ///< within its space; assigned by parser or machine
  bool Extern = false;  ///< `.extern .shared x[]`: dynamic shared memory
  std::vector<uint8_t> Initial;
  /// Initialisers that are addresses of other variables.
  std::vector<std::pair<uint64_t, std::string>> Relocations;
};

struct Parameter {
  std::string Name;
  uint32_t Offset = 0, Size = 0, Align = 1; ///< bytes within the frame
};

/// A `call`: where arguments and results lie in the caller's parameter space.
struct CallSite {
  std::string Callee; ///< empty: through a pointer
  std::vector<Parameter> Arguments, Results;
  // What the name means, found when the whole text is known. Both null: a
  // function that nobody provides, which stops the program when it is called.
  const Function *Body = nullptr;
  Handler Builtin = nullptr; ///< see Instructions/Builtins.h
  void (*Host)() = nullptr;  ///< see Instructions/HostFunction.h
};

/// A natural loop given by one back edge; reports tell its counter.
struct Loop {
  uint32_t First = 0, Last = 0; ///< instruction indices, Last is the branch
  int32_t Counter = -1;         ///< slot
};

enum class Special : uint8_t {
  TidX,
  TidY,
  TidZ,
  NTidX,
  NTidY,
  NTidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NCtaidX,
  NCtaidY,
  NCtaidZ,
  LaneId,
  WarpId,
  NWarpId,
  SmId,
  NSmId,
  GridId,
  MaskEq,
  MaskLt,
  MaskLe,
  MaskGt,
  MaskGe,
  DynamicShared,
  TotalShared,
  GridWorkspaceHigh,
  GridWorkspaceLow
};

struct SymbolUse {
  int32_t Slot;
  std::string Name;
  int64_t Offset;
};

struct Function {
  std::string Name;
  bool Entry = false, HasBody = false;
  uint64_t Address = 0; ///< for pointers to it; in no space of memory
  std::vector<Parameter> Parameters, Results;
  uint32_t ParamBytes = 0, LocalBytes = 0;
  std::vector<Variable> Variables; ///< shared and local ones it declares
  std::vector<Instruction> Code;
  std::vector<Loop> Loops;
  int32_t SlotCount = 0;
  std::vector<std::pair<int32_t, uint64_t>> Constants;
  std::vector<std::pair<int32_t, Special>> Specials;
  std::vector<SymbolUse> Symbols;
  std::vector<const Function *> Calls; ///< by name, of those with a body
  bool CallsThroughPointer = false;
  uint32_t MaxThreads = 0;          ///< .maxntid, 0 when absent
  uint32_t Required[3] = {0, 0, 0}; ///< .reqntid, 0 when absent

  /// The innermost loop around \p Pc, or null.
  const Loop *loopAt(uint32_t Pc) const;
};

struct Module {
  std::map<std::string, std::unique_ptr<Function>> Functions;
  std::map<std::string, Variable> Variables; ///< global, const, module shared
  std::map<int, std::string> Files;
  std::vector<Origin> Origins;
  /// Of an instruction: its line, that of the call which it was inlined from,
  /// and so on. What a compiler has made of one line has the same.
  std::vector<std::vector<SourceLine>> Sites;
  /// Some order between threads is not that of a full barrier: named barriers,
  /// mbarrier, __syncwarp. The shadow then keeps whole sets of readers.
  bool HasPartialOrder = false;
  int Target = 80;         ///< of `.target sm_80`
  int Version[2] = {0, 0}; ///< of `.version 9.0`

  /// "file.cu:12", or "?" when the PTX has no line information.
  std::string placeOf(const Origin &O) const;
};

} // namespace pipeline_rewrite::executor

#endif
