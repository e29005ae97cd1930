//===- AccessTrace.h - Which line of code accesses what ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For code that is compiled without optimisation: each access has the line of
// its statement then. A function that is called has lines of its own; the line
// of the call is the last one that the thread had in the kernel. So an access
// is printed with the last two lines: of the kernel's body, and its own.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TEST_FUZZ_ACCESSTRACE_H
#define PIPELINE_REWRITE_TEST_FUZZ_ACCESSTRACE_H

#include "FuzzLaunch.h"
#include <ostream>
#include <set>
#include <tuple>

class AccessTrace : public pipeline_rewrite::executor::AccessListener {
public:
  AccessTrace(const pipeline_rewrite::executor::Session &Memory,
              pipeline_rewrite::executor::CodeId Code,
              const FuzzArguments &Given)
      : Given(Given), Variables(Memory.variables(Code)) {}

  /// The lines of the kernel's body.
  void setBody(unsigned First, unsigned Last) { Body = {First, Last}; }

  void accessed(const pipeline_rewrite::executor::Access &A) override;
  void print(std::ostream &Out, const std::string &Label) const;

private:
  std::string objectAt(const pipeline_rewrite::executor::Access &A) const;

  const FuzzArguments &Given;
  std::vector<pipeline_rewrite::executor::VariableInfo> Variables;
  std::pair<unsigned, unsigned> Body{0, 0};
  std::vector<unsigned> Within; ///< by thread: its last line in the body
  /// Line in the body, own line, kind, space, object.
  std::set<std::tuple<unsigned, unsigned, int, int, std::string>> Seen;
};

#endif
