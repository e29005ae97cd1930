//===- HtmlPage.cpp - Pages that need no other file -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Write/HtmlPage.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

constexpr StringLiteral Style = R"css(
:root {
  color-scheme: light dark;
  --ink: #1d232b; --paper: #ffffff; --quiet: #5c6773; --line: #d5dae0;
  --panel: #f5f7f9; --link: #0b5cad;
  --load: #2f78c4; --compute: #e0962a; --sync: #8a94a0; --store: #6d4fb3;
  --good: #1f7a3d; --bad: #b3261e; --add: #e3f6e8; --del: #fce9e7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e3e7ec; --paper: #14181d; --quiet: #9aa5b1; --line: #38414b;
    --panel: #1c2229; --link: #74b1f0;
    --load: #4f97e0; --compute: #e8a84a; --sync: #7d8894; --store: #9a80dc;
    --good: #6cc787; --bad: #f08a80; --add: #173322; --del: #3c1f1d;
  }
}
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif;
}
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; overflow-wrap: anywhere; }
a { color: var(--link); }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", monospace; }
code { font-size: .92em; }
section {
  border: 1px solid var(--line); border-radius: 8px;
  margin: 1rem 0; padding: .25rem 1rem 1rem;
}
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: .75rem 0; font-size: .93em; }
th, td {
  padding: .3rem .7rem; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line);
}
th { color: var(--quiet); font-weight: 600; cursor: pointer; }
th[aria-sort="ascending"]::after { content: " \2191"; }
th[aria-sort="descending"]::after { content: " \2193"; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.quiet { color: var(--quiet); }
#filter {
  font: inherit; padding: .25rem .6rem; min-width: 18rem; color: inherit;
  background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
}
.diff {
  margin: .5rem 0 0; padding: .75rem; overflow-x: auto; font-size: .82rem;
  line-height: 1.4; background: var(--panel); border-radius: 6px;
}
.diff span { display: inline-block; min-width: 100%; }
.diff .add { background: var(--add); }
.diff .del { background: var(--del); }
.diff .hunk { color: var(--quiet); }
summary { cursor: pointer; margin-top: .75rem; }
svg { display: block; max-width: 100%; height: auto; margin: .5rem 0; }
svg text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: var(--ink); }
svg .label { fill: var(--quiet); }
svg .inside { fill: #fff; }
svg .load { fill: var(--load); }
svg .compute { fill: var(--compute); }
svg .sync { fill: var(--sync); }
svg .store { fill: var(--store); }
svg .frame { fill: var(--panel); stroke: var(--line); }
svg .limit { stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 4 3; }
)css";

/// A click on a column's title sorts by it, another one the other way round.
/// What is typed into the filter leaves the loops that have all of its words.
/// The page says all that it says without that.
constexpr StringLiteral SortTables = R"js(
const size = text => parseFloat(text) * (/^[\d.]+ KB/.test(text) ? 1024 : 1);
const compare = (a, b) => isNaN(size(a)) || isNaN(size(b))
  ? a.localeCompare(b, undefined, {numeric: true}) : size(a) - size(b);
for (const title of document.querySelectorAll("th"))
  title.onclick = () => {
    const body = title.closest("tbody"), at = title.cellIndex;
    const sign = title.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    for (const other of title.parentNode.cells)
      other.removeAttribute("aria-sort");
    title.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
    const text = row => row.cells[at].textContent;
    body.append(...[...body.rows].slice(1)
      .sort((a, b) => sign * compare(text(a), text(b))));
  };
const filter = document.getElementById("filter");
if (filter)
  filter.oninput = () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    for (const row of document.querySelectorAll("#loops tr"))
      row.hidden = row.querySelector("td") !== null &&
        !words.every(word => row.textContent.toLowerCase().includes(word));
  };
)js";

StringRef classOfDiffLine(StringRef Line) {
  if (Line.starts_with("@@") || Line.starts_with("+++ ") ||
      Line.starts_with("--- "))
    return "hunk";
  if (Line.starts_with("+"))
    return "add";
  return Line.starts_with("-") ? "del" : "";
}

} // namespace

raw_ostream &operator<<(raw_ostream &OS, const HtmlText &Shown) {
  printHTMLEscaped(json::fixUTF8(Shown.Text), OS);
  return OS;
}

StringRef plainColour(StringRef Class) {
  return StringSwitch<StringRef>(Class)
      .Case("text", " fill=\"#1d232b\"")
      .Case("label", " fill=\"#5c6773\"")
      .Case("inside", " fill=\"#ffffff\"")
      .Case("load", " fill=\"#2f78c4\"")
      .Case("compute", " fill=\"#e0962a\"")
      .Case("sync", " fill=\"#8a94a0\"")
      .Case("store", " fill=\"#6d4fb3\"")
      .Case("frame", " fill=\"#f5f7f9\" stroke=\"#d5dae0\"")
      .Case("limit", " stroke=\"#b3261e\"")
      .Default("");
}

void beginHtmlPage(raw_ostream &OS, StringRef Title) {
  OS << "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta "
        "charset=\"utf-8\">\n"
     << "<meta name=\"viewport\" content=\"width=device-width, "
        "initial-scale=1\">\n"
     << "<title>" << HtmlText{Title} << "</title>\n<style>" << Style
     << "</style>\n</head>\n<body>\n<main>\n<h1>" << HtmlText{Title}
     << "</h1>\n";
}

void endHtmlPage(raw_ostream &OS) {
  OS << "</main>\n<script>" << SortTables << "</script>\n</body>\n</html>\n";
}

void printHtmlTable(raw_ostream &OS, ArrayRef<HtmlColumn> Columns,
                    ArrayRef<std::vector<std::string>> Rows,
                    ArrayRef<std::string> Links) {
  auto Begin = [&](StringRef Element, const HtmlColumn &Column) {
    OS << '<' << Element << (Column.IsNumber ? " class=\"number\">" : ">");
  };
  OS << "<div class=\"scroll\"><table>\n<tr>";
  for (const HtmlColumn &Column : Columns) {
    Begin("th", Column);
    OS << HtmlText{Column.Title} << "</th>";
  }
  OS << "</tr>\n";
  for (const auto &[At, Row] : enumerate(Rows)) {
    OS << "<tr>";
    for (size_t I = 0; I < Columns.size(); ++I) {
      const bool IsLink = I == 0 && At < Links.size();
      Begin("td", Columns[I]);
      if (IsLink)
        OS << "<a href=\"#" << HtmlText{Links[At]} << "\">";
      OS << HtmlText{I < Row.size() ? StringRef(Row[I]) : ""}
         << (IsLink ? "</a></td>" : "</td>");
    }
    OS << "</tr>\n";
  }
  OS << "</table></div>\n";
}

void printHtmlDiff(raw_ostream &OS, StringRef Diff) {
  if (Diff.empty())
    return;
  OS << "<pre class=\"diff\">";
  SmallVector<StringRef> Lines;
  Diff.rtrim('\n').split(Lines, '\n');
  for (StringRef Line : Lines) {
    StringRef Class = classOfDiffLine(Line);
    OS << "<span";
    if (!Class.empty())
      OS << " class=\"" << Class << '"';
    OS << '>' << HtmlText{Line} << "</span>\n";
  }
  OS << "</pre>\n";
}

} // namespace pipeline_rewrite
