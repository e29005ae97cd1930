"""click.py PAGE TITLE N: the page, in which the column of this title has been clicked N times."""
import sys

page, title, times = sys.argv[1:]
click = f"""<script>for (const title of document.querySelectorAll("th"))
  if (title.textContent === "{title}") for (let i = 0; i < {times}; ++i) title.click();</script>"""
text = open(page, encoding="utf-8").read()
assert text.count("</body>") == 1
print(text.replace("</body>", click + "</body>"))
