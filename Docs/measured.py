#!/usr/bin/env python3
"""Draws the table of designs of Docs/Performance.md as bars.

    Docs/measured.py < Docs/Performance.md > Docs/measured.svg

The table has the nanoseconds of an event from one producer and from four, and whether each producer's order is kept. Bars
are as long as the logarithm of the time.
"""

import html
import math
import sys

WIDTH, LEFT, ROW, TOP = 860, 190, 34, 78
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1c1e21; } .small { font-size: 11.5px; fill: #5b616a; }
.title { font-size: 16px; font-weight: 600; } .one { fill: #2f6fde; } .four { fill: #9bbcf2; } .lost { fill: #c2410c; }
.ours { font-weight: 700; } line { stroke: #d5d8dc; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6e8eb; } .small { fill: #a3a9b1; } .one { fill: #6ea0ff; } .four { fill: #35548c; }
  .lost { fill: #ff9d6b; } line { stroke: #3a3f46; }
}
"""


def rows(lines):
    """The designs: a name, nanoseconds an event from one producer and from four (or nothing), and whether order is kept."""
    inside = False
    for line in lines:
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if cells[0] == "design":
            inside = True
        elif inside and not line.startswith("|"):
            return
        elif inside and not set(cells[0]) <= set("-: "):
            number = lambda text: float(text.replace(",", "")) if text[0].isdigit() else None
            yield cells[0], number(cells[1]), number(cells[3]), cells[5] == "yes"


def main():
    designs = list(rows(sys.stdin))
    if not designs:
        sys.exit("error: there is no table of designs in the input, whose first column is called 'design'")
    longest = max(time for _, one, four, _ in designs for time in (one, four) if time)
    scale = (WIDTH - LEFT - 190) / (math.log10(longest) - 1)
    length = lambda time: (math.log10(time) - 1) * scale
    height = TOP + ROW * len(designs) + 40
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="Nanoseconds an event, by design">', f"<style>{STYLE}</style>",
        '<text class="title" x="16" y="28">Nanoseconds an event, from the producer until it is applied</text>',
        '<rect class="one" x="16" y="42" width="12" height="12"/><text class="small" x="34" y="52">one producer</text>',
        '<rect class="four" x="130" y="42" width="12" height="12"/><text class="small" x="148" y="52">four producers</text>',
        '<text class="small" x="260" y="52">the scale is logarithmic</text>',
    ]
    for power in range(1, math.ceil(math.log10(longest)) + 1):
        x = LEFT + length(10 ** power)
        if x < WIDTH - 20:
            out.append(f'<line x1="{x:.0f}" y1="{TOP - 8}" x2="{x:.0f}" y2="{height - 34}"/>')
            out.append(f'<text class="small" x="{x:.0f}" y="{height - 18}" text-anchor="middle">{10 ** power:,}</text>')
    for number, (name, one, four, ordered) in enumerate(designs):
        y = TOP + ROW * number
        ours = ' class="ours"' if name == "Reactor" else ""
        out.append(f'<text{ours} x="{LEFT - 12}" y="{y + 17}" text-anchor="end">{html.escape(name)}</text>')
        for offset, kind, time in ((2, "one", one), (14, "four", four)):
            if time:
                out.append(f'<rect class="{kind}" x="{LEFT}" y="{y + offset}" width="{length(time):.1f}" height="11" rx="2"/>')
        shown = " · ".join(f"{time:,.0f}" for time in (one, four) if time)
        end = LEFT + max(length(time) for time in (one, four) if time) + 8
        lost = "" if ordered else '<tspan class="lost"> order lost</tspan>'
        out.append(f'<text class="small" x="{end:.0f}" y="{y + 17}">{shown}{lost}</text>')
    print("\n".join(out + ["</svg>"]))


main()
