"""check_options.py HELP DOCUMENT: --help and the document name the same options."""
import re
import sys

helped = set(re.findall(r"^  (--?[a-z-]+)", open(sys.argv[1]).read(), re.M))
documented = set(re.findall(r"^\| `(--?[a-z-]+)", open(sys.argv[2]).read(), re.M))
assert helped == documented, f"only in --help: {helped - documented}; only documented: {documented - helped}"
