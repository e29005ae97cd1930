//===- pipeline_dispatch_choice.h - What is known of the forms of a key ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to pipeline_dispatch.h: one key, its times and its choice.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_DISPATCH_CHOICE_H
#define PIPELINE_DISPATCH_CHOICE_H

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <initializer_list>
#include <mutex>
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
constexpr float ShortMs = 0.02f, SpanMs = 0.03f;
constexpr int LongestSpan = 16;
/// As many times the least of a form a time may be. Longer ones have other work
/// between their events.
constexpr double MostOfLeast = 1.5;
constexpr int MostFailures = 8; ///< of events, after which a key is not timed
/// Launches on other streams that a span waits for its own.
constexpr int MostStrangers = 64;

struct Wish {
  int Form = -1;
  bool Prints = false;

  Wish() {
    const char *Text = std::getenv("PIPELINE_DISPATCH");
    for (const char *At = Text ? Text : ""; *At;) {
      const std::string Word(At, std::strcspn(At, ","));
      if (Word.compare(0, 5, "form:") == 0)
        Form = std::atoi(Word.c_str() + 5);
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

/// Events that nothing waits for.
class EventPool {
public:
  Timing take() {
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
  void clear() {
    for (; Idle; --Idle) {
      isDone(cudaEventDestroy(Free[Idle - 1].Begin));
      isDone(cudaEventDestroy(Free[Idle - 1].End));
    }
  }

private:
  Timing Free[MostOpen + 1];
  int Idle = 0;
};

/// The times of each form, of a block and tile.
struct FormTimes {
  double Of[MostForms][MostRounds] = {};
  float Median[MostForms] = {}; ///< of its ratios
  double Least[MostForms] = {};
  double Ms = 0; ///< of a launch of the source's kernel

  /// In order, the time of a form by that of the source's kernel in the same
  /// round.
  int ratios(int Form, float (&Ratios)[MostRounds]) const {
    int Known = 0;
    for (int I = 0; I < MostRounds; ++I)
      if (Of[0][I] > 0 && Of[Form][I] > 0)
        Ratios[Known++] = float(Of[Form][I] / Of[0][I]);
    std::sort(Ratios, Ratios + Known);
    return Known;
  }

  /// One that has other work of the program in it tells nothing.
  void take(int Form, int Round, double Time) {
    Of[Form][Round] = Time;
    double &Best = Least[Form];
    Best = Best > 0 ? std::min(Best, Time) : Time;
    for (double &Each : Of[Form])
      if (Each > MostOfLeast * Best)
        Each = 0;
  }

  enum Result { Unknown, FarBehind, NoGain, Unclear, Gain };
  Result judge(int Form) {
    float Ratios[MostRounds];
    const int Known = ratios(Form, Ratios);
    Median[Form] = Known ? Ratios[Known / 2] : 0;
    if (Known < 2)
      return Unknown;
    if (Known >= RoundsToGiveUp && Ratios[0] > FarSlower)
      return FarBehind;
    if (Median[Form] >= 1 - LeastGain)
      return NoGain;
    return Ratios[std::min(Known - 1, int(Known * MostlyFaster))] < 1 ? Gain
                                                                      : Unclear;
  }
};

/// One write: lines of several threads stay whole.
inline void print(const char *Name, const char *const *Forms, int Count,
                  const Shape &Of, const FormTimes &Known, int Best) {
  std::string Text = std::string("pipeline_dispatch: ") + Name + " device " +
                     std::to_string(Of.Device);
  auto Add = [&](const char *What, std::initializer_list<double> Values) {
    const char *Before = What;
    for (double Each : Values) {
      char Number[32];
      std::snprintf(Number, sizeof Number, "%s%.10g", Before, Each);
      Text += Number;
      Before = ",";
    }
  };
  Add(" grid ", {double(Of.Grid.x), double(Of.Grid.y), double(Of.Grid.z)});
  Add(" block ", {double(Of.Block.x), double(Of.Block.y), double(Of.Block.z)});
  Add(" bytes ", {double(Of.Bytes)});
  Add(" tiles ", {double(Of.Tiles[0]), double(Of.Tiles[1]), double(Of.Tiles[2]),
                  double(Of.Tiles[3])});
  Add(" source ms ", {std::round(Known.Ms * 1e5) / 1e5});
  for (int Form = 1; Form < Count; ++Form) {
    Text += std::string(", ") + Forms[Form - 1];
    Add(" x", {std::round(Known.Median[Form] * 1e3) / 1e3});
  }
  Text += std::string("; chosen ") + (Best ? Forms[Best - 1] : "source");
  std::fprintf(stderr, "%s\n", Text.c_str());
}

/// Whose turn it is. Round -1 is not timed: it loads the code of each form.
struct Turns {
  const int Count;
  int Round = -1, Turn = 0;
  unsigned Out = 0; ///< forms that are launched no more

  explicit Turns(int Count) : Count(Count) {}
  /// Rounds begin with another form each.
  int form() const { return (Turn + std::max(Round, 0)) % Count; }
  bool isOut(int Form) const { return (Out >> Form) & 1U; }
  bool isAlone() const { return Out + 2 == 1U << Count; }
  void advance() {
    do {
      if (++Turn == Count) {
        Turn = 0;
        ++Round;
      }
    } while (isOut(form()));
  }
};

/// What is known of a key. Whoever has the lock measures; the others take what
/// is the fastest so far.
class Choice {
public:
  Choice(const char *Name, const char *const *Forms, int Count, const Shape &Of)
      : Name(Name), Forms(Forms), Count(Count), Of(Of), In(Count) {}

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
      Events.giveBack(Now);
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
        Events.giveBack(Now);
        InSpan = 0;
      }
      return -1;
    }
    if (In.Round >= Rounds || Opened == MostOpen)
      return -1;
    // The first launch of each form loads its code and is not timed.
    Timing Next = In.Round < 0 ? Timing() : Events.take();
    Next.Stream = Stream;
    Next.Form = In.form();
    Next.Round = In.Round;
    Next.Attempt = Attempt;
    Next.Work = Work;
    if (In.Round >= 0 && !record(Next.Begin, Stream)) {
      Events.giveBack(Next);
      return -1;
    }
    Now = Next;
    return Now.Form;
  }

  void finish() {
    const OutsideCaptures Guard;
    if (++InSpan < (In.Round < 0 ? 1 : PerSpan))
      return;
    InSpan = Strangers = 0;
    if (In.Round < 0 || !record(Now.End, Now.Stream))
      Events.giveBack(Now);
    else
      Open[Opened++] = Now;
    In.advance();
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
        Events.giveBack(Each);
      } else {
        ++Failures; // the device was reset: these events are no more
      }
    }
    const bool IsNew = Kept != Opened;
    Opened = Kept;
    if (Failures > MostFailures)
      settle();
    else if (IsNew || In.Round >= Rounds)
      judge();
  }

  void take(const Timing &Of, float Ms) {
    if (Of.Attempt != Attempt || !(Ms > 0))
      return;
    if (Of.Form == 0 && Attempt == 0 && Ms < ShortMs) {
      // Too short for events: from the beginning, by spans.
      PerSpan = std::min(LongestSpan, int(std::ceil(SpanMs / Ms)));
      ++Attempt;
      In.Round = In.Turn = 0;
      if (InSpan)
        Events.giveBack(Now);
      InSpan = 0;
      return;
    }
    Known.take(Of.Form, Of.Round, Ms / Of.Work);
    if (Of.Form == 0)
      Known.Ms = Ms / PerSpan;
  }

  void judge() {
    int Least = 0;
    bool IsUnclear = false;
    for (int Form = 1; Form < Count; ++Form) {
      if (In.isOut(Form))
        continue;
      const FormTimes::Result Is = Known.judge(Form);
      IsUnclear |= Is == FormTimes::Unclear;
      if (Is == FormTimes::FarBehind)
        drop(Form);
      if (Is == FormTimes::Gain &&
          (!Least || Known.Median[Form] < Known.Median[Least]))
        Least = Form;
    }
    Best.store(Least, std::memory_order_relaxed);
    if (In.Round < Rounds || Opened || InSpan)
      return;
    if (IsUnclear && Rounds < MostRounds)
      Rounds = MostRounds;
    else
      settle();
  }

  void drop(int Form) {
    In.Out |= 1U << Form;
    if (Best.load(std::memory_order_relaxed) == Form)
      Best.store(0, std::memory_order_relaxed);
    if (!InSpan && In.form() == Form)
      In.advance();
    if (In.isAlone())
      Rounds = std::min(Rounds, In.Round); // the source's kernel is alone
  }

  void settle() {
    Events.clear();
    Settled.store(true, std::memory_order_release);
    if (wish().Prints)
      print(Name, Forms, Count, Of, Known, best());
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
  EventPool Events;
  FormTimes Known;
  Timing Open[MostOpen], Now;
  int Opened = 0;
  Turns In;
  int Rounds = UsualRounds;
  int PerSpan = 1, InSpan = 0, Strangers = 0, Failures = 0;
  unsigned Attempt = 0;
};

} // namespace pipeline_dispatch
#endif
