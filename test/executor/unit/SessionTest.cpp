//===- SessionTest.cpp - The executor as a library ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Session.h"
#include "Check.h"
#include <cmath>
#include <cstring>
#include <iostream>
#include <map>

using namespace pipeline_rewrite::executor;

namespace {

using End = LaunchResult::End;

/// Kernel `k` with a pointer in %rd1 and a number in %r1.
std::string text(const std::string &Body, const std::string &Declarations = "",
                 const std::string &Tuning = "") {
  return ".version 8.0\n.target sm_80\n.address_size 64\n" + Declarations +
         "\n.visible .entry k(.param .u64 .ptr .align 1 k_0, .param .u32 k_1)" +
         Tuning +
         "\n{\n.reg .pred %p<8>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<16>;\n"
         ".reg .f32 %f<8>;\n"
         "ld.param.u64 %rd1, [k_0];\nld.param.u32 %r1, [k_1];\n" +
         Body + "\nret;\n}\n.file 1 \"dir/a.cu\"\n";
}

struct Run {
  explicit Run(const std::string &Ptx, uint32_t Number = 0,
               uint32_t Threads = 1) {
    std::string Error;
    auto Code = S.load(Ptx, Error);
    CHECK_EQUAL(Error, "", "load");
    Buffer = S.allocate(64);
    R.Code = Code.value_or(0);
    R.Kernel = "k";
    R.Block[0] = Threads;
    R.Arguments.resize(12);
    std::memcpy(R.Arguments.data(), &Buffer, 8);
    std::memcpy(R.Arguments.data() + 8, &Number, 4);
  }
  LaunchResult launch() { return S.launch(R); }
  uint32_t word(unsigned N) {
    uint32_t W = 0;
    CHECK_EQUAL(S.read(Buffer + 4 * N, &W, 4), true, "read");
    return W;
  }
  Session S;
  LaunchRequest R;
  uint64_t Buffer;
};

void checkEndings() {
  auto EndOf = [](const std::string &Body) {
    return Run(text(Body)).launch().How;
  };
  CHECK_EQUAL(int(EndOf("")), int(End::Completed), "nothing");
  CHECK_EQUAL(int(EndOf("trap;")), int(End::Trapped), "trap");
  CHECK_EQUAL(int(EndOf("frobnicate.b32 %r1, %r2;")), int(End::Unsupported),
              "unknown instruction");
  CHECK_EQUAL(int(EndOf("L: bra L;")), int(End::OutOfSteps), "endless loop");
  CHECK_EQUAL(int(EndOf("bar.sync 1, 64;")), int(End::Stuck), "barrier of two");
  CHECK_EQUAL(int(EndOf("st.global.u32 [%rd1+64], %r1;")), int(End::Completed),
              "out of bounds goes on");
  Run Late(text("L: bra L;"));
  Late.R.StepLimit = ~uint64_t(0) >> 1;
  Late.R.Seconds = 0.05;
  CHECK_EQUAL(int(Late.launch().How), int(End::OutOfTime), "time limit");
  Run Fault(text("st.global.u32 [%rd1+64], %r1; trap;"));
  Fault.R.StopAtHazard = true;
  Fault.R.Block[0] = 2;
  CHECK_EQUAL(int(Fault.launch().How) == int(End::Completed), false,
              "first hazard");
}

void checkRefusals() {
  auto RefusedWith = [](Run R) { return R.launch().How == End::Refused; };
  CHECK_EQUAL(RefusedWith(Run(text(""), 0, 1025)), true, "1025 threads");
  CHECK_EQUAL(RefusedWith(Run(text("", "", ".maxntid 32"), 0, 33)), true,
              "more than __launch_bounds__");
  CHECK_EQUAL(RefusedWith(Run(text("", "", ".maxntid 32"), 0, 32)), false,
              "as many as __launch_bounds__");
  Run Shared(text(""));
  Shared.R.DynamicShared = 163 * 1024 + 1;
  CHECK_EQUAL(int(Shared.launch().How), int(End::Refused), "shared memory");
  Run Arguments(text(""));
  Arguments.R.Arguments.resize(11);
  CHECK_EQUAL(int(Arguments.launch().How), int(End::Refused), "arguments");
  Run Name(text(""));
  Name.R.Kernel = "l";
  CHECK_EQUAL(int(Name.launch().How), int(End::Refused), "no such kernel");
}

void checkMemory() {
  Run R(text("st.global.u32 [%rd1+4], %r1;"), 77);
  CHECK_EQUAL(int(R.launch().How), int(End::Completed), "store");
  CHECK_EQUAL(R.word(1), 77u, "what was stored");
  CHECK_EQUAL(R.word(0), 0xFFFFFFFFu, "fresh memory");
  CHECK_EQUAL(R.S.read(R.Buffer, nullptr, 65), false, "beyond the end");
  uint64_t Second = R.S.allocate(10);
  CHECK_EQUAL(Second > R.Buffer + 64 + (1 << 20), true, "guard zone");
  R.S.releaseAll();
  CHECK_EQUAL(R.S.read(R.Buffer, nullptr, 1), false, "released");
  CHECK_EQUAL(R.S.allocate(8), R.Buffer, "the same address again");
  CHECK_EQUAL(R.S.allocate(8), Second, "and the next");
  for (const char *Address : {"64", "63", "-1", "1000000"}) {
    Run O(text("st.global.u16 [%rd1+" + std::string(Address) + "], %r1;"));
    LaunchResult Result = O.launch();
    CHECK_EQUAL(Result.Hazards.empty(), false, Address);
  }
  // Many sessions at a time cost address space only.
  std::vector<std::unique_ptr<Session>> Many;
  for (int N = 0; N < 64; ++N)
    Many.push_back(std::make_unique<Session>());
  for (auto &S : Many)
    CHECK_EQUAL(S->allocate(100) != 0, true, "one of many sessions");
}

void checkVariables() {
  Run R(text("mov.u64 %rd2, v; ld.global.u32 %r2, [%rd2]; add.u32 %r2, %r2, 1;"
             "st.global.u32 [%rd2], %r2;",
             ".visible .global .align 4 .u32 v = 41;\n"
             ".const .align 4 .u32 c = 5;\n"));
  auto Value = [&] {
    uint32_t V = 0;
    for (const VariableInfo &I : R.S.variables(0))
      if (I.Name == "v")
        R.S.read(I.Address, &V, 4);
    return V;
  };
  CHECK_EQUAL(R.S.variables(0).size(), size_t(2), "variables");
  CHECK_EQUAL(Value(), 41u, "initial value");
  R.launch();
  CHECK_EQUAL(Value(), 42u, "changed");
  R.S.releaseAll();
  CHECK_EQUAL(Value(), 42u, "a variable outlives buffers");
  R.S.resetVariables(0);
  CHECK_EQUAL(Value(), 41u, "reset");
}

/// What fills a variable up to its alignment is memory of the block, too, and
/// no other variable's.
void checkAlignedShared() {
  Run Last(
      text("st.shared.u32 [w], %r1;", ".shared .align 16384 .b8 w[32];\n"));
  CHECK_EQUAL(int(Last.launch().How), int(End::Completed), "aligned, last");
  Run Next(text("st.shared.u32 [a], %r1; ld.shared.u32 %r2, [b];",
                ".shared .align 512 .b8 a[4];\n.shared .align 4 .b8 b[4];\n"));
  LaunchResult R = Next.launch();
  CHECK_EQUAL(R.Hazards.size(), size_t(1), "a read of what nothing wrote");
}

void checkKernels() {
  Run R(text("ld.shared.u32 %r2, [d];",
             ".extern .shared .align 16 .b8 d[];\n.shared .b32 s[4];\n",
             ".reqntid 32, 2, 1"));
  auto All = R.S.kernels(0);
  CHECK_EQUAL(All.size(), size_t(1), "kernels");
  CHECK_EQUAL(All[0].Parameters.size(), size_t(2), "parameters");
  CHECK_EQUAL(All[0].Parameters[1].Offset, 8u, "offset");
  CHECK_EQUAL(All[0].ArgumentBytes, uint64_t(12), "bytes");
  CHECK_EQUAL(All[0].UsesDynamicShared, true, "dynamic shared memory");
  CHECK_EQUAL(All[0].StaticShared, uint64_t(0), "not used");
  CHECK_EQUAL(All[0].Required[1], 2u, "block");
  std::string Error;
  Session S;
  CHECK_EQUAL(S.load(".version 8.0\n.entry k( {", Error).has_value(), false,
              "bad text");
  CHECK_EQUAL(Error.empty(), false, "error text");
  auto Code = S.load(
      text("frob.b32 %r1; call other, ();", ".extern .func other();\n"), Error);
  CHECK_EQUAL(S.unsupported(*Code).size(), size_t(2), "unsupported");
}

/// Passes the barrier of line 7 as often as the number says.
const std::string Loop =
    "mov.u32 %r2, 0;\nL: .loc 1 7 0\n setp.ge.u32 %p1, %r2, %r1;\n"
    "@%p1 bra END;\nbar.sync 0;\nadd.u32 %r2, %r2, 1;\nbra L;\nEND:"
    "\n.loc 1 9 0\nbar.sync 0;";

void checkBarriers() {
  for (uint32_t Times : {0u, 1u, 5u}) {
    Run R(text(Loop), Times, 64);
    R.R.Grid[0] = 3;
    LaunchResult Result = R.launch();
    std::map<unsigned, uint64_t> Lines;
    for (const BarrierCount &B : Result.Barriers) {
      CHECK_EQUAL(B.File, "dir/a.cu", "file");
      CHECK_EQUAL(B.Most, B.Least, "all blocks do the same");
      Lines[B.Line] = B.Most;
    }
    CHECK_EQUAL(Lines[7], uint64_t(Times), "line 7");
    CHECK_EQUAL(Lines[9], uint64_t(1), "line 9");
    CHECK_EQUAL(Result.BarriersOfBlock.size(), size_t(3), "blocks");
    CHECK_EQUAL(Result.BarriersOfBlock[2], Times + 1, "of a block");
  }
}

class Recorder : public AccessListener {
public:
  void accessed(const Access &A) override {
    constexpr char Kinds[] = "RWAFT", Spaces[] = "GSL";
    Text += std::string(1, Kinds[int(A.Kind)]) + Spaces[int(A.Space)] +
            std::to_string(A.Bytes);
    if (A.Variable)
      Text += *A.Variable + "+" + std::to_string(A.Offset);
    Text += "@" + std::to_string(A.Line) + " ";
  }
  std::string Text;
};

void checkAccesses() {
  Run R(
      text(".loc 1 3 0\nld.global.u32 %r2, [%rd1];\n"
           ".loc 1 4 0\nmov.u32 %r3, s; st.shared.v2.u32 [%r3+8], {%r2,%r2};\n"
           ".loc 1 5 0\natom.shared.add.u32 %r4, [%r3+8], 1;\n"
           ".loc 1 6 0\nadd.u32 %r3, %r3, 16;"
           "cp.async.ca.shared.global [%r3], [%rd1], 4; cp.async.wait_all;\n"
           ".loc 1 7 0\nst.global.u32 [%rd1+100], %r2;\n",
           ".shared .align 16 .b8 s[32];\n"));
  Recorder Told;
  R.R.Accesses = &Told;
  R.launch();
  CHECK_EQUAL(Told.Text, "RG4@3 WS8s+8@4 AS4s+8@5 FG4@6 TS4s+16@6 ",
              "accesses in bounds, in order");
  R.R.Accesses = nullptr;
  R.launch();
  CHECK_EQUAL(Told.Text.size() < 60, true, "nobody listens");
}

/// A launch is held to what another one has touched.
void checkTouched() {
  const std::string Guarded =
      "setp.eq.u32 %p1, %r1, 0;\n@%p1 touched [%rd1+8], 4;\n";
  for (const char *Access :
       {"touched [%rd1+12], 4;", "touched [%rd1+4], 4;",
        "ld.global.u32 %r3, [%rd1+4];", "st.global.u32 [%rd1+4], %r1;",
        "mov.u32 %r3, s; cp.async.ca.shared.global [%r3], [%rd1+4], 4; "
        "cp.async.wait_all;"}) {
    Run R(text("ld.global.u64 %rd2, [%rd1];\n" + Guarded + "@!%p1 bra END;\n" +
                   Access + "\nEND:",
               ".shared .align 16 .b8 s[32];\n"));
    TouchedBytes Touched;
    Touched.watch(R.Buffer, 64);
    R.R.Touched = &Touched;
    const uint32_t Few = 1;
    std::memcpy(R.R.Arguments.data() + 8, &Few, 4);
    CHECK_EQUAL(R.launch().Hazards.size(), size_t(0), "is recorded");
    CHECK_EQUAL(Touched.contains(R.Buffer, 8), true, "what it read");
    CHECK_EQUAL(Touched.contains(R.Buffer + 4, 8), false, "half of it");
    R.R.OnlyTouched = true;
    CHECK_EQUAL(R.launch().Hazards.size(), size_t(0), "the same again");
    std::memset(R.R.Arguments.data() + 8, 0, 4);
    const std::vector<Hazard> Found = R.launch().Hazards;
    const bool IsInside = std::string(Access).find("+4]") != std::string::npos;
    CHECK_EQUAL(Found.size(), size_t(IsInside ? 1 : 2), Access);
    CHECK_EQUAL(int(Found.front().Kind), int(HazardKind::ExtraGlobal), Access);
  }
  TouchedBytes Nothing;
  CHECK_EQUAL(Nothing.contains(64, 8), true, "no buffer of ours");
}

/// Where a text accesses a vector, in whatever parts it does.
void checkAlignedText() {
  for (const char *Base : {"mov.u64 %rd2, %rd1;",
                           "mov.u64 %rd2, s; cvta.shared.u64 %rd2, %rd2;"}) {
    const auto Found = [&](const std::string &Access) {
      return Run(text(Base + ("aligned " + Access),
                      ".shared .align 16 .b8 s[32];\n"))
          .launch()
          .Hazards;
    };
    CHECK_EQUAL(Found("[%rd2+16], 16;").size(), size_t(0), "a multiple");
    CHECK_EQUAL(Found("[%rd2+8], 8;").size(), size_t(0), "of its own width");
    const std::vector<Hazard> Wrong = Found("[%rd2+8], 16;");
    CHECK_EQUAL(Wrong.size(), size_t(1), Base);
    CHECK_EQUAL(int(Wrong.front().Kind), int(HazardKind::Misaligned), Base);
  }
}

void checkOutput() {
  Run R(text("mov.u64 %rd2, f; cvta.global.u64 %rd2, %rd2;\n"
             "{ .param .b64 a; .param .b64 b; .param .b32 r;\n"
             "st.param.b64 [a], %rd2; st.param.b64 [b], 0;\n"
             "call.uni (r), vprintf, (a, b); }",
             ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 "
             "b);\n.global .align 1 .b8 f[4] = {104, 105, 10, 0};\n"),
        0, 2);
  CHECK_EQUAL(R.launch().Output, "hi\nhi\n", "printf");
  CHECK_EQUAL(R.launch().Output, "hi\nhi\n", "of one launch only");
}

/// The float that a function of libdevice gives.
float call(const std::string &Name, float X) {
  uint32_t Bits;
  std::memcpy(&Bits, &X, 4);
  Run R(text("{ .param .b32 a; .param .b32 r; st.param.b32 [a], %r1;\n"
             "call.uni (r), " +
                 Name +
                 ", (a); ld.param.b32 %r2, [r]; }\n"
                 "st.global.u32 [%rd1], %r2;",
             ".extern .func (.param .b32 r) " + Name + "(.param .b32 a);\n"),
        Bits);
  CHECK_EQUAL(int(R.launch().How), int(End::Completed), Name.c_str());
  uint32_t Word = R.word(0);
  float Out;
  std::memcpy(&Out, &Word, 4);
  return Out;
}

void checkMath() {
  CHECK_EQUAL(call("__nv_expf", 1), float(std::exp(1.0)), "expf");
  CHECK_EQUAL(call("expf", 1), float(std::exp(1.0)), "by its own name");
  CHECK_EQUAL(call("__nv_sinpif", 0.5f), 1.0f, "sinpif");
  CHECK_EQUAL(call("__nv_frcp_rd", 3), std::nextafter(1.0f / 3, 0.0f), "down");
  CHECK_EQUAL(call("__nv_frcp_rn", 3), 1.0f / 3, "nearest");
  float Bits = call("__nv_float2int_rz", -2.5f);
  int32_t Number;
  std::memcpy(&Number, &Bits, 4);
  CHECK_EQUAL(Number, -2, "float2int_rz");
}

/// Of a parameter of a function, passed on to another one.
void checkParameterAddress() {
  std::string Head = ".reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n";
  Run R(text("{ .param .align 4 .b8 s[8]; .param .b32 r;\n"
             "st.param.b32 [s], 7; st.param.b32 [s+4], %r1;\n"
             "call.uni (r), outer, (s); ld.param.b32 %r2, [r]; }\n"
             "st.global.u32 [%rd1], %r2;",
             ".func (.param .b32 r) inner(.param .b64 p)\n{\n" + Head +
                 "ld.param.u64 %rd1, [p]; ld.u32 %r1, [%rd1+4];\n"
                 "st.param.b32 [r], %r1; ret;\n}\n"
                 ".func (.param .b32 r) outer(.param .align 4 .b8 s[8])\n{\n" +
                 Head +
                 "mov.b64 %rd1, s; cvta.local.u64 %rd2, %rd1;\n"
                 "{ .param .b64 p; .param .b32 q; st.param.b64 [p], %rd2;\n"
                 "call.uni (q), inner, (p); ld.param.b32 %r1, [q]; }\n"
                 "cvta.to.local.u64 %rd3, %rd2; ld.local.u32 %r2, [%rd3];\n"
                 "ld.param.u32 %r3, [%rd1];\n"
                 "add.u32 %r1, %r1, %r2; add.u32 %r1, %r1, %r3;\n"
                 "st.param.b32 [r], %r1; ret;\n}\n"),
        100);
  LaunchResult Result = R.launch();
  CHECK_EQUAL(Result.Hazards.size(), size_t(0), "hazards");
  CHECK_EQUAL(R.word(0), 114u, "through the address");
}

/// What a seed means does not depend on what ran before.
void checkDeterminism() {
  std::string Race = text("mov.u32 %r2, %tid.x; st.global.u32 [%rd1], %r2;");
  Run A(Race, 0, 64), B(Race, 0, 64);
  A.launch();
  B.R.Seed = 9;
  B.launch();
  B.R.Seed = 1;
  B.launch();
  CHECK_EQUAL(A.word(0), B.word(0), "the same seed");
}

/// Thread t adds 1e8, 1, -1e8 and a third: rounded one by one, that is 0 or 1
/// and more or less, as the order goes.
void checkSums() {
  const std::string Adds =
      "mov.u32 %r2, %tid.x; shl.b32 %r3, %r2, 2; cvt.u64.u32 %rd2, %r3;"
      "mov.u64 %rd3, parts; add.u64 %rd3, %rd3, %rd2;"
      "ld.global.f32 %f1, [%rd3]; red.global.add.f32 [%rd1], %f1;"
      "red.global.add.noftz.f16x2 [%rd1+4], %r4;";
  const std::string Parts = ".global .align 4 .b32 parts[4] = {1287568416, "
                            "1065353216, 3435052064, 1051372203};\n";
  for (Policy Order : {Policy::Forward, Policy::Reverse}) {
    Run Sum(text("mov.b32 %r4, 0x3c002e66;" + Adds, Parts), 0, 4);
    const uint32_t Zero[2] = {0, 0};
    CHECK_EQUAL(Sum.S.write(Sum.Buffer, Zero, 8), true, "write");
    Sum.R.Schedule = Order;
    Sum.R.ForTwoTexts = true;
    CHECK_EQUAL(int(Sum.launch().How), int(End::Completed), "sums");
    CHECK_EQUAL(Sum.word(0), 0x3FAAAAABu, "1 and a third");
    CHECK_EQUAL(Sum.word(1), 0x44003666u, "four times 1, and 0.1");
  }
}

} // namespace

int main() {
  checkSums();
  checkEndings();
  checkRefusals();
  checkMemory();
  checkVariables();
  checkAlignedShared();
  checkKernels();
  checkBarriers();
  checkAccesses();
  checkTouched();
  checkAlignedText();
  checkOutput();
  checkMath();
  checkParameterAddress();
  checkDeterminism();
  return Checks::get().finish();
}
