//===- LayoutTest.cpp - Breaks and spaces of new text ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An edit stands between two '$' of the text: what is there is new.
//===----------------------------------------------------------------------===//
#include "Emit/Source/Layout.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace pipeline_rewrite;

namespace {

/// A file in a folder of its own, with a style or without.
class Folder {
public:
  explicit Folder(llvm::StringRef Style) {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("layout", Path));
    llvm::SmallString<128> File(Path);
    llvm::sys::path::append(File, ".clang-format");
    if (!Style.empty()) {
      std::error_code Failed;
      llvm::raw_fd_ostream(File, Failed) << Style << "\n";
      EXPECT_FALSE(Failed);
    }
  }
  ~Folder() { llvm::sys::fs::remove_directories(Path); }

  std::string file() const { return (Path + "/kernel.cu").str(); }

private:
  llvm::SmallString<128> Path;
};

/// \p Marked once its edits are made and laid out.
std::string laidOut(llvm::StringRef Style, llvm::StringRef Marked) {
  std::string Source;
  std::vector<TextEdit> Edits;
  while (true) {
    auto [Kept, Rest] = Marked.split('$');
    Source += Kept;
    if (Rest.empty())
      break;
    auto [New, Behind] = Rest.split('$');
    const unsigned At = Source.size();
    Edits.push_back({At, At, New.str(), /*Once=*/false});
    Marked = Behind;
  }
  const Folder In(Style);
  auto Layout = TextLayout::of(In.file(), Source);
  if (!Layout)
    return llvm::toString(Layout.takeError());
  return applied(Layout->arrange(Edits, Source), Source);
}

constexpr const char *Narrow = "BasedOnStyle: LLVM\nColumnLimit: 30\n";

// A name of 60 columns.
#define LONG "a23456789_123456789_123456789_123456789_123456789_123456789"

TEST(Layout, NewLinesAreAsTheStyleHasThem) {
  EXPECT_EQ(laidOut(Narrow, "void f() {\n$  int a=1;\n$}\n"),
            "void f() {\n  int a = 1;\n}\n");
}

TEST(Layout, TextOfTheUserStays) {
  EXPECT_EQ(
      laidOut(Narrow, "void f( ) {\n  int b=1;\n$  int a=1;\n$  int c=1;\n}\n"),
      "void f( ) {\n  int b=1;\n  int a = 1;\n  int c=1;\n}\n");
}

TEST(Layout, OfALineThatIsPartlyNewTheNewPart) {
  EXPECT_EQ(laidOut(Narrow, "void f() {\n  b[i]=a$[s+1]$[i];\n}\n"),
            "void f() {\n  b[i]=a[s + 1][i];\n}\n");
}

TEST(Layout, LongLinesAreBroken) {
  EXPECT_EQ(
      laidOut(Narrow,
              "void f() {\n$  total = first_part(1) + second_part(2);\n$}\n"),
      "void f() {\n  total = first_part(1) +\n          second_part(2);\n}\n");
}

TEST(Layout, ALineThatBecomesTooLongIsBroken) {
  EXPECT_EQ(laidOut(Narrow, "void f() {\n  total=first$[s]$[1]+second_on[2];"
                            "\n  total=first_one[10]+second_one[20];\n}\n"),
            "void f() {\n  total=first[s][1]+\n          second_on[2];"
            "\n  total=first_one[10]+second_one[20];\n}\n");
}

TEST(Layout, ALineThatWasTooLongStays) {
  const std::string Own = "void f(int of, int many, int parameters) {\n";
  EXPECT_EQ(laidOut(Narrow, "$int a;\n$" + Own + "  g();\n}\n"),
            "int a;\n" + Own + "  g();\n}\n");
}

TEST(Layout, OnlyWhiteSpaceChanges) {
  // The style would put braces there, split the comment and sort the includes.
  EXPECT_EQ(laidOut("BasedOnStyle: LLVM\nColumnLimit: 30\nInsertBraces: true\n"
                    "ReflowComments: true\n",
                    "$#include <b>\n#include <a>\n$void f() {\n"
                    "$  // a comment that is longer than thirty columns\n"
                    "  if (a)\n    b();\n$}\n"),
            "#include <b>\n#include <a>\nvoid f() {\n"
            "  // a comment that is longer than thirty columns\n"
            "  if (a)\n    b();\n}\n");
}

TEST(Layout, StyleThatWantsNothing) {
  EXPECT_EQ(laidOut("DisableFormat: true", "void f() {\n$  int a=1;\n$}\n"),
            "void f() {\n  int a=1;\n}\n");
}

TEST(Layout, StyleThatCannotBeRead) {
  EXPECT_NE(laidOut("BasedOnStyle: Nobody", "$int a;\n$"), "int a;\n");
}

TEST(Layout, WithoutAStyleSpacesStay) {
  EXPECT_EQ(laidOut("", "void f() {\n$  int a=1;\n$}\n"),
            "void f() {\n  int a=1;\n}\n");
}

TEST(Layout, WithoutAStyleLongLinesAreBrokenWhereTheyStand) {
  // Two columns further in than the style would have it.
  EXPECT_EQ(laidOut("", "void f() {\n    int b=1;\n$      " LONG
                        "=b+first_part_of_it;\n$}\n"),
            "void f() {\n    int b=1;\n      " LONG
            "=\n          b+first_part_of_it;\n}\n");
}

TEST(Layout, WithoutAStyleLinesMayBeAsLongAsTheFilesOwn) {
  const std::string Own = "  int " LONG "_" LONG "_1=1;\n";
  EXPECT_EQ(laidOut("", "void f() {\n" + Own +
                            "$  " LONG "=b+first_part_of_it;\n$}\n"),
            "void f() {\n" + Own + "  " LONG "=b+first_part_of_it;\n}\n");
}

} // namespace
