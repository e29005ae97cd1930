//===- ReportTest.cpp - What people and programs read ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Write/Report.h"

#include "gtest/gtest.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

LoopReport rewrittenLoop() {
  LoopReport Loop;
  Loop.Place = {"k.cu", 41, 3};
  Loop.Kernel = "sgemm";
  Loop.Verdict = LoopVerdict::Rewritten;
  Loop.Form = {CopyForm::Mixed, LoopShape::Predicate, 2, AsyncApi::Primitives};
  Loop.Tiles = {{"As", 0, 2}, {"Bs", 16, 2}};
  Loop.Deciding = {"As is stored transposed", "Bs is copied as float4"};
  SharedMemoryUse &Use = Loop.Memory.emplace_back();
  Use.Instance = "sgemm<128, 128, 8>";
  Use.Tiles = {{"As", "float", 4, {8, 132}, 4224, true, {}},
               {"Bs", "float", 4, {8, 128}, 4096, true, {}}};
  Use.ThreadsPerBlock = 256;
  BudgetRow Row;
  Row.Arch = "sm_86";
  Row.Instance = "sgemm<128, 128, 8>";
  Row.BytesBefore = 8320;
  Row.BytesAfter = 16640;
  Row.LimitPerBlock = 49152;
  Row.OptinLimitPerBlock = 101376;
  Row.BlocksBefore = 6;
  Row.BlocksAfter = 5;
  Row.Cliff = 16042;
  Row.StagesThatFit = 1;
  Loop.Budget = {Row};
  Loop.ComputeLoadRatio = 16;
  return Loop;
}

/// With --verify=sass.
LoopReport compiledLoop() {
  LoopReport Loop = rewrittenLoop();
  Loop.Memory.clear();
  Loop.Budget.clear();
  Loop.ComputeLoadRatio = 0;
  KernelCode Code;
  Code.Arch = "sm_86";
  Code.Instance = "sgemm<128, 128, 8>";
  Code.Before.Registers = 107;
  Code.After.Registers = 121;
  Code.After.SpillStores = Code.After.SpillLoads = 8;
  Code.Before.StaticBytes = Code.After.StaticBytes = 8192;
  Code.BlocksBefore = 2;
  Code.BlocksAfter = 1;
  SassLoop InSass;
  InSass.First = 0x5b0;
  InSass.Math["FFMA"] = 512;
  InSass.MathBehindLoads = 100;
  InSass.Excerpt = {{0x6f0, "1 LDG.E.128", "load"},
                    {0x700, "512 FFMA, 64 LDS", "math"}};
  Code.Sass.emplace();
  Code.Sass->After = {InSass};
  Code.Sass->Findings = {"the loop is odd"};
  Loop.Code = {Code};
  return Loop;
}

ComparedForm comparedForm() {
  ComparedForm Form;
  Form.Text = "ldg, 2 stages, peel";
  Form.IsChosen = true;
  ComparedKernel &Kernel = Form.Kernels.emplace_back();
  Kernel.Code = compiledLoop().Code.front();
  Kernel.Time = {0.925, 0.03, ""};
  return Form;
}

std::string text(const LoopReport &Loop) {
  std::string Text;
  raw_string_ostream OS(Text);
  printLoop(OS, Loop);
  return Text;
}

TEST(Report, ComparedForms) {
  ComparedForm Other;
  Other.Text = "ldg-single, 1 buffer, peel";
  Other.WhyNot = "it cannot be written";
  using Row = std::vector<std::string>;
  EXPECT_EQ(comparedRows({comparedForm(), Other}),
            (std::vector<Row>{{"ldg, 2 stages, peel (taken)", "x0.93 +- 0.03",
                               "sgemm<128, 128, 8>", "sm_86", "107 -> 121",
                               "0 B -> 16 B", "2 -> 1"},
                              {"ldg-single, 1 buffer, peel",
                               "it cannot be written", "", "", "", "", ""}}));
}

