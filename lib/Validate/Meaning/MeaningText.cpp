//===- MeaningText.cpp - Meaning as text ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers in hexadecimal, a blank behind each; a string is its length and its
// bytes.
//===----------------------------------------------------------------------===//
#include "Validate/Meaning/Meaning.h"
#include "llvm/ADT/StringExtras.h"

namespace pipeline_rewrite {
namespace {

class Writer {
public:
  void number(int64_t N) {
    Out += llvm::utohexstr(static_cast<uint64_t>(N + 1));
    Out += ' ';
  }
  void string(llvm::StringRef S) {
    number(S.size());
    Out += S;
  }
  void list(llvm::ArrayRef<int> List) {
    number(List.size());
    for (int I : List)
      number(I);
  }
  std::string Out;
};

class Reader {
public:
  explicit Reader(llvm::StringRef Text) : Rest(Text) {}

  int64_t number() {
    uint64_t N = 0;
    if (Rest.consumeInteger(16, N) || !Rest.consume_front(" "))
      Broken = true;
    return static_cast<int64_t>(N) - 1;
  }
  std::string string() {
    const int64_t Size = number();
    if (Broken || Size < 0 || static_cast<size_t>(Size) > Rest.size()) {
      Broken = true;
      return "";
    }
    std::string S = Rest.take_front(Size).str();
    Rest = Rest.drop_front(Size);
    return S;
  }
  /// A count of things that each take a byte or more.
  size_t count() {
    const int64_t N = number();
    if (N < 0 || static_cast<size_t>(N) > Rest.size())
      Broken = true;
    return Broken ? 0 : N;
  }
  template <class List> void list(List &Out) {
    for (size_t N = count(); N && !Broken; --N)
      Out.push_back(number());
  }
  bool Broken = false;

private:
  llvm::StringRef Rest;
};

NodeMeaning readNode(Reader &R) {
  NodeMeaning N;
  N.At = R.number();
  N.Flags = R.number();
  N.Resolved = R.number();
  N.DeclaredAt = R.number();
  N.Kind = R.number();
  N.Type = R.number();
  R.list(N.TypeAt);
  R.list(N.Children);
  return N;
}

} // namespace

std::string writeMeaning(const Meaning &M) {
  Writer W;
  W.number(M.Strings.size());
  for (const std::string &S : M.Strings)
    W.string(S);
  W.number(M.Functions.size());
  for (const FunctionMeaning &F : M.Functions) {
    for (unsigned N : {F.Key, F.Begin, F.End, F.NameAt})
      W.number(N);
    W.number(F.DeclaredAt);
    W.number(F.Nodes.size());
    for (const NodeMeaning &N : F.Nodes) {
      for (int64_t V :
           {int64_t(N.At), int64_t(N.Flags), int64_t(N.Resolved),
            int64_t(N.DeclaredAt), int64_t(N.Kind), int64_t(N.Type)})
        W.number(V);
      W.list(N.TypeAt);
      W.list(N.Children);
    }
  }
  return std::move(W.Out);
}

std::optional<Meaning> parseMeaning(llvm::StringRef Text) {
  Reader R(Text);
  Meaning M;
  M.Strings.clear();
  for (size_t N = R.count(); N && !R.Broken; --N)
    M.Strings.push_back(R.string());
  for (size_t N = R.count(); N && !R.Broken; --N) {
    FunctionMeaning &F = M.Functions.emplace_back();
    F.Key = R.number();
    F.Begin = R.number();
    F.End = R.number();
    F.NameAt = R.number();
    F.DeclaredAt = int(R.number());
    for (size_t Nodes = R.count(); Nodes && !R.Broken; --Nodes)
      F.Nodes.push_back(readNode(R));
  }
  auto IsKnown = [&](unsigned Index) { return Index < M.Strings.size(); };
  for (const FunctionMeaning &F : M.Functions)
    if (!IsKnown(F.Key) || !llvm::all_of(F.Nodes, [&](const NodeMeaning &N) {
          return IsKnown(N.Resolved) && IsKnown(N.Kind) && IsKnown(N.Type);
        }))
      return std::nullopt;
  if (R.Broken)
    return std::nullopt;
  return M;
}

} // namespace pipeline_rewrite
