// Cooperative groups: thread blocks, tiles, grids.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

#include "cuda_runtime.h"
#include "pipeline_rewrite/copy_bodies.h"

namespace cooperative_groups {
inline namespace __v1 {

class thread_group {
public:
  __device__ void sync() const;
  __device__ unsigned long long size() const;
  __device__ unsigned long long num_threads() const;
  __device__ unsigned long long thread_rank() const;
  __device__ bool is_valid() const;
};

class thread_block {
public:
  static __device__ void sync() { __syncthreads(); }
  static __device__ unsigned int size() { return blockDim.x * blockDim.y * blockDim.z; }
  static __device__ unsigned int num_threads() { return size(); }
  static __device__ unsigned int thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  static __device__ dim3 group_index() { return blockIdx; }
  static __device__ dim3 thread_index() { return threadIdx; }
  static __device__ dim3 group_dim() { return blockDim; }
  static __device__ dim3 dim_threads() { return blockDim; }
  struct arrival_token {};
  static __device__ arrival_token barrier_arrive();
  static __device__ void barrier_wait(arrival_token &&);
  __device__ operator thread_group() const;
};
__device__ inline thread_block this_thread_block() { return thread_block(); }

class grid_group {
public:
  __device__ void sync() const;
  __device__ bool is_valid() const;
  static __device__ unsigned long long size() {
    return num_blocks() * thread_block::size();
  }
  static __device__ unsigned long long num_threads() { return size(); }
  static __device__ unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  static __device__ unsigned long long thread_rank() {
    return block_rank() * thread_block::size() + thread_block::thread_rank();
  }
  static __device__ unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  static __device__ dim3 group_dim() { return gridDim; }
  static __device__ dim3 dim_blocks() { return gridDim; }
  static __device__ dim3 block_index() { return blockIdx; }
};
__device__ inline grid_group this_grid() { return grid_group(); }

class cluster_group {
public:
  static __device__ void sync();
  static __device__ unsigned int num_threads();
  static __device__ unsigned int num_blocks();
  static __device__ unsigned int thread_rank();
  static __device__ unsigned int block_rank();
  static __device__ dim3 block_index();
  static __device__ dim3 dim_blocks();
  template <class T> static __device__ T *map_shared_rank(T *, int);
};
__device__ cluster_group this_cluster();

class coalesced_group {
public:
  __device__ void sync() const;
  __device__ unsigned int size() const;
  __device__ unsigned int num_threads() const;
  __device__ unsigned int thread_rank() const;
  __device__ unsigned int meta_group_size() const;
  __device__ unsigned int meta_group_rank() const;
  template <class T> __device__ T shfl(T, int) const;
  template <class T> __device__ T shfl_up(T, unsigned int) const;
  template <class T> __device__ T shfl_down(T, unsigned int) const;
  __device__ int any(int) const;
  __device__ int all(int) const;
  __device__ unsigned int ballot(int) const;
};
__device__ coalesced_group coalesced_threads();

template <unsigned int Size, class Parent = void> class thread_block_tile {
  static __device__ unsigned int __pr_lane() { return thread_block::thread_rank() % 32; }
  static __device__ unsigned int __pr_mask() {
    return Size >= 32 ? ~0u : ((1u << Size % 32) - 1) << __pr_lane() / Size * Size;
  }

public:
  thread_block_tile() = default;
  template <class Other>
  __device__ thread_block_tile(const thread_block_tile<Size, Other> &) {}
  __device__ void sync() const { __syncwarp(__pr_mask()); }
  static constexpr __device__ unsigned int size() { return Size; }
  static constexpr __device__ unsigned int num_threads() { return Size; }
  __device__ unsigned int thread_rank() const { return thread_block::thread_rank() % Size; }
  __device__ unsigned int meta_group_size() const {
    return (thread_block::size() + Size - 1) / Size;
  }
  __device__ unsigned int meta_group_rank() const {
    return thread_block::thread_rank() / Size;
  }
  template <class T> __device__ T shfl(T v, int lane) const {
    return __shfl_sync(__pr_mask(), v, lane, (int)Size);
  }
  template <class T> __device__ T shfl_up(T v, unsigned int by) const {
    return __shfl_up_sync(__pr_mask(), v, by, (int)Size);
  }
  template <class T> __device__ T shfl_down(T v, unsigned int by) const {
    return __shfl_down_sync(__pr_mask(), v, by, (int)Size);
  }
  template <class T> __device__ T shfl_xor(T v, unsigned int by) const {
    return __shfl_xor_sync(__pr_mask(), v, (int)by, (int)Size);
  }
  __device__ int any(int v) const { return __any_sync(__pr_mask(), v); }
  __device__ int all(int v) const { return __all_sync(__pr_mask(), v); }
  __device__ unsigned int ballot(int v) const {
    return (__ballot_sync(__pr_mask(), v) & __pr_mask()) >> __pr_lane() / Size * Size;
  }
  template <class T> __device__ unsigned int match_any(T) const;
};
template <unsigned int Size, class Parent>
__device__ inline thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
  return thread_block_tile<Size, Parent>();
}
__device__ thread_group tiled_partition(const thread_group &, unsigned int);

template <class Group> __device__ inline void sync(const Group &g) { g.sync(); }

template <class T> struct plus {
  __host__ __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T> struct less {
  __host__ __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T> struct greater {
  __host__ __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class Group, class T, class Op>
__device__ inline T reduce(const Group &g, T v, Op &&op) {
  for (unsigned int by = Group::size() / 2; by > 0; by /= 2)
    v = op(v, g.shfl_xor(v, by));
  return v;
}

template <class Group, class T, class Shape>
__device__ inline void memcpy_async(const Group &g, T *to, const T *from,
                                    const Shape &bytes) {
  __pr_copy(g.thread_rank(), g.size(), to, from, bytes);
  __pipeline_commit();
}
template <class Group, class T, class DstLayout, class SrcLayout>
__device__ inline void memcpy_async(const Group &g, T *to, const DstLayout &room,
                                    const T *from, const SrcLayout &there) {
  size_t count = (size_t)room < (size_t)there ? (size_t)room : (size_t)there;
  __pr_copy(g.thread_rank(), g.size(), to, from, count * sizeof(T));
  __pipeline_commit();
}
template <class Group> __device__ inline void wait(const Group &g) {
  __pipeline_wait_prior(0);
  g.sync();
}
template <unsigned int Stages, class Group>
__device__ inline void wait_prior(const Group &g) {
  __pipeline_wait_prior(Stages);
  g.sync();
}

} // namespace __v1
} // namespace cooperative_groups
