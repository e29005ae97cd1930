//===- BarrierLoops.cpp - What a loop with a barrier does, and when -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Sass/SassReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <set>

using llvm::StringRef;

namespace pipeline_rewrite {
namespace {

/// --stages has no more.
constexpr unsigned MostStages = 8;

enum class Kind { Other, Load, Copy, Store, Wait, Barrier, Local, Math, Read };

bool isMathName(StringRef Base) {
  // Multiply-adds of all precisions, packed ones and those of tensor cores.
  static constexpr StringRef Names[] = {
      "FFMA", "FFMA2", "FADD",  "FMUL",  "DFMA", "DADD",
      "DMUL", "HFMA2", "HADD2", "HMUL2", "HMMA", "IMMA",
      "DMMA", "BMMA",  "QMMA",  "OMMA",  "IDP",  "MUFU"};
  return llvm::is_contained(Names, Base);
}

Kind kindOf(const SassInstruction &I) {
  StringRef Base = I.base();
  if (Base == "LDG" || Base == "LD")
    return Kind::Load;
  if (Base == "LDGSTS" || Base == "UBLKCP" || Base == "UTMALDG")
    return Kind::Copy;
  if (Base == "STS" || Base == "STSM")
    return Kind::Store;
  if (Base == "DEPBAR" || Base == "LDGDEPBAR" || I.isPhaseCheck())
    return Kind::Wait;
  if (Base == "BAR")
    return Kind::Barrier;
  if (Base == "LDL" || Base == "STL")
    return Kind::Local;
  // ptxas puts "@!PT LDS RZ, [RZ]" before copies: it reads nothing.
  if (Base == "LDSM" ||
      (Base == "LDS" && !I.Operands.empty() && I.Operands.front() != "RZ"))
    return Kind::Read;
  if (isMathName(Base) && !I.setsConstant())
    return Kind::Math;
  return Kind::Other;
}

StringRef roleOf(Kind K) {
  switch (K) {
  case Kind::Load:
    return "load";
  case Kind::Copy:
    return "copy";
  case Kind::Store:
    return "store";
  case Kind::Wait:
    return "wait";
  case Kind::Barrier:
    return "barrier";
  case Kind::Local:
    return "local memory";
  case Kind::Math:
  case Kind::Read:
    return "math";
  case Kind::Other:
    break;
  }
  return "";
}

/// "LDGSTS.E.BYPASS.128" says all that the cache hints behind it do not.
std::string shortName(const SassInstruction &I) {
  if (kindOf(I) == Kind::Wait || kindOf(I) == Kind::Barrier)
    return I.Operands.empty() ? I.Opcode
                              : I.Opcode + " " + llvm::join(I.Operands, ", ");
  return I.Opcode;
}

/// The registers of an operand that stands at the head of a vector: R92 to R95
/// for 128 bits.
unsigned registersLoaded(const SassInstruction &Load) {
  StringRef Opcode = Load.Opcode;
  return Opcode.contains(".128") ? 4 : Opcode.contains(".64") ? 2 : 1;
}

/// All numbers of registers in an operand such as "[R4.64+UR6]" or "-R12".
void addRegisters(StringRef Operand, std::set<unsigned> &Into) {
  for (size_t At = 0; (At = Operand.find('R', At)) != StringRef::npos; ++At) {
    // Not UR4, a uniform register, nor SR_TID.
    if (At && llvm::isAlnum(Operand[At - 1]))
      continue;
    unsigned Number;
    StringRef Rest = Operand.drop_front(At + 1);
    if (!Rest.consumeInteger(10, Number))
      Into.insert(Number);
  }
}

/// Of stores and math all operands but a destination; a destination counts as
/// well, since what overwrites a register ends its life.
bool touches(const SassInstruction &I, const std::set<unsigned> &Registers) {
  std::set<unsigned> Named;
  for (StringRef Operand : I.Operands)
    addRegisters(Operand, Named);
  return llvm::any_of(Named, [&](unsigned R) { return Registers.count(R); });
}

bool writesRegister(const SassInstruction &I) {
  Kind K = kindOf(I);
  return K != Kind::Store && K != Kind::Copy && I.base() != "STL" &&
         I.base() != "STG" && !I.Operands.empty() &&
         StringRef(I.Operands.front()).starts_with("R");
}

/// All but what it writes.
std::set<unsigned> registersRead(const SassInstruction &I) {
  std::set<unsigned> Read;
  for (size_t N = writesRegister(I); N < I.Operands.size(); ++N)
    addRegisters(I.Operands[N], Read);
  return Read;
}

/// Words of local memory, as the addresses of LDL and STL name them: what
/// registers cannot hold goes there and comes back.
class LocalWords {
public:
  void store(const SassInstruction &I, bool IsCarried) {
    forEach(I.Operands.front(), I, [&](int64_t Word) {
      if (IsCarried)
        Carried.insert(Word);
      else
        Carried.erase(Word);
    });
  }
  bool isCarried(const SassInstruction &Load) const {
    bool Found = false;
    forEach(Load.Operands.back(), Load,
            [&](int64_t Word) { Found |= Carried.count(Word) > 0; });
    return Found;
  }
  bool empty() const { return Carried.empty(); }

private:
  /// "[R1+0x10]": the stack's words 4 to 4 + width. Other addresses are not
  /// known.
  static void forEach(StringRef Address, const SassInstruction &I,
                      llvm::function_ref<void(int64_t)> Do) {
    if (!Address.consume_front("[R1") || !Address.consume_back("]"))
      return;
    int64_t Offset = 0;
    Address.consume_front("+");
    if (!Address.empty() && Address.getAsInteger(0, Offset))
      return;
    for (unsigned N = 0; N < registersLoaded(I); ++N)
      Do(Offset / 4 + N);
  }

