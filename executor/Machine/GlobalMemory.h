//===- Machine/GlobalMemory.h - Device allocations --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device memory lies in one reserved range of the process, so that a device
// pointer is a host pointer and the allocation behind an address is one table
// lookup. Addresses are never given out twice: use after free is out of
// bounds. Bounds are exact to the byte.
//
// A second range holds the shadow for the advisory global races: eight bytes
// per aligned word of four, and as many per byte for accesses of less than a
// word, touched only where the kernels touch.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_GLOBALMEMORY_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_GLOBALMEMORY_H

#include "executor/Machine/Finding.h"
#include "executor/Machine/Order.h"
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace pipeline_rewrite::executor {

class GlobalMemory {
public:
  /// Reserves up to \p Bytes of address space; memory is only used where an
  /// allocation is touched. \p Guard: at least so many bytes between two.
  explicit GlobalMemory(uint64_t Bytes = uint64_t(1) << 40, uint64_t Guard = 1);
  ~GlobalMemory();
  GlobalMemory(const GlobalMemory &) = delete;

  /// Gives the address of \p Bytes poisoned bytes, 4096-byte aligned as
  /// cudaMalloc's are 256-byte aligned; 0 when the range is exhausted.
  uint64_t allocate(uint64_t Bytes);
  bool free(uint64_t Address);

  /// What was allocated so far; rollBack() gives back all that came later, and
  /// gives its addresses out again.
  struct Mark {
    uint64_t NextPage;
    size_t Allocations;
  };
  Mark mark() const { return {NextPage, Allocations.size()}; }
  void rollBack(const Mark &M);

  /// Lets kernels use a range of the host's own memory (cudaHostRegister);
  /// false if it is in use already. Races on it are not looked for.
  bool registerHost(uint64_t Address, uint64_t Bytes);
  bool unregisterHost(uint64_t Address);

  /// True if all of [Address, Address + Bytes) lies in one live allocation.
  bool contains(uint64_t Address, uint64_t Bytes) const {
    uint64_t Page = (Address - Start) / PageSize;
    if (Page >= PageCount)
      return isRegistered(Address, Bytes);
    const Allocation &A = Allocations[Pages[Page]];
    return Address >= A.Start && Address + Bytes <= A.End;
  }
  bool isDeviceAddress(uint64_t Address) const {
    return Address - Start < PageCount * PageSize;
  }
  /// "offset 256 of allocation 3 (256 bytes)": the same in every run, unlike
  /// the address.
  std::string describe(uint64_t Address) const;
  /// The number of the last allocation, freed or not, that begins at or before
  /// a device address; 0: none does, or the address is none of the device.
  size_t allocationBefore(uint64_t Address) const;
  uint64_t bytesInUse() const { return InUse; }

  /// Begins a launch; accesses before it are ordered before it.
  void beginLaunch(const Order &T) {
    Times = &T;
    AnyNarrow = false;
  }

  // Race checks of an access that is in bounds.
  void noteRead(const Actor &A, uint64_t Address, unsigned Bytes, bool Strong,
                FindingSink &Sink);
  void noteWrite(const Actor &A, uint64_t Address, unsigned Bytes, bool Strong,
                 FindingSink &Sink);

  /// Of an access: the thread, and its time.
  struct Who {
    uint16_t Thread;
    uint32_t Clock;
  };
  /// \p Is true of the last write of some word or byte, by the block that runs.
  template <class Function>
  bool anyWriter(uint64_t Address, unsigned Bytes, Function Is) const {
    return isDeviceAddress(Address) && anyCell(Address, Bytes, [&](Cell &Each) {
             const Who By = whoOf(Each.Write);
             return Each.Write && By.Clock >= Times->BlockFirst && Is(By);
           });
  }

private:
  static constexpr uint64_t PageSize = 4096;
  struct Allocation {
    uint64_t Start = 0, End = 0;
  };
  /// Who accessed a word last as a whole, or a byte with less than a word: time
  /// since Epoch, thread, strong or not. Zero: nobody in this launch.
  struct Cell {
    uint32_t Write = 0, Read = 0;
  };
  static constexpr uint32_t TimeLimit = (1u << 21) - 2;

  bool isRegistered(uint64_t Address, uint64_t Bytes) const;
  uint32_t tagFor(const Actor &A, bool Strong);
  Who whoOf(uint32_t Tag) const {
    return {static_cast<uint16_t>(Tag >> 1 & 0x3FF), Epoch + (Tag >> 11) - 1};
  }
  bool conflicts(uint32_t Tag, const Actor &A, bool Strong) const;
  /// Nobody has accessed these.
  void clearShadow(uint64_t Address, uint64_t Pages);
  Cell *wordOf(uint64_t Address) const { return Words + (Address - Start) / 4; }
  Cell *byteOf(uint64_t Address) const { return Narrow + (Address - Start); }
  /// \p Is true of a cell that has something of these bytes.
  template <class Function>
  bool anyCell(uint64_t Address, unsigned Bytes, Function Is) const {
    return std::any_of(wordOf(Address), wordOf(Address + Bytes - 1) + 1, Is) ||
           (AnyNarrow &&
            std::any_of(byteOf(Address), byteOf(Address + Bytes), Is));
  }
  /// \p Note each cell that an access of these bytes is kept in.
  template <class Function>
  void note(uint64_t Address, unsigned Bytes, Function Note) {
    AnyNarrow |= Bytes < 4;
    if (Bytes < 4)
      std::for_each(byteOf(Address), byteOf(Address + Bytes), Note);
    else
      std::for_each(wordOf(Address), wordOf(Address + Bytes), Note);
  }

  uint64_t Start = 0, PageCount = 0, NextPage = 1, InUse = 0;
  uint64_t GuardPages;
  uint32_t *Pages = nullptr; ///< allocation of each page; 0 is "none"
  Cell *Words = nullptr, *Narrow = nullptr; ///< the shadow
  bool AnyNarrow = false; ///< some access of this launch had less than a word
  std::vector<Allocation> Allocations{Allocation{1, 0}};
  std::vector<Allocation> HostRanges;
  const Order *Times = nullptr;
  uint32_t Epoch = 0; ///< time that tags count from
};

} // namespace pipeline_rewrite::executor

#endif
