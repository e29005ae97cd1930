//===- DispatchTest.cpp - Tests of the header that chooses at run time ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "pipeline_dispatch.h"
#include "gtest/gtest.h"
#include <cmath>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

using namespace pipeline_dispatch;

namespace {

const char *const Names[] = {"one", "two"};
void source(int) {}
void formOne(int) {}
void formTwo(int) {}
constexpr void (*Functions[])(int) = {source, formOne, formTwo};
/// The program allows its kernel so many dynamic bytes.
void limit(Kernel &Forms, int Bytes) {
  cudaFuncSetAttribute(reinterpret_cast<const void *>(&loaded(Forms, source)),
                       cudaFuncAttributeMaxDynamicSharedMemorySize, Bytes);
}
const void *code(int Form) {
  return reinterpret_cast<const void *>(Functions[Form]);
}

/// A program that launches a kernel with two forms more.
class DispatchTest : public testing::Test {
protected:
  DispatchTest() {
    FakeRuntime &G = gpu();
    G.Clocks.clear();
    G.Captured.clear();
    G.IsBehind = G.IsReset = G.SomebodyCaptures = false;
    G.Bad = G.Live = G.Raised = 0;
    G.Limits.clear();
    G.LoadedCode.clear();
    G.Spilling.clear();
    G.IsBusy = false;
    lastError() = cudaSuccess;
    currentDevice() = 0;
  }

  /// Milliseconds of a form at its so many-th launch.
  std::function<double(int Form, unsigned Count)> Ms = [](int Form, unsigned) {
    return Form == 2 ? 0.8 : 1.0;
  };
  std::set<int> Refused;
  /// As in a program, where each is there to the end.
  static Kernel &newKernel() {
    static auto &All = *new std::vector<std::unique_ptr<Kernel>>;
    All.push_back(std::make_unique<Kernel>("kernel", Names, Functions));
    return *All.back();
  }
  Kernel &Forms = newKernel();
  unsigned Launched[MostForms] = {};
  std::mutex Lock;

