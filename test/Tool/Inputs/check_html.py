"""check_html.py PAGE: a page of well-nested elements that needs nothing else.

Prints what FileCheck shall read: the text line by line, and for each picture
its label and how many boxes of each class it has.
"""
import collections
import html.parser
import sys

VOID = {"meta", "rect", "line", "input"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.boxes = [], None

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        for name in ("src", "href"):
            assert not values.get(name, "#").startswith(("http", "/")), f"{tag} fetches {values[name]}"
        if tag == "svg":
            self.boxes = collections.Counter()
            print("picture:", values["aria-label"])
        if tag == "rect":
            self.boxes[values["class"]] += 1
            for side in ("x", "y", "width", "height"):
                assert int(values[side]) < 2000, f"{side}={values[side]}"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-1:]}"
        self.open.pop()
        if tag == "svg":
            print("boxes:", " ".join(f"{name}={n}" for name, n in sorted(self.boxes.items())))

    def handle_data(self, data):
        if data.strip() and self.open[-1] not in ("style", "script"):
            print(f"{self.open[-1]}: {data.strip()}")


page = Page()
page.feed(open(sys.argv[1], encoding="utf-8").read())
page.close()
assert not page.open, f"not closed: {page.open}"
