// Clang before 20 includes it, and toolkits from 13 on have it no more.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
