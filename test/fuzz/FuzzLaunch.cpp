//===- FuzzLaunch.cpp - One launch of a file of launches ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FuzzLaunch.h"
#include <cstring>
#include <iostream>
#include <sstream>

using namespace pipeline_rewrite::executor;

void die(const std::string &Why) {
  std::cerr << "pipeline-fuzz-run: " << Why << "\n";
  std::exit(2);
}

std::vector<std::string> split(const std::string &Text, char At) {
  std::vector<std::string> Out;
  std::stringstream In(Text);
  for (std::string Word; std::getline(In, Word, At);)
    Out.push_back(Word);
  return Out;
}

FuzzCase FuzzCase::parse(const std::string &Line) {
  std::vector<std::string> Words = split(Line, '\t');
  if (Words.size() < 8)
    die("not a case: " + Line);
  auto Number = [&](size_t N) {
    return static_cast<uint32_t>(std::stoul(Words[N]));
  };
  FuzzCase C{Words[0],
             Words[1],
             {Number(2), Number(3)},
             {Number(4), Number(5)},
             Number(6),
             std::stoull(Words[7]),
             {}};
  C.Arguments.assign(Words.begin() + 8, Words.end());
  return C;
}

std::vector<uint8_t> FuzzArguments::build(const std::vector<std::string> &Texts,
                                          const KernelInfo &Kernel) {
  std::vector<uint8_t> Out(Kernel.ArgumentBytes);
  size_t N = 0;
  for (size_t At = 0; At < Texts.size(); ++N) {
    std::string Value = one(Texts, At);
    if (N >= Kernel.Parameters.size())
      die("too many arguments for " + Kernel.Name);
    const KernelParameterInfo &P = Kernel.Parameters[N];
    std::memcpy(Out.data() + P.Offset, Value.data(),
                std::min<size_t>(P.Size, Value.size()));
  }
  return Out;
}

uint64_t FuzzArguments::hash(uint64_t Hash) const {
  for (const Array &A : Arrays)
    if (A.Hashed && A.Bytes)
      Hash = hashBytes(Hash, Memory.bytes(A.Address, A.Bytes), A.Bytes);
  return Hash;
}

std::string FuzzArguments::one(const std::vector<std::string> &Texts,
                               size_t &At) {
  const std::string &Text = Texts[At++];
  std::vector<std::string> Words = split(Text, ':');
  const std::string &Kind = Words[0];
  auto Number = [&](size_t N) { return std::stoul(Words.at(N)); };
  if (Kind == "(")
    return aggregate(Texts, At, Number(1));
  if (Kind == "in")
    return array(Draw.array(Words[1], Number(2)));
  if (Kind == "idx")
    return array(Draw.indices(Number(1)));
  if (Kind == "out")
    return array(std::string(Number(1), '\0'));
  if (Kind == "late")
    return late(Number(1), Number(2));
  if (Kind == "same" && !Arrays.empty())
    return std::string(reinterpret_cast<char *>(&Arrays.back().Address), 8);
  if (Kind == "ptrs" && !Arrays.empty())
    return table(Number(1));
  if (Kind.size() == 2 && Kind[0] == 'i') {
    int64_t Value = std::stoll(Words[1]);
    return std::string(reinterpret_cast<char *>(&Value), size_t(Kind[1] - '0'));
  }
  die("not an argument: " + Text);
}

/// Members one after the other, each aligned to its own size.
std::string FuzzArguments::aggregate(const std::vector<std::string> &Texts,
                                     size_t &At, size_t Count) {
  std::string Out;
  for (size_t N = 0; N < Count; ++N) {
    std::string Member = one(Texts, At);
    Out.resize((Out.size() + Member.size() - 1) / Member.size() *
               Member.size());
    Out += Member;
  }
  Out.resize((Out.size() + 7) / 8 * 8);
  return Out;
}

/// An array of pointers to words of the last array that is not one.
std::string FuzzArguments::table(size_t Count) {
  std::string Bytes;
  auto Last = Arrays.rbegin();
  while (!Last->Hashed && Last + 1 != Arrays.rend())
    ++Last;
  for (size_t N = 0; N < Count; ++N) {
    uint64_t At = Last->Address + N * 7 % (Last->Bytes / 4) * 4;
    Bytes.append(reinterpret_cast<char *>(&At), sizeof At);
  }
  return array(Bytes, false);
}

/// Flags of four bytes, in the array before, publish parts of this one.
std::string FuzzArguments::late(size_t Count, size_t Part) {
  Published P;
  P.Flags = Arrays.size() - 1;
  P.Data = Arrays.size();
  P.PartBytes = Part * 4;
  P.Values = Draw.array("unsigned", Count);
  std::string Pointer = array(std::string(P.Values.size(), '\xEE'));
  Late.push_back(std::move(P));
  return Pointer;
}

std::string FuzzArguments::array(const std::string &Bytes, bool Hashed) {
  uint64_t Address = Memory.allocate(Bytes.size());
  if (!Memory.write(Address, Bytes.data(), Bytes.size()) && !Bytes.empty())
    die("no memory");
  Arrays.push_back({Address, Bytes.size(), Hashed});
  return std::string(reinterpret_cast<char *>(&Address), 8);
}
