//===- DecoderTest.cpp - Parser, decoder, what is rejected ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Check.h"
#include "PtxRun.h"
#include "executor/Ptx/Lexer.h"

using namespace pipeline_rewrite::executor;

namespace {

void checkLexer() {
  auto Tokens = lexPtx("add.s32 %r1, // comment\n /* two */ -5; a::b \"x y\"");
  std::string All;
  for (const Token &T : Tokens)
    All += std::string(T.Text) + "|";
  CHECK_EQUAL(All, std::string("add.s32|%r1|,|-|5|;|a::b|\"x y\"|"), "tokens");
  CHECK_EQUAL(Tokens[3].Line, 2u, "line of a token");
  CHECK_EQUAL(lexPtx(".reg.b32 %r1;").size(), 4u, "directives in one word");
}

/// The kernel's only interesting instruction is a trap; gives its report.
Hazard reportOf(const std::string &Text) {
  PtxRun Run(Text);
  std::vector<uint64_t> Data(4);
  Run.run(Data);
  return Run.M.Log.all().empty() ? Hazard() : Run.M.Log.all().front();
}

void checkLines() {
  // The loop body is inlined from a toolkit header: the user's line counts.
  std::string Body =
      ".loc 1 7 3\n.loc 2 50 1, function_name $L, inlined_at 1 7 3\n"
      ".loc 2 99 1, function_name $L, inlined_at 2 50 1\ntrap;";
  std::string Files = "\n.file 1 \"/src/kernel.cu\"\n.file 2 "
                      "\"/opt/cuda/include/helpers.h\"\n";
  CHECK_EQUAL(reportOf(kernelText(Body) + Files).Place,
              std::string("kernel.cu:7"), "line of inlined toolkit code");
  Body = ".loc 1 7 3\n.loc 1 50 1, function_name $L, inlined_at 1 7 3\ntrap;";
  CHECK_EQUAL(reportOf(kernelText(Body) + Files).Place,
              std::string("kernel.cu:50"), "line of an inlined user function");
  Files = "\n.file 1 \"/src/a\\\"b\\\\.cu\"\n";
  CHECK_EQUAL(reportOf(kernelText(".loc 1 7 3\ntrap;") + Files).Place,
              std::string("a\"b\\.cu:7"), "a name with a quote");
}

void checkIteration() {
  std::string Body = "mov.u32 %r1, 0;\nLOOP:\nadd.u32 %r1, %r1, 1;\n"
                     "setp.eq.u32 %p1, %r1, 4;\n@%p1 trap;\nbra LOOP;";
  CHECK_EQUAL(reportOf(kernelText(Body)).Iteration, 3, "iteration of a report");
}

/// Of a caller with four bytes of each: the callee's local memory is aligned,
/// and so are its parameters, whose addresses are taken.
void checkAddressesInCallees() {
  std::string Function =
      ".func (.param .b64 ret) kept(.param .b64 x) {\n.reg .b64 %v<3>;\n"
      ".local .align 64 .b8 space[8];\n.reg .b64 %a;\nmov.u64 %a, space;\n"
      "ld.param.b64 %v1, [x];\nst.local.u64 [%a], %v1;\n"
      "ld.local.u64 %v2, [%a];\nand.b64 %a, %a, 63;\nadd.u64 %v2, %v2, %a;\n"
      "mov.b64 %a, x;\nand.b64 %a, %a, 7;\nadd.u64 %v2, %v2, %a;\n"
      "st.param.b64 [ret], %v2;\nret;\n}\n";
  std::string Body = ".local .align 4 .b8 own[4]; mov.u64 %rd2, own;"
                     "st.local.u32 [%rd2], 1;"
                     "{ .param .b64 p0; .param .b64 r0; .param .b32 more;"
                     "st.param.b64 [p0], 21;"
                     "call.uni (r0), kept, (p0); ld.param.b64 %rd3, [r0]; }"
                     "st.global.u64 [%rd1], %rd3;";
  PtxRun Run(kernelText(Body, Function));
  std::vector<uint64_t> Data(1, 0);
  CHECK(Run.run(Data));
  CHECK_EQUAL(Data[0], 21u, "a callee's variable is aligned");
}

void checkScopesAndCalls() {
  // A label in braces is local; both copies of the assembly use DONE.
  std::string Twice = "{ .reg .pred q; setp.eq.u32 q, %r2, 1; @q bra DONE;"
                      " add.u32 %r0, %r0, 1; DONE: }\n";
  CHECK_EQUAL(evaluate('r', "mov.u32 %r0, 0;" + Twice + Twice, {7}), 2u,
              "labels are local to braces");
  std::string Function =
      ".func (.param .b32 ret) twice(.param .b32 x) {\n.reg .b32 %v<3>;\n"
      ".local .align 4 .b8 space[8];\n.reg .b64 %a;\nmov.u64 %a, space;\n"
      "ld.param.b32 %v1, [x];\nst.local.u32 [%a+4], %v1;\n"
      "ld.local.u32 %v2, [%a+4];\nadd.u32 %v2, %v2, %v1;\n"
      "st.param.b32 [ret], %v2;\nret;\n}\n";
  std::string Body = "{ .param .b32 p0; .param .b32 r0; st.param.b32 [p0], 21;"
                     "call.uni (r0), twice, (p0); ld.param.b32 %r3, [r0]; }"
                     "st.global.u32 [%rd1], %r3;";
  PtxRun Run(kernelText(Body, Function));
  std::vector<uint64_t> Data(1, 0);
  CHECK(Run.run(Data));
  CHECK_EQUAL(Data[0], 42u, "call with a local array");
}

/// A pointer to a function: taken in the code and from an initialised table.
void checkFunctionPointers() {
  std::string Functions;
  for (const char *By : {"2", "3"})
    Functions += std::string(".func (.param .b32 ret) times") + By +
                 "(.param .b32 x) {\n.reg .b32 %v;\nld.param.b32 %v, [x];\n"
                 "mul.lo.u32 %v, %v, " +
                 By + ";\nst.param.b32 [ret], %v;\nret;\n}\n";
  Functions += ".global .align 8 .u64 table[2] = {times2, times3};\n";
  auto Call = [&](const std::string &Pointer) {
    return kernelText(
        Pointer + "{ .param .b32 p; .param .b32 r;\n"
                  "st.param.b32 [p], 7;\n"
                  "P: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
                  "call (r), %rd2, (p), P;\nld.param.b32 %r3, [r]; }\n"
                  "st.global.u32 [%rd1], %r3;",
        Functions);
  };
  auto Result = [](PtxRun Run) {
    std::vector<uint64_t> Data(1, 0);
    return Run.run(Data) ? std::to_string(Data[0]) : Run.kinds();
  };
  CHECK_EQUAL(Result(PtxRun(Call("mov.u64 %rd2, times2;\n"))),
              std::string("14"), "address of a function");
  CHECK_EQUAL(Result(PtxRun(Call("ld.global.u64 %rd2, [table+8];\n"))),
              std::string("21"), "table of functions");
  CHECK_EQUAL(Result(PtxRun(Call("mov.u64 %rd2, table;\n"))),
              std::string("TRAP"), "call of something else");
}

void checkEndlessRecursion() {
  std::string Function = ".func again() {\ncall.uni again, ();\nret;\n}\n";
  PtxRun Run(kernelText("call.uni again, ();", Function));
  std::vector<uint64_t> Data(1, 0);
  CHECK_EQUAL(Run.run(Data), false, "recursion without end");
  CHECK_EQUAL(Run.kinds(), std::string("TRAP"), "recursion without end");
}

/// `.ptr .align 1` says nothing about where the parameter itself lies.
void checkPointerParameter() {
  std::string Text =
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u32 n, .param .u64 .ptr .global .align 1 p)\n"
      "{\n.reg .b64 %a;\nld.param.u64 %a, [p];\nret;\n}\n";
  std::string Error;
  auto M = parsePtx(Text, Error);
  CHECK_EQUAL(M && M->Functions["k"]->Parameters[1].Offset == 8, true,
              "offset of a pointer behind an int");
}

