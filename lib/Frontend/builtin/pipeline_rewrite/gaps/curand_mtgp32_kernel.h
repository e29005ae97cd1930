// For toolkits installed without cuRAND: clang's wrapper includes this file.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header


