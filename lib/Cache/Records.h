//===- Records.h - Plain structs as bytes, and back -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For answers that are kept. What is written is read by the same program on the
// same machine, and its hash is checked before.
//
//   RECORD(SourcePlace, File, Line, Column)
//
// names all fields of a struct in their order: one that is left out does not
// compile.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_RECORDS_H
#define PIPELINE_REWRITE_FRONTEND_RECORDS_H

#include "Cache/ReadLog.h"
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#define RECORD(Type, ...)                                                      \
  template <typename Archive> void fields(Archive &TheArchive, Type &Struct) { \
    auto &[__VA_ARGS__] = Struct;                                              \
    TheArchive(__VA_ARGS__);                                                   \
  }

namespace pipeline_rewrite {

RECORD(Sighting, Kind, Hash, Real, Code)

template <typename T>
constexpr bool IsPlain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class RecordWriter {
public:
  template <typename... Values> void operator()(Values &...Each) {
    (put(Each), ...);
  }
  const std::string &bytes() const { return Bytes; }

private:
  template <typename T>
  std::enable_if_t<IsPlain<T>> put(const T &Value) { // also of a temporary
    Bytes.append(reinterpret_cast<const char *>(&Value), sizeof Value);
  }
  void put(std::string &Text) {
    put(Text.size());
    Bytes += Text;
  }
  template <typename T> void put(std::vector<T> &All) {
    put(All.size());
    for (T &Each : All)
      put(Each);
  }
  template <typename A, typename B> void put(std::pair<A, B> &Both) {
    put(Both.first);
    put(Both.second);
  }
  template <typename K, typename V> void put(std::map<K, V> &All) {
    put(All.size());
    for (auto &[Key, Value] : All) {
      put(const_cast<K &>(Key));
      put(Value);
    }
  }
  template <typename T> void put(std::optional<T> &Maybe) {
    put(Maybe.has_value());
    if (Maybe)
      put(*Maybe);
  }
  template <typename T> std::enable_if_t<!IsPlain<T>> put(T &Struct) {
    fields(*this, Struct);
  }

  std::string Bytes;
};

class RecordReader {
public:
  explicit RecordReader(llvm::StringRef Bytes) : Rest(Bytes) {}
  template <typename... Values> void operator()(Values &...Each) {
    (get(Each), ...);
  }
  /// All was there, and nothing is left.
  bool isWhole() const { return IsGood && Rest.empty(); }

private:
  template <typename T> std::enable_if_t<IsPlain<T>> get(T &Value) {
    if (Rest.size() < sizeof Value) {
      IsGood = false;
      Rest = "";
      Value = T();
      return;
    }
    std::copy_n(Rest.begin(), sizeof Value, reinterpret_cast<char *>(&Value));
    Rest = Rest.drop_front(sizeof Value);
  }
  size_t count() {
    size_t Count = 0;
    get(Count);
    // Each element has a byte at least.
    IsGood &= Count <= Rest.size();
    return IsGood ? Count : 0;
  }
  void get(std::string &Text) {
    const size_t Size = count();
    Text = Rest.take_front(Size).str();
    Rest = Rest.drop_front(Size);
  }
  template <typename T> void get(std::vector<T> &All) {
    const size_t Count = count();
    All.clear();
    for (size_t I = 0; I < Count && IsGood; ++I)
      get(All.emplace_back());
  }
  template <typename A, typename B> void get(std::pair<A, B> &Both) {
    get(Both.first);
    get(Both.second);
  }
  template <typename K, typename V> void get(std::map<K, V> &All) {
    const size_t Count = count();
    All.clear();
    for (size_t I = 0; I < Count && IsGood; ++I) {
      std::pair<K, V> Each;
      get(Each);
      All.insert(std::move(Each));
    }
  }
  template <typename T> void get(std::optional<T> &Maybe) {
    bool Has = false;
    get(Has);
    if (Has)
      get(Maybe.emplace());
    else
      Maybe.reset();
  }
  template <typename T> std::enable_if_t<!IsPlain<T>> get(T &Struct) {
    fields(*this, Struct);
  }

  llvm::StringRef Rest;
  bool IsGood = true;
};

} // namespace pipeline_rewrite
#endif
