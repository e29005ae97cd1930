//===- AnswerCacheTest.cpp - Answers that still hold ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Cache/AnswerCache.h"
#include "Cache/CodeText.h"
#include "Search/KeptResult.h"
#include "Validate/Code/NvccFiles.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <sys/stat.h>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

class AnswerCacheTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("answers", Folder));
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }

  std::string place(StringRef Name) const {
    return (Folder + "/" + Name).str();
  }
  void write(StringRef Name, StringRef Text) const {
    std::error_code Error;
    raw_fd_ostream(place(Name), Error) << Text;
    ASSERT_FALSE(Error);
  }

  SmallString<256> Folder;
};

TEST_F(AnswerCacheTest, GivesWhatWasKept) {
  const AnswerCache Answers(place("c"));
  const std::string Question = strongHash({"q"});
  EXPECT_FALSE(Answers.find(Question));
  Answers.keep(Question, "answer", {});
  ASSERT_TRUE(Answers.find(Question));
  EXPECT_EQ(Answers.find(Question)->Answer, "answer");
  EXPECT_FALSE(Answers.find(strongHash({"q", ""})));
}

TEST_F(AnswerCacheTest, PartsOfAQuestionDoNotRunTogether) {
  EXPECT_NE(strongHash({"ab", "c"}), strongHash({"a", "bc"}));
}

TEST_F(AnswerCacheTest, OldestGoFirst) {
  const std::string Long(3000, 'x'), Old = strongHash({"old"}),
                                     New = strongHash({"new"});
  {
    const AnswerCache Answers(place("c"), /*MostBytes=*/4000);
    Answers.keep(Old, Long, {});
    Answers.keep(New, Long, {});
  }
  const AnswerCache Answers(place("c"));
  EXPECT_FALSE(Answers.find(Old));
  EXPECT_TRUE(Answers.find(New));
}

/// Of the folder that the user names, and of the entries' own.
TEST_F(AnswerCacheTest, NothingElseIsPruned) {
  const std::string Own = place("pipeline-rewrite-answers");
  const std::string Entry(62, 'a');
  sys::fs::create_directories(place("src/ab"));
  sys::fs::create_directories(Own + "/src");
  sys::fs::create_directories(Own + "/ab");
  sys::fs::create_directories(place("elsewhere"));
  const std::vector<std::string> Kept = {
      "kernel.cu",
      "src/kernel.cu",
      "src/ab/" + Entry,
      "elsewhere/" + Entry,
      "pipeline-rewrite-answers/notes",
      "pipeline-rewrite-answers/src/" + Entry,
      "pipeline-rewrite-answers/ab/notes",
      "pipeline-rewrite-answers/ab/" + Entry + ".txt"};
  for (const std::string &Name : Kept)
    write(Name, "mine");
  ASSERT_FALSE(sys::fs::create_link(place("elsewhere"), Own + "/cd"));
  ASSERT_FALSE(sys::fs::create_link(place("kernel.cu"),
                                    Own + "/ab/b" + Entry.substr(1)));
  AnswerCache(Folder.str().str(), /*MostBytes=*/0)
      .keep(strongHash({"q"}), "answer", {});
  EXPECT_FALSE(AnswerCache(Folder.str().str()).find(strongHash({"q"})));
  for (const std::string &Name : Kept)
    EXPECT_TRUE(sys::fs::exists(place(Name))) << Name;
  EXPECT_TRUE(sys::fs::exists(Own + "/ab/b" + Entry.substr(1)));
  // Neither folder was made by the cache.
  EXPECT_FALSE(sys::fs::exists(place(".gitignore")));
  EXPECT_FALSE(sys::fs::exists(place("CACHEDIR.TAG")));
  EXPECT_FALSE(sys::fs::exists(Own + "/.gitignore"));
}

TEST_F(AnswerCacheTest, HalfWrittenEntriesArePruned) {
  const AnswerCache Answers(place("c"));
  const std::string Own = place("c/pipeline-rewrite-answers/ab/");
  sys::fs::create_directories(Own);
  const std::string Half =
      "c/pipeline-rewrite-answers/ab/" + std::string(62, 'a') + ".0123abcd";
  write(Half, "half");
  AnswerCache(place("c"), /*MostBytes=*/0).keep(strongHash({"q"}), "a", {});
  EXPECT_FALSE(sys::fs::exists(place(Half)));
}

TEST(CodeTextTest, CommentsAndBlanksAreNone) {
  const std::string Code =
      codeOf("#define A 1\nint f(int x) { return x + A; }");
  EXPECT_EQ(codeOf("// Why.\n#define A  1\n\nint f(int /* of it */ x) {\n  "
                   "return x + A; // so\n}\n// End.\n"),
            Code);
  EXPECT_EQ(codeOf("/* first */ #define A 1\nint f(int x) { return x + A; }"),
            Code);
}

