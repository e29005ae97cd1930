// The CUDA runtime for C++: the API and its templates.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header
#define __CUDA_RUNTIME_H__ // asked for by other headers

#include "cuda_runtime_api.h"
#include "vector_functions.h"

template <class T> cudaError_t cudaMalloc(T **p, size_t n) {
  return cudaMalloc((void **)(void *)p, n);
}
template <class T> cudaError_t cudaMallocHost(T **p, size_t n, unsigned int = 0) {
  return cudaMallocHost((void **)(void *)p, n);
}
template <class T>
cudaError_t cudaMallocManaged(T **p, size_t n, unsigned int f = cudaMemAttachGlobal) {
  return cudaMallocManaged((void **)(void *)p, n, f);
}
template <class T> cudaError_t cudaMallocAsync(T **p, size_t n, cudaStream_t s) {
  return cudaMallocAsync((void **)(void *)p, n, s);
}
template <class T> cudaError_t cudaMallocPitch(T **p, size_t *q, size_t w, size_t h) {
  return cudaMallocPitch((void **)(void *)p, q, w, h);
}
template <class T> cudaError_t cudaHostAlloc(T **p, size_t n, unsigned int f) {
  return cudaHostAlloc((void **)(void *)p, n, f);
}
template <class T> cudaError_t cudaHostGetDevicePointer(T **p, void *h, unsigned int f) {
  return cudaHostGetDevicePointer((void **)(void *)p, h, f);
}

template <class T> cudaError_t cudaFuncSetAttribute(T *, cudaFuncAttribute, int);
template <class T> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *, T *);
template <class T> cudaError_t cudaFuncSetCacheConfig(T *, cudaFuncCache);
template <class T> cudaError_t cudaFuncSetSharedMemConfig(T *, cudaSharedMemConfig);
template <class T>
cudaError_t cudaLaunchKernel(T *, dim3, dim3, void **, size_t = 0, cudaStream_t = 0);
template <class T>
cudaError_t cudaLaunchCooperativeKernel(T *, dim3, dim3, void **, size_t = 0,
                                        cudaStream_t = 0);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *, const void *, void **);
template <class... Formal, class... Actual>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *, void (*)(Formal...),
                               Actual &&...);
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, T, int, size_t);
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *, int *, T, size_t = 0, int = 0);

template <class T>
cudaError_t cudaMemcpyToSymbol(const T &, const void *, size_t, size_t = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice);
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T &, const void *, size_t, size_t,
                                    cudaMemcpyKind, cudaStream_t = 0);
template <class T>
cudaError_t cudaMemcpyFromSymbol(void *, const T &, size_t, size_t = 0,
                                 cudaMemcpyKind = cudaMemcpyDeviceToHost);
template <class T> cudaError_t cudaGetSymbolAddress(void **, const T &);
template <class T> cudaChannelFormatDesc cudaCreateChannelDesc();

template <class T> __device__ T tex1Dfetch(cudaTextureObject_t, int);
template <class T> __device__ T tex1D(cudaTextureObject_t, float);
template <class T> __device__ T tex2D(cudaTextureObject_t, float, float);
template <class T> __device__ T tex3D(cudaTextureObject_t, float, float, float);
