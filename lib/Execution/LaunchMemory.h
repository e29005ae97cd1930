//===- LaunchMemory.h - Arguments and buffers of a launch -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All that a kernel can read from outside and all that it can leave behind:
// the bytes of its arguments, a buffer for each pointer, module variables. Both
// texts work on the same addresses, filled anew for each run.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTION_LAUNCHMEMORY_H
#define PIPELINE_REWRITE_EXECUTION_LAUNCHMEMORY_H

#include "Execution/TestData.h"
#include "Execution/TwinLaunch.h"
#include "executor/Session.h"

namespace pipeline_rewrite {

/// A pointer or number of a kernel's parameters.
struct ParameterPart {
  unsigned Parameter = 0; ///< position
  const ScalarPart *Part = nullptr;
};

/// A pointer that the launch decides, or the host before it.
struct PointerSlot {
  std::string Name;
  const ScalarPart *Part = nullptr;
  bool OfVariable = false;
  unsigned Owner = 0; ///< position of the parameter or variable
};

/// Those of the parameters, fields of structs among them, then those of module
/// variables. Trial::Shared counts them in this order.
std::vector<PointerSlot> pointersOf(const KernelSignature &Kernel);
/// Those that IntegerSlot and Trial::Integers stand for: integers and booleans.
std::vector<ParameterPart> integersOf(const KernelSignature &Kernel);

class LaunchMemory {
public:
  struct Buffer {
    std::string Name;
    const ValueLayout *Element = nullptr;
    uint64_t Address = 0;
    std::vector<uint8_t> Start; ///< what it holds before a launch
  };
  /// In the order of State::Buffers.
  const std::vector<Buffer> &buffers() const { return Buffers; }

  LaunchMemory(executor::Session &Device, const KernelSignature &Kernel);

  /// Makes buffers and what they hold for \p T. False: the session has no room.
  bool prepare(const Trial &T);
  /// Puts buffers and the variables of \p Code to where they start from.
  void fill(executor::CodeId Code);
  /// Makes the buffers those that \p Of watches, none of them touched.
  void watch(executor::TouchedBytes &Of) const;
  /// As a launch of \p Symbol wants them, with \p More behind them; empty if it
  /// has other parameters.
  std::vector<uint8_t>
  arguments(executor::CodeId Code, const std::string &Symbol,
            const std::vector<std::vector<uint8_t>> &More = {}) const;
  /// A tensor map of the arguments; nullopt where there is none.
  std::optional<std::vector<uint8_t>> mapOf(const MapArgument &Map) const;

  /// What a run has left: every buffer and variable.
  struct State {
    std::vector<std::vector<uint8_t>> Buffers;
    std::vector<std::vector<uint8_t>> Variables; ///< of the signature
  };
  State take(executor::CodeId Code) const;
  /// The first byte that differs, in words; nothing if both are the same.
  std::optional<std::string> difference(const State &Original,
                                        const State &Output) const;
  /// "C: 65536 bytes of float", one line for each.
  std::vector<std::string> describe() const;

private:
  uint64_t addBuffer(const std::string &Name, const ValueLayout &Element,
                     uint64_t Bytes = 0);
  void shareBuffer(const Trial &T);
  void pointInside(uint8_t *Object, const ValueLayout &Layout,
                   const std::string &Name);
  /// Puts the addresses of Targets where the parameter or variable has them.
  void putTargets(bool OfVariable, unsigned Owner, std::vector<uint8_t> &Bytes);
  /// What a pointer that leads into \p B leads to, in words.
  std::string targetText(const Buffer &B, unsigned Pointer) const;
  bool isPrepared(const Trial &T) const;
  void makeArguments();
  void makeVariables();
  static std::string elementText(const Buffer &B, uint64_t Offset,
                                 const std::vector<uint8_t> &Original,
                                 const std::vector<uint8_t> &Output);

  executor::Session &Device;
  const KernelSignature &Kernel;
  std::vector<ParameterPart> Integers;
  std::vector<PointerSlot> Pointers;
  std::optional<Trial> Now;
  bool HasRoom = true;
  std::vector<Buffer> Buffers;
  std::vector<uint64_t> Targets; ///< of each of Pointers
  /// Of each parameter, and of each variable that its text does not initialise.
  std::vector<std::vector<uint8_t>> Arguments, Variables;
};

} // namespace pipeline_rewrite
#endif