TEST(CodeTextTest, TokensAre) {
  EXPECT_NE(codeOf("a + +b"), codeOf("a ++ b"));
  EXPECT_NE(codeOf("#define F(x) x"), codeOf("#define F (x) x"));
  EXPECT_NE(codeOf("#define F x\ny"), codeOf("#define F x y"));
  EXPECT_NE(codeOf("\"// a\""), codeOf("\"// b\""));
  EXPECT_NE(codeOf("R\"(/* a */)\""), codeOf("R\"(/* b */)\""));
  EXPECT_NE(codeOf("#include <a//b>"), codeOf("#include <a//c>"));
  EXPECT_NE(codeOf("a/**/b"), codeOf("ab"));
}

TEST(CodeTextTest, LinesMayMatter) {
  EXPECT_NE(codeOf("int x = __LINE__;"), codeOf("\nint x = __LINE__;"));
  EXPECT_NE(codeOf("for (;;) // pipeline-rewrite: off"), codeOf("for (;;)"));
}

TEST_F(AnswerCacheTest, OtherWordsOfAFile) {
  const std::string Question = strongHash({"q"});
  write("a.h", "int x;\n");
  ReadLog Log;
  Log.addText(place("a.h"), "int x;\n");
  AnswerCache(place("c")).keep(Question, "answer", Log.sightings());
  write("a.h", "// One.\nint x;\n");
  EXPECT_FALSE(AnswerCache(place("c")).find(Question));
  const auto Found =
      AnswerCache(place("c")).find(Question, AnswerCache::Texts::SameCode);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Reworded, std::vector<std::string>{place("a.h")});
  write("a.h", "int y;\n");
  EXPECT_FALSE(
      AnswerCache(place("c")).find(Question, AnswerCache::Texts::SameCode));
}

/// Opening it would wait for a writer.
TEST_F(AnswerCacheTest, AnEntryIsARegularFile) {
  const std::string Question = strongHash({"q"});
  AnswerCache(place("c")).keep(Question, "answer", {});
  const std::string Name = toHex(Question, /*LowerCase=*/true);
  const std::string Place = place("c/pipeline-rewrite-answers/") +
                            Name.substr(0, 2) + "/" + Name.substr(2);
  ASSERT_FALSE(sys::fs::remove(Place, /*IgnoreNonExisting=*/false));
  ASSERT_EQ(mkfifo(Place.c_str(), 0600), 0);
  EXPECT_FALSE(AnswerCache(place("c")).find(Question));
}

/// What is read, looked at in vain, and listed.
TEST_F(AnswerCacheTest, HoldsWhileWhatWasSeenIsSo) {
  write("read", "1");
  ReadLog Log;
  const ReadLog::FileSystem Files = Log.watch(vfs::createPhysicalFileSystem());
  (void)Files->getBufferForFile(place("read"));
  (void)Files->status(place("missing"));
  const std::string Question = strongHash({"q"});
  ASSERT_TRUE(Log.isReliable());
  auto Holds = [&] {
    return AnswerCache(place("c")).find(Question).has_value();
  };
  AnswerCache(place("c")).keep(Question, "answer", Log.sightings());
  EXPECT_TRUE(Holds());
  write("missing", "");
  EXPECT_FALSE(Holds());
  sys::fs::remove(place("missing"));
  EXPECT_TRUE(Holds());
  write("read", "2");
  EXPECT_FALSE(Holds());
  write("read", "1");
  EXPECT_TRUE(Holds());
}

/// \p Open: names that are found and not read.
/// \p Change: what makes an answer stale.
class FoundFilesTest : public AnswerCacheTest {
protected:
  bool holdsBehind(ArrayRef<StringRef> Open, function_ref<void()> Change) {
    ReadLog Log;
    const ReadLog::FileSystem Files =
        Log.watch(vfs::createPhysicalFileSystem());
    for (StringRef Name : Open)
      (void)Files->openFileForRead(place(Name));
    const std::string Question = strongHash({"q"});
    AnswerCache(place("c")).keep(Question, "answer", Log.sightings());
    EXPECT_TRUE(AnswerCache(place("c")).find(Question));
    Change();
    return AnswerCache(place("c")).find(Question).has_value();
  }
};

TEST_F(FoundFilesTest, OneThatVanishes) {
  write("cfg.h", "");
  EXPECT_FALSE(
      holdsBehind({"cfg.h"}, [&] { sys::fs::remove(place("cfg.h")); }));
}

TEST_F(FoundFilesTest, OneThatIsNotRead) {
  write("cfg.h", "1");
  EXPECT_TRUE(holdsBehind({"cfg.h"}, [&] { write("cfg.h", "2"); }));
}

TEST_F(FoundFilesTest, ALinkThatLeadsElsewhere) {
  write("one.h", "");
  write("two.h", "");
  ASSERT_FALSE(sys::fs::create_link(place("one.h"), place("link.h")));
  EXPECT_FALSE(holdsBehind({"one.h", "link.h"}, [&] {
    sys::fs::remove(place("link.h"));
    ASSERT_FALSE(sys::fs::create_link(place("two.h"), place("link.h")));
  }));
}

