"""What differs between two records of outputs."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import collections
import difflib
import sys


def is_rewritten(verdict):
    return verdict.startswith("rewritten")


def loop_changes(before, after):
    """(name, place, kernel, verdict before, verdict after) of each loop that changed."""
    for name in sorted(before.index.keys() & after.index.keys()):
        old = {tuple(loop[:2]): loop[2] for loop in before.index[name]["loops"]}
        new = {tuple(loop[:2]): loop[2] for loop in after.index[name]["loops"]}
        for key in sorted(old.keys() | new.keys()):
            was, now = old.get(key, "not reported"), new.get(key, "not reported")
            if was != now:
                yield name, *key, was, now


def print_loops(title, changes, verdict):
    """A group of changes: by the verdict that explains them, then one by one."""
    if not changes:
        return
    reasons = collections.Counter(verdict(change) for change in changes)
    # One loop of one source counts once, in however many forms it is written.
    loops = {(name.rsplit("@", 1)[0], place, kernel) for name, place, kernel, _, _ in changes}
    print(f"{title}: {len(changes)} ({len(loops)} loops): "
          + ", ".join(f"{reason} {n}" for reason, n in reasons.most_common()))
    for name, place, kernel, was, now in changes:
        print(f"  {name} {place} {kernel}: {was} -> {now}")


def print_diff(before, after, name, texts):
    old, new = (text.decode(errors="replace").splitlines(keepends=True) for text in texts)
    sys.stdout.writelines(difflib.unified_diff(old, new, f"before/{name}", f"after/{name}"))


def compare(before, after, messages_count, show):
    """Prints the differences by kind; gives the exit status."""
    both = sorted(before.index.keys() & after.index.keys())
    for title, left, right in (("only before", before, after), ("only after", after, before)):
        names = sorted(left.index.keys() - right.index.keys())
        if names:
            print(f"{title}: {len(names)}: {', '.join(names[:10])}{' ...' * (len(names) > 10)}")
    other = [n for n in both if before.index[n]["source"] != after.index[n]["source"]]
    if other:
        print(f"other sources, not compared: {len(other)}: {', '.join(other[:10])}")
    same = [n for n in both if n not in set(other)]
    differs = {what: [n for n in same if before.index[n][what] != after.index[n][what]]
               for what in ("status", "output", "messages")}
    kinds = sorted({before.index[n]["kind"] for n in same})
    for kind in kinds:
        names = [n for n in same if before.index[n]["kind"] == kind]
        print(f"{kind:8} {len(names)} compared: " + ", ".join(
            f"{what} {sum(before.index[n]['kind'] == kind for n in differs[what])}" for what in differs)
              + " differ")
    for name in differs["status"]:
        print(f"  {name}: {before.index[name]['status']} -> {after.index[name]['status']}")

    changes = [c for c in loop_changes(before, after) if c[0] not in set(other)]
    print_loops("loops lost", [c for c in changes if is_rewritten(c[3]) > is_rewritten(c[4])],
                lambda c: c[4])
    print_loops("loops gained", [c for c in changes if is_rewritten(c[3]) < is_rewritten(c[4])],
                lambda c: c[3])
    print_loops("other verdict", [c for c in changes if is_rewritten(c[3]) == is_rewritten(c[4])],
                lambda c: f"{c[3]} -> {c[4]}")
    explained = {c[0] for c in changes}
    text_only = [n for n in differs["output"] if n not in explained]
    if text_only:
        print(f"other text, same verdicts: {len(text_only)}")
        print("".join(f"  {n}\n" for n in text_only), end="")
    for name in differs["output"][:show]:
        print_diff(before, after, name, (before.output(name), after.output(name)))
    if messages_count:
        for name in [n for n in differs["messages"] if n not in explained][:show]:
            print_diff(before, after, name, (before.messages(name), after.messages(name)))
    bad = differs["status"] or differs["output"] or changes or (messages_count and differs["messages"])
    if not bad:
        print("no difference")
    return 1 if bad or before.index.keys() != after.index.keys() else 0
