"""clangd.py CLANGD TOOL FOLDER BUILTIN_HEADERS KERNEL: asks a clangd with the checks for its fix.

Prints the diagnostic, and whether the fix is what the command line writes.
"""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "lsp"))
from client import Client, File  # noqa: E402

clangd, tool, folder, headers, kernel = sys.argv[1:]
folder = pathlib.Path(folder).resolve()
(folder / ".clangd").write_text(f"""
CompileFlags:
  Add: [-x, cuda, --cuda-device-only, --cuda-gpu-arch=sm_86, -nocudainc, -nocudalib,
        --cuda-path=/nonexistent, -include, {headers}/pipeline_rewrite/prelude.h, -isystem, {headers}]
Diagnostics:
  ClangTidy: {{Add: pipeline-rewrite-*, FastCheckFilter: None}}
""", encoding="utf-8")
(folder / ".pipeline-rewrite").write_text("choose: rules\n", encoding="utf-8")
text = pathlib.Path(kernel).read_text(encoding="utf-8")
client = Client(clangd, folder, capabilities={"textDocument": {"codeAction": {
    "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}}}})
file = File(client, folder / "kernel.cu", text)
found = next(d for d in file.diagnostics() if d.get("code") == "pipeline-rewrite-k-loop")
print(found["message"].splitlines()[0])
(action,) = [a for a in client.ask("textDocument/codeAction", {
    "textDocument": {"uri": file.uri}, "range": found["range"],
    "context": {"diagnostics": [found]}}) if "edit" in a]
wanted = subprocess.run([tool, kernel, "--cuda-path=builtin", "--choose=rules", "--quiet", "-o", "-"], check=True,
                        capture_output=True, timeout=60).stdout.decode()
print("as the command line" if file.after(action["edit"]) == wanted else "another text")
print("exit status", client.shut_down())
