// Loads and stores with cache hints that clang 22 lacks, toolkit or not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

// Templates, so that a toolkit's own overloads (for half) win.
template <class T> __attribute__((device)) T __ldca(const T *);
template <class T> __attribute__((device)) T __ldlu(const T *);
template <class T> __attribute__((device)) void __stwb(T *, T);
template <class T> __attribute__((device)) void __stcg(T *, T);
template <class T> __attribute__((device)) void __stcs(T *, T);
