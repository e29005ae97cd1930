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
//   form:N      launch form N, 0 is the source's kernel, and measure nothing
//   print       print each choice to standard error
//   table:PATH  append each choice to a table, which --dispatch-table reads
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_DISPATCH_H
#define PIPELINE_DISPATCH_H

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <initializer_list>
#include <mutex>
#include <new>
#include <string>

namespace pipeline_dispatch {

constexpr int MostForms = 4; ///< with the source's kernel, which is form 0
/// Rounds in which each form is timed once: usually, and where noise hides
/// which one is the fastest.
constexpr int UsualRounds = 7, MostRounds = 15;
constexpr int MostOpen = 16; ///< timings of a key that are not read yet
/// Part of the time that a form must save at the median of its rounds, and part
/// of the rounds in which it must be faster than the source's kernel.
constexpr float LeastGain = 0.01f, MostlyFaster = 0.8f;
/// A form that is slower by so much in each of its first rounds is given up.
constexpr float FarSlower = 1.1f;
constexpr int RoundsToGiveUp = 3;
/// Launches shorter than the first are timed as spans of about the second.
constexpr float ShortMs = 0.02f, SpanMs = 0.06f;
constexpr int LongestSpan = 16;
constexpr int MostFailures = 8; ///< of events, after which a key is not timed
/// Launches on other streams that a span waits for its own.
constexpr int MostStrangers = 64;
/// Keys of a kernel: of sizes as they are, and of sizes in powers of two, into
/// which all fall that come later.
constexpr unsigned MostExact = 48, MostClasses = 192, Slots = 256;

struct Wish {
  int Form = -1;
  bool Prints = false;
  std::string Table;

  Wish() {
    const char *Text = std::getenv("PIPELINE_DISPATCH");
    for (const char *At = Text ? Text : ""; *At;) {
      const std::string Word(At, std::strcspn(At, ","));
      if (Word.compare(0, 5, "form:") == 0)
        Form = std::atoi(Word.c_str() + 5);
      else if (Word.compare(0, 6, "table:") == 0)
        Table = Word.substr(6);
      else if (Word == "print")
        Prints = true;
      At += Word.size();
      At += *At == ',';
    }
  }
};

inline const Wish &wish() {
  static const Wish Is;
  return Is;
}

/// Other threads may capture graphs: what is done to events is no part of them.
class OutsideCaptures {
public:
  OutsideCaptures() { cudaThreadExchangeStreamCaptureMode(&Mode); }
  ~OutsideCaptures() { cudaThreadExchangeStreamCaptureMode(&Mode); }
  OutsideCaptures(const OutsideCaptures &) = delete;
  OutsideCaptures &operator=(const OutsideCaptures &) = delete;

private:
  cudaStreamCaptureMode Mode = cudaStreamCaptureModeRelaxed;
};

/// An error of a call of ours is not the program's to see. Nothing of the
/// program's is taken: there was none when we began.
inline bool isDone(cudaError_t Result) {
  if (Result != cudaSuccess)
    (void)cudaGetLastError();
  return Result == cudaSuccess;
}

inline bool isCapturing(cudaStream_t Stream) {
  cudaStreamCaptureStatus Status = cudaStreamCaptureStatusNone;
  return !isDone(cudaStreamIsCapturing(Stream, &Status)) ||
         Status != cudaStreamCaptureStatusNone;
}

struct Shape {
  int Device = 0;
  dim3 Grid, Block;
  size_t Bytes = 0;
  unsigned long long Tiles[4] = {};
  double Work = 1; ///< blocks times tiles
};

struct Timing {
  cudaEvent_t Begin = nullptr, End = nullptr;
  cudaStream_t Stream = nullptr;
  int Form = 0, Round = 0;
  unsigned Attempt = 0;
  double Work = 0;
};

/// What is known of a key. Whoever has the lock measures; the others take what
/// is the fastest so far.
class Choice {
public:
  Choice(const char *Name, const char *const *Forms, int Count, const Shape &Of)
      : Name(Name), Forms(Forms), Count(Count), Of(Of) {}
  Choice(const Choice &) = delete;
  Choice &operator=(const Choice &) = delete;

  bool isSettled() const { return Settled.load(std::memory_order_acquire); }
  int best() const { return Best.load(std::memory_order_relaxed); }

  /// Gives: the form to launch. Where \p IsOurs comes true, the caller calls
  /// end() after the launch.
  int begin(cudaStream_t Stream, double Work, bool &IsOurs) {
    if (cudaPeekAtLastError() != cudaSuccess || isCapturing(Stream) ||
        !Lock.try_lock())
      return best();
    const int Form = start(Stream, Work);
    if (Form < 0) {
      Lock.unlock();
      return best();
    }
    IsOurs = true;
    return Form;
  }

