//===- Machine/TensorCopies.h - Boxes that tensor maps copy -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bulk copies of a block that have not landed (PTX ISA,
// "cp.async.bulk.tensor"). A box lands at any moment from its issue to the wait
// for its mbarrier, in any order, and then takes its bytes off what the
// mbarrier expects.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_TENSORCOPIES_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_TENSORCOPIES_H

#include "executor/Machine/AsyncCopies.h"
#include "executor/Machine/Thread.h"

namespace pipeline_rewrite::executor {

class TensorCopies {
public:
  /// A row of a box; what is outside of the map is zeros.
  struct Row {
    const uint8_t *Source = nullptr; ///< nullptr: nothing is read
    uint32_t Target = 0;
    unsigned Before = 0, Read = 0, Bytes = 0; ///< zeros, bytes, zeros up to
  };
  struct Box {
    uint32_t Thread = 0, Barrier = 0, Where = 0;
    CopyMoment Moment = CopyMoment::Late;
    unsigned Bytes = 0;
    std::vector<Row> Rows;
  };

  explicit TensorCopies(Block &B) : B(B) {}
  void reset() { Boxes.clear(); }
  void issue(Box New);
  bool empty() const { return Boxes.empty(); }
  /// Lets a box land that may land now; called now and then.
  void landSome(Random &Rng);
  /// All that this mbarrier waits for: the latest moment.
  void landFor(uint32_t Barrier);
  const Box &youngest() const { return Boxes.back(); }

private:
  void land(const Box &Each);
  Block &B;
  std::vector<Box> Boxes;
};

} // namespace pipeline_rewrite::executor

#endif
