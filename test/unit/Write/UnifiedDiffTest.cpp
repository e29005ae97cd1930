//===- UnifiedDiffTest.cpp - Patches that git and patch take --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Write/UnifiedDiff.h"

#include "TemporaryFolder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Program.h"
#include <chrono>
#include <random>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

std::string diff(StringRef Old, StringRef New) {
  return unifiedDiff(Old, New, "k.cu");
}

constexpr const char *Header = "--- a/k.cu\n+++ b/k.cu\n";

TEST(UnifiedDiff, EqualTextsGiveNothing) {
  EXPECT_EQ(diff("", ""), "");
  EXPECT_EQ(diff("a\nb", "a\nb"), "");
}

TEST(UnifiedDiff, OneChangeWithContext) {
  EXPECT_EQ(diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nX\n6\n7\n8\n9\n"),
            std::string(Header) +
                "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+X\n 6\n 7\n 8\n");
}

TEST(UnifiedDiff, NearChangesShareAHunkFarOnesDoNot) {
  std::string Old, Near, Far;
  for (int I = 1; I <= 20; ++I) {
    std::string Line = std::to_string(I) + "\n";
    Old += Line;
    Near += I == 5 || I == 12 ? "X\n" : Line;
    Far += I == 5 || I == 13 ? "X\n" : Line;
  }
  EXPECT_EQ(StringRef(diff(Old, Near)).count("@@ -"), 1u);
  EXPECT_EQ(StringRef(diff(Old, Far)).count("@@ -"), 2u);
}

TEST(UnifiedDiff, EmptyFileAndMissingNewline) {
  EXPECT_EQ(diff("", "a\n"), std::string(Header) + "@@ -0,0 +1 @@\n+a\n");
  EXPECT_EQ(diff("a\n", ""), std::string(Header) + "@@ -1 +0,0 @@\n-a\n");
  EXPECT_EQ(diff("a\nb", "a\nb\n"), std::string(Header) +
                                        "@@ -1,2 +1,2 @@\n a\n-b\n"
                                        "\\ No newline at end of file\n+b\n");
  EXPECT_EQ(diff("a\nb", "X\nb"), std::string(Header) +
                                      "@@ -1,2 +1,2 @@\n-a\n+X\n b\n"
                                      "\\ No newline at end of file\n");
}

TEST(UnifiedDiff, CarriageReturnsAreContent) {
  EXPECT_EQ(diff("a\r\nb\r\n", "a\r\nb\n"),
            std::string(Header) + "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+b\n");
}

TEST(UnifiedDiff, ANewBlockEndsWithItsOwnBrace) {
  std::string Diff = diff("f() {\n}\n", "f() {\n}\ng() {\n}\n");
  EXPECT_EQ(Diff,
            std::string(Header) + "@@ -1,2 +1,4 @@\n f() {\n }\n+g() {\n+}\n");
}

TEST(UnifiedDiff, NamesAreSpelledAsGitDoes) {
  EXPECT_TRUE(StringRef(unifiedDiff("a\n", "b\n", "two words.cu"))
                  .starts_with("--- a/two words.cu\t\n+++ b/two words.cu\t\n"));
  EXPECT_TRUE(
      StringRef(unifiedDiff("a\n", "b\n", "q\"\t.cu"))
          .starts_with("--- \"a/q\\\"\\011.cu\"\n+++ \"b/q\\\"\\011.cu\"\n"));
}

TEST(UnifiedDiff, PathsAreRelativeToTheWorkingFolder) {
  SmallString<128> Here;
  ASSERT_FALSE(sys::fs::current_path(Here));
  EXPECT_EQ(pathInPatch("src/k.cu"), "src/k.cu");
  EXPECT_EQ(pathInPatch("./src/../k.cu"), "k.cu");
  EXPECT_EQ(pathInPatch((Here + "/k.cu").str()), "k.cu");
  EXPECT_EQ(pathInPatch("/elsewhere/k.cu"), "elsewhere/k.cu");
  EXPECT_EQ(pathInPatch((Here + "beside/k.cu").str()),
            Here.substr(1).str() + "beside/k.cu");
}

/// The least number of deleted and inserted lines, by the textbook table.
unsigned leastChanges(StringRef Old, StringRef New) {
  std::vector<std::vector<unsigned>> Cost(
      Old.size() + 1, std::vector<unsigned>(New.size() + 1));
  for (size_t X = 0; X <= Old.size(); ++X)
    for (size_t Y = 0; Y <= New.size(); ++Y)
      Cost[X][Y] = X == 0   ? Y
                   : Y == 0 ? X
                   : Old[X - 1] == New[Y - 1]
                       ? Cost[X - 1][Y - 1]
                       : 1 + std::min(Cost[X - 1][Y], Cost[X][Y - 1]);
  return Cost[Old.size()][New.size()];
}

/// Applies a patch strictly: every line of context and deletion must be there.
std::string applied(StringRef Old, StringRef Diff) {
  SmallVector<StringRef> Lines, Steps;
  Old.split(Lines, '\n');
  Diff.split(Steps, '\n');
  std::string New;
  size_t X = 0;
  for (StringRef Step : ArrayRef(Steps).drop_front(2)) {
    if (Step.consume_front("@@ -")) {
      unsigned Begin = 0, Count = 1;
      Step.consumeInteger(10, Begin);
      if (Step.consume_front(","))
        Step.consumeInteger(10, Count);
      for (; X + 1 < Begin + (Count == 0); ++X)
        New += (Lines[X] + "\n").str();
    } else if (Step.consume_front("+")) {
      New += (Step + "\n").str();
    } else if (!Step.empty()) {
      if (X >= Lines.size() || Lines[X] != Step.drop_front())
        return "<context differs>";
      if (Step.front() == ' ')
        New += (Lines[X] + "\n").str();
      ++X;
    }
  }
  for (; X + 1 < Lines.size(); ++X)
    New += (Lines[X] + "\n").str();
  return New;
}

