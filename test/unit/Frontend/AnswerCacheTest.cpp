//===- AnswerCacheTest.cpp - Answers that still hold ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/AnswerCache.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

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
