"""same_yaml.py YAML JSON: both documents say the same."""
import json
import sys

import yaml

with open(sys.argv[1], encoding="utf-8") as left, open(sys.argv[2], encoding="utf-8") as right:
    assert yaml.safe_load(left) == json.load(right)