  /// Gives: false if nothing was launched, and the source's kernel must be.
  bool end() {
    const bool IsLaunched = cudaPeekAtLastError() == cudaSuccess;
    const int Form = Now.Form;
    if (IsLaunched) {
      finish();
    } else {
      giveBack(Now);
      InSpan = 0;
      if (Form == 0)
        ++Failures;
      else
        drop(Form);
    }
    Lock.unlock();
    if (IsLaunched || Form == 0)
      return true;
    (void)cudaGetLastError();
    return false;
  }

private:
  bool isOut(int Form) const { return (Out >> Form) & 1U; }

  /// Gives: the form whose turn it is; -1 if none is measured now.
  int start(cudaStream_t Stream, double Work) {
    const OutsideCaptures Guard;
    read();
    if (isSettled())
      return -1;
    if (InSpan) {
      if (Stream == Now.Stream) {
        Now.Work += Work;
        return Now.Form;
      }
      if (++Strangers > MostStrangers) {
        giveBack(Now);
        InSpan = 0;
      }
      return -1;
    }
    if (Round >= Rounds || Opened == MostOpen)
      return -1;
    // The first launch of each form loads its code and is not timed.
    Timing Next = Round < 0 ? Timing() : takeEvents();
    Next.Stream = Stream;
    Next.Form = (Turn + std::max(Round, 0)) % Count;
    Next.Round = Round;
    Next.Attempt = Attempt;
    Next.Work = Work;
    if (Round >= 0 && !record(Next.Begin, Stream)) {
      giveBack(Next);
      return -1;
    }
    Now = Next;
    return Now.Form;
  }

  void finish() {
    const OutsideCaptures Guard;
    if (++InSpan < (Round < 0 ? 1 : PerSpan))
      return;
    InSpan = Strangers = 0;
    if (Round < 0 || !record(Now.End, Now.Stream))
      giveBack(Now);
    else
      Open[Opened++] = Now;
    takeTurn();
  }

  void takeTurn() {
    do {
      if (++Turn == Count) {
        Turn = 0;
        ++Round;
      }
    } while (isOut((Turn + std::max(Round, 0)) % Count));
  }

  /// The timings that are done. They may end in another order.
  void read() {
    int Kept = 0;
    for (int I = 0; I < Opened; ++I) {
      Timing Each = Open[I];
      const cudaError_t State = cudaEventQuery(Each.End);
      if (State == cudaErrorNotReady) {
        (void)cudaGetLastError();
        Open[Kept++] = Each;
        continue;
      }
      float Ms = 0;
      if (isDone(State) &&
          isDone(cudaEventElapsedTime(&Ms, Each.Begin, Each.End))) {
        take(Each, Ms);
        giveBack(Each);
      } else {
        ++Failures; // the device was reset: these events are no more
      }
    }
    const bool IsNew = Kept != Opened;
    Opened = Kept;
    if (Failures > MostFailures)
      settle();
    else if (IsNew || Round >= Rounds)
      judge();
  }

  void take(const Timing &Of, float Ms) {
    if (Of.Attempt != Attempt || !(Ms > 0))
      return;
    if (Of.Form == 0 && Attempt == 0 && Ms < ShortMs) {
      // Too short for events: from the beginning, by spans.
      PerSpan = std::min(LongestSpan, int(std::ceil(SpanMs / Ms)));
      ++Attempt;
      Round = Turn = 0;
      if (InSpan)
        giveBack(Now);
      InSpan = 0;
      return;
    }
    Times[Of.Form][Of.Round] = Ms / Of.Work;
    Ms0 = Of.Form == 0 ? Ms / PerSpan : Ms0;
  }

  /// In order, the time of a form by that of the source's kernel in the same
  /// round.
  int ratiosOf(int Form, float (&Ratios)[MostRounds]) const {
    int Known = 0;
    for (int I = 0; I < MostRounds; ++I)
      if (Times[0][I] > 0 && Times[Form][I] > 0)
        Ratios[Known++] = float(Times[Form][I] / Times[0][I]);
    std::sort(Ratios, Ratios + Known);
    return Known;
  }

  void judge() {
    int Least = 0;
    float LeastRatio = 1 - LeastGain;
    bool IsUnclear = false;
    for (int Form = 1; Form < Count; ++Form) {
      float Ratios[MostRounds];
      const int Known = ratiosOf(Form, Ratios);
      if (Known >= RoundsToGiveUp && Ratios[0] > FarSlower)
        drop(Form);
      Median[Form] = Known ? Ratios[Known / 2] : 0;
      if (isOut(Form) || Known < 2 || Median[Form] >= 1 - LeastGain)
        continue;
      if (Ratios[std::min(Known - 1, int(Known * MostlyFaster))] >= 1) {
        IsUnclear = true;
      } else if (Median[Form] < LeastRatio) {
        LeastRatio = Median[Form];
        Least = Form;
      }
    }
    Best.store(Least, std::memory_order_relaxed);
    if (Round < Rounds || Opened || InSpan)
      return;
    if (IsUnclear && Rounds < MostRounds)
      Rounds = MostRounds;
    else
      settle();
  }

