//===- HtmlPageTest.cpp - Pages that need no other file -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Write/HtmlPage.h"

#include "gtest/gtest.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

template <typename Function> std::string written(Function Write) {
  std::string Text;
  raw_string_ostream OS(Text);
  Write(OS);
  return Text;
}

std::string shown(StringRef Text) {
  return written([&](raw_ostream &OS) { OS << HtmlText{Text}; });
}

TEST(HtmlPage, EscapesWhatHtmlReads) {
  EXPECT_EQ(shown("a < b && \"c\" > 'd'"),
            "a &lt; b &amp;&amp; &quot;c&quot; &gt; &apos;d&apos;");
  EXPECT_EQ(shown("x\xff"), "x\xEF\xBF\xBD");
}

TEST(HtmlPage, IsComplete) {
  std::string Page = written([](raw_ostream &OS) {
    beginHtmlPage(OS, "Loops of <k.cu>");
    OS << "<p>here</p>\n";
    endHtmlPage(OS);
  });
  StringRef Text = Page;
  EXPECT_TRUE(Text.starts_with("<!doctype html>\n"));
  EXPECT_TRUE(Text.contains("<p>here</p>\n</main>\n<script>"));
  EXPECT_TRUE(Text.ends_with("</script>\n</body>\n</html>\n"));
  EXPECT_TRUE(Text.contains("<title>Loops of &lt;k.cu&gt;</title>"));
  // Nothing is fetched.
  EXPECT_FALSE(Text.contains("http"));
  EXPECT_FALSE(Text.contains("src="));
}

TEST(HtmlPage, Table) {
  EXPECT_EQ(written([](raw_ostream &OS) {
              printHtmlTable(OS, {{"arch"}, {"blocks", /*IsNumber=*/true}},
                             {{"sm_<90>", "5"}, {"sm_86"}});
            }),
            "<div class=\"scroll\"><table>\n"
            "<tr><th>arch</th><th class=\"number\">blocks</th></tr>\n"
            "<tr><td>sm_&lt;90&gt;</td><td class=\"number\">5</td></tr>\n"
            "<tr><td>sm_86</td><td class=\"number\"></td></tr>\n"
            "</table></div>\n");
}

TEST(HtmlPage, Diff) {
  EXPECT_EQ(written([](raw_ostream &OS) {
              printHtmlDiff(OS, "@@ -1 +1 @@\n-a<b\n+a\n c\n");
            }),
            "<pre class=\"diff\"><span class=\"hunk\">@@ -1 +1 @@</span>\n"
            "<span class=\"del\">-a&lt;b</span>\n"
            "<span class=\"add\">+a</span>\n<span> c</span>\n</pre>\n");
  EXPECT_EQ(written([](raw_ostream &OS) { printHtmlDiff(OS, ""); }), "");
}

} // namespace
} // namespace pipeline_rewrite
