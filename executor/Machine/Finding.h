//===- Machine/Finding.h - What a memory check finds ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memories know bytes and threads, not kernels and source lines: they hand a
// finding to whoever runs the thread, who makes a hazard report of it.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_FINDING_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_FINDING_H

#include "executor/Hazards/Hazard.h"

namespace pipeline_rewrite::executor {

struct Finding {
  HazardKind Kind;
  Severity How = Severity::Hard;
  uint64_t Address = 0;
  unsigned Bytes = 0;
  int OtherThread = -1;    ///< -1: no other access is involved
  uint32_t OtherWhere = 0; ///< Instruction::Id of the other access
  /// Where the kind does not say it.
  std::optional<AccessSpace> Space = std::nullopt;
};

class FindingSink {
public:
  virtual ~FindingSink() = default;
  virtual void found(const Finding &F) = 0;
};

} // namespace pipeline_rewrite::executor

#endif
