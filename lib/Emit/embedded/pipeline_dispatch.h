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
#ifdef __GNUC__
#pragma GCC system_header
#endif

#include "pipeline_dispatch_choice.h"

namespace pipeline_dispatch {

/// Keys of a kernel: of sizes as they are, and of sizes in powers of two, into
/// which all fall that come later.
constexpr unsigned MostExact = 48, MostClasses = 192, Slots = 256;

/// What a kernel may be launched with on a device.
struct Limits {
  Shared<unsigned> Threads;
  /// Dynamic bytes that nobody must allow, and those that were allowed.
  Shared<size_t> Plain, Allowed;

  /// Where the driver cannot tell a reset it is raised for each launch.
  bool have(size_t Bytes, unsigned Count) const {
    return Count <= Threads.load() &&
           (Bytes <= Plain.load() ||
            (Bytes <= Allowed.load() && contextQuery()));
  }
  /// Loads the code of \p Function.
  /// Gives: bytes of local memory; none where it cannot be launched.
  size_t load(const void *Function) {
    constexpr size_t WithoutLimit = 48 * 1024; // CUDA guide, "Shared Memory"
    cudaFuncAttributes Is;
    Allowed.store(0);
    if (!isDone(cudaFuncGetAttributes(&Is, Function))) {
      Threads.store(0);
      return 0;
    }
    Plain.store(WithoutLimit - least(WithoutLimit, Is.sharedSizeBytes));
    Threads.store(unsigned(Is.maxThreadsPerBlock));
    return Is.localSizeBytes;
  }
  /// Never lowers them: another thread may be about to launch with what it was
  /// allowed.
  bool raise(const void *Function, size_t Bytes, unsigned Count) {
    const size_t Most = most(Bytes, Allowed.load());
    if (Count > Threads.load() ||
        !isDone(cudaFuncSetAttribute(
            Function, cudaFuncAttributeMaxDynamicSharedMemorySize, int(Most))))
      return false;
    Allowed.store(Most);
    return true;
  }
};

/// A kernel with its forms; it lives as long as the program.
class Kernel {
public:
  /// \p Is: how a person calls the kernel; then its forms but for the source's.
  /// \p Each: the source's kernel, and its forms.
  template <int More, class... P>
  Kernel(const char *Is, const char *const (&Forms)[More],
         void (*const (&Each)[More + 1])(P...))
      : Name(Is), Forms(Forms), Count(More + 1) {
    static_assert(More >= 1 && More < MostForms, "so many forms");
    for (int Form = 0; Form < MostForms; ++Form)
      Functions[Form] =
          Form < Count ? reinterpret_cast<const void *>(Each[Form]) : nullptr;
  }

  int count() const { return Count; }

  /// Loads all of them in the current context, once. A first launch loads a
  /// kernel, and may wait for what runs on the device, which may wait for the
  /// launch: the forms are loaded when the source's kernel is. One with more
  /// local memory than it has is not launched, since that may wait, too.
  /// Gives: false where they are not loaded.
  /// Requires: no error of the program's waits.
  bool load(int Device) {
    if (Device < 0 || Device >= MostDevices)
      return false;
    Shared<unsigned long long> &In = Loaded[Device];
    if (In.load() && In.load() == contextId())
      return true;
    if (!Loading.tryLock())
      return false;
    const OutsideCaptures Guard;
    Limits(&Are)[MostForms] = All[Device];
    const size_t Local = Are[0].load(Functions[0]);
    for (int Form = 1; Form < Count; ++Form)
      if (Are[Form].load(Functions[Form]) > Local)
        Are[Form].Threads.store(0);
    if (Are[0].Threads.load())
      In.store(contextId());
    Loading.unlock();
    return In.load() != 0;
  }

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

  /// The program is about to give the kernel to the runtime, and may say how
  /// much dynamic memory it may have, now less than before.
  void beLimited() { IsLimited.store(true); }

  /// The source's kernel may be launched with so much.
  bool isAllowed(int Device, size_t Bytes, unsigned Threads) const {
    const Limits &Are = All[Device][0];
    if (Threads > Are.Threads.load())
      return false;
    if (Bytes == 0 || !IsLimited.load())
      return Bytes <= Are.Plain.load();
    const OutsideCaptures Guard;
    cudaFuncAttributes Is;
    return isDone(cudaFuncGetAttributes(&Is, Functions[0])) &&
           Bytes <= size_t(Is.maxDynamicSharedSizeBytes);
  }

  /// A form may be launched with so much.
  bool allows(int Device, int Form, size_t Bytes, unsigned Threads) {
    Limits &Are = All[Device][Form];
    if (Are.have(Bytes, Threads))
      return true;
    while (!Raising.tryLock())
      ;
    const OutsideCaptures Guard;
    const bool Is =
        Are.have(Bytes, Threads) || Are.raise(Functions[Form], Bytes, Threads);
    Raising.unlock();
    return Is;
  }

private:
  static constexpr int MostDevices = 16;