TEST(Report, RewrittenLoop) {
  EXPECT_EQ(
      text(rewrittenLoop()),
      "k.cu:41:3: remark: rewritten: mixed, 2 stages, predicate, in 'sgemm'\n"
      "  because  As is stored transposed\n"
      "           Bs is copied as float4\n"
      "  sgemm<128, 128, 8>, 256 threads per block; registers are not counted\n"
      "    tile               1 buffer   2 buffers   copy\n"
      "    float As[8][132]     4.1 KB      8.3 KB   register\n"
      "    float Bs[8][128]       4 KB        8 KB   async16\n"
      "    per block            8.1 KB     16.3 KB\n"
      "    arch    static   opt-in   blocks/SM     cliff   stages that fit\n"
      "    sm_86    48 KB    99 KB      6 -> 5   15.6 KB                 1\n"
      "  ratio    16 operations per byte loaded\n");
}

TEST(Report, TilesBesideARingHaveFewerBuffers) {
  LoopReport Loop = rewrittenLoop();
  Loop.Form->Stages = Loop.Tiles[1].Stages = 3;
  Loop.Memory[0].Tiles[0].MostStages = 2;
  std::string Text;
  raw_string_ostream OS(Text);
  printBudget(OS, Loop);
  EXPECT_NE(Text.find("2-3 buffers"), std::string::npos) << Text;
  EXPECT_NE(Text.find("4.1 KB        8.3 KB"), std::string::npos) << Text;
  EXPECT_NE(Text.find("4 KB         12 KB"), std::string::npos) << Text;
}

TEST(Report, CompiledLoop) {
  std::string Text = text(compiledLoop());
  EXPECT_EQ(
      Text.substr(Text.find("  compiled")),
      "  compiled             arch     registers        spills   local   static"
      "   blocks/SM\n"
      "  sgemm<128, 128, 8>   sm_86   107 -> 121   0 B -> 16 B     0 B     8 KB"
      "      2 -> 1\n"
      "  SASS of sgemm<128, 128, 8>, sm_86: a pass of the loop at 0x5b0 has "
      "512 "
      "FFMA; 100 run while loads are on their way\n"
      "    address   instructions       role\n"
      "    0x6f0     1 LDG.E.128        load\n"
      "    0x700     512 FFMA, 64 LDS   math\n"
      "k.cu:41:3: warning: sgemm<128, 128, 8> on sm_86, the loop is odd\n");
  LoopReport Unknown = compiledLoop();
  Unknown.Code[0].BlocksBefore = Unknown.Code[0].BlocksAfter = std::nullopt;
  EXPECT_NE(text(Unknown).find("8 KB           ?\n"), std::string::npos);
}

/// A limit must not be rounded to what does not fit.
TEST(Report, LimitsAreRoundedDown) {
  LoopReport Loop = rewrittenLoop();
  Loop.Budget[0].Cliff = 16 * 1024 - 1;
  EXPECT_NE(text(Loop).find(" 15.9 KB "), std::string::npos);
}

TEST(Report, OneBufferHasNothingToCompare) {
  LoopReport Loop = rewrittenLoop();
  Loop.Form = {CopyForm::LdgSingle, LoopShape::Predicate, 1, std::nullopt};
  Loop.Budget[0].BytesAfter = Loop.Budget[0].BytesBefore;
  std::string Text = text(Loop);
  EXPECT_NE(Text.find("rewritten: ldg-single, 1 buffer, predicate"),
            std::string::npos);
  EXPECT_NE(Text.find("    tile               1 buffer   copy\n"),
            std::string::npos);
}

TEST(Report, UnknownThreadsAreSaid) {
  LoopReport Loop = rewrittenLoop();
  Loop.Memory[0].ThreadsPerBlock = 0;
  EXPECT_NE(text(Loop).find("threads per block unknown"), std::string::npos);
}

