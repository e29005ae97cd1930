//===- CheckScheduleTest.cpp - Every mistake of order is found ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Systematic mutants of every form: each step dropped, each pair of neighbours
// swapped, each buffer, count and condition changed by one.
//===----------------------------------------------------------------------===//
#include "Schedule/CheckSchedule.h"
#include "Schedule/BuildSchedule.h"
#include "Schedule/Steps.h"
#include "ScheduleForms.h"
#include "llvm/Support/Regex.h"
#include "gtest/gtest.h"
#include <chrono>
#include <map>

using namespace pipeline_rewrite;

namespace {

std::string textOf(const LoopSchedule &S) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, S);
  return Text;
}

/// What a step is, in a word or two.
std::string wordOf(const Step &S) {
  LoopSchedule One;
  One.Body = {S};
  One.Body.front().Inner.clear();
  const std::string Text = textOf(One);
  const size_t Begin = Text.find("    ");
  if (Begin == std::string::npos)
    return "-";
  std::string Line = Text.substr(Begin + 4, Text.find('\n', Begin) - Begin - 4);
  return Line;
}

struct Mutant {
  std::string What;
  LoopSchedule S;
};

class Mutants {
public:
  explicit Mutants(const LoopSchedule &Right) : Right(Right) {
    addOf("producers", &LoopSchedule::Producers);
    addOf("prologue", &LoopSchedule::Prologue);
    addOf("body", &LoopSchedule::Body);
    addOf("epilogue", &LoopSchedule::Epilogue);
    addOf("behind", &LoopSchedule::Behind);
  }

  std::vector<Mutant> Out;

private:
  using Part = Steps LoopSchedule::*;
  using Path = std::vector<size_t>;

  void addOf(const char *Name, Part Of) { walk(Name, Of, Right.*Of, {}); }

  void walk(const std::string &Name, Part Of, const Steps &List, Path At) {
    for (size_t I = 0; I < List.size(); ++I) {
      const std::string Where = Name + "/" + wordOf(List[I]);
      edit("drop " + Where, Of, At, [&](Steps &L) { L.erase(L.begin() + I); });
      if (I + 1 < List.size())
        edit("swap " + Where + " & " + wordOf(List[I + 1]), Of, At,
             [&](Steps &L) { std::swap(L[I], L[I + 1]); });
      change(Where, Of, At, List[I], I);
      Path Inner = At;
      Inner.push_back(I);
      walk(Where, Of, List[I].Inner, Inner);
    }
  }

  void change(const std::string &Where, Part Of, const Path &At, const Step &S,
              size_t I) {
    if (llvm::is_contained({StepKind::Load, StepKind::Issue, StepKind::Store},
                           S.Kind))
      edit("shift buffer of " + Where, Of, At,
           [&](Steps &L) { shift(L[I].Into); });
    for (size_t R = 0; R < S.Reads.size(); ++R)
      edit("shift read of " + Where, Of, At,
           [&](Steps &L) { shift(L[I].Reads[R]); });
    if (llvm::is_contained(
            {StepKind::Wait, StepKind::FillLoop, StepKind::DrainLoop}, S.Kind))
      edit("count more " + Where, Of, At, [&](Steps &L) { ++L[I].Prior; });
    if (S.Kind == StepKind::If)
      edit("always " + Where, Of, At,
           [&](Steps &L) { L[I].If = {Condition::Always, 0}; });
    if (S.Kind == StepKind::Advance && S.Increment)
      edit("no increment " + Where, Of, At,
           [&](Steps &L) { L[I].Increment = false; });
  }

  void shift(Slot &Of) const {
    if (Of.Kind == Slot::Constant)
      ++Of.Value;
    else if (Of.Kind == Slot::Counted)
      Of.Value = (Of.Value + 1) % Right.modulusOf(Of.Of);
  }

  void edit(std::string What, Part Of, const Path &At,
            llvm::function_ref<void(Steps &)> Do) {
    LoopSchedule S = Right;
    Steps *List = &(S.*Of);
    for (size_t I : At)
      List = &(*List)[I].Inner;
    Do(*List);
    if (textOf(S) != textOf(Right))
      Out.push_back({std::move(What), std::move(S)});
  }

  const LoopSchedule &Right;
};

