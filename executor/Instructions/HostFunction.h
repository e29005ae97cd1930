//===- Instructions/HostFunction.h - Calls of host functions ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that a kernel calls and the host computes, by name. The types of a
// function say where its arguments lie: parameters of PTX are as wide as those
// of C++.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_INSTRUCTIONS_HOSTFUNCTION_H
#define PIPELINE_REWRITE_EXECUTOR_INSTRUCTIONS_HOSTFUNCTION_H

#include "executor/Instructions/Builtins.h"
#include "executor/Machine/Block.h"
#include <unordered_map>

namespace pipeline_rewrite::executor {

class HostFunctions {
public:
  struct Entry {
    Handler Run;
    void (*Fn)();
  };

  /// R Fn(A...).
  template <class R, class... A> void add(const char *Name, R (*Fn)(A...)) {
    All[Name] = {run<R, A...>, reinterpret_cast<void (*)()>(Fn)};
  }
  /// R Fn(A, V *): the kernel's pointer gets the second result.
  template <class R, class A, class V>
  void addWithPointer(const char *Name, R (*Fn)(A, V *)) {
    All[Name] = {runWithPointer<R, A, V>, reinterpret_cast<void (*)()>(Fn)};
  }
  /// void Fn(A, V *, V *).
  template <class A, class V>
  void addTwoResults(const char *Name, void (*Fn)(A, V *, V *)) {
    All[Name] = {runTwoResults<A, V>, reinterpret_cast<void (*)()>(Fn)};
  }

  const Entry *find(const std::string &Name) const {
    auto At = All.find(Name);
    return At == All.end() ? nullptr : &At->second;
  }

private:
  template <class R, class... A, size_t... N>
  static R apply(const Thread &T, const Instruction &I,
                 std::index_sequence<N...>) {
    return reinterpret_cast<R (*)(A...)>(I.Call->Host)(argument<A>(T, I, N)...);
  }
  template <class R, class... A>
  static Flow run(Thread &T, const Instruction &I) {
    setResult(T, I, apply<R, A...>(T, I, std::index_sequence_for<A...>()));
    return Flow::Next;
  }
  template <class V>
  static void put(Thread &T, const Instruction &I, size_t Pointer, V Value) {
    T.B->store(T, I, Space::Generic, argument<uint64_t>(T, I, Pointer),
               sizeof Value, &Value);
  }
  template <class R, class A, class V>
  static Flow runWithPointer(Thread &T, const Instruction &I) {
    V Second{};
    R First = reinterpret_cast<R (*)(A, V *)>(I.Call->Host)(
        argument<A>(T, I, 0), &Second);
    put(T, I, 1, Second);
    setResult(T, I, First);
    return Flow::Next;
  }
  template <class A, class V>
  static Flow runTwoResults(Thread &T, const Instruction &I) {
    V First{}, Second{};
    reinterpret_cast<void (*)(A, V *, V *)>(I.Call->Host)(argument<A>(T, I, 0),
                                                          &First, &Second);
    put(T, I, 1, First);
    put(T, I, 2, Second);
    return Flow::Next;
  }

  std::unordered_map<std::string, Entry> All;
};

/// Those whose names end with a rounding mode.
void addRoundedFunctions(HostFunctions &Out);

} // namespace pipeline_rewrite::executor

#endif
