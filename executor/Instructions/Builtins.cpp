//===- Instructions/Builtins.cpp - Device functions without a body --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Those of the driver; for the others see MathFunctions.cpp.
//
//===----------------------------------------------------------------------===//
#include "executor/Instructions/Builtins.h"
#include "executor/Machine/Block.h"
#include <cstdio>

namespace pipeline_rewrite::executor {
namespace {

std::string readString(Thread &T, const Instruction &I, uint64_t Address) {
  std::string Out;
  char C = 0;
  while (Out.size() < 65536 &&
         T.B->load(T, I, Space::Generic, Address + Out.size(), 1, &C) && C)
    Out += C;
  return Out;
}

/// Formats as the CUDA printf does: arguments lie in a buffer, each aligned to
/// its own size (CUDA C++ Programming Guide, "Formatted Output").
class Printf {
public:
  Printf(Thread &T, const Instruction &I, uint64_t Buffer)
      : T(T), I(I), Next(Buffer) {}

  std::string format(const std::string &Text) {
    std::string Out;
    for (size_t At = 0; At < Text.size();) {
      if (Text[At] != '%') {
        Out += Text[At++];
        continue;
      }
      size_t End = Text.find_first_of("diouxXcsfFeEgGaAp%", At + 1);
      if (End == std::string::npos)
        break;
      Out += conversion(Text.substr(At, End + 1 - At));
      At = End + 1;
    }
    return Out;
  }

private:
  template <class V> V take() {
    V Value{};
    Next = (Next + sizeof(V) - 1) / sizeof(V) * sizeof(V);
    T.B->load(T, I, Space::Generic, Next, sizeof(V), &Value);
    Next += sizeof(V);
    return Value;
  }

  std::string conversion(std::string Spec) {
    char Kind = Spec.back();
    if (Kind == '%')
      return "%";
    std::string Flags;
    for (size_t Star; (Star = Spec.find('*')) != std::string::npos;)
      Spec.replace(Star, 1, std::to_string(take<int32_t>()));
    for (char C : Spec.substr(0, Spec.size() - 1))
      if (C != 'l' && C != 'h' && C != 'z' && C != 'j' && C != 't')
        Flags += C;
    bool Wide = Spec.find('l') != std::string::npos ||
                Spec.find('z') != std::string::npos ||
                Spec.find('j') != std::string::npos || Kind == 'p';
    char Out[512];
    if (Kind == 's')
      return readString(T, I, take<uint64_t>());
    if (std::string("fFeEgGaA").find(Kind) != std::string::npos)
      std::snprintf(Out, sizeof Out, (Flags + Kind).c_str(), take<double>());
    else if (Kind == 'p')
      return pointerText(take<uint64_t>());
    else if (Wide)
      std::snprintf(Out, sizeof Out, (Flags + "ll" + Kind).c_str(),
                    static_cast<long long>(take<int64_t>()));
    else
      std::snprintf(Out, sizeof Out, (Flags + Kind).c_str(), take<int32_t>());
    return Out;
  }

  /// Where a block's own memory lies is no result: two texts of a kernel may
  /// differ in it.
  std::string pointerText(uint64_t Address) const {
    if (T.B->Host.Options.ForTwoTexts && (Address & WindowMask))
      return "(block's own)";
    char Out[32];
    std::snprintf(Out, sizeof Out, "0x%llx",
                  static_cast<unsigned long long>(Address));
    return Out;
  }

  Thread &T;
  const Instruction &I;
  uint64_t Next;
};

Flow runPrintf(Thread &T, const Instruction &I) {
  std::string Format = readString(T, I, argument<uint64_t>(T, I, 0));
  std::string Text = Printf(T, I, argument<uint64_t>(T, I, 1)).format(Format);
  if (T.B->Host.Print)
    T.B->Host.Print(Text);
  else
    std::fwrite(Text.data(), 1, Text.size(), stdout);
  setResult(T, I, uint32_t(0));
  return Flow::Next;
}

Flow runAssertFail(Thread &T, const Instruction &I) {
  return T.B->stop(HazardKind::Trap, T, I,
                   "assertion failed: " +
                       readString(T, I, argument<uint64_t>(T, I, 0)));
}

Flow runMalloc(Thread &T, const Instruction &I) {
  setResult(T, I, T.B->Host.Global.allocate(argument<uint64_t>(T, I, 0)));
  return Flow::Next;
}

Flow runFree(Thread &T, const Instruction &I) {
  if (auto Address = argument<uint64_t>(T, I, 0))
    T.B->Host.Global.free(Address);
  return Flow::Next;
}

} // namespace

void findBuiltin(CallSite &Site) {
  const std::string &Name = Site.Callee;
  Site.Builtin = Name == "vprintf"        ? runPrintf
                 : Name == "__assertfail" ? runAssertFail
                 : Name == "malloc"       ? runMalloc
                 : Name == "free"         ? runFree
                                          : nullptr;
  if (!Site.Builtin)
    findMathFunction(Name, Site);
}

} // namespace pipeline_rewrite::executor
