//===- pipeline_dispatch_times.h - Times of the forms of a key ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to pipeline_dispatch.h: what is measured in which turn, and what
// follows from it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_DISPATCH_TIMES_H
#define PIPELINE_DISPATCH_TIMES_H

// What nvcc reads in front of every source, and nothing else: other headers
// would declare more than the source knows.
#include <cuda_runtime.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _MSC_VER
#include <atomic>
#endif

namespace pipeline_dispatch {

/// What several threads read and write: std::atomic, without its header.
template <class Value> class Shared {
public:
  Shared(Value First = Value()) : Is(First) {}
#ifdef _MSC_VER
  Value load() const { return Is.load(std::memory_order_acquire); }
  void store(Value To) { Is.store(To, std::memory_order_release); }
  bool swap(Value &From, Value To) {
    return Is.compare_exchange_strong(From, To);
  }

private:
  std::atomic<Value> Is;
#else
  Value load() const { return __atomic_load_n(&Is, __ATOMIC_ACQUIRE); }
  void store(Value To) { __atomic_store_n(&Is, To, __ATOMIC_RELEASE); }
  /// Gives: false, and in \p From what is there, if that is not \p From.
  bool swap(Value &From, Value To) {
    return __atomic_compare_exchange_n(&Is, &From, To, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_ACQUIRE);
  }

private:
  Value Is;
#endif
};

/// Held for moments.
class Latch {
public:
  bool tryLock() {
    bool Free = false;
    return Taken.swap(Free, true);
  }
  void unlock() { Taken.store(false); }

private:
  Shared<bool> Taken;
};

template <class Value> Value least(Value L, Value R) { return R < L ? R : L; }
template <class Value> Value most(Value L, Value R) { return L < R ? R : L; }

constexpr int MostForms = 4; ///< with the source's kernel, which is form 0
/// Rounds in which each form is timed once: usually, and at most, where noise
/// hides which one is the fastest.
constexpr int UsualRounds = 7, MostRounds = 63;
constexpr int MostOpen = 16; ///< timings of a key that are not read yet
/// Part of the time that a form must save at the median of its rounds.
constexpr float LeastGain = 0.01f;
/// A form that is slower by so much in each of its first rounds is given up.
constexpr float FarSlower = 1.1f;
constexpr int RoundsToGiveUp = 3;
/// Launches shorter than the first are timed as spans of about the second.
constexpr float ShortMs = 0.05f, SpanMs = 0.1f;
constexpr int LongestSpan = 8;
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
    const char *Text = getenv("PIPELINE_DISPATCH");
    for (const char *At = Text ? Text : ""; *At;) {
      const size_t Size = strcspn(At, ",");
      if (strncmp(At, "form:", 5) == 0)
        Form = atoi(At + 5);
      else if (Size == 5 && strncmp(At, "print", 5) == 0)
        Prints = true;
      At += Size;
      At += *At == ',';
    }
  }
};

inline const Wish &wish() {
  static const Wish Is;
  return Is;
}

struct Shape {
  int Device = 0;
  dim3 Grid, Block;
  size_t Bytes = 0;
  unsigned long long Tiles[4] = {};
  double Work = 1; ///< blocks times tiles
};

