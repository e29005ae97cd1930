//===- FuzzLaunch.h - One launch of a file of launches ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TEST_FUZZ_FUZZLAUNCH_H
#define PIPELINE_REWRITE_TEST_FUZZ_FUZZLAUNCH_H

#include "FuzzInputs.h"
#include "executor/Session.h"
#include <map>

/// A line of the file; RunPtx.cpp describes it.
struct FuzzCase {
  std::string Label, Kernel;
  uint32_t Grid[2], Block[2], Dynamic;
  uint64_t Seed;
  std::vector<std::string> Arguments;

  /// Ends the program if \p Line is none.
  static FuzzCase parse(const std::string &Line);
};

[[noreturn]] void die(const std::string &Why);
std::vector<std::string> split(const std::string &Text, char At);

/// Builds the arguments of one launch in the memory of a session.
class FuzzArguments {
public:
  struct Array {
    uint64_t Address = 0, Bytes = 0;
    bool Hashed = true;
  };
  /// Data that another block publishes: a part of it with each flag, when the
  /// flag is looked at.
  struct Published {
    size_t Flags = 0, Data = 0; ///< in arrays()
    uint64_t PartBytes = 0;
    std::string Values;
  };

  FuzzArguments(pipeline_rewrite::executor::Session &Memory, uint64_t Seed)
      : Memory(Memory), Draw(Seed) {}

  /// Values and their bytes as KernelInfo says.
  std::vector<uint8_t>
  build(const std::vector<std::string> &Texts,
        const pipeline_rewrite::executor::KernelInfo &Kernel);

  const std::vector<Array> &arrays() const { return Arrays; }
  const std::vector<Published> &published() const { return Late; }
  uint64_t hash(uint64_t Hash) const;

private:
  std::string one(const std::vector<std::string> &Texts, size_t &At);
  std::string aggregate(const std::vector<std::string> &Texts, size_t &At,
                        size_t Count);
  std::string table(size_t Count);
  std::string late(size_t Count, size_t Part);
  std::string array(const std::string &Bytes, bool Hashed = true);

  pipeline_rewrite::executor::Session &Memory;
  RandomInputs Draw;
  std::vector<Array> Arrays;
  std::vector<Published> Late;
};

#endif
