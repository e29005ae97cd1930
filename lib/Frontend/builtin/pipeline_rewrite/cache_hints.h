// Loads and stores with cache hints that clang lacks, toolkit or not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

// Templates, so that a toolkit's own overloads (for half) win.
template <class T>
__attribute__((device)) inline T __ldca(const T *p) { return *p; }
template <class T>
__attribute__((device)) inline T __ldlu(const T *p) { return *p; }
#if __clang_major__ < 22
template <class T>
__attribute__((device)) inline T __ldcg(const T *p) { return *p; }
template <class T>
__attribute__((device)) inline T __ldcs(const T *p) { return *p; }
template <class T>
__attribute__((device)) inline T __ldcv(const T *p) { return *p; }
template <class T>
__attribute__((device)) inline void __stwt(T *p, T v) { *p = v; }
#endif
template <class T>
__attribute__((device)) inline void __stwb(T *p, T v) { *p = v; }
template <class T>
__attribute__((device)) inline void __stcg(T *p, T v) { *p = v; }
template <class T>
__attribute__((device)) inline void __stcs(T *p, T v) { *p = v; }