/// Sign test: of forms as fast as the source's kernel one in twenty is faster
/// in so many of 7, 15, 31 or 63 rounds (6, 11, 21, 39).
inline bool isMostly(int Faster, int Rounds) {
  const float Above = float(Faster) - float(Rounds) / 2;
  return Above > 0 && Above * Above > 0.81f * float(Rounds);
}

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
    for (int I = 1; I < Known; ++I)
      for (int J = I; J > 0 && Ratios[J] < Ratios[J - 1]; --J) {
        const float Less = Ratios[J];
        Ratios[J] = Ratios[J - 1];
        Ratios[J - 1] = Less;
      }
    return Known;
  }

  /// One that has other work of the program in it tells nothing.
  void take(int Form, int Round, double Time) {
    Of[Form][Round] = Time;
    double &Best = Least[Form];
    Best = Best > 0 ? least(Best, Time) : Time;
    for (double &Each : Of[Form])
      if (Each > MostOfLeast * Best)
        Each = 0;
  }

  bool isFaster(int Form, int Than) const {
    int Known = 0, Faster = 0;
    for (int I = 0; I < MostRounds; ++I)
      if (Of[Form][I] > 0 && Of[Than][I] > 0) {
        ++Known;
        Faster += Of[Form][I] < Of[Than][I];
      }
    return isMostly(Faster, Known);
  }

  /// Beyond noise, of the forms that are faster than the source's kernel.
  bool isFastest(int Form, int Count, unsigned Out) const {
    for (int Other = 1; Other < Count; ++Other)
      if (Other != Form && !((Out >> Other) & 1U) &&
          Median[Other] < 1 - LeastGain && !isFaster(Form, Other))
        return false;
    return true;
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
    int Faster = 0;
    while (Faster < Known && Ratios[Faster] < 1)
      ++Faster;
    if (Median[Form] >= 1 - LeastGain)
      return 2 * Faster > Known && Known <= UsualRounds ? Unclear : NoGain;
    return isMostly(Faster, Known) ? Gain : Unclear;
  }
};

/// One write: lines of several threads stay whole.
inline void print(const char *Name, const char *const *Forms, int Count,
                  const Shape &Of, const FormTimes &Known, int Best) {
  char Text[1024];
  size_t Size = 0;
  auto Add = [&](int Written) {
    Size = least(sizeof Text - 1, Size + size_t(most(Written, 0)));
  };
  cudaDeviceProp Device;
  if (cudaGetDeviceProperties(&Device, Of.Device) != cudaSuccess)
    Device.name[0] = 0;
  Add(snprintf(
      Text, sizeof Text,
      "pipeline_dispatch: %s device %d (%s) grid %u,%u,%u block %u,%u,%u "
      "bytes %llu tiles %llu,%llu,%llu,%llu source ms %.5f",
      Name, Of.Device, Device.name, Of.Grid.x, Of.Grid.y, Of.Grid.z, Of.Block.x,
      Of.Block.y, Of.Block.z, static_cast<unsigned long long>(Of.Bytes),
      Of.Tiles[0], Of.Tiles[1], Of.Tiles[2], Of.Tiles[3], Known.Ms));
  for (int Form = 1; Form < Count; ++Form)
    Add(snprintf(Text + Size, sizeof Text - Size, ", %s x%.3f", Forms[Form - 1],
                 double(Known.Median[Form])));
  Add(snprintf(Text + Size, sizeof Text - Size, "; chosen %s\n",
               Best ? Forms[Best - 1] : "source"));
  fputs(Text, stderr);
}

/// Whose turn it is. Round -1 is not timed: it loads the code of each form.
struct Turns {
  const int Count;
  int Round = -1, Turn = 0, Rounds = UsualRounds;
  unsigned Out = 0; ///< forms that are launched no more

  explicit Turns(int Count) : Count(Count) {}
  /// Rounds begin with another form each.
  int form() const { return (Turn + most(Round, 0)) % Count; }
  bool isOut(int Form) const { return (Out >> Form) & 1U; }
  bool isAlone() const { return Out + 2 == 1U << Count; }
  bool isThrough() const { return Round >= Rounds; }
  /// Gives: false if there are no more.
  bool extend() {
    const bool May = Rounds < MostRounds;
    Rounds = May ? least(MostRounds, 2 * Rounds + 1) : Rounds;
    return May;
  }
  void advance() {
    do {
      if (++Turn == Count) {
        Turn = 0;
        ++Round;
      }
    } while (isOut(form()));
  }
};

} // namespace pipeline_dispatch
#endif
