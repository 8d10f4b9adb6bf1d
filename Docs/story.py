#!/usr/bin/env python3
"""Draws the demo of `weightlog` as an animation: the list on the screen, and the predictions of the log.

    swift run weightlog demo --record story
    swift run weightlog journal inspect story -o story.html
    Docs/story.py story.html > Docs/story.svg

All data is read from the page: the states, the time of each event, and the end of each prediction. The animation starts when
all changes are made, so that its first frame shows a state.
"""

import html
import json
import re
import sys

WIDTH, LEFT, LANES, TOP, ROW, HOLD = 860, 24, 400, 72, 26, 2.5
OPERATIONS = ["", "begin", "append", "commit", "replace", "rollback", "place", "mark", "release", "report"]
ENDS = {"commit": "confirmed", "replace": "confirmed", "rollback": "rolled"}


def applied(patch, value):
    """The value after a patch; see the documentation of JSONPatch."""
    if patch == 0:
        return value
    if patch[0] == 0:
        return patch[1]
    if patch[0] == 1:
        made = {**value, **{key: applied(each, value.get(key)) for key, each in patch[1].items()}}
        return {key: each for key, each in made.items() if key not in (patch[2] if len(patch) > 2 else [])}
    if patch[0] == 2:
        made = list(value)
        for edit in reversed(patch[1:]):
            if len(edit) == 2:
                made[edit[0]] = applied(edit[1], made[edit[0]])
            else:
                made[edit[0]:edit[0] + edit[1]] = edit[2]
        return made
    units = value.encode("utf-16-le")
    return (units[:2 * patch[1]] + patch[3].encode("utf-16-le") + units[2 * (patch[1] + patch[2]):]).decode("utf-16-le")


def read(page):
    """The times and states of all changes, and the predictions, each with its begin, its end and its outcome."""
    def data(attribute):
        return [json.loads(text) for text in re.findall(f'<script type="application/json" {attribute}>(.*?)</script>', page, re.S)]

    header, state = data('id="recording"')[0], data('id="base"')[0]
    at, moments, predictions, open_ones = header["start"], [(0.0, state)], [], {}
    for row in [row for block in data('class="steps"') for row in block]:
        _, after, _, _, patch, payload, op, tx, part, parts, cause, withdrawn, _ = (row + [0] * 13)[:13]
        at += after
        when = (at - header["start"]) / 1000
        if patch:
            state = applied(patch, state)
            moments.append((when, state))
        if OPERATIONS[op] == "begin" and tx not in open_ones:
            open_ones[tx] = [words(payload[0]["change"]), when, None, "pending"]
            predictions.append(open_ones[tx])
        for ended in ([tx] if OPERATIONS[op] in ENDS else []) + (withdrawn or []):
            if ended in open_ones:
                open_ones.pop(ended)[2:] = [when, ENDS.get(OPERATIONS[op], "rolled")]
    return moments, predictions, (at - header["start"]) / 1000


def words(change):
    """A change, such as `log 81.4 kg`."""
    verb, record = next(iter(change.items()))
    record = record[0] if verb == "add" else record
    name = {"add": "log", "update": "edit"}.get(verb, verb)
    return f"{name} {record['reading']['grams'] / 1000:g} kg"


def rows(state):
    """The rows on the screen: each weight by its number, and whether it is pending."""
    pending = set()
    for change in state["pending"]:
        for added in change.get("add", []):
            pending.add(added["id"])
        if "update" in change:
            pending.add(change["update"]["id"])
    by_day = sorted(state["weights"]["rows"], key=lambda each: (each["reading"]["day"], each["id"]))
    return {each["id"]: (each["reading"]["day"], each["reading"]["grams"], each["id"] in pending) for each in by_day}


def frame(place, state, before, height):
    """The list at one moment. Weights that have just been rolled back are struck out."""
    shown, last = rows(state), rows(before)
    reasons = state["withdrawals"][len(before["withdrawals"]):]
    lines = [(day, number, grams, "pending" if waits else "confirmed") for number, (day, grams, waits) in shown.items()]
    if reasons:
        lines += [(last[each][0], each, last[each][1], "rolled") for each in last if each not in shown]
    parts = []
    for index, (day, _, grams, kind) in enumerate(sorted(lines)):
        y = TOP + index * ROW
        word = {"pending": "not confirmed yet", "confirmed": "confirmed", "rolled": "rolled back"}[kind]
        parts.append(f'<text x="{LEFT + 4}" y="{y}" class="{kind}">{day}   {grams / 1000:g} kg</text>'
                     f'<text x="{LEFT + 190}" y="{y}" class="{kind} small">{word}</text>')
    if reasons:
        parts.append(f'<text x="{LEFT + 4}" y="{height - 18}" class="bad small">{html.escape(reasons[-1]["reason"])}</text>')
    return f'<g class="frame" id="f{place}">{"".join(parts)}</g>'