/// A change that no thread can tell, and why.
struct Harmless {
  llvm::StringRef Pattern;
  const char *Why;
  bool (*Holds)(const ScheduleInput &) = nullptr; ///< of all forms, if null
};

bool countsGroups(const ScheduleInput &In) { return !In.acquires(); }
bool countsTiles(const ScheduleInput &In) { return In.waitsForBlock(); }
bool keepsLoadBarrier(const ScheduleInput &In) { return In.KeepLoadBarrier; }
bool hasNoIncrement(const ScheduleInput &In) { return !In.Header.HasIncrement; }

bool isBehindSteps(const ScheduleInput &In) {
  return In.StepsAhead && In.StepUnit < 4;
}

bool votesOnTop(const ScheduleInput &In) { return In.voteOnTop(); }
bool keepsWithoutVote(const ScheduleInput &In) {
  return In.KeepLoadBarrier && !In.voteOnTop();
}

const Harmless HarmlessChanges[] = {
    {"^(drop|swap).*/acquire", "a thread's own pipeline has no acquire",
     countsGroups},
    {"^swap.* & acquire$", "the same", countsGroups},
    {"^(drop|swap).*/release", "nor a release", countsGroups},
    {"^swap.* & release$", "the same", countsGroups},
    {"^swap.*/release & (barrier|next)",
     "what is released was read; the next acquire is behind both"},
    {"^count more .*wait", "a pipeline of the block waits for one tile",
     countsTiles},
    {"^always .*if (hasTiles|producer)$",
     "the barrier of no tile; the executor of the test has no other threads"},
    {"^drop .*(prologue|epilogue|behind)/.*barrier",
     "the load barrier that stays orders the same", keepsLoadBarrier},
    {"^swap [^&]*(wait|load|scope|commit|barrier|if hasNext)[^&]*& "
     "(barrier|unit|load)",
     "the same, or the statement reads no tile", keepsLoadBarrier},
    {"^no increment", "there is none", hasNoIncrement},
    {"^shift buffer of .*issue 0", "a fetch into registers has no buffer",
     [](const ScheduleInput &In) { return In.Stores; }},
    {"^shift read of .*unit [14] ", "it reads no tile", keepsWithoutVote},
    {"^shift read of .*unit 1 ", "the break reads no tile", votesOnTop},
    {"^swap [^&]*unit 1 [^&]*& in place of", "the same", votesOnTop},
    {"^swap [^&]*body/wait [^&]*& (next|fill = read)", "counters", votesOnTop},
    {"^swap [^&]*barrier #0 & in place of", "what is fetched into registers",
     [](const ScheduleInput &In) { return In.voteOnTop() && !In.Copies; }},
    {"^drop body/barrier #2", "nothing stands between the vote and it",
     [](const ScheduleInput &In) {
       return In.voteOnTop() && In.LoadBarrier == In.FirstLoad + 1 &&
              In.FirstLoad == In.TrailingBarrier + 1;
     }},
    {"^shift read of .*unit 0 ", "it reads no tile"},
    {"^swap [^&]*(advance|next|fill = read)[^&]*& "
     "(advance|next|fill = read|commit|barrier|unit|hasNext)",
     "counters, variables and what does not use them"},
    {"^swap [^&]*(barrier|commit|release|if hasNext|scope|unit)[^&]*& "
     "(advance|next|fill = read|release)",
     "the same"},
    {"^swap [^&]*unit[^&]*& (if hasNext|scope)$",
     "the store is to another buffer than the one that is read"},
    {"^swap [^&]*(load 0|scope) ?[^&]*& wait",
     "the load through registers is no copy", countsGroups},
    {"^swap [^&]*(barrier|load|scope)[^&]*& (acquire|load 0|barrier)",
     "the first buffer is free in any case, or the stream is not the copies'",
     countsTiles},
    {"^swap [^&]*quit & barrier", "nothing is made again behind the loop",
     [](const ScheduleInput &In) { return !In.InOuterLoop; }},
    {"^swap [^&]*unit 0 [^&]*& in place of", "the unit reads no tile",
     [](const ScheduleInput &In) { return In.FirstLoad > 0; }},
    {"^swap [^&]*advance the computation & release", "no use of a tile"},
    {"^swap [^&]*(first fragments|if (held > 1|hasNext))[^&]*& last step",
     "the fragments are read later"},
    {"^(shift read of .*|swap [^&]*drop held & )unit 4 reads",
     "it reads no tile, and stands behind what does", isBehindSteps},
    {"^swap [^&]*advance[^&]*& first fragments", "they use what no load does"},
    {"^swap [^&]*last step[^&]*& (advance|drop held)",
     "no k-step uses what changes"},
    {"^swap [^&]*(in place of|commit|fill loop|if hasTiles)[^&]*& "
     "(unit|barrier|wait 0 in place|fill loop|scope|if hasTiles)",
     "loads of another tile, and what is not about them"},
    {"^swap epilogue/drain loop/unit [^&]*& barrier",
     "nothing is filled any more: one in front of a tile's use is one behind "
     "that of the tile before",
     countsTiles},
    {"^swap [^&]*/wait 0 & unit 0", "the unit reads no tile",
     [](const ScheduleInput &In) { return In.FirstLoad > 0; }},
};

