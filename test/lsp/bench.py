"""What the checks of run.py share: texts, expectations, a server to ask."""
import pathlib
import subprocess

from client import Client, ErrorAnswer, File, TIMEOUT

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TIDY_INPUTS = HERE.parent / "Tidy/Inputs"
# No toolkit: the same result everywhere, and a tenth of a second for a parse.
FAST = {"cuda-path": "builtin", "choose": "rules", "debounce-ms": 0}
RESOLVES = {"textDocument": {"codeAction": {"resolveSupport": {"properties": ["edit"]}}}}
VERSIONED = {"workspace": {"workspaceEdit": {"documentChanges": True}}}
REQUEST_CANCELLED, CONTENT_MODIFIED = -32800, -32801
VARIANTS = ["auto", "ldg", "ldg-single", "cpasync"]  # by their number in `data`


def text_of(name):
    return (HERE / "Inputs" / name).read_text(encoding="utf-8")


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def same(got, wanted, what):
    expect(got == wanted, f"{what}: got {got!r}, wanted {wanted!r}")


def error_of(ask, *args):
    """The code of the error that a question is answered with."""
    try:
        answer = ask(*args)
    except ErrorAnswer as error:
        return error.code
    raise AssertionError(f"no error but {answer!r}")


class Bench:
    def __init__(self, server, tool, folder):
        self.server, self.tool, self.folder = server, tool, pathlib.Path(folder)
        self.written = {}  # by the command line, for a text and options

    def client(self, capabilities=None, **options):
        return Client(self.server, self.folder, dict(FAST, **options), capabilities)

    def open(self, client, text, name="kernel.cu"):
        return File(client, self.folder / name, text)

    def command_line(self, text, *options):
        """The text as the command line rewrites it."""
        if (text, options) in self.written:
            return self.written[text, options]
        path = self.folder / "for-the-command-line.cu"
        path.write_bytes(text.encode("utf-8"))
        done = subprocess.run([self.tool, str(path), "--cuda-path=builtin", "--choose=rules", "--quiet", "-o", "-",
                               *options], capture_output=True, timeout=TIMEOUT)
        same(done.returncode, 0, f"command line: {done.stderr.decode()}")
        self.written[text, options] = done.stdout.decode("utf-8")
        return self.written[text, options]