TEST_F(FoundFilesTest, TwoNamesOfOneFile) {
  write("one.h", "");
  ASSERT_FALSE(sys::fs::create_hard_link(place("one.h"), place("same.h")));
  EXPECT_FALSE(holdsBehind({"one.h", "same.h"}, [&] {
    sys::fs::remove(place("same.h"));
    write("same.h", "");
  }));
}

TEST_F(AnswerCacheTest, APipeIsNotReadAgain) {
  write("read", "1");
  ReadLog Log;
  Log.addText(place("read"), "1");
  const std::string Question = strongHash({"q"});
  AnswerCache(place("c")).keep(Question, "answer", Log.sightings());
  EXPECT_TRUE(AnswerCache(place("c")).find(Question));
  sys::fs::remove(place("read"));
  ASSERT_EQ(mkfifo(place("read").c_str(), 0600), 0);
  EXPECT_FALSE(AnswerCache(place("c")).find(Question));
}

/// A file named `link/../k.cu` lies beside what the link leads to.
TEST_F(AnswerCacheTest, ParentsAreThoseOfTheFile) {
  sys::fs::create_directories(place("other/deep"));
  write("other/k.cu", "");
  ASSERT_FALSE(sys::fs::create_link(place("other/deep"), place("link")));
  ReadLog Log;
  {
    const ReadLog::Scope Mine(&Log);
    logParents(place("link/../k.cu"), {".clang-format"});
  }
  const std::string Question = strongHash({"q"});
  for (const char *Style : {"other/.clang-format", ".clang-format"}) {
    AnswerCache(place("c")).keep(Question, "answer", Log.sightings());
    EXPECT_TRUE(AnswerCache(place("c")).find(Question));
    write(Style, "");
    EXPECT_FALSE(AnswerCache(place("c")).find(Question)) << Style;
    sys::fs::remove(place(Style));
  }
}

/// Of the same size and time, in the same place on disk.
class ScriptTest : public AnswerCacheTest {
protected:
  void writeOld(StringRef Text) const {
    write("script", Text);
    int Handle;
    ASSERT_FALSE(sys::fs::openFileForWrite(
        place("script"), Handle, sys::fs::CD_OpenExisting, sys::fs::OF_Append));
    ASSERT_FALSE(sys::fs::setLastAccessAndModificationTime(
        Handle, sys::TimePoint<>(std::chrono::seconds(1000))));
    sys::fs::file_t File = Handle;
    sys::fs::closeFile(File);
  }
};

TEST_F(ScriptTest, IsAnotherOne) {
  writeOld("exec gcc-1");
  const std::string Before = identityOf(place("script"));
  EXPECT_EQ(identityOf(place("script")), Before);
  writeOld("exec gcc-2");
  EXPECT_NE(identityOf(place("script")), Before);
}

TEST_F(ScriptTest, IsTheHostCompiler) {
  for (const bool IsOneWord : {false, true}) {
    ParseJob Job;
    Job.File = place("k.cu");
    Job.NvccArgs = IsOneWord
                       ? std::vector<std::string>{"-ccbin=" + place("script")}
                       : std::vector<std::string>{"-ccbin", place("script")};
    writeOld("exec gcc-1");
    const std::string Before = identityOfCompilers(Job);
    EXPECT_EQ(identityOfCompilers(Job), Before);
    writeOld("exec gcc-2");
    EXPECT_NE(identityOfCompilers(Job), Before);
  }
}

/// A search that the time limit ended may find more the next time.
TEST(FinalTest, IsNothingThatWasCutShort) {
  UnitResult Unit;
  LoopReport &Loop = Unit.Loops.emplace_back();
  EXPECT_TRUE(isFinal(Unit));
  Loop.Execution.emplace().WhyNot = "no launch with two tiles was found";
  EXPECT_TRUE(isFinal(Unit));
  Loop.Execution->WhyNot = "no launch with two tiles was found in 2 s; the "
                           "original, first of all: a trap";
  EXPECT_FALSE(isFinal(Unit));
  Loop.Reason = {RefusalId::NotRun, {}, Loop.Execution->WhyNot, {}};
  Loop.Execution.reset();
  EXPECT_FALSE(isFinal(Unit));
}

TEST_F(AnswerCacheTest, TwoStatesOfAFileAreNone) {
  ReadLog Log;
  Log.addText("/a", "1");
  EXPECT_TRUE(Log.isReliable());
  Log.addText("/a", "2");
  EXPECT_FALSE(Log.isReliable());
}

TEST_F(AnswerCacheTest, TimeIsNotKept) {
  ReadLog Log;
  Log.addText("/a", "const char *Built = __DATE__;");
  EXPECT_FALSE(Log.isReliable());
}

} // namespace
} // namespace pipeline_rewrite
