//===- NvccFlagsTest.cpp - Each line of the table of options --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Command/NvccFlags.h"
#include "TempTree.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

namespace pipeline_rewrite {
namespace {

using Words = std::vector<std::string>;

FrontEndFlags nvcc(const Words &In) {
  return translateFlags(In, "/build", FlagDialect::Nvcc);
}

/// The flags as one line, or the notes if there are any.
std::string flags(const Words &In) {
  FrontEndFlags Out = nvcc(In);
  if (!Out.Notes.empty())
    return "note: " + llvm::join(Out.Notes, "; ");
  return llvm::join(Out.Args, " ");
}

std::string archs(const Words &In) { return llvm::join(nvcc(In).Archs, " "); }

/// What nvcc is given to compile device code as the user does.
std::string forNvcc(const Words &In, FlagDialect Dialect = FlagDialect::Nvcc) {
  return llvm::join(translateFlags(In, "/build", Dialect).NvccArgs, " ");
}

TEST(NvccFlags, NvccGetsWhatDecidesDeviceCode) {
  EXPECT_EQ(forNvcc({"-maxrregcount", "32", "--use_fast_math", "-O2",
                     "--ptxas-options=-dlcm=ca", "-G", "-Xcompiler",
                     "-fPIC,-DX", "-rdc=true", "-fmad=false"}),
            "-maxrregcount 32 --use_fast_math -O2 --ptxas-options=-dlcm=ca -G "
            "-Xcompiler -fPIC,-DX -rdc=true -fmad=false");
  EXPECT_EQ(forNvcc({"-DA=1,B=2", "-I/x", "-isystem/y", "-include", "z.h"}),
            "-D A=1,B=2 -I /x -isystem /y -include z.h");
  EXPECT_EQ(forNvcc({"-std=gnu++17"}), "-std=c++17");
  EXPECT_EQ(forNvcc({"--device-c"}), "-rdc=true");
}

TEST(NvccFlags, NvccGetsNoPhaseInputOutputOrArchitecture) {
  EXPECT_EQ(forNvcc({"nvcc", "-c", "k.cu", "-o", "k.o", "-MD", "-MF", "k.d",
                     "-arch=sm_80", "-gencode", "arch=compute_80,code=sm_80",
                     "-x", "cu", "-lcublas", "-L", "/lib", "-Wall",
                     "-cudart=static", "--threads=4"}),
            "");
}

/// Clang's options say nothing of what nvcc would make of the code.
TEST(NvccFlags, NvccGetsDefinitionsOfAClangCommand) {
  EXPECT_EQ(forNvcc({"-O1", "-DF=a,b", "-Xclang", "-fno-x", "-std=gnu++20",
                     "--cuda-gpu-arch=sm_80", "-fgpu-rdc"},
                    FlagDialect::Clang),
            "-D F=a\\,b -std=c++20");
}

/// Every option is followed by a macro, which must survive.
void expectDropped(Words In) {
  std::string Name = llvm::join(In, " ");
  In.push_back("-DKEPT");
  EXPECT_EQ(flags(In), "-D KEPT") << Name;
}

TEST(NvccFlags, OneOrTwoDashesAndBothFormsOfValues) {
  for (const char *Dashes : {"-", "--"}) {
    std::string D = Dashes;
    EXPECT_EQ(flags({D + "std=c++14"}), "-std=c++14");
    EXPECT_EQ(flags({D + "std", "c++14"}), "-std=c++14");
    EXPECT_EQ(flags({D + "include-path=/x"}), "-I /x");
    EXPECT_EQ(flags({D + "include-path", "/x"}), "-I /x");
    EXPECT_EQ(flags({D + "system-include", "/x"}), "-isystem /x");
    EXPECT_EQ(flags({D + "define-macro", "A=1"}), "-D A=1");
    EXPECT_EQ(flags({D + "undefine-macro=A"}), "-U A");
    EXPECT_EQ(flags({D + "pre-include", "z.h"}), "-include z.h");
  }
}

TEST(NvccFlags, JoinedLetters) {
  EXPECT_EQ(flags({"-DA=1", "-UB", "-I/x", "-I", "/y", "-O3", "-D", "C"}),
            "-D A=1 -U B -I /x -I /y -O3 -D C");
  EXPECT_EQ(flags({"-DBAR=\"x y\""}), "-D BAR=\"x y\"");
  EXPECT_EQ(flags({"-g", "-m64"}), "-g -m64");
}

TEST(NvccFlags, ListsAreSplitAtCommasOutsideBrackets) {
  EXPECT_EQ(flags({"-DA=1,B=2", "-I/x,/y"}), "-D A=1 -D B=2 -I /x -I /y");
  EXPECT_EQ(flags({"-DA=x\\,y"}), "-D A=x,y");
  EXPECT_EQ(flags({"-DF(a,b)=1", "-DT=M<1,2>"}), "-D F(a,b)=1 -D T=M<1,2>");
  EXPECT_EQ(flags({"-isystem=/x,/y"}), "-isystem /x -isystem /y");
}

TEST(NvccFlags, ClangsOwnCommandsAreNotSplit) {
  FrontEndFlags Out =
      translateFlags({"-DA=1,B=2", "-isystem/x", "--offload-arch=sm_90"},
                     "/build", FlagDialect::Clang);
  EXPECT_EQ(llvm::join(Out.Args, " "), "-D A=1,B=2 -isystem /x");
  EXPECT_EQ(llvm::join(Out.Archs, " "), "sm_90");
}

TEST(NvccFlags, Architectures) {
  EXPECT_EQ(archs({"-arch=sm_90"}), "sm_90");
  EXPECT_EQ(archs({"-arch", "compute_80"}), "sm_80");
  EXPECT_EQ(archs({"--gpu-architecture=sm_86", "-code=sm_86,sm_89"}),
            "sm_86 sm_86 sm_89");
  EXPECT_EQ(archs({"--generate-code=arch=compute_80,code=[compute_80,sm_80]"}),
            "sm_80 sm_80 sm_80");
  EXPECT_EQ(archs({"-gencode", "arch=compute_90a,code=sm_90a"}),
            "sm_90a sm_90a");
  EXPECT_EQ(archs({"--cuda-gpu-arch=sm_75"}), "sm_75");
  for (const char *Value : {"native", "all", "all-major"})
    EXPECT_EQ(
        translateFlags({std::string("-arch=") + Value}, "/", FlagDialect::Nvcc)
            .ArchSet,
        Value);
}

TEST(NvccFlags, Targets) {
  auto Targets = [](std::vector<std::string> Words) {
    return llvm::join(
        translateFlags(Words, "/build", FlagDialect::Nvcc).Targets, " ");
  };
  EXPECT_EQ(Targets({"-arch=sm_90"}), "sm_90");
  EXPECT_EQ(Targets({"-arch=compute_80"}), "sm_80"); // PTX for it alone
  EXPECT_EQ(Targets({"-arch=compute_80", "-code=sm_86,sm_89,compute_80"}),
            "sm_86 sm_89");
  EXPECT_EQ(Targets({"-gencode", "arch=compute_80,code=[compute_80,sm_86]",
                     "-gencode=arch=compute_90,code=compute_90", "-gencode",
                     "arch=compute_80,code=sm_86"}),
            "sm_86 sm_90");
  EXPECT_EQ(Targets({"--cuda-gpu-arch=sm_80", "--offload-arch=sm_90a"}),
            "sm_80 sm_90a");
  EXPECT_EQ(Targets({"-O3"}), "");
}

TEST(NvccFlags, HostCompilerFlags) {
  EXPECT_EQ(flags({"-Xcompiler=-fPIC,-DX=1"}), "-fPIC -DX=1");
  EXPECT_EQ(flags({"-Xcompiler", "-I/x -O2 -Wall,-std=c++14"}),
            "-I/x -std=c++14");
  EXPECT_EQ(flags({"-Xcompiler", "\"-isystem /x\""}), "-isystem /x");
  EXPECT_EQ(flags({"--compiler-options", "-fno-gnu-unique"}), "")
      << "gcc knows it, clang's driver would reject it";
  EXPECT_TRUE(nvcc({"-Xcompiler=-std=c++14"}).NamesStandard);
}

TEST(NvccFlags, LanguageOptions) {
  EXPECT_EQ(flags({"-rdc=true"}), "-fgpu-rdc");
  EXPECT_EQ(flags({"-rdc=false"}), "");
  EXPECT_EQ(flags({"--relocatable-device-code", "true"}), "-fgpu-rdc");
  EXPECT_EQ(flags({"-dc"}), "-fgpu-rdc");
  EXPECT_EQ(flags({"--expt-relaxed-constexpr"}),
            "-D__CUDACC_RELAXED_CONSTEXPR__");
  EXPECT_EQ(flags({"--expt-extended-lambda"}), "-D__CUDACC_EXTENDED_LAMBDA__");
  EXPECT_EQ(flags({"--extended-lambda"}), "-D__CUDACC_EXTENDED_LAMBDA__");
  EXPECT_EQ(flags({"--default-stream", "per-thread"}),
            "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
  EXPECT_EQ(flags({"--default-stream=legacy"}), "");
  EXPECT_TRUE(nvcc({"-std=c++20"}).NamesStandard);
  EXPECT_FALSE(nvcc({"-O3"}).NamesStandard);
}

TEST(NvccFlags, Arithmetic) {
  EXPECT_EQ(flags({"-use_fast_math"}),
            "-fgpu-flush-denormals-to-zero "
            "-fgpu-approx-transcendentals -ffp-contract=fast");
  EXPECT_EQ(flags({"-ftz=true"}), "-fgpu-flush-denormals-to-zero");
  EXPECT_EQ(flags({"-ftz=false"}), "");
  EXPECT_EQ(flags({"-fmad=true"}), "-ffp-contract=fast");
  EXPECT_EQ(flags({"--fmad", "false"}), "-ffp-contract=off");
  expectDropped({"-prec-div=false"});
  expectDropped({"-prec-sqrt=false"});
}

TEST(NvccFlags, WhatMeansNothingToAParseIsDropped) {
  for (const char *Option :
       {"-forward-unknown-to-host-compiler", "-lineinfo", "-G", "-keep",
        "-res-usage", "-cubin", "-ptx", "-fatbin", "-MD", "-c",
        "-allow-unsupported-compiler", "-v", "-w", "--device-debug", "-dlto",
        "-dlink", "--restrict", "-save-temps"})
    expectDropped({Option});
  for (const char *Option :
       {"-Xptxas", "-Xcudafe", "--diag-suppress", "-Xfatbin", "-Xnvlink",
        "-maxrregcount", "--threads", "-t", "-keep-dir", "-cudart",
        "-split-compile", "-MT", "-MF", "-o", "-x", "-l", "-L"})
    expectDropped({Option, "-v"});
  expectDropped({"-Xptxas=-v,-O3"});
  expectDropped({"-maxrregcount=64"});
  expectDropped({"-Werror", "all-warnings"});
  expectDropped({"-Werror"});
  expectDropped({"-Wno-deprecated-gpu-targets"});
  expectDropped({"--Wno-deprecated-gpu-targets"});
  expectDropped({"-march=native"});
}

/// What clang's driver takes for something else (it says nothing).
TEST(NvccFlags, SilentTraps) {
  EXPECT_EQ(flags({"-isystem=/x"}), "-isystem /x"); // the path "=/x"
  EXPECT_EQ(flags({"-G", "kernel.cu", "-DA"}),
            "-D A");                                   // swallows the next word
  EXPECT_EQ(flags({"-lineinfo"}), "");                 // links "ineinfo"
  EXPECT_EQ(flags({"-default-stream=legacy"}), "");    // -d...
  EXPECT_EQ(flags({"--include-path", "/x"}), "-I /x"); // -include "-path"
  EXPECT_EQ(flags({"-t", "2", "--optimize", "3"}), "-O3"); // stray inputs
  EXPECT_EQ(flags({"-dc", "-dlto", "-dlink"}), "-fgpu-rdc");
  EXPECT_EQ(flags({"-x", "cu", "kernel.cuh"}), "");
}

TEST(NvccFlags, Notes) {
  EXPECT_EQ(flags({"--frobnicate=3"}),
            "note: ignored unknown nvcc option --frobnicate=3");
  EXPECT_EQ(flags({"--frob", "--frob"}),
            "note: ignored unknown nvcc option --frob");
  EXPECT_EQ(flags({"-ccbin", "/usr/bin/g++-12"}),
            "note: ignored -ccbin /usr/bin/g++-12; use --gcc-install-dir if "
            "the host's "
            "headers differ");
}

TEST(NvccFlags, ClangsFlagsPass) {
  EXPECT_EQ(
      flags({"-fms-extensions", "--gcc-install-dir=/x", "-Xclang", "-foo"}),
      "-fms-extensions --gcc-install-dir=/x -Xclang -foo");
  EXPECT_EQ(nvcc({"--cuda-path=/c"}).CudaPath, "/c");
  EXPECT_TRUE(nvcc({"-nocudainc"}).NoCudaHeaders);
}

TEST(NvccFlags, ProgramAndInputsAreLeftOut) {
  EXPECT_EQ(flags({"nvcc", "-DA", "a.cu", "--", "b.cu", "-"}), "-D A");
}

TEST(NvccFlags, OptionsFiles) {
  TempTree Tree;
  Tree.write("a.rsp", "-I/one -DNAME=\\\"a\\ b\\\"\n--options-file b.rsp");
  Tree.write("b.rsp", "-arch=sm_89");
  for (const Words &In :
       {Words{"--options-file", "a.rsp"}, Words{"-optf", "a.rsp"},
        Words{"--options-file=a.rsp"}, Words{"-optf=a.rsp"}, Words{"@a.rsp"}}) {
    FrontEndFlags Out = translateFlags(In, Tree.path(), FlagDialect::Nvcc);
    EXPECT_EQ(llvm::join(Out.Args, "|"), "-I|/one|-D|NAME=\"a b\"")
        << In.front();
    EXPECT_EQ(llvm::join(Out.Archs, " "), "sm_89") << In.front();
  }
}

TEST(NvccFlags, OptionsFilesMissingOrInCircles) {
  TempTree Tree;
  std::string Path = Tree.write("a.rsp", "-optf a.rsp -DA");
  FrontEndFlags Out =
      translateFlags({"-optf", "a.rsp"}, Tree.path(), FlagDialect::Nvcc);
  ASSERT_FALSE(Out.Notes.empty());
  EXPECT_EQ(Out.Notes.front(), "cannot read options file " + Path);
  EXPECT_EQ(flags({"-optf", "/none.rsp"}),
            "note: cannot read options file /none.rsp");
}

} // namespace
} // namespace pipeline_rewrite