std::string asLines(StringRef Letters) {
  std::string Text;
  for (char C : Letters)
    Text += std::string(1, C) + "\n";
  return Text;
}

TEST(UnifiedDiff, RandomTextsAreMinimalAndApply) {
  std::mt19937 Random(1);
  for (int Round = 0; Round < 3000; ++Round) {
    std::string Old, New;
    char Letters = 'a' + 1 + Random() % 6;
    auto Letter = [&] { return char('a' + Random() % (Letters - 'a' + 1)); };
    for (unsigned I = Random() % 25; I > 0; --I)
      Old += Letter();
    if (Round % 2) {
      for (unsigned I = Random() % 25; I > 0; --I)
        New += Letter();
    } else {
      for (char C : Old)
        if (unsigned What = Random() % 10; What > 0)
          New += What == 1 ? std::string{Letter(), C} : std::string{C};
    }
    if (Old == New)
      continue;
    std::string Diff = diff(asLines(Old), asLines(New));
    unsigned Changed = 0;
    SmallVector<StringRef> Lines;
    StringRef(Diff).split(Lines, '\n');
    for (StringRef Line : ArrayRef(Lines).drop_front(2))
      Changed += Line.starts_with("+") || Line.starts_with("-");
    ASSERT_EQ(Changed, leastChanges(Old, New)) << Old << " " << New;
    ASSERT_EQ(applied(asLines(Old), Diff), asLines(New)) << Diff;
  }
}

TEST(UnifiedDiff, LongFilesAreFast) {
  std::string Old, New, Other;
  for (int I = 0; I < 50000; ++I) {
    std::string Line = "line " + std::to_string(I % 1000) + "\n";
    Old += Line;
    New += I % 5000 == 7 ? "changed\n" : Line;
    Other += "other " + std::to_string(I) + "\n";
  }
  auto Start = std::chrono::steady_clock::now();
  EXPECT_EQ(StringRef(diff(Old, New)).count("\n+changed"), 10u);
  // Nothing in common: shown as replaced, without a search that never ends.
  EXPECT_EQ(StringRef(diff(Old, Other)).count("\n+other"), 50000u);
  auto Time = std::chrono::steady_clock::now() - Start;
  EXPECT_LT(std::chrono::duration<double>(Time).count(), 10.0);
}

/// Both programs give the new text back, byte for byte.
TEST(UnifiedDiff, GitAndPatchTakeIt) {
  const std::pair<StringRef, StringRef> Cases[] = {
      {"a\nb\nc\n", "a\nX\nY\nc\n"},
      {"a\nb", "a\nb\nc"},
      {"a\nb", "a\nb\n"},
      {"a\r\nb\r\nc\r\n", "a\r\nX\r\nc\r\n"},
      {"a\r\nb\nc", "a\r\nb\r\nc"},
      {"\xef\xbb\xbf// gr\xfc\xdf\n", "\xef\xbb\xbf// gr\xfc\xdf\nint a;\n"},
      {"-- a/x\nb\n", "++ b/x\nb\n"},
  };
  auto Git = sys::findProgramByName("git");
  auto Patch = sys::findProgramByName("patch");
  if (!Git && !Patch)
    GTEST_SKIP() << "neither git nor patch is installed";
  for (auto [Old, New] : Cases) {
    TemporaryFolder Folder;
    std::string Diff = Folder.write("p.diff", unifiedDiff(Old, New, "k x.cu"));
    std::string Shell = *sys::findProgramByName("sh");
    auto Run = [&](const std::string &Command) {
      std::string Line = "cd " + Folder.root() + " && " + Command;
      return sys::ExecuteAndWait(Shell, {"sh", "-c", Line});
    };
    if (Git) {
      Folder.write("k x.cu", Old);
      EXPECT_EQ(Run("git apply p.diff 2>git.log"), 0) << Folder.read("git.log");
      EXPECT_EQ(Folder.read("k x.cu"), New);
    }
    if (Patch) {
      Folder.write("k x.cu", Old);
      EXPECT_EQ(Run("patch -p1 <p.diff >patch.log 2>&1"), 0)
          << Folder.read("patch.log");
      EXPECT_EQ(Folder.read("k x.cu"), New);
    }
  }
}

TEST(UnifiedDiff, ColoursDoNotTouchTheText) {
  std::string Text;
  raw_string_ostream OS(Text);
  std::string Diff = diff("a\r\nb\n", "a\r\nc\n");
  OS.enable_colors(true);
  printDiff(OS, Diff);
  EXPECT_NE(Text.find("\x1b["), std::string::npos);
  std::string Plain;
  for (size_t I = 0; I < Text.size(); ++I)
    if (Text[I] == '\x1b')
      I = Text.find('m', I);
    else
      Plain += Text[I];
  EXPECT_EQ(Plain, Diff);
}

} // namespace
} // namespace pipeline_rewrite
