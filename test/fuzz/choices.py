"""Named random decisions, each independent of all others.

Every decision is drawn from its own generator, seeded by the kernel and the
decision's name. So one decision can be set to its plainest option and all
others stay as they were: that is how a failing kernel is reduced (run.py).
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import random


class Choices:
    """The decisions of one kernel."""

    def __init__(self, seed, plain=(), wanted=None):
        self.seed, self.plain = str(seed), frozenset(plain)
        self.wanted = wanted or {}  # name -> the option to take, or a list of them (profiles.py)
        self.made = {}  # name -> index of the option taken

    def pick(self, name, options, weights=None):
        """One of options; the first is the plainest."""
        options = list(options)
        index = 0
        wanted = self.wanted.get(name, [])
        wanted = [option for option in (wanted if isinstance(wanted, list) else [wanted]) if option in options]
        if name not in self.plain and wanted:
            index = options.index(random.Random(f"{self.seed}/{name}").choice(wanted))
        elif name not in self.plain:
            draw = random.Random(f"{self.seed}/{name}")
            index = draw.choices(range(len(options)), weights)[0]
        self.made[name] = index
        return options[index]

    def chance(self, name, probability):
        return self.pick(name, (False, True), (1 - probability, probability))

    def fancy(self):
        """Names of the decisions that took another than the plainest option."""
        return [name for name, index in self.made.items() if index]
