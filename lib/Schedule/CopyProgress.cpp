//===- CopyProgress.cpp - What threads have said of their copies ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Schedule/CopyProgress.h"

namespace pipeline_rewrite {

std::string CopyProgress::acquire() {
  if (!In.acquires())
    return "";
  if (!mayAcquire())
    return "a buffer is acquired that nobody will release";
  if (Acquired >= Stages)
    Memory.allHaveRead(Acquired - Stages);
  ++Acquired;
  return "";
}

std::string CopyProgress::commit() {
  if (In.acquires() && Committed == Acquired)
    return "a buffer is committed that was not acquired";
  // Nobody arrives for a tile without copies: who waits for it waits for ever.
  if (In.waitsForBlock() && !Memory.isAnyOpen())
    return "a tile is committed that nobody copies";
  ++Committed;
  Memory.commit();
  return "";
}

std::string CopyProgress::wait(const Step &Each) {
  if (!In.waitsForBlock()) {
    Memory.wait(Each.Prior, /*Publish=*/false);
    return "";
  }
  if (Memory.groups() == 0)
    return "a tile is waited for that nobody copies";
  ++Waited;
  Memory.wait(Memory.groups() - 1, /*Publish=*/true);
  return "";
}

std::string CopyProgress::release() {
  if (In.acquires() && Released == Waited)
    return "a tile is released that was not waited for";
  ++Released;
  Memory.fence();
  return "";
}

std::string CopyProgress::finish() const {
  if (In.acquires() &&
      (Committed != Acquired || Waited != Acquired || Released != Acquired))
    return "a tile is not acquired, committed, waited for and released";
  if (In.waitsForBlock() && Waited != Committed)
    return "a tile is copied that nobody waits for";
  return "";
}

} // namespace pipeline_rewrite