  void drop(int Form) {
    Out |= 1U << Form;
    if (Best.load(std::memory_order_relaxed) == Form)
      Best.store(0, std::memory_order_relaxed);
    if (!InSpan && (Turn + std::max(Round, 0)) % Count == Form)
      takeTurn();
    if (Out + 2 == 1U << Count)
      Rounds = std::min(Rounds, Round); // the source's kernel is alone
  }

  void settle() {
    for (int I = 0; I < Idle; ++I) {
      isDone(cudaEventDestroy(Free[I].Begin));
      isDone(cudaEventDestroy(Free[I].End));
    }
    Idle = 0;
    Settled.store(true, std::memory_order_release);
    if (wish().Prints)
      print(stderr, "pipeline_dispatch: ");
    if (!wish().Table.empty())
      if (std::FILE *File = std::fopen(wish().Table.c_str(), "a")) {
        print(File, "");
        std::fclose(File);
      }
  }

  /// One write, so that lines of several threads stay whole.
  void print(std::FILE *To, const char *Before) const {
    int Major = 0, Minor = 0;
    isDone(cudaDeviceGetAttribute(&Major, cudaDevAttrComputeCapabilityMajor,
                                  Of.Device));
    isDone(cudaDeviceGetAttribute(&Minor, cudaDevAttrComputeCapabilityMinor,
                                  Of.Device));
    char Text[1024];
    int Size = std::snprintf(
        Text, sizeof Text,
        "%s%s\tsm_%d%d\tdevice %d\tgrid %u,%u,%u\tblock %u,%u,%u\tbytes %llu\t"
        "tiles %llu,%llu,%llu,%llu\tsource %.4f ms",
        Before, Name, Major, Minor, Of.Device, Of.Grid.x, Of.Grid.y, Of.Grid.z,
        Of.Block.x, Of.Block.y, Of.Block.z, (unsigned long long)Of.Bytes,
        Of.Tiles[0], Of.Tiles[1], Of.Tiles[2], Of.Tiles[3], double(Ms0));
    for (int Form = 1; Form < Count && Size < int(sizeof Text); ++Form)
      Size += std::snprintf(Text + Size, sizeof Text - Size, "\t%s x%.3f",
                            Forms[Form - 1], double(Median[Form]));
    if (Size < int(sizeof Text))
      std::snprintf(Text + Size, sizeof Text - Size, "\tchosen %s\n",
                    best() ? Forms[best() - 1] : "source");
    std::fputs(Text, To);
  }

  Timing takeEvents() {
    if (Idle)
      return Free[--Idle];
    Timing New;
    if (!isDone(cudaEventCreate(&New.Begin)))
      New.Begin = nullptr;
    if (!isDone(cudaEventCreate(&New.End)))
      New.End = nullptr;
    return New;
  }
  void giveBack(const Timing &Of) {
    if (Of.Begin && Of.End && Idle <= MostOpen)
      Free[Idle++] = Of;
  }
  bool record(cudaEvent_t Event, cudaStream_t Stream) {
    if (Event && isDone(cudaEventRecord(Event, Stream)))
      return true;
    ++Failures;
    return false;
  }

  const char *const Name;
  const char *const *const Forms;
  const int Count;
  const Shape Of;
  std::mutex Lock;
  std::atomic<bool> Settled{false};
  std::atomic<int> Best{0};
  Timing Open[MostOpen], Free[MostOpen + 1], Now;
  int Opened = 0, Idle = 0;
  int Round = -1, Turn = 0, Rounds = UsualRounds;
  int PerSpan = 1, InSpan = 0, Strangers = 0, Failures = 0;
  unsigned Out = 0, Attempt = 0;
  float Median[MostForms] = {}, Ms0 = 0;
  double Times[MostForms][MostRounds] = {};
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

private:
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
};

/// One launch:
///
///   pipeline_dispatch::Launch Is(Forms, Grid, Block, Bytes, Stream, {K});
///   do
///     switch (Is.form()) {…}
///   while (Is.mustRepeat());
class Launch {
public:
  Launch(Kernel &Of, dim3 Grid, dim3 Block, size_t Bytes, cudaStream_t Stream,
         std::initializer_list<unsigned long long> Tiles) {
    if (wish().Form >= 0) {
      Form = wish().Form < Of.count() ? wish().Form : 0;
      return;
    }
    Shape Is;
    if (cudaGetDevice(&Is.Device) != cudaSuccess)
      return;
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
  Launch(const Launch &) = delete;
  Launch &operator=(const Launch &) = delete;
  ~Launch() {
    if (Measured)
      (void)Measured->end();
  }

  int form() const { return Form; }
  /// To be called after the launch: the form was refused, and nothing ran.
  bool mustRepeat() {
    Choice *Of = Measured;
    Measured = nullptr;
    if (!Of || Of->end())
      return false;
    Form = 0;
    return true;
  }

private:
  int Form = 0;
  Choice *Measured = nullptr;
};

} // namespace pipeline_dispatch
#endif
