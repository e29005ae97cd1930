// Cooperative groups: thread blocks, tiles, grids.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

#include "cuda_runtime.h"

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
  static __device__ void sync();
  static __device__ unsigned int size();
  static __device__ unsigned int num_threads();
  static __device__ unsigned int thread_rank();
  static __device__ dim3 group_index();
  static __device__ dim3 thread_index();
  static __device__ dim3 group_dim();
  static __device__ dim3 dim_threads();
  struct arrival_token {};
  static __device__ arrival_token barrier_arrive();
  static __device__ void barrier_wait(arrival_token &&);
  __device__ operator thread_group() const;
};
__device__ thread_block this_thread_block();

class grid_group {
public:
  __device__ void sync() const;
  __device__ bool is_valid() const;
  static __device__ unsigned long long size();
  static __device__ unsigned long long num_threads();
  static __device__ unsigned long long num_blocks();
  static __device__ unsigned long long thread_rank();
  static __device__ unsigned long long block_rank();
  static __device__ dim3 group_dim();
  static __device__ dim3 dim_blocks();
  static __device__ dim3 block_index();
};
__device__ grid_group this_grid();

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
public:
  __device__ void sync() const;
  static constexpr __device__ unsigned int size() { return Size; }
  static constexpr __device__ unsigned int num_threads() { return Size; }
  __device__ unsigned int thread_rank() const;
  __device__ unsigned int meta_group_size() const;
  __device__ unsigned int meta_group_rank() const;
  template <class T> __device__ T shfl(T, int) const;
  template <class T> __device__ T shfl_up(T, unsigned int) const;
  template <class T> __device__ T shfl_down(T, unsigned int) const;
  template <class T> __device__ T shfl_xor(T, unsigned int) const;
  __device__ int any(int) const;
  __device__ int all(int) const;
  __device__ unsigned int ballot(int) const;
  template <class T> __device__ unsigned int match_any(T) const;
};
template <unsigned int Size, class Parent>
__device__ thread_block_tile<Size, Parent> tiled_partition(const Parent &);
__device__ thread_group tiled_partition(const thread_group &, unsigned int);

template <class Group> __device__ void sync(const Group &);

template <class T> struct plus {
  __host__ __device__ T operator()(T, T) const;
};
template <class T> struct less {
  __host__ __device__ T operator()(T, T) const;
};
template <class T> struct greater {
  __host__ __device__ T operator()(T, T) const;
};
template <class Group, class T, class Op>
__device__ T reduce(const Group &, T, Op &&);

template <class Group, class T, class Shape>
__device__ void memcpy_async(const Group &, T *, const T *, const Shape &);
template <class Group, class T, class DstLayout, class SrcLayout>
__device__ void memcpy_async(const Group &, T *, const DstLayout &, const T *,
                             const SrcLayout &);
template <class Group> __device__ void wait(const Group &);
template <unsigned int Stages, class Group> __device__ void wait_prior(const Group &);

} // namespace __v1
} // namespace cooperative_groups
