//===- pipeline_dispatch_times.h - Times of the forms of a key ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to pipeline_dispatch.h: what is measured in which turn, and what
// follows from it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_DISPATCH_TIMES_H
#define PIPELINE_DISPATCH_TIMES_H

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

struct Shape {
  int Device = 0;
  dim3 Grid, Block;
  size_t Bytes = 0;
  unsigned long long Tiles[4] = {};
  double Work = 1; ///< blocks times tiles
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

} // namespace pipeline_dispatch
#endif
