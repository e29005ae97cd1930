//===- Machine/TouchedBytes.h - What a launch reads and writes --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which bytes of given buffers a launch has accessed, so that another launch
// can be held to them: bounds as narrow as what the first one did, whatever the
// size of the buffers.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_TOUCHEDBYTES_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_TOUCHEDBYTES_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pipeline_rewrite::executor {

class TouchedBytes {
public:
  /// Forgets all, buffers included.
  void clear();
  /// Bytes of no watched buffer count as touched. Buffers do not overlap.
  void watch(uint64_t Address, uint64_t Bytes);

  void add(uint64_t Address, unsigned Bytes);
  /// True if all of the bytes that are in a watched buffer were touched.
  bool contains(uint64_t Address, unsigned Bytes) const;

private:
  struct Buffer {
    uint64_t Start = 0, Bytes = 0;
    std::vector<uint64_t> Bits; ///< one for each byte
  };
  /// Null: the address is in none.
  const Buffer *find(uint64_t Address) const;

  std::vector<Buffer> Buffers;
  mutable size_t Latest = 0; ///< in Buffers: likely the next one, too
};

} // namespace pipeline_rewrite::executor

#endif
