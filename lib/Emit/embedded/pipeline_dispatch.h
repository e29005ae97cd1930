//===- pipeline_dispatch.h - Launches the form that was the fastest -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel has several forms that give the same bits. The first launches of a
// key take them in turn, with events around them, which are read when they are
// done and never waited for; then the fastest is launched. A key is the kernel,
// device, grid, block, dynamic bytes and what decides the number of tiles.
// CUDA runtime alone. The environment variable PIPELINE_DISPATCH has words
// with commas between them:
//
//   form:N  launch form N, 0 is the source's kernel, and measure nothing
//   print   print each choice to standard error
//
// Written by pipeline-rewrite, which replaces it by the one of its own version.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_DISPATCH_H
#define PIPELINE_DISPATCH_H

#include "pipeline_dispatch_choice.h"
#include <new>

namespace pipeline_dispatch {

/// Keys of a kernel: of sizes as they are, and of sizes in powers of two, into
/// which all fall that come later.
constexpr unsigned MostExact = 48, MostClasses = 192, Slots = 256;

/// What a form may be launched with on a device.
struct Limits {
  std::atomic<unsigned> Threads{0};
  /// Dynamic bytes that nobody must allow, and those allowed in a context.
  std::atomic<size_t> Plain{0}, Allowed{0};
  std::atomic<unsigned long long> Context{0};

  bool have(size_t Bytes, unsigned Count) const {
    return Count <= Threads.load(std::memory_order_relaxed) &&
           (Bytes <= Plain.load(std::memory_order_relaxed) ||
            (Bytes <= Allowed.load(std::memory_order_relaxed) && isNow()));
  }
  /// What was allowed still is. Where the driver cannot tell it is raised for
  /// each launch.
  bool isNow() const {
    return contextQuery() &&
           Context.load(std::memory_order_acquire) == contextId();
  }
  /// Raises them if need be, and never lowers them: another thread may be about
  /// to launch with what it was allowed.
  bool raise(const void *Function, size_t Bytes, unsigned Count) {
    constexpr size_t WithoutLimit = 48 * 1024; // CUDA guide, "Shared Memory"
    const OutsideCaptures Guard;
    cudaFuncAttributes Is;
    if (!isDone(cudaFuncGetAttributes(&Is, Function)) ||
        Count > unsigned(Is.maxThreadsPerBlock))
      return false;
    const size_t Free =
        WithoutLimit - std::min(WithoutLimit, Is.sharedSizeBytes);
    const size_t Was = Allowed.load(std::memory_order_relaxed);
    const size_t Most = std::max(Bytes, Was);
    if (Bytes > Free && !(Bytes <= Was && isNow())) {
      if (!isDone(cudaFuncSetAttribute(
              Function, cudaFuncAttributeMaxDynamicSharedMemorySize,
              int(Most))))
        return false;
      Allowed.store(Most, std::memory_order_relaxed);
      Context.store(contextId(), std::memory_order_release);
    }
    Plain.store(Free, std::memory_order_relaxed);
    Threads.store(unsigned(Is.maxThreadsPerBlock), std::memory_order_relaxed);
    return true;
  }
};

/// A kernel with its forms; it lives as long as the program.
class Kernel {
public:
  /// \p Is: how a person calls the kernel; then its forms but for the source's.
  template <int More>
  Kernel(const char *Is, const char *const (&Forms)[More])
      : Name(Is), Forms(Forms), Count(More + 1) {
    static_assert(More >= 1 && More < MostForms, "so many forms");
  }

  int count() const { return Count; }

  /// Null: there is no more room.
  Choice *find(const Shape &Of) {
    if (Choice *Found = find(Exact, Of, MostExact))
      return Found;
    Shape Class = Of;
    for (unsigned *Each : {&Class.Grid.x, &Class.Grid.y, &Class.Grid.z})
      *Each = unsigned(classOf(*Each));
    for (unsigned long long &Each : Class.Tiles)
      Each = classOf(Each);
    return find(Classes, Class, MostClasses);
  }

  /// A form may be launched with so much.
  bool allows(int Device, int Form, const void *Function, size_t Bytes,
              unsigned Threads) {
    if (Device < 0 || Device >= MostDevices)
      return false;
    Limits &Are = All[Device][Form];
    if (Are.have(Bytes, Threads))
      return true;
    const std::lock_guard<std::mutex> Only(Raising);
    return Are.have(Bytes, Threads) || Are.raise(Function, Bytes, Threads);
  }

private:
  static constexpr int MostDevices = 16;

  struct Slot {
    std::atomic<unsigned long long> Key{0};
    std::atomic<Choice *> Is{nullptr};
  };
  struct Table {
    Slot All[Slots];
    std::atomic<unsigned> Used{0};
  };

  /// The greatest power of two that is no greater.
  static unsigned long long classOf(unsigned long long Value) {
    unsigned long long Power = 1;
    while (Value > 1) {
      Value >>= 1;
      Power <<= 1;
    }
    return Value ? Power : 0;
  }

