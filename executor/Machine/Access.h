//===- Machine/Access.h - What is told of each memory access ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For a caller that wants to know what a kernel reads and writes, not only what
// it does wrong. Nothing is told, and nothing is paid, without a listener.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_ACCESS_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_ACCESS_H

#include "executor/Hazards/Hazard.h"
#include <cstdint>
#include <string>

namespace pipeline_rewrite::executor {

enum class AccessKind : uint8_t {
  Read,
  Write,
  Atomic,   ///< reads and writes
  CopyFrom, ///< source of an asynchronous copy, at its issue
  CopyTo    ///< target of an asynchronous copy, at its issue
};

struct Access {
  AccessKind Kind = AccessKind::Read;
  AccessSpace Space = AccessSpace::Global;
  uint64_t Address = 0; ///< global: as in Session; shared: within the block's
  uint32_t Bytes = 0;
  uint32_t Thread = 0; ///< linear index within the block
  /// The shared variable that holds the address, as named in the PTX; empty for
  /// dynamic shared memory and in the other spaces.
  const std::string *Variable = nullptr; ///< null: none
  uint64_t Offset = 0;                   ///< within the variable
  const std::string *File = nullptr;     ///< never null
  unsigned Line = 0;                     ///< 0: not known
  uint32_t Instruction = 0;              ///< the same for all that one does
  uint32_t Epoch = 0; ///< another behind each barrier of the whole block
};

class AccessListener {
public:
  virtual ~AccessListener() = default;
  /// \p A and what it points to are valid during the call. Accesses out of
  /// bounds are not told.
  virtual void accessed(const Access &A) = 0;
};

} // namespace pipeline_rewrite::executor

#endif
