# How the .cu and .test files of this folder run: docs/developing.md explains it.
import glob
import importlib.util
import os
import shutil
import sys

import lit.formats

config.name = "pipeline-rewrite"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".test"]
config.excludes = ["Inputs", "benchmark", "corpus", "executor", "fuzz", "gpu", "mutation", "samples", "unit"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))


def found(path):
    return bool(path) and not path.endswith("NOTFOUND") and os.path.exists(path)


def use(name, text):
    # "%strip" must not match the start of a longer name.
    config.substitutions.append((name + r"(?![\w-])", text))


# FileCheck, not, split-file and count without a version in their names; the
# toolkit's folder, so that the tool finds the same one as the tests.
path = [config.llvm_tools_dir, config.environment["PATH"]]
if found(config.nvcc):
    path.insert(1, os.path.dirname(config.nvcc))
config.environment["PATH"] = os.pathsep.join(path)
config.environment["NO_COLOR"] = "1"
# A test is about this run.
config.environment["PIPELINE_REWRITE_CACHE"] = "none"
# What is included in front of every source is the same in nearly all tests.
config.environment["PIPELINE_REWRITE_PRELUDES"] = os.environ.get(
    "PIPELINE_REWRITE_PRELUDES", os.path.join(config.build_dir, "test", "preludes"))


def program():
    """The static program where the build has it: it starts in 3 ms instead of 17, and tests start it
    thousands of times. One that is older than the libraries is not what is to be tested."""
    static = os.path.join(config.build_dir, "static", "bin", "pipeline-rewrite")
    own = glob.glob(os.path.join(config.lib_dir, "libpipelineRewrite*.a"))
    if os.path.exists(static) and all(os.path.getmtime(each) <= os.path.getmtime(static) for each in own):
        return static
    return os.path.join(config.bin_dir, "pipeline-rewrite")


config.program = program()  # for folders that add to it
use("%pipeline-rewrite", config.program)
use("%build", config.build_dir)
if os.path.exists(os.path.join(config.bin_dir, "pipeline-rewrite-lsp")):
    config.available_features.add("language-server")
    use("%pipeline-rewrite-lsp", os.path.join(config.bin_dir, "pipeline-rewrite-lsp"))
# Tests are about a form, not about who chose it.
# What a stage makes of a text is asked of loops that no kernel runs, too.
use("%builtin", "--cuda-path=builtin --choose=rules --allow-unrun")
use("%no-nvcc", "--cuda-path=builtin")
# Before Clang 22, copies of them that it reads (samples/CMakeLists.txt).
use("%samples", os.path.join(config.test_source_root, "samples") if config.llvm_version >= 22
    else os.path.join(config.build_dir, "test", "samples", "of-other-clang"))
use("%python", sys.executable)

# The tool's output repeats the CHECK comments of its input, in which FileCheck
# would find its patterns: such a test passes whatever the tool does. So every
# comment "// WORD:" goes, with its line if nothing else stands there (a diff's
# sign in front included).
use("%strip", r"sed -E -e '/^[-+ ]?[[:space:]]*[/][/] ?[A-Z][A-Z0-9_-]*:/d'"
              r" -e 's,[[:space:]]*[/][/] ?[A-Z][A-Z0-9_-]*:.*$,,'")

config.available_features.add("python3")
# clang-22, and what it shares with the versions between: clang-from-20 ...
config.available_features.add(f"clang-{config.llvm_version}")
use("%llvm-major", str(config.llvm_version))
for since in range(20, config.llvm_version + 1):
    config.available_features.add(f"clang-from-{since}")

if found(config.clangxx):
    use("%clang22", config.clangxx)
if found(config.clang_tidy) and found(config.tidy_module):
    config.available_features.add("clang-tidy")
    use("%clang-tidy", config.clang_tidy)
    use("%tidy-module", config.tidy_module)
    bare = f"{config.clang_tidy} --load={config.tidy_module} '--checks=-*,pipeline-rewrite-*'"
    use("%bare-tidy", bare)
    # As %builtin: rules choose.
    use("%tidy", bare + " '--config={CheckOptions: {pipeline-rewrite-k-loop.Choose: rules}}'")
    # The program's own CUDA declarations, as files: no toolkit is needed.
    sdk = "12.9" if config.llvm_version >= 22 else "12.5"  # the newest that it knows
    use("%tidy-flags", "-x cuda --cuda-device-only --cuda-gpu-arch=sm_86 -std=c++17"
                       " -nocudainc -nocudalib --cuda-path=/nonexistent"
                       f" -Xclang -target-sdk-version={sdk}"
                       f" -include {config.builtin_headers}/pipeline_rewrite/prelude.h"
                       f" -isystem {config.builtin_headers}")
if found(config.run_clang_tidy):
    config.available_features.add("run-clang-tidy")
    use("%run-clang-tidy", config.run_clang_tidy)
if found(config.apply_replacements):
    config.available_features.add("clang-apply-replacements")
    use("%clang-apply-replacements", config.apply_replacements)
if found(config.pre_commit):
    config.available_features.add("pre-commit")
    use("%pre-commit", config.pre_commit)
# Programs that a user may have; found where the tests run.
for program in ("bash", "codespell", "fish", "man", "zsh"):
    if shutil.which(program):
        config.available_features.add(program)
# Packages of Python that only tests use.
for module in ("jsonschema", "yaml"):
    if importlib.util.find_spec(module):
        config.available_features.add(f"python-{module}")
if found(config.chromium):
    config.available_features.add("chromium")
    # A sandbox needs rights that a container does not give; a cache of its own
    # lets two of them run at once.
    use("%chromium", f"timeout 120 {config.chromium} --headless --no-sandbox --disable-gpu"
                     " --hide-scrollbars --user-data-dir=%t/browser")
clangd = os.path.join(config.bin_dir, "clangd-with-checks")
if found(clangd):
    config.available_features.add("clangd-with-checks")
    use("%clangd-with-checks", clangd)
use("%builtin-headers", config.builtin_headers)
for editor in ("neovim", "emacs"):
    if found(getattr(config, editor)):
        config.available_features.add(editor)
        use("%" + editor, getattr(config, editor))
if found(config.nvcc):
    config.available_features.add("cuda-toolkit")
    use("%nvcc", config.nvcc)
    # The toolkit as clang 22 wants it; CUDA 13 keeps CCCL in a folder of its own.
    toolkit = config.cuda_toolkit
    use("%cuda-toolkit", toolkit)
    # Clang 19 wants a header that CUDA 13 has no more.
    gaps = f" -isystem {config.builtin_headers}/pipeline_rewrite/gaps"
    use("%clang-cuda", f"{config.clangxx} -x cuda --cuda-device-only --cuda-path={toolkit}"
                       f" -isystem {toolkit}/include/cccl -Wno-unknown-cuda-version"
                       f"{gaps if config.llvm_version < 22 else ''} -std=c++17 -fsyntax-only")
    executor = os.path.join(config.lib_dir, "libpipeline_cudart.a")
    if os.path.exists(executor):
        config.available_features.add("executor")
        use("%executor-lib", executor)
    if found(config.nvdisasm):
        config.available_features.add("nvdisasm")
        use("%nvdisasm", config.nvdisasm)
if config.has_gpu:
    config.available_features.add("gpu")
