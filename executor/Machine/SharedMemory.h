//===- Machine/SharedMemory.h - Shared memory and its shadow ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shared memory of one block. Fresh bytes hold NaN patterns, variables are
// parted by red zones, and every byte has a shadow: who wrote it last, who has
// read it since, whether it was ever written, whether a copy is in flight to
// it. One shadow cell stands for an aligned word of four bytes until a smaller
// access splits it.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_SHAREDMEMORY_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_SHAREDMEMORY_H

#include "executor/Machine/Finding.h"
#include "executor/Machine/Order.h"
#include <array>
#include <vector>

namespace pipeline_rewrite::executor {

class SharedMemory {
public:
  /// Bytes of a fresh variable: NaN as float, -1 as int.
  static constexpr uint8_t Poison = 0xFF;

  SharedMemory(const Order &Times, FindingSink &Sink)
      : Times(Times), Sink(Sink) {}

  /// Addresses below this are never valid, so that a null pointer is found.
  static constexpr uint32_t FirstAddress = 1024;

  /// Starts a block with \p Bytes of address space, nothing addressable.
  /// \p KeepAllReaders: see Module::HasPartialOrder. \p Checks: keep a shadow.
  void reset(uint32_t Bytes, bool KeepAllReaders, bool Checks);
  /// \p Padding bytes behind it may be read and mean nothing: compilers read
  /// the end of an aligned array in whole vectors.
  void addVariable(uint32_t Address, uint32_t Bytes, uint32_t Padding = 0);

  /// \p Strong marks atomics and other synchronising accesses: two of them do
  /// not race. Out-of-bounds reads give poison, such writes are dropped.
  bool read(const Actor &A, uint64_t Address, unsigned Bytes, void *Out,
            bool Strong = false);
  bool write(const Actor &A, uint64_t Address, unsigned Bytes, const void *Data,
             bool Strong = false);
  /// Reads and writes in one step.
  bool modify(const Actor &A, uint64_t Address, unsigned Bytes, void *Old);
  /// Writes after modify(); checks nothing again.
  void finishModify(uint64_t Address, unsigned Bytes, const void *Data);

  // The three steps of an asynchronous copy. It counts as a write when it is
  // issued and again when it is waited for; between the two any access by
  // anyone is a hazard.
  bool beginCopy(const Actor &A, uint64_t Address, unsigned Bytes);
  void landCopy(uint64_t Address, unsigned Bytes, const void *Data);
  void endCopy(const Actor &A, uint64_t Address, unsigned Bytes);

  uint32_t size() const { return static_cast<uint32_t>(Data.size()); }

private:
  enum Flag : uint8_t {
    Addressable = 1,
    Initialised = 2,
    InFlight = 4,
    StrongWrite = 8,
    SeveralReaders = 16, ///< without KeepAllReaders: more than one reader
    Split = 32,          ///< the cells of the four bytes are in Splits
    StrongReads = 64,    ///< all readers so far were strong
    Padding = 128        ///< may be read, but not written
  };
  struct Reader {
    uint16_t Thread;
    uint32_t Clock, Where;
  };
  struct Cell {
    uint32_t WriteClock = 0, ReadClock = 0;
    uint32_t WriteWhere = 0, ReadWhere = 0;
    uint16_t Writer = 0, ReaderThread = 0;
    uint8_t Flags = 0;
    int32_t Index = -1; ///< into Splits, or into ReaderSets
  };

  template <class Fn>
  void forEachCell(uint64_t Address, unsigned Bytes, Fn Visit);
  bool inBounds(uint64_t Address, unsigned Bytes, bool Reading = false);
  void splitWord(Cell &C);
  void noteRead(Cell &C, const Actor &A, uint64_t Address, unsigned Bytes,
                bool Strong);
  void noteReader(Cell &C, const Actor &A);
  void noteWrite(Cell &C, const Actor &A, uint64_t Address, unsigned Bytes,
                 bool Strong, bool SameValue);
  void checkReaders(Cell &C, const Actor &A, uint64_t Address, unsigned Bytes,
                    Severity How);
  void report(HazardKind K, Severity S, uint64_t Address, unsigned Bytes,
              int Other, uint32_t Where);

  const Order &Times;
  FindingSink &Sink;
  std::vector<uint8_t> Data;
  std::vector<Cell> Words;
  std::vector<std::array<Cell, 4>> Splits;
  std::vector<std::vector<Reader>> ReaderSets;
  bool KeepAllReaders = false, Checks = true;
};

} // namespace pipeline_rewrite::executor

#endif
