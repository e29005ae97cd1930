//===- Runtime/Environment.h - PIPELINE_EXEC_ variables ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_RUNTIME_ENVIRONMENT_H
#define PIPELINE_REWRITE_EXECUTOR_RUNTIME_ENVIRONMENT_H

#include "executor/Machine/Machine.h"

namespace pipeline_rewrite::executor {

/// Value of PIPELINE_EXEC_<Name>, or null.
const char *environment(const char *Name);

/// PIPELINE_EXEC_SEED, _SCHED, _ASYNC, _CHECKS and _STEPS. A value that is not
/// understood ends the program: a run with other settings than asked for would
/// prove something else.
Settings settingsFromEnvironment();

} // namespace pipeline_rewrite::executor

#endif