def picture(page):
    moments, predictions, duration = read(page)
    total = duration + HOLD
    height = TOP + ROW * max(len(predictions), max(len(rows(state)) for _, state in moments)) + 24
    scale = (WIDTH - LANES - 110 - 24) / max(duration, .001)

    def x(when):
        return LANES + 110 + when * scale

    delay = -max(when for _, when, _, _ in predictions) - .1
    style, frames, lanes = [], [], []
    for place, (when, state) in enumerate(moments):
        end = moments[place + 1][0] if place + 1 < len(moments) else total
        if end <= when:
            continue
        frames.append(frame(place, state, moments[max(0, place - 1)][1], height))
        start, stop = 100 * when / total, 100 * end / total
        hidden = "" if place == 0 else f"0%, {max(0, start - .001):.3f}% {{ opacity: 0 }} "
        after = "" if stop >= 100 else f" {stop + .001:.3f}%, 100% {{ opacity: 0 }}"
        style.append(f"@keyframes k{place} {{ {hidden}{start:.3f}%, {stop:.3f}% {{ opacity: 1 }}{after} }} #f{place} {{ animation: k{place} {total:.2f}s step-end {delay:.2f}s infinite }}")
    last = len(moments) - 1
    for index, (command, begin, end, kind) in enumerate(predictions):
        y = TOP + index * ROW - 5
        stop = duration if end is None else end
        lanes.append(f'<text x="{LANES}" y="{y + 5}" class="soft small">{html.escape(command)}</text>'
                     f'<line x1="{x(begin):.1f}" x2="{x(stop):.1f}" y1="{y}" y2="{y}" class="bar waits"/>'
                     f'<circle cx="{x(begin):.1f}" cy="{y}" r="4" class="bar {kind}"/>')
        cross = f"M{x(stop) - 5:.1f} {y - 5}l10 10m-10 0l10 -10" if kind == "rolled" else f"M{x(stop):.1f} {y - 6}v12"
        lanes.append(f'<path d="{cross}" class="bar {kind}"/>')
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" aria-label="Weights are shown immediately. A slow service confirms them, or Reactor rolls them back, one by one.">
<style>
svg {{ --ground: #fff; --line: #e4e1da; --text: #24272c; --soft: #5c626c; --good: #1c6a41; --bad: #a83a25; --waits: #94690f }}
@media (prefers-color-scheme: dark) {{ svg {{ --ground: #1c1f24; --line: #2d323a; --text: #e3e5e8; --soft: #a0a8b2; --good: #6cc48a; --bad: #f4978a; --waits: #d8ae5e }} }}
text {{ font: 14px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: var(--text); white-space: pre }}
.small {{ font-size: 12px }} .soft {{ fill: var(--soft) }} .title {{ font: 600 13px system-ui, sans-serif; fill: var(--soft) }}
text.pending {{ fill: var(--waits) }} text.confirmed.small {{ fill: var(--good) }} text.rolled {{ fill: var(--bad); text-decoration: line-through }}
text.rolled.small, text.bad {{ fill: var(--bad); text-decoration: none }}
.bar {{ fill: none; stroke: var(--waits); stroke-width: 2.5; stroke-linecap: round }} .bar.waits {{ stroke-dasharray: 1 6 }}
circle.bar {{ fill: var(--ground) }} path.confirmed {{ stroke: var(--good) }} path.rolled {{ stroke: var(--bad) }}
.frame {{ opacity: 0 }}
@keyframes cover {{ 0% {{ transform: translateX(0) }} {100 * duration / total:.2f}%, 100% {{ transform: translateX({duration * scale + 10:.1f}px) }} }}
#cover {{ animation: cover {total:.2f}s linear {delay:.2f}s infinite }}
{chr(10).join(style)}
@media (prefers-reduced-motion: reduce) {{ .frame, #cover {{ animation: none !important }} #f{last} {{ opacity: 1 }} #cover {{ transform: translateX({duration * scale + 10:.1f}px) }} }}
</style>
<rect x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1}" rx="10" fill="var(--ground)" stroke="var(--line)"/>
<text x="{LEFT + 4}" y="34" class="title">On the screen</text>
<text x="{LANES}" y="34" class="title">Predictions, and the responses of the service</text>
{chr(10).join(frames)}
<clipPath id="lanes"><rect x="{LANES - 4}" y="44" width="{WIDTH - LANES - 10}" height="{height - 56}"/></clipPath>
<g clip-path="url(#lanes)">
{chr(10).join(lanes)}
<g id="cover"><rect x="{x(0):.1f}" y="44" width="{WIDTH}" height="{height - 56}" fill="var(--ground)"/>
<line x1="{x(0):.1f}" x2="{x(0):.1f}" y1="48" y2="{height - 20}" stroke="var(--soft)"/></g>
</g>
</svg>
"""


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as page:
        sys.stdout.write(picture(page.read()))