TEST(Report, RefusedLoopHasIdNotesAndAdvice) {
  if (allRefusals().empty())
    GTEST_SKIP() << "no refusal is defined";
  RefusalId Id = allRefusals().front();
  LoopReport Loop;
  Loop.Place = {"k.cu", 7, 1};
  Loop.Reason =
      Refusal{Id, Loop.Place, "'break' leaves it", {{{"k.cu", 9, 5}, "here"}}};
  EXPECT_EQ(text(Loop), "k.cu:7:1: warning: loop left alone: 'break' leaves it "
                        "[" +
                            refusalName(Id).str() +
                            "]\n"
                            "k.cu:9:5: note: here\n"
                            "  advice   " +
                            refusalAdvice(Id) + "\n");
}

TEST(Report, AlreadyPipelinedLoop) {
  LoopReport Loop;
  Loop.Place = {"k.cu", 7, 1};
  Loop.Kernel = "f";
  Loop.Verdict = LoopVerdict::AlreadyPipelined;
  EXPECT_EQ(text(Loop), "k.cu:7:1: remark: already pipelined, in 'f'\n");
  Loop.AlreadyHow = "register prefetch";
  EXPECT_EQ(text(Loop),
            "k.cu:7:1: remark: already pipelined: register prefetch, in 'f'\n");
}

std::string unitText(const UnitResult &Unit) {
  std::string Text;
  raw_string_ostream OS(Text);
  printReport(OS, Unit);
  return Text;
}

TEST(Report, ParseErrorsBesideALoopAreWarnings) {
  UnitResult Unit;
  Unit.File = "k.cu";
  Unit.Errors.assign(7, {{"k.cu", 3, 9}, "unknown type name 'foo'"});
  Unit.Loops.resize(1);
  Unit.Loops[0].Verdict = LoopVerdict::AlreadyPipelined;
  std::string Text = unitText(Unit);
  EXPECT_TRUE(StringRef(Text).starts_with(
      "k.cu:3:9: warning: unknown type name 'foo' (kernel not affected)\n"));
  EXPECT_EQ(StringRef(Text).count("warning:"), 5u);
  EXPECT_NE(Text.find("k.cu: note: 2 more parse errors\n"), std::string::npos);
  Unit.Loops.clear();
  EXPECT_EQ(StringRef(unitText(Unit)).count("k.cu:3:9: error: unknown type"),
            5u);
}

TEST(Report, SummaryCounts) {
  UnitResult Unit;
  Unit.Loops.resize(3);
  Unit.Loops[0].Verdict = LoopVerdict::Rewritten;
  Unit.NewText = "changed";
  Summary Counts;
  Counts.add(Unit);
  std::string Text;
  raw_string_ostream OS(Text);
  printSummary(OS, Counts);
  EXPECT_EQ(Text, "3 loops: 1 rewritten, 0 already pipelined, 2 refused\n");
  EXPECT_EQ(Counts.ChangedFiles, 1u);
}

TEST(Report, AnInternalFaultDropsWhatWasRewritten) {
  UnitResult Unit;
  Unit.Loops.resize(2);
  Unit.Loops[0].Verdict = LoopVerdict::Rewritten;
  Unit.Loops[0].Kernel = "sgemm";
  Unit.InternalFault = "the output does not parse";
  EXPECT_FALSE(StringRef(unitText(Unit)).contains("rewritten"));
  Summary Counts;
  Counts.add(Unit);
  std::string Text;
  raw_string_ostream OS(Text);
  printSummary(OS, Counts);
  EXPECT_EQ(Text, "2 loops: 0 rewritten, 0 already pipelined, 1 refused, 1 "
                  "dropped\n");
}

std::vector<std::string> keysOf(const json::Object &Object) {
  std::vector<std::string> Keys;
  for (const auto &Entry : Object)
    Keys.push_back(StringRef(Entry.first).str());
  llvm::sort(Keys);
  return Keys;
}

