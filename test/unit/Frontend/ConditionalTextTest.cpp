//===- ConditionalTextTest.cpp - Conditions, and whose branches they are --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Conditions/Condition.h"
#include "Frontend/Conditions/PlatformWords.h"
#include "ParsedSource.h"

namespace pipeline_rewrite {
namespace {

/// With `Is1` and `Is0`, which are defined, and `Not`, which is not.
std::string valueOfText(llvm::StringRef Condition) {
  const std::string Line = ("#pragma " + Condition).str();
  const clang::LangOptions Language;
  const ConditionalText Text(Line, Language);
  TextDirective D = Text.directives().front();
  D.Name = D.Rest.front().Text;
  D.Rest.erase(D.Rest.begin());
  const auto Value = valueOf(
      D, [](llvm::StringRef Name, bool Asks) -> std::optional<uint64_t> {
        if (Name == "Not")
          return 0;
        if (Name == "Is1" || Name == "Is0")
          return Asks || Name == "Is1";
        return std::nullopt;
      });
  return Value ? std::to_string(*Value) : "unknown";
}

TEST(Condition, Known) {
  EXPECT_EQ(valueOfText("ifdef Is0"), "1");
  EXPECT_EQ(valueOfText("ifndef Is0"), "0");
  EXPECT_EQ(valueOfText("elifndef Not"), "1");
  EXPECT_EQ(valueOfText("if Is0"), "0");
  EXPECT_EQ(valueOfText("if defined Is0 && defined(Is1)"), "1");
  EXPECT_EQ(valueOfText("elif !(Not || Is0) && 0x10UL >= 2"), "1");
  EXPECT_EQ(valueOfText("if 1 || 1 && 0"), "1");
  EXPECT_EQ(valueOfText("if !Is1 == 0"), "1");
}

TEST(Condition, PartlyKnown) {
  EXPECT_EQ(valueOfText("if defined(Other) && Not"), "0");
  EXPECT_EQ(valueOfText("if Not && Other > 3"), "0");
  EXPECT_EQ(valueOfText("if Other || Is1"), "1");
  EXPECT_EQ(valueOfText("if Other || Not"), "unknown");
  EXPECT_EQ(valueOfText("if !Other && Is1"), "unknown");
  EXPECT_EQ(valueOfText("if Other >= 3"), "unknown");
}

TEST(Condition, Unread) {
  EXPECT_EQ(valueOfText("if Not + 1"), "unknown");
  EXPECT_EQ(valueOfText("if Not && Is0 ? 1 : 1"), "unknown");
  EXPECT_EQ(valueOfText("if has(Not) && 0"), "unknown");
  EXPECT_EQ(valueOfText("if not Is1"), "unknown");
  EXPECT_EQ(valueOfText("if 0 < 1 < 1"), "unknown");
  EXPECT_EQ(valueOfText("if (0"), "unknown");
  EXPECT_EQ(valueOfText("if 0 -1"), "unknown");
  EXPECT_EQ(valueOfText("ifdef Not 1"), "unknown");
  EXPECT_EQ(valueOfText("if " + std::string(5000, '!') + "0"), "unknown");
  EXPECT_EQ(valueOfText("iff 0"), "unknown");
}

TEST(PlatformWords, Names) {
  for (llvm::StringRef Name :
       {"HIP", "USE_HIP", "LIB_USE_ROCM", "__HIPCC__", "__HIP_PLATFORM_AMD__",
        "__HCC__", "__OPENCL_VERSION__", "__MIC__", "use_musa"})
    EXPECT_EQ(platformOf(Name), Platform::Other) << Name.str();
  for (llvm::StringRef Name :
       {"LIB_HAVE_HIP", "HAVE_OPENCL", "USE_OPENCL", "HAVE_clAmdBlas", "MIC"})
    EXPECT_EQ(platformOf(Name), Platform::Beside) << Name.str();
  for (llvm::StringRef Name : {"USE_CUDA", "HAVE_CUBLAS", "__CUDACC__"})
    EXPECT_EQ(platformOf(Name), Platform::Cuda) << Name.str();
  for (llvm::StringRef Name :
       {"SHIP", "CHIP", "MICRO", "AMDAHL", "HAVE_AMD", "HIP_ANGLE", "NO_HIP",
        "DONT_USE_HIP", "WITHOUT_ROCM", "__HIP_PLATFORM_NVIDIA__", "NO_CUDA",
        "USE_CUDA_OR_HIP", "KEEP_HIP", "__CUDA_ARCH__", "_", ""})
    EXPECT_EQ(platformOf(Name), Platform::None) << Name.str();
}

/// Which of the branches of the first #if, and of those within, are elsewhere.
std::string elsewhere(llvm::StringRef Source,
                      std::vector<std::string> Flags = {}) {
  const auto Unit = parseText(Source, Options(), "a.cu", std::move(Flags));
  if (!Unit)
    return "no unit";
  const PlatformWords Platforms(Unit->preprocessor());
  const ConditionalText Text(Source, Unit->context().getLangOpts(), &Platforms);
  std::string Out;
  for (const ConditionalGroup &G : Text.groups())
    for (const ConditionalGroup::Branch &B : G.Branches)
      Out += Text.isElsewhere(B.Begin) ? 'e' : 'h';
  return Out;
}

TEST(PlatformWords, Chains) {
  EXPECT_EQ(elsewhere("#ifdef USE_HIP\n#else\n#endif\n"), "eh");
  EXPECT_EQ(elsewhere("#ifndef USE_HIP\n#else\n#endif\n"), "he");
  EXPECT_EQ(elsewhere("#if defined(USE_HIP) && defined(FAST)\n#endif\n"), "e");
  EXPECT_EQ(elsewhere("#if defined(USE_HIP) || defined(FAST)\n#endif\n"), "h");
  EXPECT_EQ(elsewhere("#if USE_HIP\n#if A\n#else\n#endif\n#endif\n"), "eee");
  EXPECT_EQ(elsewhere("#ifdef USE_CUDA\n#else\n#endif\n"), "hh");
  EXPECT_EQ(elsewhere("#ifdef A\n#elif !USE_HIP\n#else\n#endif\n"), "hhe");
}

TEST(PlatformWords, BesideCuda) {
  EXPECT_EQ(elsewhere("#ifdef USE_OPENCL\n#else\n#endif\n"), "hh");
  const std::string Behind = "#if defined(USE_CUDA)\n"
                             "#elif defined(USE_OPENCL)\n#else\n#endif\n";
  EXPECT_EQ(elsewhere(Behind), "hhh");
  EXPECT_EQ(elsewhere(Behind, {"-DUSE_CUDA"}), "heh");
  EXPECT_EQ(elsewhere(Behind + "#undef USE_CUDA\n", {"-DUSE_CUDA"}), "hhh");
  EXPECT_EQ(elsewhere("#if defined(USE_OPENCL)\n#elif defined(USE_CUDA)\n"
                      "#else\n#endif\n",
                      {"-DUSE_CUDA"}),
            "hhh");
  EXPECT_EQ(elsewhere("#if defined(NO_CUDA)\n#elif defined(USE_OPENCL)\n"
                      "#endif\n",
                      {"-DNO_CUDA"}),
            "hh");
}

TEST(PlatformWords, Ordinary) {
  const std::string Asks = "#ifdef USE_HIP\n#endif\n";
  EXPECT_EQ(elsewhere(Asks, {"-DUSE_HIP=0"}), "h");
  EXPECT_EQ(elsewhere(Asks + "#define USE_HIP\n"), "h");
  EXPECT_EQ(elsewhere(Asks + "#undef USE_HIP\n"), "e");
  EXPECT_EQ(elsewhere(Asks + "#ifdef A\n#define USE_HIP\n#endif\n"), "hh");
  EXPECT_EQ(elsewhere(Asks + "#ifdef __HIPCC__\n#define USE_HIP\n#endif\n"),
            "ee");
  EXPECT_EQ(elsewhere(Asks + "#ifdef A\n#define USE_H\\\nIP\n#endif\n"), "hh");
  EXPECT_EQ(elsewhere(Asks + "#define M(x) \\\nint x\n"), "e");
  EXPECT_EQ(elsewhere(Asks + "#define M \\\nUSE_HIP\n"), "h");
  EXPECT_EQ(elsewhere("#ifdef USE_H\\\nIP\n#endif\n"), "h");
  EXPECT_EQ(elsewhere("#ifdef USE_HIP\n#e\\\nlse\n#endif\n"), "eh");
  EXPECT_EQ(elsewhere("#\\\nifdef USE_HIP\n#\\\nelse\n#endif\n"), "eh");
  EXPECT_EQ(elsewhere(Asks + "#ifdef A\nint a[USE_HIP];\n#endif\n"), "hh");
  EXPECT_EQ(elsewhere(Asks + "#define SIZE USE_HIP\n"), "h");
}

} // namespace
} // namespace pipeline_rewrite
