#pragma once
template <class T> __device__ T converted(T v) { return v * 2; }
template <class T> struct Scale {
  static __device__ T of(T v) { return v * 3; }
};

inline __device__ void fill(float *tile, const float *a) {
  tile[threadIdx.x] = converted(a[threadIdx.x]);
}

template <class T> __device__ void fillScaled(T *tile, const T *a) {
  tile[threadIdx.x] = Scale<T>::of(a[threadIdx.x]);
}
