// Nothing: kernels need none of it (checker.py, FEW_HEADERS).
