//===- pipeline_dispatch_choice.h - What is known of the forms of a key ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to pipeline_dispatch.h: one key, its times and its choice.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_DISPATCH_CHOICE_H
#define PIPELINE_DISPATCH_CHOICE_H

#include "pipeline_dispatch_times.h"

namespace pipeline_dispatch {

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

/// Null where the driver cannot tell contexts (before CUDA 12).
using ContextQuery = int (*)(void *, unsigned long long *);
inline ContextQuery contextQuery() {
  static const ContextQuery Asked = [] {
    void *Found = nullptr;
#if CUDART_VERSION >= 12050
    cudaDriverEntryPointQueryResult Is;
    isDone(cudaGetDriverEntryPointByVersion("cuCtxGetId", &Found, 12000,
                                            cudaEnableDefault, &Is));
#elif CUDART_VERSION >= 12000
    cudaDriverEntryPointQueryResult Is;
    isDone(
        cudaGetDriverEntryPoint("cuCtxGetId", &Found, cudaEnableDefault, &Is));
#endif
    return reinterpret_cast<ContextQuery>(Found);
  }();
  return Asked;
}
/// Which context is current: another one after the device was reset, where the
/// events and limits of before are no more and must not be touched. 0: there is
/// none yet. Always 1 where the driver cannot tell.
inline unsigned long long contextId() {
  const ContextQuery Asked = contextQuery();
  unsigned long long Id = 1;
  return !Asked || Asked(nullptr, &Id) == 0 ? Id : 0;
}

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
  /// Events of another context are no more.
  bool areOfContext() {
    const unsigned long long Is = contextId(), Was = Context;
    Context = Is;
    if (Is != Was)
      Idle = 0;
    return Is == Was;
  }
  bool hasContext() const { return Context != 0; }
  bool record(cudaEvent_t Event, cudaStream_t Stream) {
    const bool Is = Event && isDone(cudaEventRecord(Event, Stream));
    Failures += !Is;
    return Is;
  }
  int Failures = 0;
  void clear() {
    for (; Idle; --Idle) {
      isDone(cudaEventDestroy(Free[Idle - 1].Begin));
      isDone(cudaEventDestroy(Free[Idle - 1].End));
    }
  }

private:
  Timing Free[MostOpen + 1];
  int Idle = 0;
  unsigned long long Context = 0;
};

/// What is known of a key. Whoever has the lock measures; the others take what
/// is the fastest so far.
class Choice {
public:
  Choice(const char *Name, const char *const *Forms, int Count, const Shape &Of)
      : Name(Name), Forms(Forms), Count(Count), Of(Of), In(Count) {}

  bool isSettled() const { return Settled.load(); }
  int best() const { return Best.load(); }

  /// Gives: the form to launch. Where \p IsOurs comes true, the caller calls
  /// end() after the launch.
  int begin(cudaStream_t Stream, double Work, bool &IsOurs) {
    if (cudaPeekAtLastError() != cudaSuccess || isCapturing(Stream) ||
        !Lock.tryLock())
      return best();
    const int Form = start(Stream, Work);
    if (Form < 0) {
      Lock.unlock();
      return best();
    }
    IsOurs = true;
    return Form;
  }

  /// \p IsRefused: nobody has tried to launch it.
  /// Gives: false if nothing was launched, and the source's kernel must be.
  bool end(bool IsRefused = false) {
    const bool IsLaunched = !IsRefused && cudaPeekAtLastError() == cudaSuccess;
    const int Form = Now.Form;
    if (IsLaunched)
      finish();
    else
      fail(Form);
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
    if (!Events.areOfContext()) // the device was reset
      Opened = InSpan = Strangers = 0;
    if (!Events.hasContext())
      return -1;
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
    if (In.isThrough() || Opened == MostOpen)
      return -1;
    // The first launch of each form loads its code and is not timed.
    Timing Next = In.Round < 0 ? Timing() : Events.take();
    Next.Stream = Stream;
    Next.Form = In.form();
    Next.Round = In.Round;
    Next.Attempt = Attempt;
    Next.Work = Work;
    if (In.Round >= 0 && !Events.record(Next.Begin, Stream)) {
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
    if (In.Round < 0 || !Events.record(Now.End, Now.Stream))
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
      const bool Is = isDone(State) &&
                      isDone(cudaEventElapsedTime(&Ms, Each.Begin, Each.End));
      Events.Failures += !Is;
      if (Is) {
        take(Each, Ms);
        Events.giveBack(Each);
      }
    }
    const bool IsNew = Kept != Opened;
    Opened = Kept;
    if (Events.Failures > MostFailures)
      settle();
    else if (IsNew || In.isThrough())
      judge();
  }

  void take(const Timing &Of, float Ms) {
    if (Of.Attempt != Attempt || !(Ms > 0))
      return;
    if (Of.Form == 0 && Attempt == 0 && Ms < ShortMs) {
      // Too short for events: from the beginning, by spans.
      PerSpan = least(LongestSpan, int(SpanMs / Ms) + 1);
      ++Attempt;
      In.Round = In.Turn = 0;
      if (InSpan)
        Events.giveBack(Now);
      InSpan = 0;
      return;
    }
    Known.take(Of.Form, Of.Round, Ms / Of.Work);
    if (Of.Form == 0)
      Known.Ms = double(Ms) / PerSpan;
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
    IsUnclear |= Least && !Known.isFastest(Least, Count, In.Out);
    Best.store(Least);
    if (!In.isThrough() || Opened || InSpan)
      return;
    if (!IsUnclear || !In.extend())
      settle();
  }

  void drop(int Form) {
    In.Out |= 1U << Form;
    if (Best.load() == Form)
      Best.store(0);
    if (!InSpan && In.form() == Form)
      In.advance();
    if (In.isAlone())
      In.Rounds = least(In.Rounds, In.Round); // the source's kernel is alone
  }

  void settle() {
    Events.clear();
    Settled.store(true);
    if (wish().Prints)
      print(Name, Forms, Count, Of, Known, best());
  }

  void fail(int Form) {
    Events.giveBack(Now);
    InSpan = 0;
    Events.Failures += Form == 0;
    if (Form)
      drop(Form);
  }

  const char *const Name;
  const char *const *const Forms;
  const int Count;
  const Shape Of;
  Latch Lock;
  Shared<bool> Settled;
  Shared<int> Best;
  EventPool Events;
  FormTimes Known;
  Timing Open[MostOpen], Now;
  int Opened = 0;
  Turns In;
  int PerSpan = 1, InSpan = 0, Strangers = 0;
  unsigned Attempt = 0;
};

} // namespace pipeline_dispatch
#endif
