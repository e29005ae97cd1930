#!/usr/bin/env python3
"""lit for one test: lit_one.py LIT ARGS...

A run of lit for each ctest entry costs more than most tests: half of it is
modules that write reports for other programs, and a pool of processes. Here
these modules are not loaded, and the test runs in this process. All else,
options, output and exit code, is lit's.
"""
import os
import re
import sys
import types


def folders_of(program):
    """The folders that LIT itself puts on its path, LLVM 19 to 22."""
    with open(program) as f:
        text = f.read()
    named = re.findall(r"sys\.path\.insert\(\d+, *[\"']([^\"']+)", text)
    return named + [os.path.dirname(program)]


def module_of(name, *classes):
    """In place of a module of which a run like this one only names classes."""
    module = sys.modules[name] = types.ModuleType(name)
    for each in classes:
        setattr(module, each, type(each, (), {}))
    return module


def main():
    program = os.path.realpath(sys.argv[1])
    sys.argv = sys.argv[1:]
    sys.path[1:1] = folders_of(program)
    try:
        import lit
        # Used if a report is asked for.
        lit.reports = module_of("lit.reports", "JsonReport", "XunitReport",
                                "ResultDBReport", "TimeTraceReport")
        module_of("unittest", "TestCase")  # lit's own tests stand beside its code
        import lit.run
        import lit.worker
    except ImportError:  # lit elsewhere, or another lit: it runs by itself
        os.execv(sys.argv[0], sys.argv)

    def in_this_process(run, deadline):
        lit.worker.initialize(run.lit_config, {})
        for test in run.tests:
            run.progress_callback(lit.worker.execute(test))

    lit.run.Run._execute = in_this_process
    import lit.main
    lit.main.main()


if __name__ == "__main__":
    main()