  struct Slot {
    Shared<unsigned long long> Key;
    Shared<Choice *> Is;
  };
  struct Table {
    Slot All[Slots];
    Shared<unsigned> Used;
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
    using Wide = unsigned long long;
    Mix(Wide{Of.Grid.x} << 32 | Of.Grid.y);
    Mix(Wide{Of.Grid.z} << 32 | Of.Block.z);
    Mix(Wide{Of.Block.x} << 32 | Of.Block.y);
    Mix(Wide{Of.Bytes} << 16 | unsigned(Of.Device));
    for (unsigned long long Each : Of.Tiles)
      Mix(Each);
    return Key | 1; // 0 is a free slot
  }

  Choice *find(Table &In, const Shape &Of, unsigned Most) {
    const unsigned long long Key = keyOf(Of);
    for (unsigned I = 0; I < Slots; ++I) {
      Slot &At = In.All[((Key >> 8) + I) % Slots];
      unsigned long long There = At.Key.load();
      if (There == 0) {
        unsigned Used = In.Used.load();
        do
          if (Used >= Most)
            return nullptr;
        while (!In.Used.swap(Used, Used + 1));
        if (At.Key.swap(There, Key))
          There = Key;
      }
      if (There == Key)
        return fill(At, Of);
    }
    return nullptr;
  }

  Choice *fill(Slot &At, const Shape &Of) {
    Choice *Is = At.Is.load();
    if (Is)
      return Is;
    Choice *New = new (std::nothrow) Choice(Name, Forms, Count, Of);
    if (New && !At.Is.swap(Is, New)) {
      delete New; // another thread was first
      return Is;
    }
    return New;
  }

  const char *const Name;
  const char *const *const Forms;
  const int Count;
  Table Exact, Classes;
  const void *Functions[MostForms];
  Limits All[MostDevices][MostForms];
  /// By device, the context in which they are loaded; 0: none.
  Shared<unsigned long long> Loaded[MostDevices];
  Shared<bool> IsLimited;
  Latch Loading, Raising;
};

/// The dynamic bytes of a form whose tiles have more buffers.
inline size_t atLeast(size_t Given, size_t Least) { return most(Given, Least); }
/// One of those that cudaLaunchKernel() is given; a launch without it fails.
template <class Number> Number argument(void **Given, int At) {
  return Given[At] ? *static_cast<const Number *>(Given[At]) : Number();
}

/// The kernel itself, for a call that loads it: so are its forms.
template <class Function> Function &loaded(Kernel &Of, Function &Is) {
  Of.beLimited();
  int Device = 0;
  if (wish().Form != 0 && cudaPeekAtLastError() == cudaSuccess &&
      isDone(cudaGetDevice(&Device)))
    Of.load(Device);
  return Is;
}

/// One launch:
///
///   pipeline_dispatch::Launch Is(Forms, Grid, Block, Bytes, Stream, K);
///   do {
///     if (Is.takes(1, Bytes))
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
      : Of(Of), Threads(Block.x * Block.y * Block.z), Given(Bytes) {
    const unsigned long long All[] = {
        0, static_cast<unsigned long long>(Tiles)...};
    start(Grid, Block, Bytes, Stream, All + 1, sizeof...(Tiles));
  }
  Launch(const Launch &) = delete;
  ~Launch() {
    if (Measured)
      (void)Measured->end();
  }

  int form() const { return Form; }
  /// The launch is that form's, and may be, as the source's kernel's might.
  bool takes(int Which, size_t Bytes) {
    if (Which != Form)
      return false;
    if (Of.isAllowed(Device, Given, Threads) &&
        Of.allows(Device, Form, Bytes, Threads))
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
             const unsigned long long *Tiles, size_t Given) {
    // While an error of the program's waits nothing is asked that could fail.
    if (wish().Form == 0 || cudaPeekAtLastError() != cudaSuccess ||
        !isDone(cudaGetDevice(&Device)) || !Of.load(Device))
      return;
    if (wish().Form > 0) {
      Form = wish().Form < Of.count() ? wish().Form : 0;
      return;
    }
    Shape Is;
    Is.Device = Device;
    Is.Grid = Grid;
    Is.Block = Block;
    Is.Bytes = Bytes;
    Is.Work = double(Grid.x) * Grid.y * Grid.z;
    for (size_t I = 0; I < least(Given, size_t(4)); ++I) {
      Is.Tiles[I] = Tiles[I];
      Is.Work *= Tiles[I] ? double(Tiles[I]) : 1;
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
  const size_t Given; ///< dynamic bytes
  int Device = 0;
  int Form = 0;
  Choice *Measured = nullptr;
};

} // namespace pipeline_dispatch
#endif
