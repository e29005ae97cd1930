//===- Instructions/Builtins.cpp - Device functions without a body --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// vprintf, __assertfail, malloc and free: declared in PTX and provided by the
// driver.
//
//===----------------------------------------------------------------------===//
#include "Executor/Instructions/Control.h"
#include "Executor/Machine/Block.h"
#include <cstdio>

namespace pipeline_rewrite::executor {
namespace {

uint64_t argument(Thread &T, const Instruction &I, size_t N) {
  uint64_t V = 0;
  if (N < I.Call->Arguments.size())
    std::memcpy(&V, &T.Params[T.ParamBase + I.Call->Arguments[N].Offset],
                std::min<size_t>(8, I.Call->Arguments[N].Size));
  return V;
}

void setResult(Thread &T, const Instruction &I, uint64_t V) {
  if (!I.Call->Results.empty())
    std::memcpy(&T.Params[T.ParamBase + I.Call->Results[0].Offset], &V,
                I.Call->Results[0].Size);
}

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
      std::snprintf(Out, sizeof Out, "0x%llx",
                    static_cast<unsigned long long>(take<uint64_t>()));
    else if (Wide)
      std::snprintf(Out, sizeof Out, (Flags + "ll" + Kind).c_str(),
                    static_cast<long long>(take<int64_t>()));
    else
      std::snprintf(Out, sizeof Out, (Flags + Kind).c_str(), take<int32_t>());
    return Out;
  }

  Thread &T;
  const Instruction &I;
  uint64_t Next;
};

} // namespace

bool runBuiltin(Thread &T, const Instruction &I, const std::string &Name,
                Flow &Result) {
  Result = Flow::Next;
  if (Name == "vprintf") {
    std::string Format = readString(T, I, argument(T, I, 0));
    std::string Text = Printf(T, I, argument(T, I, 1)).format(Format);
    std::fwrite(Text.data(), 1, Text.size(), stdout);
    setResult(T, I, 0);
    return true;
  }
  if (Name == "__assertfail") {
    Result =
        T.B->stop(HazardKind::Trap, T, I,
                  "assertion failed: " + readString(T, I, argument(T, I, 0)));
    return true;
  }
  if (Name == "malloc") {
    setResult(T, I, T.B->Host.Global.allocate(argument(T, I, 0)));
    return true;
  }
  if (Name == "free") {
    if (uint64_t Address = argument(T, I, 0))
      T.B->Host.Global.free(Address);
    return true;
  }
  return false;
}

} // namespace pipeline_rewrite::executor
