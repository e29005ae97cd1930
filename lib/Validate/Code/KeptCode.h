//===- KeptCode.h - What a compiler made of the same text before ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A source is handled anew where another file of its program changes, which may
// launch its kernels. The texts that nvcc gets are mostly those of the last
// time.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_KEPTCODE_H
#define PIPELINE_REWRITE_VALIDATE_KEPTCODE_H

#include "Cache/ReadLog.h"
#include "Validate/Code/DeviceCode.h"

namespace pipeline_rewrite {

/// One question to a program whose answers may be kept: where
/// ReadLog::current() has a place for them.
class KeptAnswer {
public:
  /// \p Decides: all that decides the answer, but the files that are read.
  explicit KeptAnswer(llvm::ArrayRef<std::string> Decides);

  /// Nothing unless all files that it was read from, all places that were
  /// looked at in vain and all that the source's own parse looked at then are
  /// what they were. Its files go to the log.
  std::optional<ProgramAnswer> find() const;
  void keep(const ProgramAnswer &Answer, const Sightings &From) const;

private:
  ReadLog *Log;
  std::string Question; ///< empty: nobody keeps answers
};

} // namespace pipeline_rewrite
#endif