  static unsigned long long keyOf(const Shape &Of) {
    unsigned long long Key = 0x9e3779b97f4a7c15ULL;
    auto Mix = [&](unsigned long long Value) {
      Key = (Key ^ Value) * 0xff51afd7ed558ccdULL;
      Key ^= Key >> 32;
    };
    Mix((unsigned long long)(Of.Grid.x) << 32 | Of.Grid.y);
    Mix((unsigned long long)(Of.Grid.z) << 32 | Of.Block.z);
    Mix((unsigned long long)(Of.Block.x) << 32 | Of.Block.y);
    Mix((unsigned long long)(Of.Bytes) << 16 | unsigned(Of.Device));
    for (unsigned long long Each : Of.Tiles)
      Mix(Each);
    return Key | 1; // 0 is a free slot
  }

  Choice *find(Table &In, const Shape &Of, unsigned Most) {
    const unsigned long long Key = keyOf(Of);
    for (unsigned I = 0; I < Slots; ++I) {
      Slot &At = In.All[((Key >> 8) + I) % Slots];
      unsigned long long There = At.Key.load(std::memory_order_acquire);
      if (There == 0) {
        if (In.Used.load(std::memory_order_relaxed) >= Most)
          return nullptr;
        if (At.Key.compare_exchange_strong(There, Key)) {
          In.Used.fetch_add(1, std::memory_order_relaxed);
          There = Key;
        }
      }
      if (There == Key)
        return fill(At, Of);
    }
    return nullptr;
  }

  Choice *fill(Slot &At, const Shape &Of) {
    Choice *Is = At.Is.load(std::memory_order_acquire);
    if (Is)
      return Is;
    Choice *New = new (std::nothrow) Choice(Name, Forms, Count, Of);
    if (New && !At.Is.compare_exchange_strong(Is, New)) {
      delete New; // another thread was first
      return Is;
    }
    return New;
  }

  const char *const Name;
  const char *const *const Forms;
  const int Count;
  Table Exact, Classes;
  Limits All[MostDevices][MostForms];
  std::mutex Raising;
};

/// The dynamic bytes of a form whose tiles have more buffers.
inline size_t atLeast(size_t Given, size_t Least) {
  return std::max(Given, Least);
}
/// One of those that cudaLaunchKernel() is given.
template <class Number> Number argument(void **Given, int At) {
  return *static_cast<const Number *>(Given[At]);
}

/// One launch:
///
///   pipeline_dispatch::Launch Is(Forms, Grid, Block, Bytes, Stream, K);
///   do {
///     if (Is.takes(1, form1, Bytes))
///       form1<<<…>>>(…);
///     else
///       kernel<<<…>>>(…);
///   } while (Is.mustRepeat());
class Launch {
public:
  /// \p Tiles: numbers that decide how many tiles there are.
  template <class... Number>
  Launch(Kernel &Of, dim3 Grid, dim3 Block, size_t Bytes, cudaStream_t Stream,
         Number... Tiles)
      : Of(Of), Threads(Block.x * Block.y * Block.z) {
    start(Grid, Block, Bytes, Stream,
          {static_cast<unsigned long long>(Tiles)...});
  }
  Launch(const Launch &) = delete;
  ~Launch() {
    if (Measured)
      (void)Measured->end();
  }

  int form() const { return Form; }
  /// The launch is that form's, and may be.
  template <class... Given>
  bool takes(int Which, void (*Function)(Given...), size_t Bytes) {
    if (Which != Form)
      return false;
    if (Of.allows(Device, Form, reinterpret_cast<const void *>(Function), Bytes,
                  Threads))
      return true;
    Form = 0;
    if (Measured)
      (void)Measured->end(/*IsRefused=*/true);
    Measured = nullptr;
    return false;
  }
  /// To be called after the launch: the form was refused, and nothing ran.
  bool mustRepeat() {
    Choice *Now = Measured;
    Measured = nullptr;
    if (!Now || Now->end())
      return false;
    Form = 0;
    return true;
  }

private:
  void start(dim3 Grid, dim3 Block, size_t Bytes, cudaStream_t Stream,
             std::initializer_list<unsigned long long> Tiles) {
    if (!isDone(cudaGetDevice(&Device)))
      return;
    if (wish().Form >= 0) {
      Form = wish().Form < Of.count() ? wish().Form : 0;
      return;
    }
    Shape Is;
    Is.Device = Device;
    Is.Grid = Grid;
    Is.Block = Block;
    Is.Bytes = Bytes;
    Is.Work = double(Grid.x) * Grid.y * Grid.z;
    int Given = 0;
    for (unsigned long long Each : Tiles)
      if (Given < 4) {
        Is.Tiles[Given++] = Each;
        Is.Work *= Each ? double(Each) : 1;
      }
    Choice *Found = Of.find(Is);
    if (!Found)
      return;
    Form = Found->best();
    if (Found->isSettled())
      return;
    bool IsOurs = false;
    Form = Found->begin(Stream, Is.Work, IsOurs);
    Measured = IsOurs ? Found : nullptr;
  }
  Kernel &Of;
  const unsigned Threads;
  int Device = 0;
  int Form = 0;
  Choice *Measured = nullptr;
};

} // namespace pipeline_dispatch
#endif
