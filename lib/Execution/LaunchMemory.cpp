//===- LaunchMemory.cpp - Arguments and buffers of a launch ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/LaunchMemory.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

namespace pipeline_rewrite {
namespace {

/// Buffers that an array of pointers leads to, by turns.
constexpr unsigned InnerBuffers = 4;

void putInteger(uint8_t *To, const ScalarPart &Part, int64_t Value) {
  uint64_t Bits = Part.What == ScalarPart::Kind::Boolean ? Value != 0 : Value;
  std::memcpy(To, &Bits, std::min(Part.Bytes, 8u));
}

void putAddress(uint8_t *To, uint64_t Address) {
  std::memcpy(To, &Address, sizeof(Address));
}

} // namespace

std::vector<PointerSlot> pointersOf(const KernelSignature &Kernel) {
  std::vector<PointerSlot> Out;
  auto Add = [&](const NamedLayout &Of, bool OfVariable, unsigned Owner) {
    for (const ScalarPart &Part : Of.Value->Parts)
      if (Part.What == ScalarPart::Kind::Pointer)
        Out.push_back({OfVariable ? Of.Name + Part.Name : Part.Name, &Part,
                       OfVariable, Owner});
  };
  for (unsigned I = 0; I < Kernel.Parameters.size(); ++I)
    Add(Kernel.Parameters[I], /*OfVariable=*/false, I);
  for (unsigned I = 0; I < Kernel.Variables.size(); ++I)
    if (!Kernel.Variables[I].IsInitialised)
      Add(Kernel.Variables[I], /*OfVariable=*/true, I);
  return Out;
}

std::vector<ParameterPart> integersOf(const KernelSignature &Kernel) {
  std::vector<ParameterPart> Out;
  for (unsigned I = 0; I < Kernel.Parameters.size(); ++I)
    for (const ScalarPart &Part : Kernel.Parameters[I].Value->Parts)
      if (Part.What == ScalarPart::Kind::Integer ||
          Part.What == ScalarPart::Kind::Boolean)
        Out.push_back({I, &Part});
  return Out;
}

LaunchMemory::LaunchMemory(executor::Session &Device,
                           const KernelSignature &Kernel)
    : Device(Device), Kernel(Kernel), Integers(integersOf(Kernel)),
      Pointers(pointersOf(Kernel)) {}

bool LaunchMemory::isPrepared(const Trial &T) const {
  return Now && Now->BufferBytes == T.BufferBytes && Now->Fill == T.Fill &&
         Now->FillValue == T.FillValue && Now->Planted == T.Planted &&
         Now->Shared == T.Shared && Now->SharedOffset == T.SharedOffset &&
         Now->FewDigits == T.FewDigits && Now->PointerBytes == T.PointerBytes;
}

bool LaunchMemory::prepare(const Trial &T) {
  const bool Same = isPrepared(T);
  Now = T;
  if (!Same) {
    Device.releaseAll();
    Buffers.clear();
    Targets.clear();
    HasRoom = true;
    for (unsigned I = 0; I < Pointers.size(); ++I) {
      const bool IsShared = T.Shared && T.Shared->second == I;
      Targets.push_back(
          IsShared
              ? 0
              : addBuffer(Pointers[I].Name, *Pointers[I].Part->Pointee,
                          I < T.PointerBytes.size() ? T.PointerBytes[I] : 0));
    }
    if (T.Shared)
      shareBuffer(T);
    makeVariables();
  }
  makeArguments();
  return HasRoom;
}

void LaunchMemory::shareBuffer(const Trial &T) {
  uint64_t &First = Targets[T.Shared->first],
           &Second = Targets[T.Shared->second];
  const uint64_t Bytes = Pointers[T.Shared->first].Part->Pointee->Bytes *
                         static_cast<uint64_t>(std::abs(T.SharedOffset));
  Second = First;
  (T.SharedOffset < 0 ? First : Second) += Bytes;
}

uint64_t LaunchMemory::addBuffer(const std::string &Name,
                                 const ValueLayout &Element, uint64_t Bytes) {
  Buffer B;
  B.Name = Name;
  B.Element = &Element;
  uint64_t Size = std::max<uint64_t>(Element.Bytes, 1);
  B.Start.resize(
      std::max<uint64_t>((Bytes ? Bytes : Now->BufferBytes) / Size, 1) * Size);
  NumberStream Numbers(Buffers.size() + 1);
  fillBuffer(B.Start, Element, *Now, Numbers);
  B.Address = Device.allocate(B.Start.size());
  HasRoom &= B.Address != 0;
  const uint64_t Address = B.Address;
  Buffers.push_back(std::move(B));
  if (llvm::none_of(Element.Parts, [](const ScalarPart &P) {
        return P.What == ScalarPart::Kind::Pointer;
      }))
    return Address;
  // The first objects get buffers of their own, the others share them.
  const size_t Mine = Buffers.size() - 1;
  std::vector<uint8_t> Objects = std::move(Buffers[Mine].Start);
  const uint64_t Count = Objects.size() / Size;
  for (uint64_t I = 0; I < std::min<uint64_t>(InnerBuffers, Count); ++I)
    pointInside(Objects.data() + I * Size, Element,
                Name + "[" + std::to_string(I) + "]");
  for (uint64_t I = InnerBuffers; I < Count; ++I)
    for (const ScalarPart &P : Element.Parts)
      if (P.What == ScalarPart::Kind::Pointer)
        std::memcpy(Objects.data() + I * Size + P.Offset,
                    Objects.data() + I % InnerBuffers * Size + P.Offset, 8);
  Buffers[Mine].Start = std::move(Objects);
  return Address;
}

void LaunchMemory::pointInside(uint8_t *Object, const ValueLayout &Layout,
                               const std::string &Name) {
  for (const ScalarPart &P : Layout.Parts)
    if (P.What == ScalarPart::Kind::Pointer)
      putAddress(Object + P.Offset, addBuffer(Name + P.Name, *P.Pointee));
}

void LaunchMemory::putTargets(bool OfVariable, unsigned Owner,
                              std::vector<uint8_t> &Bytes) {
  for (unsigned I = 0; I < Pointers.size(); ++I)
    if (Pointers[I].OfVariable == OfVariable && Pointers[I].Owner == Owner)
      putAddress(Bytes.data() + Pointers[I].Part->Offset, Targets[I]);
}

void LaunchMemory::makeVariables() {
  Variables.clear();
  for (const NamedLayout &V : Kernel.Variables) {
    std::vector<uint8_t> Bytes;
    if (!V.IsInitialised) {
      Bytes.resize(V.Bytes);
      NumberStream Numbers(1000 + Variables.size());
      fillBuffer(Bytes, *V.Value, *Now, Numbers);
      putTargets(/*OfVariable=*/true, Variables.size(), Bytes);
      // The pointers of an array's other elements lead to the same buffers.
      const uint64_t Size = std::max<uint64_t>(V.Value->Bytes, 1);
      for (uint64_t I = Size; I + Size <= Bytes.size(); I += Size)
        for (const ScalarPart &P : V.Value->Parts)
          if (P.What == ScalarPart::Kind::Pointer)
            std::memcpy(Bytes.data() + I + P.Offset, Bytes.data() + P.Offset,
                        8);
    }
    Variables.push_back(std::move(Bytes));
  }
}

void LaunchMemory::makeArguments() {
  Arguments.clear();
  NumberStream Numbers(500);
  for (const NamedLayout &P : Kernel.Parameters) {
    auto &Bytes = Arguments.emplace_back(P.Value->Bytes);
    for (const ScalarPart &Part : P.Value->Parts)
      if (Part.What == ScalarPart::Kind::Float)
        writeNumber(Bytes.data() + Part.Offset, Part, *Now, 0, Numbers);
  }
  for (unsigned I = 0; I < Integers.size(); ++I)
    putInteger(Arguments[Integers[I].Parameter].data() +
                   Integers[I].Part->Offset,
               *Integers[I].Part, Now->Integers[I]);
  for (unsigned I = 0; I < Arguments.size(); ++I)
    putTargets(/*OfVariable=*/false, I, Arguments[I]);
}

void LaunchMemory::watch(executor::TouchedBytes &Of) const {
  Of.clear();
  for (const Buffer &B : Buffers)
    Of.watch(B.Address, B.Start.size());
}

std::vector<uint8_t>
LaunchMemory::arguments(executor::CodeId Code, const std::string &Symbol,
                        const std::vector<std::vector<uint8_t>> &More) const {
  std::vector<std::vector<uint8_t>> All = Arguments;
  All.insert(All.end(), More.begin(), More.end());
  for (const executor::KernelInfo &Info : Device.kernels(Code)) {
    if (Info.Name != Symbol)
      continue;
    if (Info.Parameters.size() != All.size())
      return {};
    std::vector<uint8_t> Out(Info.ArgumentBytes);
    for (unsigned I = 0; I < All.size(); ++I) {
      const executor::KernelParameterInfo &P = Info.Parameters[I];
      if (P.Size != All[I].size() || P.Offset + P.Size > Out.size())
        return {};
      std::copy(All[I].begin(), All[I].end(), Out.begin() + P.Offset);
    }
    return Out;
  }
  return {};
}

std::optional<std::vector<uint8_t>>
LaunchMemory::mapOf(const MapArgument &Map) const {
  auto Read = [&](unsigned I) {
    const ScalarPart &Part = Kernel.Parameters[I].Value->Parts.front();
    uint64_t Bits = 0;
    std::memcpy(&Bits, Arguments[I].data(), std::min<size_t>(Part.Bytes, 8));
    const unsigned Unused = 64 - 8 * std::min(Part.Bytes, 8u);
    return Part.IsSigned ? static_cast<int64_t>(Bits << Unused) >> Unused
                         : static_cast<int64_t>(Bits);
  };
  int64_t Stride = 0;
  for (const MapArgument::Term &Term : Map.Stride) {
    int64_t Product = Term.Factor;
    for (unsigned I : Term.Of)
      if (__builtin_mul_overflow(Product, Read(I), &Product))
        return std::nullopt;
    if (__builtin_add_overflow(Stride, Product, &Stride))
      return std::nullopt;
  }
  return mapBytes(Map, static_cast<uint64_t>(Read(Map.Base)), Stride);
}

void LaunchMemory::fill(executor::CodeId Code) {
  for (const Buffer &B : Buffers)
    Device.write(B.Address, B.Start.data(), B.Start.size());
  Device.resetVariables(Code);
  for (const executor::VariableInfo &Info : Device.variables(Code))
    for (unsigned I = 0; I < Kernel.Variables.size(); ++I)
      if (Kernel.Variables[I].Symbol == Info.Name && !Variables[I].empty())
        Device.write(Info.Address, Variables[I].data(),
                     std::min<uint64_t>(Info.Bytes, Variables[I].size()));
}

LaunchMemory::State LaunchMemory::take(executor::CodeId Code) const {
  State Out;
  for (const Buffer &B : Buffers) {
    auto &Bytes = Out.Buffers.emplace_back(B.Start.size());
    Device.read(B.Address, Bytes.data(), Bytes.size());
    settleNaNs(Bytes, *B.Element);
  }
  Out.Variables.resize(Kernel.Variables.size());
  for (const executor::VariableInfo &Info : Device.variables(Code))
    for (unsigned I = 0; I < Kernel.Variables.size(); ++I)
      if (Kernel.Variables[I].Symbol == Info.Name) {
        Out.Variables[I].resize(Info.Bytes);
        Device.read(Info.Address, Out.Variables[I].data(), Info.Bytes);
        settleNaNs(Out.Variables[I], *Kernel.Variables[I].Value);
      }
  return Out;
}

std::string LaunchMemory::elementText(const Buffer &B, uint64_t Offset,
                                      const std::vector<uint8_t> &Original,
                                      const std::vector<uint8_t> &Output) {
  const uint64_t Size = std::max<uint64_t>(B.Element->Bytes, 1);
  const uint64_t First = Offset / Size * Size;
  std::string Text = B.Name + "[" + std::to_string(Offset / Size) + "]";
  for (const ScalarPart &P : B.Element->Parts)
    if (Offset - First >= P.Offset && Offset - First < P.Offset + P.Bytes)
      return Text + P.Name + " is " +
             valueText(Original.data() + First + P.Offset, P) +
             " after the original and " +
             valueText(Output.data() + First + P.Offset, P) +
             " after the output";
  return Text + " differs at byte " + std::to_string(Offset);
}

std::optional<std::string> LaunchMemory::difference(const State &Original,
                                                    const State &Output) const {
  auto Compare =
      [](const Buffer &B, const std::vector<uint8_t> &Old,
         const std::vector<uint8_t> &New) -> std::optional<std::string> {
    if (Old == New)
      return std::nullopt;
    if (Old.size() != New.size())
      return B.Name + " has another size in the output";
    auto At = std::mismatch(Old.begin(), Old.end(), New.begin());
    return elementText(B, At.first - Old.begin(), Old, New);
  };
  for (unsigned I = 0; I < Buffers.size(); ++I)
    if (auto Text = Compare(Buffers[I], Original.Buffers[I], Output.Buffers[I]))
      return Text;
  for (unsigned I = 0; I < Kernel.Variables.size(); ++I) {
    Buffer B;
    B.Name = Kernel.Variables[I].Name;
    B.Element = Kernel.Variables[I].Value.get();
    if (auto Text = Compare(B, Original.Variables[I], Output.Variables[I]))
      return Text;
  }
  return std::nullopt;
}

std::string LaunchMemory::targetText(const Buffer &B, unsigned Pointer) const {
  const uint64_t Offset = Targets[Pointer] - B.Address;
  std::string Text = B.Name;
  if (B.Name == Pointers[Pointer].Name)
    Text = std::to_string(B.Start.size()) + " bytes of " + B.Element->Type;
  if (Offset)
    Text += ", " + std::to_string(Offset) + " bytes after its beginning";
  return Text;
}

std::vector<std::string> LaunchMemory::describe() const {
  std::vector<std::string> Lines;
  for (unsigned I = 0; I < Kernel.Parameters.size(); ++I)
    for (const ScalarPart &Part : Kernel.Parameters[I].Value->Parts) {
      const std::vector<uint8_t> &Bytes = Arguments[I];
      if (Part.What != ScalarPart::Kind::Pointer)
        Lines.push_back(Part.Name + " = " +
                        valueText(Bytes.data() + Part.Offset, Part));
    }
  for (unsigned I = 0; I < Pointers.size(); ++I)
    for (const Buffer &B : Buffers)
      if (Targets[I] - B.Address < std::max<size_t>(B.Start.size(), 1))
        Lines.push_back(Pointers[I].Name + " = " + targetText(B, I));
  return Lines;
}

} // namespace pipeline_rewrite
