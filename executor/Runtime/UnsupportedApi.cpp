//===- Runtime/UnsupportedApi.cpp - Calls that fail cleanly ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other nodes of graphs, arrays, textures, several devices, memory pools:
// programs that have them link, and each call says that it is not supported.
// What a function takes does not matter to one that looks at nothing.
//
//===----------------------------------------------------------------------===//
#include "executor/Runtime/Runtime.h"

using namespace pipeline_rewrite::executor;

namespace {

CudaError unsupported(const char *Name) {
  Runtime &R = Runtime::get();
  if (R.Verbose)
    std::fprintf(stderr, "pipeline-exec: %s is not supported\n", Name);
  return R.fail(NotSupported);
}

} // namespace

#define UNSUPPORTED(NAME)                                                      \
  extern "C" CudaError NAME() { return unsupported(#NAME); }

UNSUPPORTED(cudaGraphAddDependencies)
UNSUPPORTED(cudaGraphAddEmptyNode)
UNSUPPORTED(cudaGraphAddHostNode)
UNSUPPORTED(cudaGraphAddMemAllocNode)
UNSUPPORTED(cudaGraphAddMemcpyNode)
UNSUPPORTED(cudaGraphAddMemcpyNode1D)
UNSUPPORTED(cudaGraphAddMemFreeNode)
UNSUPPORTED(cudaGraphAddMemsetNode)
UNSUPPORTED(cudaGraphAddNode)
UNSUPPORTED(cudaGraphAddNode_v2)
UNSUPPORTED(cudaGraphClone)
UNSUPPORTED(cudaGraphInstantiateWithParams)
UNSUPPORTED(cudaStreamGetCaptureInfo)
UNSUPPORTED(cudaStreamGetCaptureInfo_v2)
UNSUPPORTED(cudaStreamGetCaptureInfo_v3)

UNSUPPORTED(cudaBindTexture)
UNSUPPORTED(cudaBindTexture2D)
UNSUPPORTED(cudaBindTextureToArray)
UNSUPPORTED(cudaUnbindTexture)
UNSUPPORTED(cudaCreateSurfaceObject)
UNSUPPORTED(cudaCreateTextureObject)
UNSUPPORTED(cudaCreateTextureObject_v2)
UNSUPPORTED(cudaDestroySurfaceObject)
UNSUPPORTED(cudaDestroyTextureObject)
UNSUPPORTED(cudaFreeArray)
UNSUPPORTED(cudaFreeMipmappedArray)
UNSUPPORTED(cudaMalloc3DArray)
UNSUPPORTED(cudaMallocArray)
UNSUPPORTED(cudaMallocMipmappedArray)
UNSUPPORTED(cudaGetMipmappedArrayLevel)
UNSUPPORTED(cudaMemcpy2DFromArray)
UNSUPPORTED(cudaMemcpy2DToArray)
UNSUPPORTED(cudaMemcpy2DToArrayAsync)
UNSUPPORTED(cudaMemcpyFromArray)
UNSUPPORTED(cudaMemcpyToArray)

UNSUPPORTED(cudaDeviceEnablePeerAccess)
UNSUPPORTED(cudaDeviceDisablePeerAccess)
UNSUPPORTED(cudaDeviceGetDefaultMemPool)
UNSUPPORTED(cudaIpcCloseMemHandle)
UNSUPPORTED(cudaIpcGetMemHandle)
UNSUPPORTED(cudaIpcOpenMemHandle)
UNSUPPORTED(cudaMallocFromPoolAsync)
UNSUPPORTED(cudaMemPoolCreate)
UNSUPPORTED(cudaMemPoolDestroy)
UNSUPPORTED(cudaMemPoolSetAccess)
UNSUPPORTED(cudaMemPoolSetAttribute)
UNSUPPORTED(cudaMemPoolTrimTo)