TEST(JsonReport, KeysAreThoseOfTheDocument) {
  UnitResult Unit;
  Unit.File = "k.cu";
  Unit.OldText = "a";
  Unit.NewText = "b";
  Unit.Loops = {rewrittenLoop()};
  Unit.Loops[0].Code = compiledLoop().Code;
  Unit.Loops[0].Compared = {comparedForm()};
  FileOutcome Outcome;
  Outcome.File = "k.cu";
  Outcome.Unit = &Unit;
  Outcome.Diff = "--- a/k.cu";
  json::Object File = jsonFile(Outcome);
  using Keys = std::vector<std::string>;
  EXPECT_EQ(keysOf(File),
            (Keys{"diff", "error", "file", "loops", "notes", "parseErrors",
                  "status", "units", "warnings", "writtenTo"}));
  EXPECT_EQ(File.getString("status"), "changed");
  EXPECT_EQ(File.get("error")->kind(), json::Value::Null);
  const json::Object *Loop = (*File.getArray("loops"))[0].getAsObject();
  EXPECT_EQ(keysOf(*Loop), (Keys{"api",      "assumedInstances",
                                 "assumes",  "budget",
                                 "byHand",   "code",
                                 "compared", "computeLoadRatio",
                                 "deciding", "execution",
                                 "form",     "hostChanges",
                                 "id",       "kernel",
                                 "memory",   "patch",
                                 "place",    "refusal",
                                 "shape",    "stages",
                                 "tiles",    "verdict"}));
  EXPECT_EQ(keysOf(*(*Loop->getArray("tiles"))[0].getAsObject()),
            (Keys{"copy", "name", "stages"}));
  EXPECT_EQ(keysOf(*(*Loop->getArray("budget"))[0].getAsObject()),
            (Keys{"arch", "blocksAfter", "blocksBefore", "bytesAfter",
                  "bytesBefore", "cliff", "instance", "limitPerBlock",
                  "optinLimitPerBlock", "stagesThatFit"}));
  EXPECT_EQ(
      keysOf(*(*Loop->getArray("memory"))[0].getAsObject()),
      (Keys{"dynamicBytes", "dynamicStages", "instance", "otherStaticBytes",
            "threadsPerBlock", "threadsPerBlockAfter", "tiles"}));
  const json::Object *Compared = (*Loop->getArray("compared"))[0].getAsObject();
  EXPECT_EQ(keysOf(*Compared), (Keys{"chosen", "form", "kernels", "whyNot"}));
  EXPECT_EQ(keysOf(*(*Compared->getArray("kernels"))[0].getAsObject()),
            (Keys{"code", "doubt", "predicted"}));
  const json::Object *Code = (*Loop->getArray("code"))[0].getAsObject();
  EXPECT_EQ(keysOf(*Code),
            (Keys{"after", "arch", "before", "instance", "sass", "symbol"}));
  EXPECT_EQ(keysOf(*Code->getObject("after")),
            (Keys{"blocks", "localBytes", "registers", "spillLoadBytes",
                  "spillStoreBytes", "staticBytes"}));
  const json::Object *Sass = Code->getObject("sass");
  EXPECT_EQ(keysOf(*Sass), (Keys{"findings", "loopsAfter", "loopsBefore"}));
  const json::Object *InSass = (*Sass->getArray("loopsAfter"))[0].getAsObject();
  EXPECT_EQ(keysOf(*InSass),
            (Keys{"barriers", "copies", "first", "last", "lines", "loads",
                  "localAccesses", "math", "mathBehindLoads"}));
  EXPECT_EQ(keysOf(*(*InSass->getArray("lines"))[0].getAsObject()),
            (Keys{"address", "role", "text"}));
}

UnitResult unitWithTiles() {
  UnitResult Unit;
  TileCopyReport Copied, Left;
  Copied.Place = {"k.cu", 4, 3};
  Copied.Barrier = {"k.cu", 9, 3};
  Copied.Kernel = Left.Kernel = "conv";
  Copied.Tile = "filter";
  Copied.Statements = 2;
  Copied.Bytes = 16;
  Left.Place = {"k.cu", 6, 3};
  Left.Tile = "sums";
  Left.Reason = Refusal{RefusalId::CopyInFlight, Left.Place, "it is read", {}};
  Unit.TileCopies = {Copied, Left};
  return Unit;
}

