//===- Runtime/Memory3DApi.cpp - Pitched volumes --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Volumes are rows with a pitch; each slice is copied by the two-dimensional
// functions, which check the ranges. Arrays (textures) are not supported.
//
//===----------------------------------------------------------------------===//
#include "executor/Runtime/Runtime.h"

using namespace pipeline_rewrite::executor;

namespace {

// cudaPitchedPtr, cudaExtent, cudaPos and cudaMemcpy3DParms.
struct Pitched {
  char *Start;
  size_t Pitch, Width, Height;

  char *at(size_t X, size_t Y, size_t Z) const {
    return Start + (Z * Height + Y) * Pitch + X;
  }
};
struct Extent {
  size_t Width, Height, Depth; ///< bytes, rows, slices
};
struct Position {
  size_t X, Y, Z;
};
struct CopyParameters {
  void *FromArray;
  Position FromPosition;
  Pitched From;
  void *ToArray;
  Position ToPosition;
  Pitched To;
  Extent Size;
  int Kind;
};

} // namespace

extern "C" {

CudaError cudaMallocPitch(void **, size_t *, size_t, size_t);
CudaError cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t,
                       int);
CudaError cudaMemset2D(void *, size_t, int, size_t, size_t);

CudaError cudaMalloc3D(Pitched *Out, Extent Size) {
  void *Start = nullptr;
  CudaError E = cudaMallocPitch(&Start, &Out->Pitch, Size.Width,
                                Size.Height * Size.Depth);
  Out->Start = static_cast<char *>(Start);
  Out->Width = Size.Width;
  Out->Height = Size.Height;
  return E;
}

CudaError cudaMemset3D(Pitched To, int Value, Extent Size) {
  for (size_t Z = 0; Z < Size.Depth; ++Z)
    if (CudaError E = cudaMemset2D(To.at(0, 0, Z), To.Pitch, Value, Size.Width,
                                   Size.Height))
      return E;
  return Success;
}
CudaError cudaMemset3DAsync(Pitched To, int Value, Extent Size, void *) {
  return cudaMemset3D(To, Value, Size);
}

CudaError cudaMemcpy3D(const CopyParameters *P) {
  if (P->FromArray || P->ToArray)
    return Runtime::get().fail(NotSupported);
  const Position &F = P->FromPosition, &T = P->ToPosition;
  for (size_t Z = 0; Z < P->Size.Depth; ++Z)
    if (CudaError E = cudaMemcpy2D(P->To.at(T.X, T.Y, T.Z + Z), P->To.Pitch,
                                   P->From.at(F.X, F.Y, F.Z + Z), P->From.Pitch,
                                   P->Size.Width, P->Size.Height, P->Kind))
      return E;
  return Success;
}
CudaError cudaMemcpy3DAsync(const CopyParameters *P, void *) {
  return cudaMemcpy3D(P);
}

} // extern "C"
