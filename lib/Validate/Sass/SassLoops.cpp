//===- SassLoops.cpp - The control flow of one function's code ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Sass/SassReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <functional>
#include <set>

using llvm::StringRef;

namespace pipeline_rewrite {
namespace {

class ControlFlow {
public:
  explicit ControlFlow(llvm::ArrayRef<SassInstruction> Code)
      : Next(Code.size()), Previous(Code.size()) {
    std::map<uint64_t, size_t> At;
    for (size_t I = 0; I < Code.size(); ++I)
      At[Code[I].Address] = I;
    for (size_t I = 0; I < Code.size(); ++I) {
      if (auto Target = targetOf(Code[I]); Target && At.count(*Target))
        connect(I, At[*Target]);
      if (I + 1 < Code.size() && fallsThrough(Code[I]))
        connect(I, I + 1);
    }
  }

  std::vector<SassCycle> cycles() const {
    std::map<size_t, SassCycle> ByHeader;
    std::map<size_t, std::set<size_t>> Members;
    for (size_t From = 0; From < Next.size(); ++From)
      for (size_t To : Next[From])
        if (To <= From) {
          SassCycle &Cycle = ByHeader[To];
          Cycle.Header = To;
          Cycle.Branch = From;
          addMembers(Members[To], To, From);
        }
    std::vector<SassCycle> Found;
    for (auto &[Header, Cycle] : ByHeader) {
      // A block laid behind the code jumps back too, but into the middle.
      if (Header != 0 && Members[Header].count(0))
        continue;
      Cycle.Order = inOrder(Header, Members[Header]);
      Found.push_back(std::move(Cycle));
    }
    return Found;
  }

private:
  void connect(size_t From, size_t To) {
    Next[From].push_back(To);
    Previous[To].push_back(From);
  }

  /// A branch names its target last; a call may be a jump that never returns
  /// (CALL.REL.NOINC).
  static std::optional<uint64_t> targetOf(const SassInstruction &I) {
    static constexpr StringRef Jumps[] = {"BRA", "JMP", "CALL", "BRX", "BREAK"};
    uint64_t Target;
    if (!llvm::is_contained(Jumps, I.base()) || I.Operands.empty() ||
        StringRef(I.Operands.back()).getAsInteger(0, Target))
      return std::nullopt;
    return Target;
  }

  static bool fallsThrough(const SassInstruction &I) {
    static constexpr StringRef Ends[] = {"BRA", "JMP", "BRX", "EXIT", "RET"};
    if (!llvm::is_contained(Ends, I.base()) || !I.Guard.empty())
      return true;
    // "BRA UP0, 0x410" and "BRA.DIV UR4, 0x410" ask for a condition too.
    return I.base() == "BRA" && I.Operands.size() > 1;
  }

  /// What leads to the branch without passing the header.
  void addMembers(std::set<size_t> &Members, size_t Header,
                  size_t Branch) const {
    Members.insert(Header);
    llvm::SmallVector<size_t> Work = {Branch};
    while (!Work.empty()) {
      size_t I = Work.pop_back_val();
      if (Members.insert(I).second)
        llvm::append_range(Work, Previous[I]);
    }
  }

  /// Reverse post-order from the header; at a branch, what is laid out first
  /// comes first.
  std::vector<size_t> inOrder(size_t Header,
                              const std::set<size_t> &Members) const {
    std::vector<size_t> Order;
    std::set<size_t> Seen = {Header};
    llvm::SmallVector<std::pair<size_t, size_t>> Path = {{Header, 0}};
    while (!Path.empty()) {
      auto &[I, Tried] = Path.back();
      // The last of a post-order comes first when it is reversed.
      std::vector<size_t> Behind = Next[I];
      llvm::sort(Behind, std::greater<size_t>());
      if (Tried == Behind.size()) {
        Order.push_back(I);
        Path.pop_back();
        continue;
      }
      size_t To = Behind[Tried++];
      if (Members.count(To) && Seen.insert(To).second)
        Path.push_back({To, 0});
    }
    std::reverse(Order.begin(), Order.end());
    return Order;
  }

  std::vector<std::vector<size_t>> Next, Previous;
};

} // namespace

std::vector<SassCycle> findCycles(llvm::ArrayRef<SassInstruction> Code) {
  return ControlFlow(Code).cycles();
}

} // namespace pipeline_rewrite