bool isHarmless(const std::string &What, const ScheduleInput &In) {
  return llvm::any_of(HarmlessChanges, [&](const Harmless &H) {
    return (!H.Holds || H.Holds(In)) && llvm::Regex(H.Pattern).match(What);
  });
}

TEST(CheckSchedule, RejectsEveryMutant) {
  unsigned All = 0, Passed = 0;
  std::map<std::string, std::pair<unsigned, unsigned>> Kinds;
  for (const NamedForm &Form : allForms())
    for (const Mutant &M : Mutants(buildSchedule(Form.In)).Out) {
      ++All;
      auto &[Of, Harmless] = Kinds[M.What.substr(0, M.What.find(' '))];
      ++Of;
      if (checkSchedule(M.S, Form.In))
        continue;
      ++Passed;
      ++Harmless;
      EXPECT_TRUE(isHarmless(M.What, Form.In)) << Form.Name << ": " << M.What;
    }
  RecordProperty("mutants", int(All));
  RecordProperty("harmless", int(Passed));
  std::cout << allForms().size() << " forms, " << All << " mutants, " << Passed
            << " harmless\n";
  for (const auto &[Kind, Counts] : Kinds)
    std::cout << "  " << Kind << " " << Counts.first << ", " << Counts.second
              << " harmless\n";
}

/// A thread's group may be empty; for a tile of the block somebody must arrive,
/// or who waits for it waits for ever.
TEST(CheckSchedule, NobodyWaitsForATileWithoutCopies) {
  for (AsyncApi Api : {AsyncApi::TensorMaps, AsyncApi::Primitives}) {
    ScheduleInput In = plainLoop();
    In.Stages = 3;
    In.Peel = true;
    copyAll(In, Api);
    LoopSchedule S = buildSchedule(In);
    Steps &Drain = S.Epilogue.back().Inner;
    Drain.insert(Drain.begin(), makeStep(StepKind::Commit));
    lastBarrier(Drain).insertBefore(makeWait(0));
    const auto Wrong = checkSchedule(S, In);
    EXPECT_EQ(Wrong.value_or("").substr(0, 38),
              In.waitsForBlock() ? "a tile is committed that nobody copies"
                                 : "")
        << Wrong.value_or("");
  }
}

/// Every step is needed where it stands.
TEST(CheckSchedule, TilesThatAreLoadedOnce) {
  const LoopSchedule Right = copyOnceSchedule();
  EXPECT_EQ(checkCopyOnce(Right), std::nullopt);
  for (const Mutant &M : Mutants(Right).Out)
    EXPECT_TRUE(checkCopyOnce(M.S)) << M.What;
}

TEST(CheckSchedule, TakesLessThanAMillisecond) {
  const auto Start = std::chrono::steady_clock::now();
  unsigned Loops = 0;
  for (int Round = 0; Round < 10; ++Round)
    for (const NamedForm &Form : allForms()) {
      checkSchedule(buildSchedule(Form.In), Form.In);
      ++Loops;
    }
  const std::chrono::duration<double, std::milli> Time =
      std::chrono::steady_clock::now() - Start;
  std::cout << Time.count() / Loops << " ms a loop\n";
  EXPECT_LT(Time.count() / Loops, 10); // a loaded machine, a debug build
}

} // namespace
