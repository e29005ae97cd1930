#!/usr/bin/env python3
"""Drives pipeline-rewrite-lsp as an editor does, over its standard streams.

usage: run.py --server PIPELINE_REWRITE_LSP --tool PIPELINE_REWRITE [CHECK...]

Without names all checks run. Each starts a server of its own in a folder of
its own. What an action makes of a text is compared with what the command line
makes of it.
"""
import argparse
import sys
import tempfile

import server_checks
import text_checks
from bench import Bench

CHECKS = {name[len("check_"):].replace("_", "-"): function
          for name, function in sorted({**vars(server_checks), **vars(text_checks)}.items())
          if name.startswith("check_")}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", required=True)
    parser.add_argument("--tool", required=True)
    parser.add_argument("check", nargs="*", help=", ".join(CHECKS))
    args = parser.parse_args()
    for name in args.check or CHECKS:
        with tempfile.TemporaryDirectory() as folder:
            CHECKS[name](Bench(args.server, args.tool, folder))
        print(f"{name}: good")


if __name__ == "__main__":
    sys.exit(main())
