//===- Copies.cpp - What each way of copying is like ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A description says what differs from what its type is made with.
//===----------------------------------------------------------------------===//
#include "Options/Copies.h"
#include "Budget/Architecture.h"

namespace pipeline_rewrite {
namespace {

template <AsyncApi> CopyInterface made();
template <Variant> CopyVariant made();

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

/// cp.async, of sm_80 and CUDA 11.
CopyInterface cpAsync() {
  CopyInterface I;
  I.FirstMajor = 8;
  I.FirstToolkit = 11000;
  return I;
}

template <> CopyInterface made<AsyncApi::Primitives>() {
  static constexpr llvm::StringRef Headers[] = {"cuda_pipeline.h"};
  CopyInterface I = cpAsync();
  I.Headers = Headers;
  return I;
}

template <> CopyInterface made<AsyncApi::Pipeline>() {
  static constexpr llvm::StringRef Headers[] = {"cuda/pipeline"};
  CopyInterface I = cpAsync();
  I.Name = "cuda::pipeline";
  I.Headers = Headers;
  // libcu++ of CUDA 13.0 (cuda/std/__internal/cpp_dialect.h).
  I.Cpp17 = true;
  return I;
}

template <> CopyInterface made<AsyncApi::PipelineBlock>() {
  static constexpr llvm::StringRef Headers[] = {"cooperative_groups.h",
                                                "cuda/pipeline"};
  CopyInterface I = made<AsyncApi::Pipeline>();
  I.Name = "block-wide cuda::pipeline";
  I.Headers = Headers;
  I.Protocol.WaitsForBlock = true;
  I.Protocol.Acquires = true;
  I.Protocol.Behind = CopyProtocol::Quit;
  // Two barriers of 8 bytes a stage, and a counter (libcu++ of CUDA 13.0,
  // cuda::pipeline_shared_state).
  I.State = {16, 8};
  I.WaitIsMatched = true;
  return I;
}

template <> CopyInterface made<AsyncApi::PipelinePartitioned>() {
  CopyInterface I = made<AsyncApi::PipelineBlock>();
  I.Name = "partitioned cuda::pipeline";
  I.Protocol.OwnThreads = true;
  I.MayMoveTiles = false;
  I.EditsLaunches = true;
  return I;
}

/// One thread copies whole tiles by maps that the host makes; a second kernel
/// is given them.
template <> CopyInterface made<AsyncApi::TensorMaps>() {
  static constexpr llvm::StringRef Headers[] = {"cuda.h", "cuda_runtime.h"};
  CopyInterface I;
  I.IsNamed = false;
  I.Form = CopyForm::Tma;
  I.Headers = Headers;
  I.FirstMajor = 9;
  I.FirstToolkit = 12000; // the type of a map, and what makes one
  I.Protocol.WaitsForBlock = true;
  I.Protocol.FencesReads = true;
  I.Protocol.Behind = CopyProtocol::BarrierIfAgain;
  I.State = {16, 8};
  I.EditsLaunches = true;
  I.CopiesBoxes = true;
  return I;
}

/// The same by threads of their own, which two barriers a stage hold back.
template <> CopyInterface made<AsyncApi::PartitionedMaps>() {
  CopyInterface I = made<AsyncApi::TensorMaps>();
  I.Name = "partitioned";
  I.IsNamed = true;
  I.Protocol.Acquires = true;
  I.Protocol.OwnThreads = true;
  I.Protocol.Behind = CopyProtocol::Nothing;
  I.State = {16, 0};
  I.WaitIsMatched = true;
  return I;
}

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

template <> CopyVariant made<Variant::Auto>() {
  return {TileChoice::ByWidth, false, std::nullopt};
}

template <> CopyVariant made<Variant::Ldg>() { return {}; }

template <> CopyVariant made<Variant::LdgSingle>() {
  return {TileChoice::Registers, /*HasOneBuffer=*/true, std::nullopt};
}

template <> CopyVariant made<Variant::CpAsync>() {
  return {TileChoice::Async, false, std::nullopt};
}

template <> CopyVariant made<Variant::Tma>() {
  return {TileChoice::Async, false, AsyncApi::TensorMaps};
}

template <> CopyVariant made<Variant::None>() { return {}; }

llvm::ArrayRef<CopyInterface> allInterfaces() {
  static const CopyInterface All[] = {
#define COPY_INTERFACE(Value, ...) made<AsyncApi::Value>(),
#define TIED_INTERFACE(Value) made<AsyncApi::Value>(),
#include "Options/Copies.def"
  };
  return All;
}

llvm::ArrayRef<CopyVariant> allVariants() {
  static const CopyVariant All[] = {
      made<Variant::Auto>(),
#define COPY_VARIANT(Value, ...) made<Variant::Value>(),
#include "Options/Copies.def"
      made<Variant::None>(),
  };
  return All;
}

} // namespace

const CopyInterface &describe(AsyncApi Api) {
  return allInterfaces()[static_cast<unsigned>(Api)];
}

const CopyInterface &noInterface() {
  static const CopyInterface None;
  return None;
}

const CopyVariant &describe(Variant Form) {
  return allVariants()[static_cast<unsigned>(Form)];
}

const CopyInterface &interfaceFor(const Options &Opts) {
  const CopyInterface &Asked = describe(Opts.Api);
  const std::optional<AsyncApi> Tied = describe(Opts.Form).Interface;
  // Boxes may be copied in more ways than one.
  return Tied && !(describe(*Tied).CopiesBoxes && Asked.CopiesBoxes)
             ? describe(*Tied)
             : Asked;
}

bool isVariant(unsigned Number) { return Number < allVariants().size(); }

bool anyHasAsyncCopy(llvm::ArrayRef<std::string> Archs) {
  return anyReaches(Archs, describe(AsyncApi::Primitives).FirstMajor);
}

} // namespace pipeline_rewrite
