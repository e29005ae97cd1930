//===- Check.h - Checks for the unit tests ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The executor's tests need no test library, so that they run wherever the
// executor builds.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TEST_EXECUTOR_CHECK_H
#define PIPELINE_REWRITE_TEST_EXECUTOR_CHECK_H

#include <iostream>
#include <string>

struct Checks {
  int Done = 0, Failed = 0;
  static Checks &get() {
    static Checks C;
    return C;
  }
  template <class A, class B>
  void equal(const A &Have, const B &Want, const std::string &What,
             const char *File, int Line) {
    ++Done;
    if (Have == Want)
      return;
    ++Failed;
    std::cerr << File << ":" << Line << ": " << What << ": " << std::hex
              << "have 0x" << Have << ", want 0x" << Want << std::dec << "\n";
  }
  /// The exit status; prints the count.
  int finish() const {
    std::cout << Done << " checks, " << Failed << " failed\n";
    return Failed != 0;
  }
};

#define CHECK_EQUAL(Have, Want, What)                                          \
  Checks::get().equal(Have, Want, What, __FILE__, __LINE__)
#define CHECK(Condition)                                                       \
  Checks::get().equal(bool(Condition), true, #Condition, __FILE__, __LINE__)

#endif