  std::set<int64_t> Carried;
};

std::set<unsigned> registersOf(const SassInstruction &Load) {
  std::set<unsigned> Head, All;
  if (!Load.Operands.empty())
    addRegisters(Load.Operands.front(), Head);
  for (unsigned R : Head)
    for (unsigned I = 0; I < registersLoaded(Load); ++I)
      All.insert(R + I);
  return All;
}

/// Instructions of one kind and name, which follow each other.
struct Run {
  uint64_t Address = 0;
  Kind Of = Kind::Other;
  std::map<std::string, unsigned> Counts;
};

class LoopReader {
public:
  LoopReader(llvm::ArrayRef<SassInstruction> Code, const SassCycle &Cycle)
      : Code(Code) {
    // From behind the last barrier round to it: the order of a tile.
    size_t Start = 0;
    for (size_t I = 0; I < Cycle.Order.size(); ++I)
      if (kindOf(Code[Cycle.Order[I]]) == Kind::Barrier)
        Start = I + 1;
    Order = Cycle.Order;
    std::rotate(Order.begin(), Order.begin() + Start % Order.size(),
                Order.end());
    Loop.First = Code[Cycle.Header].Address;
    Loop.Last = Code[Cycle.Branch].Address;
  }

  SassLoop read() {
    for (size_t At = 0; At < Order.size(); ++At) {
      Kinds.push_back(kindOf(at(At)));
      if (Kinds.back() == Kind::Load && !fillsTile(At))
        Kinds.back() = Kind::Read;
      count(At);
    }
    Loop.MathBehindLoads = Loop.Loads + Loop.Copies ? ~0u : 0;
    for (size_t At = 0; At < Order.size(); ++At)
      if (Kinds[At] == Kind::Load || Kinds[At] == Kind::Copy)
        measure(At);
    excerpt();
    return std::move(Loop);
  }

private:
  const SassInstruction &at(size_t Position) const {
    return Code[Order[Position % Order.size()]];
  }

  Kind kindAt(size_t Position) const { return Kinds[Position % Kinds.size()]; }