TEST(Report, TilesThatAreLoadedOnce) {
  UnitResult Unit = unitWithTiles();
  std::string Text = unitText(Unit);
  EXPECT_TRUE(StringRef(Text).starts_with(
      "k.cu:4:3: remark: tile 'filter' is copied asynchronously: 2 copies of "
      "16 bytes, waited for in line 9, in 'conv'\n"
      "k.cu:6:3: warning: tile 'sums' left alone: it is read "
      "[copy-in-flight]\n"))
      << Text;
  Summary Counts;
  Counts.add(Unit);
  Text.clear();
  raw_string_ostream OS(Text);
  printSummary(OS, Counts);
  EXPECT_EQ(Text, "no K-loops found\n2 tiles loaded once: 1 copied "
                  "asynchronously, 1 refused\n");
}

TEST(Report, AnInternalFaultDropsTilesThatWereCopied) {
  UnitResult Unit = unitWithTiles();
  Unit.InternalFault = "the output does not parse";
  EXPECT_FALSE(StringRef(unitText(Unit)).contains("filter"));
}

TEST(JsonReport, TilesThatAreLoadedOnce) {
  UnitResult Unit = unitWithTiles();
  FileOutcome Outcome;
  Outcome.Unit = &Unit;
  json::Object File = jsonFile(Outcome);
  const json::Array &Tiles = *File.getArray("tileCopies");
  ASSERT_EQ(Tiles.size(), 2u);
  EXPECT_EQ(
      keysOf(*Tiles[0].getAsObject()),
      (std::vector<std::string>{"barrier", "bytes", "kernel", "place",
                                "refusal", "statements", "tile", "verdict"}));
  EXPECT_EQ(Tiles[0].getAsObject()->getString("verdict"), "rewritten");
  EXPECT_EQ(Tiles[1].getAsObject()->getString("verdict"), "refused");
}

/// Latin-1 in a comment must not make invalid JSON.
TEST(JsonReport, SourcesNeedNotBeUtf8) {
  UnitResult Unit;
  FileOutcome Outcome;
  Outcome.Unit = &Unit;
  Outcome.Diff = "+// gr\xfc\xdf";
  std::string Text = formatv("{0}", json::Value(jsonFile(Outcome))).str();
  EXPECT_TRUE(json::isUTF8(Text));
  EXPECT_TRUE(bool(json::parse(Text)));
}

TEST(ReportTest, NoLoopOfAFaultIsRewritten) {
  UnitResult Unit;
  Unit.File = "k.cu";
  Unit.Loops = {rewrittenLoop()};
  Unit.TileCopies.emplace(1);
  Unit.TileCopies->front().Statements = 1;
  Unit.InternalFault = "a barrier is missing";
  FileOutcome Outcome;
  Outcome.File = Unit.File;
  Outcome.Unit = &Unit;
  const json::Object File = jsonFile(Outcome);
  const json::Object &Loop = *File.getArray("loops")->front().getAsObject();
  EXPECT_EQ(Loop.getString("verdict"), "refused");
  // Not getNull(): g++ and Clang return a nullptr in two ways.
  EXPECT_EQ(Loop.get("form")->kind(), json::Value::Null);
  EXPECT_TRUE(Loop.getArray("tiles")->empty());
  EXPECT_TRUE(File.getArray("tileCopies")->empty());
  Summary Counts;
  Counts.add(Unit);
  const json::Object Whole = jsonReport("1", json::Array(), Counts, {}, 70);
  EXPECT_EQ(Whole.getObject("summary")->getInteger("rewritten"), 0);
  EXPECT_EQ(Whole.getObject("summary")->getInteger("refused"), 1);
}

} // namespace
} // namespace pipeline_rewrite
