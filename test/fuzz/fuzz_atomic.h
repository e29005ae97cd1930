// A library's atomic that waits for another block, in a system header: of
// cuda::atomic_ref what the kernels of the generator use.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma GCC system_header

namespace cuda {

enum thread_scope { thread_scope_system, thread_scope_device };
enum memory_order { memory_order_relaxed, memory_order_acquire };

template <class T, thread_scope Scope> class atomic_ref {
public:
  __device__ explicit atomic_ref(T &object) : at(&object) {}
  __device__ T load(memory_order order) const {
    T value;
    if (order == memory_order_acquire)
      asm volatile("ld.acquire.gpu.u32 %0, [%1];"
                   : "=r"(value)
                   : "l"(at)
                   : "memory");
    else
      asm volatile("ld.relaxed.gpu.u32 %0, [%1];"
                   : "=r"(value)
                   : "l"(at)
                   : "memory");
    return value;
  }

private:
  T *at;
};

} // namespace cuda