  /// Does what is loaded, or what is made of it, go to shared memory? A value
  /// that the computation itself loads does not, nor does an index.
  bool fillsTile(size_t From) const {
    std::set<unsigned> Carry = registersOf(at(From));
    LocalWords Spilled;
    for (size_t At = From + 1;
         At < From + Order.size() && !(Carry.empty() && Spilled.empty());
         ++At) {
      const SassInstruction &I = at(At);
      bool Reads = llvm::any_of(registersRead(I),
                                [&](unsigned R) { return Carry.count(R); });
      Kind K = kindOf(I);
      if (Reads && K == Kind::Store)
        return true;
      if (I.base() == "STL" && !I.Operands.empty())
        Spilled.store(I, Reads);
      if (I.base() == "LDL" && !I.Operands.empty() && Spilled.isCarried(I)) {
        const std::set<unsigned> Back = registersOf(I);
        Carry.insert(Back.begin(), Back.end());
        continue;
      }
      if (!writesRegister(I) || (!I.Guard.empty() && !Reads))
        continue;
      std::set<unsigned> Written;
      addRegisters(I.Operands.front(), Written);
      for (unsigned R : Written)
        if (Reads && K != Kind::Load)
          Carry.insert(R);
        else
          Carry.erase(R);
    }
    return false;
  }

  void count(size_t At) {
    const SassInstruction &I = at(At);
    Loop.MapCopies += I.base() == "UTMALDG";
    Loop.OtherLoads += Kinds[At] == Kind::Read && kindOf(I) == Kind::Load;
    Loop.Arrivals += I.isArrival();
    Loop.PhaseChecks += I.isPhaseCheck();
    switch (Kinds[At]) {
    case Kind::Load:
      ++Loop.Loads;
      break;
    case Kind::Copy:
      ++Loop.Copies;
      break;
    case Kind::Barrier:
      ++Loop.Barriers;
      break;
    case Kind::Local:
      ++Loop.LocalAccesses;
      break;
    case Kind::Math:
      ++Loop.Math[I.base().str()];
      break;
    default:
      break;
    }
  }

  /// Where a copy at \p From is waited for. With three stages and more that is
  /// rounds later: "DEPBAR.LE SB0, 0x1" leaves the last group in flight, and
  /// each LDGDEPBAR closes one. A loop that closes none is left at the first.
  size_t findWait(size_t From) const {
    if (at(From).base() == "UTMALDG")
      return findPhaseCheck(From);
    const bool HasGroups = llvm::any_of(
        Order, [&](size_t I) { return Code[I].base() == "LDGDEPBAR"; });
    unsigned Groups = HasGroups ? 0 : ~0u;
    for (size_t At = From + 1; At < From + MostStages * Order.size(); ++At) {
      const SassInstruction &I = at(At);
      unsigned InFlight = 0;
      if (HasGroups && I.base() == "LDGDEPBAR")
        ++Groups;
      if (I.base() == "DEPBAR" && I.Operands.size() > 1)
        StringRef(I.Operands[1]).getAsInteger(0, InFlight);
      if (I.base() == "DEPBAR" && Groups > InFlight)
        return At;
    }
    return From + Order.size();
  }

  /// What follows a tensor map's copy waits for a tile that was started before:
  /// its own comes behind the barrier, or later.
  size_t findPhaseCheck(size_t From) const {
    bool IsBehind = false;
    for (size_t At = From + 1; At < From + 2 * Order.size(); ++At) {
      IsBehind |= kindAt(At) == Kind::Barrier;
      if (IsBehind && at(At).isPhaseCheck())
        return At;
    }
    return From + Order.size();
  }

  /// Where what is loaded at \p From is wanted.
  size_t findUse(size_t From) const {
    if (Kinds[From] == Kind::Copy)
      return findWait(From);
    const std::set<unsigned> Registers = registersOf(at(From));
    size_t At = From + 1;
    while (At < From + Order.size() && !touches(at(At), Registers))
      ++At;
    return At;
  }

  /// How much math runs before what is loaded is wanted.
  void measure(size_t From) {
    unsigned Math = 0;
    bool Barrier = false;
    const size_t Use = findUse(From);
    for (size_t At = From + 1; At < Use; ++At) {
      Kind K = kindAt(At);
      if (K == Kind::Barrier && !Math)
        Barrier = true;
      if (K == Kind::Math)
        ++Math;
    }
    if (Math && Barrier)
      Loop.BarrierBehindLoads = true;
    Loop.MathBehindLoads = std::min(Loop.MathBehindLoads, Math);
  }

