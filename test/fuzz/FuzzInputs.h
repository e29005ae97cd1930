//===- FuzzInputs.h - Random arrays for kernels -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values are those that runtime.h gives: small, so that sums stay exact
// enough to differ where a program differs.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TEST_FUZZ_FUZZINPUTS_H
#define PIPELINE_REWRITE_TEST_FUZZ_FUZZINPUTS_H

#include <cstdint>
#include <cstdlib>
#include <string>

constexpr uint64_t FirstHash = 0xcbf29ce484222325ull;

inline uint64_t hashBytes(uint64_t Hash, const void *From, size_t Bytes) {
  const auto *At = static_cast<const unsigned char *>(From);
  for (size_t N = 0; N < Bytes; ++N)
    Hash = (Hash ^ At[N]) * 0x100000001b3ull;
  return Hash;
}

class RandomInputs {
public:
  explicit RandomInputs(uint64_t Seed)
      : State(Seed * 0x9e3779b97f4a7c15ull + 1) {}

  /// The bytes of an array of elements of a C++ type, without padding.
  std::string array(const std::string &Type, size_t Count) {
    std::string Out;
    for (size_t N = 0; N < Count; ++N)
      element(Type, Out);
    return Out;
  }

  std::string indices(size_t Count) {
    std::string Out;
    for (size_t N = 0; N < Count; ++N)
      put(Out, int(draw() % unsigned(Count)));
    return Out;
  }

private:
  unsigned draw() {
    State = State * 6364136223846793005ull + 1442695040888963407ull;
    return unsigned(State >> 33);
  }
  float unit() { return float(draw() % 4096) / 2048.0f - 1.0f; }
  int small() { return int(draw() % 201) - 100; }

  template <class T> static void put(std::string &Out, T Value) {
    Out.append(reinterpret_cast<const char *>(&Value), sizeof Value);
  }

  void element(const std::string &Type, std::string &Out) {
    if (Type == "float" || Type == "float2" || Type == "float4") {
      for (char Parts = Type.back() == 't' ? '1' : Type.back(); Parts > '0';
           --Parts)
        put(Out, unit());
    } else if (Type == "double") {
      double High = unit();
      put(Out, High + double(unit()) / 4096);
    } else if (Type == "int" || Type == "int4") {
      for (char Parts = Type.back() == 't' ? '1' : '4'; Parts > '0'; --Parts)
        put(Out, small());
    } else if (Type == "unsigned") {
      put(Out, draw());
    } else if (Type == "long long") {
      long long High = draw();
      put(Out, High * (long long)draw());
    } else if (Type == "short") {
      put(Out, short(small()));
    } else if (Type == "unsigned char") {
      put(Out, (unsigned char)draw());
    } else if (Type == "unsigned short") {
      put(Out, (unsigned short)draw());
    } else if (Type == "Pair") {
      put(Out, unit());
      put(Out, small());
    } else {
      std::abort();
    }
  }

  uint64_t State;
};

#endif