void checkIndexedBranch() {
  for (uint64_t N = 0; N < 3; ++N)
    CHECK_EQUAL(evaluate('r',
                         "List: .branchtargets A, B, C;\n"
                         "brx.idx %r2, List;\nA: mov.u32 %r0, 10; bra D;\n"
                         "B: mov.u32 %r0, 11; bra D;\nC: mov.u32 %r0, 12;\nD:",
                         {N}),
                10 + N, "brx.idx");
}

void checkVariables() {
  std::string Declarations =
      ".global .align 4 .u32 table[3] = {5, 6, 7};\n"
      ".const .align 8 .u64 where = table;\n.global .f32 half = 0f3F000000;\n";
  std::string Body =
      "ld.const.u64 %rd2, [where];\nld.global.u32 %r1, [%rd2+8];\n"
      "ld.global.u32 %r2, [half];\nst.global.u32 [%rd1], %r1;\n"
      "st.global.u32 [%rd1+4], %r2;";
  PtxRun Run(kernelText(Body, Declarations));
  std::vector<uint64_t> Data(1, 0);
  CHECK(Run.run(Data));
  CHECK_EQUAL(Data[0], 0x3F00000000000007u, "initialised variables");
}

/// Everything here is PTX, but not modelled: it must stop, not be guessed.
void checkRejected() {
  const char *const Rejected[] = {
      "add.s32.foo %r0, %r2, %r3;",
      "add.sat.u32 %r0, %r2, %r3;",
      "sub.u16x2 %r0, %r2, %r3;",
      "discard.global.L2 [%rd1], 128;",
      "vadd.s32.s32.s32 %r0, %r2, %r3;",
      "vadd4.s32.s32.s32 %r0.b3210, %r2, %r3, %r4;",
      "vset4.u32.s32.eq %r0, %r2, %r3, %r4;",
      "min.xorsign.abs.f32 %r0, %r2, %r3;",
      "fma.rn.oob.f16 %h0, %h2, %h3, %h4;",
      "cvt.rs.f16x2.f32 %r0, %r2, %r3, %r4;",
      "cvt.rzi.s32.f32.sat.relu %r0, %r2;",
      "cvt.s32.f32 %r0, %r2;",
      "tex.2d.v4.f32.f32 {%r0,%r2,%r3,%r4}, [tex, {%r5,%r6}];",
      "mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32 {%r0,%r1,%r2,%r3}, "
      "{%r4,%r5,%r6,%r7}, {%r8,%r9}, {%r10,%r11,%r12,%r13};",
      "mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32 {%r0,%r1,%r2,%r3}, "
      "{%r4,%r5,%r6,%r7}, {%r8,%r9}, {%r10,%r11,%r12,%r13};",
      "cp.async.bulk.wait_group 0;",
      "cp.async.cg.shared.global [%r2], [%rd3], 8;",
      "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r2], %r3;",
      "wgmma.fence.sync.aligned;",
      "barrier.cluster.arrive;",
      "atom.global.add.v2.f32 {%r0,%r1}, [%rd2], {%r3,%r4};",
      "ld.global.b128 %rd0, [%rd2];",
      "shfl.up.b32 %r0, %r2, 1, 0;",
      "call (%r0), %rd2, (%r3), proto;", // no .param
      "frobnicate.b32 %r0;"};
  for (const char *Text : Rejected) {
    PtxRun Run(kernelText(Text));
    std::vector<uint64_t> Data(8, 0);
    CHECK_EQUAL(Run.run(Data, 32), false, Text);
    CHECK_EQUAL(Run.kinds(), std::string("UNSUPPORTED"), Text);
    bool Named = !Run.M.Log.all().empty() &&
                 Run.M.Log.all()[0].Instruction.substr(0, 4) ==
                     std::string(Text).substr(0, 4);
    CHECK_EQUAL(Named, true, Text);
  }
}

void checkNotExecuted() {
  // A module may hold what it does not run.
  CHECK_EQUAL(
      evaluate('r', "mov.u32 %r0, 3; bra OVER; frobnicate %r0; OVER:", {0}), 3u,
      "unsupported but not executed");
  std::string Error;
  CHECK(parsePtx(".version 8.0\n.entry k() { .reg .b32 %r1; oops", Error) ==
        nullptr);
  CHECK(!Error.empty());
}

} // namespace

int main() {
  checkLexer();
  checkLines();
  checkIteration();
  checkScopesAndCalls();
  checkAddressesInCallees();
  checkFunctionPointers();
  checkEndlessRecursion();
  checkPointerParameter();
  checkIndexedBranch();
  checkVariables();
  checkRejected();
  checkNotExecuted();
  return Checks::get().finish();
}
