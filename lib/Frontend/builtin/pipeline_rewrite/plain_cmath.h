// libstdc++'s <cmath> with the special functions of C++17 left out: they and what
// they include are nearly half of what a small source reads. A source that does
// not parse so is parsed again with them (ParseSource.cpp).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma clang system_header

#if defined(PIPELINE_REWRITE_PLAIN_CMATH) && __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#define _GLIBCXX_USE_STD_SPEC_FUNCS 0
#endif
