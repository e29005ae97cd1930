//===- Runtime/Environment.cpp - PIPELINE_EXEC_ variables -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Runtime/Environment.h"
#include "executor/Runtime/Runtime.h"
#include <cstdlib>

namespace pipeline_rewrite::executor {
namespace {

uint64_t number(const char *Name, uint64_t Default) {
  const char *Text = environment(Name);
  if (!Text || !*Text)
    return Default;
  char *End;
  uint64_t V = std::strtoull(Text, &End, 0);
  if (*End)
    die(98,
        std::string("PIPELINE_EXEC_") + Name + "=" + Text + " is not a number");
  return V;
}

/// Index of the value among \p Words, also given as a number; -1 if unset or
/// "any".
int choice(const char *Name, std::initializer_list<const char *> Words) {
  const char *Text = environment(Name);
  if (!Text || !*Text || std::string(Text) == "any")
    return -1;
  int N = 0;
  for (const char *Word : Words) {
    if (Text == std::string(Word) || Text == std::to_string(N))
      return N;
    ++N;
  }
  die(98, std::string("PIPELINE_EXEC_") + Name + "=" + Text +
              " is not one of its values");
}

} // namespace

const char *environment(const char *Name) {
  return std::getenv((std::string("PIPELINE_EXEC_") + Name).c_str());
}

Settings settingsFromEnvironment() {
  Settings S;
  S.Seed = number("SEED", S.Seed);
  S.Checks = number("CHECKS", 1) != 0;
  S.StepLimit = number("STEPS", S.StepLimit);
  int Schedule = choice(
      "SCHED", {"forward", "reverse", "shuffled", "interleaved", "delayed"});
  if (Schedule >= 0)
    S.Schedule = static_cast<Policy>(Schedule);
  int Copies = choice("ASYNC", {"late", "early", "stretched", "random"});
  if (Copies >= 0)
    S.Copies = static_cast<CopyMoment>(Copies);
  return S;
}

} // namespace pipeline_rewrite::executor
