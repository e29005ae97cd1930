"""What the documents of `prove` say, beside the texts of prove.test: prove_documents.py TOOL KERNELS, in its folder."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json
import subprocess
import sys

tool, kernels = sys.argv[1:]


def document(code, *words):
    done = subprocess.run([tool, "prove", *words, "--report=json", "--cuda-path=builtin"], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL)
    of = json.loads(done.stdout)
    assert done.returncode == of["exitCode"] == code, (done.returncode, of)
    return of, of["kernels"][0]


_, equal = document(0, "old.cu", "same.cu")
assert equal["verdict"] == "equal" and equal["line"] == 1 and equal["file"] == "same.cu", equal
assert equal["sizes"]["n"][0] == 0 < equal["sizes"]["n"][1] and equal["schedules"] == 2, equal
assert all(len(block) == 3 for block in equal["blocks"]) and equal["blocks"], equal

_, different = document(1, "old.cu", "short.cu")
found = different["difference"]
assert different["verdict"] == "different" and not found["rounding"] and found["schedule"], different
assert found["launch"].startswith("<<<(1, 1, 1), (") and found["arguments"][0] == "n = 1", found
assert found["element"]["element"] == "y[0]" and found["element"]["old"] != found["element"]["new"], found

assert document(1, "old.cu", "order.cu")[1]["difference"]["rounding"]
_, near = document(0, "old.cu", "order.cu", "--tolerance=1e-5")
assert near["worst"]["ulps"] > 0 and near["worst"]["old"] != near["worst"]["new"], near

_, undecided = document(3, "old.cu", "more.cu")
assert undecided["verdict"] == "not decided" and "'bias'" in undecided["why"], undecided

with open(kernels) as source, open("raced.cu", "w") as raced:
    raced.write(source.read().replace("    __syncthreads(); // done\n", "", 1))
reason = document(1, kernels, "raced.cu", "--kernel=^gemm$")[1]["difference"]["reason"]
assert reason["place"].startswith("raced.cu:") and len(reason["block"]) == len(reason["thread"]) == 3, reason
assert reason["otherPlace"].startswith("raced.cu:") and f"thread {reason['otherThread']} " in reason["message"], reason

assert document(0, "two.cu", "old.cu")[0]["onlyOld"] == ["other"]
