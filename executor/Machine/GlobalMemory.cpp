//===- Machine/GlobalMemory.cpp - Device allocations ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Machine/GlobalMemory.h"
#include <algorithm>
#include <cstring>
#include <sys/mman.h>

namespace pipeline_rewrite::executor {
namespace {

/// Of the shadow, per byte: two for its word, eight of its own.
constexpr uint64_t ShadowBytes = 10;

void *reserve(uint64_t Bytes, int Protection) {
  void *P = mmap(nullptr, Bytes, Protection,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return P == MAP_FAILED ? nullptr : P;
}

} // namespace

GlobalMemory::GlobalMemory(uint64_t Bytes, uint64_t Guard)
    : GuardPages(std::max<uint64_t>((Guard + PageSize - 1) / PageSize, 1)) {
  // A limit on address space (ulimit -v) may forbid a full terabyte.
  for (uint64_t Size = Bytes; Size >= std::min(Bytes, uint64_t(1) << 28);
       Size /= 2) {
    void *Data = reserve(Size, PROT_NONE);
    void *Marks = reserve(Size * ShadowBytes, PROT_READ | PROT_WRITE);
    void *Table =
        reserve(Size / PageSize * sizeof(uint32_t), PROT_READ | PROT_WRITE);
    if (Data && Marks && Table) {
      Start = reinterpret_cast<uint64_t>(Data);
      Words = static_cast<Cell *>(Marks);
      Narrow = Words + Size / 4;
      Pages = static_cast<uint32_t *>(Table);
      PageCount = Size / PageSize;
      return;
    }
    if (Data)
      munmap(Data, Size);
    if (Marks)
      munmap(Marks, Size * ShadowBytes);
    if (Table)
      munmap(Table, Size / PageSize * sizeof(uint32_t));
  }
}

GlobalMemory::~GlobalMemory() {
  if (!PageCount)
    return;
  munmap(reinterpret_cast<void *>(Start), PageCount * PageSize);
  munmap(Words, PageCount * PageSize * ShadowBytes);
  munmap(Pages, PageCount * sizeof(uint32_t));
}

uint64_t GlobalMemory::allocate(uint64_t Bytes) {
  uint64_t Count = (Bytes + PageSize - 1) / PageSize;
  if (Count == 0)
    Count = 1;
  // Pages without access between allocations.
  if (Count >= PageCount || NextPage + Count + GuardPages > PageCount)
    return 0;
  uint64_t Address = Start + NextPage * PageSize;
  if (mprotect(reinterpret_cast<void *>(Address), Count * PageSize,
               PROT_READ | PROT_WRITE) != 0)
    return 0;
  std::memset(reinterpret_cast<void *>(Address), 0xFF, Bytes);
  Allocations.push_back({Address, Address + Bytes});
  for (uint64_t P = 0; P < Count; ++P)
    Pages[NextPage + P] = static_cast<uint32_t>(Allocations.size() - 1);
  NextPage += Count + GuardPages;
  InUse += Bytes;
  return Address;
}

bool GlobalMemory::free(uint64_t Address) {
  uint64_t Page = (Address - Start) / PageSize;
  if (Page >= PageCount || !Pages[Page])
    return false;
  Allocation A = Allocations[Pages[Page]];
  if (A.Start != Address)
    return false;
  uint64_t Count = (A.End - A.Start + PageSize - 1) / PageSize;
  Count = Count ? Count : 1;
  std::memset(Pages + Page, 0, Count * sizeof(uint32_t));
  clearShadow(Address, Count);
  madvise(reinterpret_cast<void *>(Address), Count * PageSize, MADV_DONTNEED);
  mprotect(reinterpret_cast<void *>(Address), Count * PageSize, PROT_NONE);
  InUse -= A.End - A.Start;
  return true;
}

void GlobalMemory::rollBack(const Mark &M) {
  while (Allocations.size() > M.Allocations) {
    free(Allocations.back().Start); // false: a kernel did it
    Allocations.pop_back();
  }
  NextPage = M.NextPage;
}

bool GlobalMemory::registerHost(uint64_t Address, uint64_t Bytes) {
  if (isDeviceAddress(Address) || isRegistered(Address, 1))
    return false;
  HostRanges.push_back({Address, Address + Bytes});
  return true;
}

bool GlobalMemory::unregisterHost(uint64_t Address) {
  auto At = std::find_if(HostRanges.begin(), HostRanges.end(),
                         [&](auto &A) { return A.Start == Address; });
  if (At == HostRanges.end())
    return false;
  HostRanges.erase(At);
  return true;
}

bool GlobalMemory::isRegistered(uint64_t Address, uint64_t Bytes) const {
  return std::any_of(HostRanges.begin(), HostRanges.end(), [&](auto &A) {
    return Address >= A.Start && Address + Bytes <= A.End;
  });
}

size_t GlobalMemory::allocationBefore(uint64_t Address) const {
  if (!isDeviceAddress(Address))
    return 0;
  // Addresses only grow, so that the table is sorted.
  size_t N = Allocations.size() - 1;
  while (N > 1 && Allocations[N].Start > Address)
    --N;
  return N;
}

std::string GlobalMemory::describe(uint64_t Address) const {
  if (!isDeviceAddress(Address))
    return "an address that is none of the device";
  const size_t N = allocationBefore(Address);
  if (N == 0)
    return "an address before the first allocation";
  const Allocation &A = Allocations[N];
  bool Freed = Pages[(A.Start - Start) / PageSize] != N;
  return "offset " + std::to_string(static_cast<int64_t>(Address - A.Start)) +
         " of allocation " + std::to_string(N) + " (" +
         std::to_string(A.End - A.Start) + " bytes" +
         (Freed ? ", freed)" : ")");
}

void GlobalMemory::clearShadow(uint64_t Address, uint64_t Pages) {
  madvise(wordOf(Address), Pages * PageSize * 2, MADV_DONTNEED);
  madvise(byteOf(Address), Pages * PageSize * 8, MADV_DONTNEED);
}

uint32_t GlobalMemory::tagFor(const Actor &A, bool Strong) {
  if (A.Clock - Epoch > TimeLimit) {
    clearShadow(Start, NextPage);
    Epoch = Times->Counter;
  }
  uint32_t Time = A.Clock < Epoch ? 1 : A.Clock - Epoch + 1;
  return Time << 11 | uint32_t(A.Thread) << 1 | uint32_t(Strong);
}

bool GlobalMemory::conflicts(uint32_t Tag, const Actor &A, bool Strong) const {
  const Who By = whoOf(Tag);
  if (By.Clock < Times->LaunchFirst || (Strong && (Tag & 1)))
    return false;
  if (By.Clock < Times->BlockFirst) // another block: nothing orders the two
    return true;
  return !Times->isBefore(By.Thread, By.Clock, A);
}

void GlobalMemory::noteRead(const Actor &A, uint64_t Address, unsigned Bytes,
                            bool Strong, FindingSink &Sink) {
  if (!isDeviceAddress(Address))
    return;
  const uint32_t Tag = tagFor(A, Strong);
  anyCell(Address, Bytes, [&](const Cell &C) {
    if (C.Write && conflicts(C.Write, A, Strong))
      Sink.found({HazardKind::GlobalRace, Severity::Advisory, Address, Bytes,
                  whoOf(C.Write).Thread, 0});
    return false;
  });
  note(Address, Bytes, [&](Cell &C) { C.Read = Tag; });
}

void GlobalMemory::noteWrite(const Actor &A, uint64_t Address, unsigned Bytes,
                             bool Strong, FindingSink &Sink) {
  if (!isDeviceAddress(Address))
    return;
  const uint32_t Tag = tagFor(A, Strong);
  anyCell(Address, Bytes, [&](const Cell &C) {
    if ((C.Write && conflicts(C.Write, A, Strong)) ||
        (C.Read && conflicts(C.Read, A, Strong)))
      Sink.found({HazardKind::GlobalRace, Severity::Advisory, Address, Bytes,
                  whoOf(C.Write).Thread, 0});
    return false;
  });
  note(Address, Bytes, [&](Cell &C) { C.Write = Tag; });
}

} // namespace pipeline_rewrite::executor