  void excerpt() {
    std::vector<Run> Runs;
    for (size_t At = 0; At < Order.size(); ++At) {
      const SassInstruction &I = at(At);
      Kind K = Kinds[At] == Kind::Read ? Kind::Math : Kinds[At];
      if (K == Kind::Other)
        continue;
      std::string Name = K == Kind::Math ? I.base().str() : shortName(I);
      bool Joins = !Runs.empty() && Runs.back().Of == K &&
                   (K == Kind::Math || Runs.back().Counts.count(Name));
      if (!Joins)
        Runs.push_back({I.Address, K, {}});
      ++Runs.back().Counts[Name];
    }
    for (const Run &R : Runs) {
      std::string Text;
      for (const auto &[Name, Count] : R.Counts) {
        Text += Text.empty() ? "" : ", ";
        if (R.Of != Kind::Wait && R.Of != Kind::Barrier)
          Text += std::to_string(Count) + " ";
        Text += Name;
      }
      Loop.Excerpt.push_back({R.Address, Text, roleOf(R.Of).str()});
    }
  }

  llvm::ArrayRef<SassInstruction> Code;
  std::vector<size_t> Order;
  std::vector<Kind> Kinds; ///< of each position of Order
  SassLoop Loop;
};

bool holds(llvm::ArrayRef<SassInstruction> Code, const SassCycle &Cycle,
           Kind K) {
  return llvm::any_of(Cycle.Order,
                      [&](size_t I) { return kindOf(Code[I]) == K; });
}

bool isInside(const SassCycle &Inner, const SassCycle &Outer) {
  return Inner.Header != Outer.Header &&
         Inner.Order.size() < Outer.Order.size() &&
         llvm::is_contained(Outer.Order, Inner.Header);
}

SassWork workOf(llvm::ArrayRef<SassInstruction> Code, const SassCycle &Cycle) {
  SassWork Work;
  for (size_t I : Cycle.Order) {
    Kind K = kindOf(Code[I]);
    ++Work.Instructions;
    Work.Math += K == Kind::Math;
    Work.Reads += K == Kind::Read;
  }
  return Work;
}

/// Of those that hold no other, the one with most math.
SassWork innerWork(llvm::ArrayRef<SassInstruction> Code,
                   llvm::ArrayRef<SassCycle> Cycles, const SassCycle &Outer) {
  SassWork Most;
  for (const SassCycle &Inner : Cycles) {
    if (!isInside(Inner, Outer) ||
        llvm::any_of(Cycles, [&](const SassCycle &Other) {
          return isInside(Other, Inner) && workOf(Code, Other).Math;
        }))
      continue;
    SassWork Work = workOf(Code, Inner);
    if (Work.Math > Most.Math)
      Most = Work;
  }
  return Most;
}

} // namespace

unsigned SassLoop::math() const {
  unsigned Sum = 0;
  for (const auto &[Name, Count] : Math)
    Sum += Count;
  return Sum;
}

std::vector<SassLoop> findBarrierLoops(llvm::ArrayRef<SassInstruction> Code) {
  std::vector<SassCycle> Cycles = findCycles(Code);
  std::vector<SassLoop> Found;
  for (const SassCycle &Cycle : Cycles) {
    auto HasInner = [&](Kind K) {
      return llvm::any_of(Cycles, [&](const SassCycle &Inner) {
        return isInside(Inner, Cycle) && holds(Code, Inner, K);
      });
    };
    if (!holds(Code, Cycle, Kind::Barrier) || HasInner(Kind::Barrier))
      continue;
    Found.push_back(LoopReader(Code, Cycle).read());
    Found.back().HasInnerLoops = HasInner(Kind::Math) || HasInner(Kind::Read);
    Found.back().Work = workOf(Code, Cycle);
    Found.back().Inner = innerWork(Code, Cycles, Cycle);
  }
  return Found;
}

} // namespace pipeline_rewrite