  int launch(unsigned Blocks = 64, unsigned long long Tiles = 32,
             cudaStream_t Stream = nullptr, double Work = 1) {
    Launch Is(Forms, dim3(Blocks), dim3(128), 0, Stream, Tiles);
    int Form = 0;
    do {
      Form = Is.form();
      if (Refused.count(Form)) {
        give(cudaErrorInvalidConfiguration);
        continue;
      }
      unsigned Count = 0;
      {
        const std::lock_guard<std::mutex> Guard(Lock);
        const std::lock_guard<std::mutex> OfGpu(gpu().Lock);
        loadCode(code(Form));
        Count = Launched[Form]++;
      }
      gpu().run(Stream, Work * Ms(Form, Count));
    } while (Is.mustRepeat());
    return Form;
  }
  int launchMany(unsigned Count, unsigned Blocks = 64,
                 unsigned long long Tiles = 32) {
    int Last = 0;
    for (unsigned I = 0; I < Count; ++I)
      Last = launch(Blocks, Tiles);
    return Last;
  }
  Choice *choiceOf(unsigned Blocks, unsigned long long Tiles) {
    Shape Is;
    Is.Device = currentDevice();
    Is.Grid = dim3(Blocks);
    Is.Block = dim3(128);
    Is.Tiles[0] = Tiles;
    return Forms.find(Is);
  }
  bool isSettled() { return choiceOf(64, 32)->isSettled(); }
};

TEST_F(DispatchTest, TheFastestIsLaunched) {
  EXPECT_EQ(launchMany(100), 2);
  EXPECT_TRUE(isSettled());
  EXPECT_EQ(gpu().Live, 0); // no event is left
  EXPECT_LE(Launched[0], UsualRounds + 2U);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(DispatchTest, EachLaunchRunsOnce) {
  launchMany(100);
  EXPECT_EQ(Launched[0] + Launched[1] + Launched[2], 100U);
}

TEST_F(DispatchTest, TheFirstLaunchOfAFormIsNotCounted) {
  Ms = [](int Form, unsigned Count) {
    return Count == 0 ? 50.0 : Form == 1 ? 0.9 : 1.0;
  };
  launchMany(3);
  EXPECT_EQ(gpu().Live, 0);
  EXPECT_EQ(launchMany(100), 1);
}

TEST_F(DispatchTest, AGainWithinTheNoiseIsNone) {
  Ms = [](int Form, unsigned Count) { // one half of the rounds
    return Form == 1 && Count % 2 ? 0.9 : 1.05;
  };
  EXPECT_EQ(launchMany(200), 0);
  Ms = [](int Form, unsigned) { return Form ? 0.995 : 1.0; };
  EXPECT_EQ(launchMany(200, 65), 0);
}

/// It saves less than times differ: more rounds tell.
TEST_F(DispatchTest, AGainBelowTheNoiseTakesMoreRounds) {
  unsigned Seed = 1;
  auto Noise = [&] { // 6 % to either side
    Seed = Seed * 1664525 + 1013904223;
    return 0.94 + 0.12 * (Seed >> 8) / 0x1000000;
  };
  Ms = [&](int Form, unsigned) { return (Form == 2 ? 0.97 : 1.0) * Noise(); };
  unsigned Right = 0;
  for (unsigned Key = 0; Key < 40; ++Key)
    Right += launchMany(200, 64 + Key) == 2;
  EXPECT_GE(Right, 34U);
  Ms = [&](int, unsigned) { return Noise(); };
  unsigned Wrong = 0;
  for (unsigned Key = 0; Key < 40; ++Key)
    Wrong += launchMany(200, 64 + Key, 33) != 0;
  EXPECT_LE(Wrong, 4U);
}

/// Both forms are far faster than the source's kernel, one by 3 % more.
TEST_F(DispatchTest, TheFasterOfTwoForms) {
  unsigned Seed = 1;
  Ms = [&](int Form, unsigned) {
    Seed = Seed * 1664525 + 1013904223;
    const double Noise = 0.94 + 0.12 * (Seed >> 8) / 0x1000000;
    return (Form == 2 ? 0.68 : Form ? 0.7 : 1.0) * Noise;
  };
  unsigned Right = 0;
  for (unsigned Key = 0; Key < 40; ++Key)
    Right += launchMany(200, 64 + Key) == 2;
  EXPECT_GE(Right, 36U);
}

TEST_F(DispatchTest, OneSlowLaunchDoesNotDecide) {
  Ms = [](int Form, unsigned Count) {
    return (Form == 2 ? 0.8 : 1.0) * (Count == 4 ? 20 : 1);
  };
  EXPECT_EQ(launchMany(100), 2);
}

TEST_F(DispatchTest, ADriftIsNoGain) {
  // Each launch is faster than the one before: in turn, nobody wins.
  double Now = 1;
  Ms = [&](int, unsigned) { return Now *= 0.99; };
  launchMany(10);
  Now = 1;
  EXPECT_EQ(launchMany(200, 65), 0);
}

TEST_F(DispatchTest, AFormFarBehindIsGivenUp) {
  Ms = [](int Form, unsigned) { return Form == 1 ? 3.0 : Form ? 0.8 : 1.0; };
  EXPECT_EQ(launchMany(100), 2);
  EXPECT_LE(Launched[1], RoundsToGiveUp + 3U);
  Ms = [](int Form, unsigned) { return Form ? 3.0 : 1.0; };
  EXPECT_EQ(launchMany(40, 65), 0);
  EXPECT_TRUE(choiceOf(65, 32)->isSettled());
}

TEST_F(DispatchTest, ShortKernelsAreTimedBySpans) {
  // Events tell thousandths of a millisecond only.
  double Before = 0;
  Ms = [&](int Form, unsigned) {
    Before += Form == 2 ? 0.0036 : 0.0040;
    const double Grain = 0.001 * std::floor(Before / 0.001);
    Before -= Grain;
    return Grain;
  };
  EXPECT_EQ(launchMany(2000), 2);
}

TEST_F(DispatchTest, OtherWorkOfTheStreamIsNoTimeOfAForm) {
  Ms = [](int Form, unsigned) { return Form == 2 ? 0.0045 : 0.005; };
  for (unsigned I = 0; I < 1500; ++I) {
    if (I % 16 == 15)
      gpu().run(nullptr, 30);
    launch();
  }
  EXPECT_EQ(launch(), 2);
}

TEST_F(DispatchTest, LaunchesFarAheadOfTheGpu) {
  gpu().IsBehind = true;
  EXPECT_EQ(launchMany(500), 0);
  EXPECT_LE(gpu().Live, 2 * (MostOpen + 1));
  gpu().IsBehind = false;
  for (auto &[Event, IsSeen] : gpu().Seen)
    IsSeen = true;
  launch();
  EXPECT_EQ(choiceOf(64, 32)->best(), 2); // from what is done by now
  EXPECT_EQ(launchMany(100), 2);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(DispatchTest, ACaptureTakesTheBestSoFar) {
  gpu().Captured[nullptr] = true;
  EXPECT_EQ(launchMany(50), 0);
  gpu().Captured[nullptr] = false;
  launchMany(100);
  gpu().Captured[nullptr] = true;
  EXPECT_EQ(launch(), 2);
  EXPECT_EQ(gpu().Bad, 0); // no event in a graph
}

TEST_F(DispatchTest, ACaptureOfAnotherThreadStaysWhole) {
  gpu().SomebodyCaptures = true;
  EXPECT_EQ(launchMany(100), 2);
  EXPECT_EQ(gpu().Bad, 0);
  EXPECT_EQ(captureMode(), cudaStreamCaptureModeGlobal);
}

TEST_F(DispatchTest, ErrorsOfTheProgramAreItsOwn) {
  launchMany(4); // the next is a form's turn
  give(cudaErrorInvalidConfiguration);
  launchMany(50);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
  Refused = {0, 1, 2}; // wrong for every form: the source's error is seen
  launch(65);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
}

TEST_F(DispatchTest, AFormThatIsRefusedIsReplaced) {
  Refused = {2};
  EXPECT_NE(launchMany(100), 2);
  EXPECT_EQ(Launched[0] + Launched[1], 100U);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_TRUE(isSettled());
}

TEST_F(DispatchTest, ADeviceThatIsReset) {
  // In each state of a round; touching an event of before would crash.
  for (unsigned Before = 1; Before < 30; ++Before) {
    launchMany(Before, 64 + Before);
    resetDevice();
    EXPECT_EQ(launchMany(100, 64 + Before), 2);
    EXPECT_TRUE(choiceOf(64 + Before, 32)->isSettled());
  }
  Ms = [](int Form, unsigned) { return Form == 2 ? 0.004 : 0.005; };
  for (unsigned Before = 1; Before < 60; ++Before) {
    launchMany(Before, 128 + Before);
    resetDevice();
    launchMany(700, 128 + Before);
    resetDevice(); // within a span, or after the choice
    EXPECT_EQ(launchMany(700, 128 + Before), 2);
  }
  EXPECT_EQ(gpu().Live, 0);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(DispatchTest, NoContextYet) {
  const unsigned long long Was = gpu().Context;
  gpu().Context = 0;
  EXPECT_EQ(launchMany(50), 0);
  EXPECT_EQ(gpu().Live, 0);
  gpu().Context = Was;
  EXPECT_EQ(launchMany(100), 2);
}

/// Launches with so many dynamic bytes for the forms.
int launchWith(Kernel &Forms, size_t Bytes, unsigned Threads = 128) {
  Launch Is(Forms, dim3(64), dim3(Threads), Bytes, nullptr, 32);
  int Form = 0;
  do {
    Form = Is.takes(1, Bytes) ? 1 : Is.takes(2, Bytes) ? 2 : 0;
    gpu().run(nullptr, Form == 2 ? 0.8 : 1);
  } while (Is.mustRepeat());
  return Form;
}

TEST_F(DispatchTest, FormsAreLoadedWithTheSource) {
  // The first launch, or a call of the program's that loads the kernel.
  launch();
  gpu().IsBusy = true; // with a kernel that waits for one of these launches
  EXPECT_EQ(launchMany(100), 2);
  resetDevice();
  gpu().IsBusy = false;
  EXPECT_EQ(&loaded(Forms, source), &source);
  gpu().IsBusy = true;
  EXPECT_EQ(launchMany(100, 65), 2);
  EXPECT_EQ(gpu().LoadedCode.size(), 3U);
}

TEST_F(DispatchTest, AFormWithMoreLocalMemoryIsNotLaunched) {
  // Its first launch may wait for what runs.
  gpu().Spilling = {code(2)};
  int Last = 0;
  for (int I = 0; I < 100; ++I)
    EXPECT_NE(Last = launchWith(Forms, 0), 2);
  EXPECT_EQ(Last, 0);
  gpu().Spilling = {code(0), code(2)};
  resetDevice();
  for (int I = 0; I < 100; ++I)
    Last = launchWith(Forms, 64);
  EXPECT_EQ(Last, 2);
}

TEST_F(DispatchTest, NothingIsAskedWhileAnErrorWaits) {
  give(cudaErrorInvalidConfiguration);
  EXPECT_EQ(launchMany(20), 0);
  EXPECT_EQ(launchWith(Forms, 90 << 10), 0); // a limit that no device gives
  EXPECT_EQ(&loaded(Forms, source), &source);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
  EXPECT_EQ(gpu().LoadedCode.size(), 1U); // by its launches
}

TEST_F(DispatchTest, LimitsAreRaisedOnce) {
  auto Many = [&](size_t Bytes, unsigned Threads = 128) {
    int Last = 0;
    for (int I = 0; I < 100; ++I)
      Last = launchWith(Forms, Bytes, Threads);
    return Last;
  };
  EXPECT_EQ(Many(20 << 10), 2); // 36 KB
  EXPECT_EQ(gpu().Raised, 0);
  limit(Forms, 60 << 10);
  EXPECT_EQ(Many(40 << 10), 2);
  EXPECT_EQ(gpu().Raised, 3); // with the program's
  EXPECT_EQ(Many(60 << 10), 2);
  EXPECT_EQ(Many(50 << 10), 2); // never lowered
  EXPECT_EQ(gpu().Raised, 5);
  resetDevice();
  EXPECT_EQ(launchWith(Forms, 60 << 10), 0); // nothing allows it
  limit(Forms, 60 << 10);
  EXPECT_EQ(launchWith(Forms, 60 << 10), 2);
  EXPECT_EQ(gpu().Raised, 7);   // of the form that is launched
  EXPECT_EQ(Many(90 << 10), 0); // no device gives it
  EXPECT_EQ(Many(20 << 10, 1024), 0);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(gpu().Bad, 0);
}

TEST_F(DispatchTest, ALimitOfTheProgramHoldsForForms) {
  auto Settled = [&](size_t Bytes) {
    for (int I = 0; I < 99; ++I)
      launchWith(Forms, Bytes);
    return launchWith(Forms, Bytes);
  };
  EXPECT_EQ(Settled(40 << 10), 0); // nothing allows it
  limit(Forms, 60 << 10);
  EXPECT_EQ(Settled(60 << 10), 2);
  limit(Forms, 50 << 10); // it is lowered
  EXPECT_EQ(launchWith(Forms, 60 << 10), 0);
  EXPECT_EQ(Settled(50 << 10), 2);
  EXPECT_EQ(Settled(2 << 10), 2);
  limit(Forms, 1 << 10); // below what any launch may have
  EXPECT_EQ(launchWith(Forms, 2 << 10), 0);
  EXPECT_EQ(Settled(1 << 10), 2);
  EXPECT_EQ(Settled(0), 2);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(gpu().Bad, 0);
}

TEST_F(DispatchTest, EventsThatAreNoMore) {
  launchMany(7);
  gpu().IsReset = true;
  launchMany(100);
  EXPECT_TRUE(isSettled());
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(DispatchTest, EightThreads) {
  std::vector<std::thread> Threads;
  for (int T = 0; T < 8; ++T)
    Threads.emplace_back([this] {
      int Own = 0;
      for (int I = 0; I < 500; ++I) {
        launch(64, 32, &Own);
        EXPECT_EQ(cudaGetLastError(), cudaSuccess);
      }
    });
  for (std::thread &Each : Threads)
    Each.join();
  EXPECT_EQ(Launched[0] + Launched[1] + Launched[2], 4000U);
  EXPECT_EQ(launchMany(200), 2);
}

TEST_F(DispatchTest, EachDeviceHasItsOwnChoice) {
  Ms = [](int Form, unsigned) {
    return Form == 1 + currentDevice() ? 0.8 : 1.0;
  };
  EXPECT_EQ(launchMany(100), 1);
  currentDevice() = 1;
  EXPECT_EQ(launchMany(100), 2);
  currentDevice() = 0;
  EXPECT_EQ(launch(), 1);
}

TEST_F(DispatchTest, EachSizeHasItsOwnChoice) {
  unsigned Blocks = 0;
  Ms = [&](int Form, unsigned) {
    return Form == (Blocks < 100 ? 1 : 2) ? 0.8 : 1.0;
  };
  Blocks = 50;
  EXPECT_EQ(launchMany(100, Blocks), 1);
  Blocks = 200;
  EXPECT_EQ(launchMany(100, Blocks), 2);
  EXPECT_EQ(launch(50), 1);
  EXPECT_NE(choiceOf(50, 32), choiceOf(50, 33));
}

TEST_F(DispatchTest, SizesThatNeverRepeatFallIntoClasses) {
  int Last = 0;
  for (unsigned I = 0; I < 3000; ++I)
    Last = launch(1024 + I % 1000, 32, nullptr, 1024 + I % 1000);
  EXPECT_EQ(Last, 2);
  std::set<Choice *> All;
  for (unsigned Blocks = 1024; Blocks < 2024; ++Blocks)
    All.insert(choiceOf(Blocks, 32));
  EXPECT_EQ(All.size(), MostExact + 1);
  for (unsigned Blocks = 1; Blocks < 100000; Blocks += 7)
    for (unsigned Tiles : {1, 5, 77, 1000})
      All.insert(choiceOf(Blocks, Tiles));
  EXPECT_LE(All.size(), MostExact + MostClasses + 1);
}

TEST_F(DispatchTest, OtherStreamsAreNoPartOfASpan) {
  Ms = [](int Form, unsigned) { return Form == 2 ? 0.0047 : 0.005; };
  int Own = 0;
  for (unsigned I = 0; I < 3000; ++I)
    launch(64, 32, I * 7919 % 11 < 6 ? nullptr : &Own);
  EXPECT_EQ(launch(), 2);
}

} // namespace
