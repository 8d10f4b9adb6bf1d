#!/usr/bin/env python3
"""Opens the inspector's page in a real browser, headless, and uses it as a person does.

    Tests/Browser/inspector.py [--screenshots FOLDER] [PAGE.html]

Without a page it makes the pages with `swift test`. Another page is made from a recording of `weightlog demo`, with changes that
the service refused. Without Chromium, its driver or selenium (Debian: chromium chromium-driver python3-selenium) it reports that and
exits 0. It installs axe-core, which finds obstacles for people with disabilities, into .build/axe; without a network it skips that
part.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from datetime import datetime

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    webdriver = None
    # Debian's selenium belongs to Debian's Python, which need not be the first in the path.
    debian = "/usr/bin/python3"
    if os.path.exists(debian) and os.path.realpath(debian) != os.path.realpath(sys.executable):
        os.execv(debian, [debian, *sys.argv])

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The flags of .ci/run, so that nothing is built again.
FLAGS = ["-Xswiftc", "-warnings-as-errors"]


def skip(what):
    print(f"skipped: {what} is missing (Debian: apt-get install chromium chromium-driver python3-selenium)")
    sys.exit(0)


def axe_script():
    """The script of axe-core, from a package of PyPI, or None if it cannot be installed."""
    folder = ROOT / ".build/axe"
    found = list(folder.rglob("axe.min.js"))
    if not found:
        shutil.rmtree(folder, ignore_errors=True)
        # Of the package, only the script is used: not the packages that drive a browser.
        for command in ([sys.executable, "-m", "venv", folder],
                        [folder / "bin/pip", "install", "--quiet", "--no-deps", "axe-playwright-python==0.1.8"]):
            if subprocess.run(command).returncode:
                print("skipped: axe-core cannot be installed; the rest of the page is used without it")
                return None
        found = list(folder.rglob("axe.min.js"))
    return found[0] if found else None


def made_page(folder):
    """The sample recording of InspectorPageTests, as a page."""
    environment = dict(os.environ, REACTOR_INSPECTOR_PAGES=str(folder), REACTOR_INSPECTOR_COUNT="400")
    subprocess.run(
        ["swift", "test", *FLAGS, "--filter", "InspectorPageTests/forTheBrowser"],
        cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    return folder / "400.html"


def enlarged(page, folder, count):
    """The same page with `count` additional steps, like a long recording."""
    text = page.read_text(encoding="utf-8")
    header = json.loads(re.search(r'id="recording">(.*?)</script>', text, re.S)[1])
    rows = []
    for number in range(count):
        payload = {"cell": number % 977, "text": f"word {number * 7919 % 100003}"}
        rows.append([401 + number, 15, number % len(header["names"]), 1, [1, {"ticks": [0, number]}], [payload]])
    blocks = ['<script type="application/json" class="steps">' + json.dumps(rows[start:start + 2_000]) + "</script>\n"
              for start in range(0, count, 2_000)]
    end = text.rindex("</body>")
    large = folder / "large.html"
    large.write_text(text[:end] + "".join(blocks) + text[end:], encoding="utf-8")
    return large


def recorded_pages(folder):
    """The page of a recording of weightlog, the number of its entries, and a function that runs `journal why` on it."""
    subprocess.run(["swift", "build", *FLAGS], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    programs = subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def program(*arguments):
        command = [f"{programs}/{arguments[0]}", *map(str, arguments[1:])]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    program("weightlog", "demo", "--seed", 4, "--failures", "40%", "--record", folder / "story")
    program("weightlog", "journal", "inspect", folder / "story", "-o", folder / "story.html")
    entries = json.loads(program("weightlog", "journal", "check", "--json", folder / "story"))["entries"]

    def why(path):
        return json.loads(program("weightlog", "journal", "why", "--path", path, "--all", "--json", folder / "story"))

    return folder / "story.html", entries, why


class Page:
    def __init__(self, browser):
        self.browser = browser
        self.checks = 0

    def open(self, path):
        start = time.monotonic()
        file, _, place = str(path).partition("#")
        self.browser.get("about:blank")
        self.browser.get(pathlib.Path(file).resolve().as_uri() + ("#" + place if place else ""))
        self.until(self.is_read, "the page has read its recording")
        return time.monotonic() - start

    def is_read(self):
        return self.script("return document.body?.dataset.read === ''")

    def find(self, id):
        return self.browser.find_element(By.ID, id)

    def text(self, id):
        return self.find(id).text

    def press(self, *keys):
        self.browser.switch_to.active_element.send_keys(*keys)

    def click(self, selector):
        self.browser.find_element(By.CSS_SELECTOR, selector).click()

    def script(self, source, *arguments):
        return self.browser.execute_script(source, *arguments)

    def until(self, holds, what):
        WebDriverWait(self.browser, 600).until(lambda _: holds(), what)
        self.checks += 1

    def expect(self, left, right, what):
        self.checks += 1
        if left != right:
            raise AssertionError(f"{what}: {left!r}, expected {right!r}")

    def holds(self, condition, what):
        self.expect(bool(condition), True, what)

    def shown(self):
        self.until(lambda: self.find("shown").get_attribute("data-done") == "true", "the search is done")
        return self.text("shown")

    def position(self):
        return int(self.text("place").split("/")[0].replace(",", ""))

    def search(self, text):
        self.press("/")
        box = self.find("search")
        box.clear()
        box.send_keys(text)
        return self.shown()


def use(page, path):
    page.open(path)
    page.expect(page.browser.title, "weightlog · recording", "the title")
    words = page.text("words")
    page.holds(re.match(r"400 events in 5 m \d+ s\s+61 predictions\s+46 confirmed\s+15 rolled back", words), "it opens in words")
    page.holds(page.find("pane-summary").is_displayed(), "on the summary")
    page.holds(page.text("summary").startswith("Problems: 15\n#6 weight.logged"), "which says what went wrong")
    page.holds("The network is gone." in page.text("summary") and "1.23 s after" in page.text("summary"), "why, and how long it took")
    page.expect(page.position(), 6, "at the first problem")
    page.expect(page.script("return document.body.classList.contains('playing')"), False, "it opens paused")
    page.holds(re.match(r"\d+ of 400 events", page.shown()), "noisy events are hidden")
    page.expect(page.text("noisy"), "show sync.tick", "hidden events are reported")
    page.click("#noisy")
    page.expect(page.shown(), "400 events", "and can be shown again")

    page.press(Keys.HOME)
    page.expect(page.position(), 0, "Home goes to the beginning")
    page.holds("Ada" in page.text("state"), "the first state is shown")
    page.press("j")
    page.press(Keys.ARROW_DOWN)
    page.expect(page.position(), 2, "two steps forward")
    page.expect(page.text("state-place"), "after #2", "the state is the state after the event")
    page.click("#back")
    page.expect(page.position(), 1, "the button goes one step back")
    page.press("e")
    page.expect(page.position(), 6, "e goes to the next problem")
    page.press("e")
    page.expect(page.position(), 61, "and to the next")
    page.press("E")
    page.expect(page.position(), 6, "E goes to the previous problem")
    page.press("E")
    page.holds("No problem before this event" in page.text("notice"), "where there is none it says so")
    page.press(Keys.HOME)

    # The list is redrawn in the frame after it was scrolled.
    page.browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
    rows = page.script("return [...document.querySelectorAll('.row')].map(row => row.id)")
    page.holds(len(rows) < 60, "only visible rows exist")
    clicked = int(rows[4].split("-")[1])
    page.click(f"#{rows[4]}")
    page.expect(page.position(), clicked, "a click goes to its event")
    page.holds("+ weights[0] {day:" in page.text("row-3"), "a row shows the difference")

    found = page.search("weight.failed network")
    page.holds(re.match(r"\d+ of 400 events", found), "a search covers names and payloads")
    page.press(Keys.ENTER)
    page.press(Keys.END)
    page.holds("weight.failed" in page.text("change"), "End goes to the last match")
    page.holds("rolled back at" in page.text("change"), "a prediction that was rolled back is named")
    failed = page.position()
    page.press("s")
    page.holds(page.position() < failed and "weight.logged" in page.text("change"), "s goes to the beginning of the prediction")
    page.holds(page.script("return document.querySelectorAll('#spans line').length") > 0, "spans are drawn")
    page.press("s")
    page.expect(page.position(), failed, "and back to its end")

    page.press("5")
    page.holds("SaveWeight" in page.text("commands") and "LogWeight" in page.text("commands"), "commands have rows")
    page.holds("weight.failed" in page.script("return document.querySelector('.lane.current').textContent"), "with the events that they fired")
    page.click(".lane:not(.current) .lane-name")
    page.holds(page.position() != failed, "a click on a command goes there")
    page.press("3")
    page.press(Keys.ESCAPE)
    page.expect(page.shown(), "400 events", "Escape clears the search")
    page.expect(page.search("no such thing anywhere"), "0 of 400 events", "a search that finds nothing")
    page.holds(page.find("nothing").is_displayed(), "reports that")
    page.holds("state:" in page.text("nothing"), "and explains how to search the state")
    page.press(Keys.ESCAPE)

    state = page.script("return document.querySelector('#state').textContent")
    page.press(Keys.END)
    page.holds("</script><img src=x onerror=" in page.text("state"), "markup in data is text")
    page.holds("\\u202e" in page.text("state"), "a character that reverses the line is shown by its code")
    page.holds("9007199254740993" in page.text("state"), "a number is shown to its last digit")
    page.expect(page.script("return document.images.length"), 0, "no data became an element")
    page.expect(page.browser.title, "weightlog · recording", "and no data was executed")
    page.holds(state != page.text("state"), "the state changed")

    page.press(Keys.HOME)
    page.press("n")
    page.search("weight.saved")
    page.press(Keys.ENTER)
    page.press(Keys.HOME)
    page.press("b")
    page.press(Keys.ESCAPE)
    page.press(Keys.HOME)
    page.script("document.getElementById('speed').value = '200'")
    page.press(" ")
    page.until(lambda: "Stopped at weight.saved" in page.text("notice"), "play stops at a breakpoint")
    page.holds("weight.saved" in page.text("change"), "on the event")
    page.press("b")
    page.press(" ")
    page.until(lambda: page.position() == 400, "play continues to the end")
    page.until(lambda: page.find("play").get_attribute("aria-label") == "Play", "and stops there")

    page.holds("‹redacted›" in page.text("state"), "a secret is redacted")
    page.holds("s3cret" not in page.browser.page_source, "and is not in the page")

    page.press("?")
    page.holds(page.find("help").is_displayed(), "? lists the keys")
    page.press(Keys.ESCAPE)
    page.click("#about-open")
    page.holds("weight.saved" in page.text("about"), "the schema is there")
    page.press(Keys.ESCAPE)
    ground = page.script("return getComputedStyle(document.body).backgroundColor")
    page.click("#theme")
    page.click("#theme")
    page.holds(ground != page.script("return getComputedStyle(document.body).backgroundColor"), "the dark theme has a different background")
    page.click("#theme")

    requests = page.script("return performance.getEntriesByType('resource').map(entry => entry.name)")
    page.expect(requests, [], "no request is made")
    blocked = page.browser.execute_async_script("""
        const done = arguments[0];
        document.addEventListener("securitypolicyviolation", event => done(event.effectiveDirective), {once: true});
        const image = new Image();
        image.src = "http://127.0.0.1:9/x.png";
        document.body.append(image);""")
    page.expect(blocked, "img-src", "the policy stops even an image")


def count(page, query):
    return int(page.search(query).split()[0].replace(",", ""))


def use_search(page, path):
    """Searches for words, patterns, negations, changes, and with the filters of the summary."""
    page.open(path)
    page.click("#noisy")
    every = count(page, "weight.logged")
    page.expect(every, 61, "a word")
    page.expect(count(page, "/^weight\\.(logged|saved) /"), 61 + 46, "a pattern, which is case-sensitive")
    page.expect(count(page, "-sync.tick") + count(page, "sync.tick"), 400, "negation matches the rest")
    page.expect(count(page, 'weight.logged -/"id":"w-1\\d"/'), every - 10, "and can be combined with a pattern")
    page.holds(0 < count(page, '"is gone"') < 400, "words together")
    page.expect(count(page, '"gone is"'), 0, "in their order")
    page.expect(count(page, "state:w-17"), 2, "an insertion into the state, and its removal")
    page.holds(page.search("/(/").startswith("Invalid regular expression"), "a wrong pattern is reported")
    page.holds(page.search("is:odd").startswith("is: accepts confirmed,"), "and a word that it does not know")
    page.press(Keys.ESCAPE)
    page.click('[data-query="is:rolled-back"]')
    page.expect(page.shown(), "30 of 400 events", "a word of the summary is a filter")
    page.expect(page.find("search").get_attribute("value"), "is:rolled-back", "which appears in the field")
    # Between shown rows a bar continues; a circle and a cross are only on their own rows.
    page.search("weight.failed")
    page.expect(page.script("return document.querySelectorAll('#spans circle').length"), 0, "no beginning on the row of another event")
    page.press(Keys.ESCAPE)


def use_history(page, path):
    """Every change of one value, pinned and copied; and keyboard navigation in the tree."""
    page.open(f"{path}#400")
    page.click("#noisy")
    page.press(Keys.END)
    page.script("""[...document.querySelectorAll('#state .line')]
        .find(line => line.querySelector('.key')?.textContent === 'ticks').click()""")
    ticks = page.script("return document.querySelectorAll('#history .change-line').length")
    counted = int(re.search(r"(\d+) changes", page.text("history"))[1])
    page.holds(counted > 200 and ticks == 200, "every change of a value, or the changes around the event if there are many")
    page.holds(page.script("return document.querySelector('#history path').getAttribute('d').split('V').length") > 200, "a number has a chart")
    page.expect(int(re.search(r"ticks\s*(\d+)", page.text("state"))[1]), counted, "the number of changes is the number of ticks")
    page.holds(page.script("return document.querySelector('#history .because').innerText").startswith("by #"), "with the event that changed it last")
    page.click('[data-key="history Pin"]')
    page.press(Keys.HOME)
    page.holds(re.match(r"ticks\s*0", page.text("pins")), "a pinned path shows its value at any event")
    page.click('[data-key="history Close"]')
    page.holds(not page.find("history").is_displayed(), "the history is closed")
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    page.expect(page.script("return document.activeElement.dataset.key"), 'state["owner"]', "arrows move in the tree")
    page.press(Keys.ARROW_LEFT)
    page.expect(page.script("return document.activeElement.getAttribute('aria-expanded')"), "false", "left closes a node, and it keeps the focus")
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    page.expect(page.script("return document.activeElement.dataset.key"), 'state["owner","name"]', "right opens it, and goes in")
    page.press(Keys.ENTER)
    page.holds("No event changed this value." in page.text("history"), "Enter shows the history")
    page.script("document.getElementById('forward').click()")
    page.expect(page.script("return document.activeElement.dataset.key"), 'state["owner","name"]', "a step keeps the focus")
    page.press("5")
    page.press(Keys.ESCAPE)


HISTORIES = """
// By the complete states, each change in a history is a change, and there are no other changes.
const text = value => value === undefined ? "" : JSON.stringify(value);
const leaves = (value, path, found) => {
  if (typeof value !== "object" || value === null) found.push(path);
  else for (const key of Object.keys(value)) leaves(value[key], [...path, Array.isArray(value) ? Number(key) : key], found);
  return found;
};
const wrong = [];
let asked = 0;
for (const from of [400, 211, 60]) for (const path of leaves(stateAt(from), [], [])) {
  const history = historyOf(path, from), changes = new Set(history.changes);
  asked++;
  for (let number = Math.max(1, history.first); number < Math.min(history.end + 1, steps.length); number++) {
    const before = valueIn(history, number - 1), after = valueIn(history, number);
    if ((text(before) !== text(after)) !== changes.has(number)) wrong.push(`${pathText(path)} at ${number}`);
  }
  if (text(valueIn(history, from)) !== text(valueAt(stateAt(from), path))) wrong.push(`${pathText(path)} from ${from}`);
}
return [asked, wrong.slice(0, 5)];
"""


# The changes of each value of the last state, as the numbers of their entries.
CHANGES = """
const leaves = (value, path, found) => {
  if (!isContainer(value)) found.push(path);
  else for (const key of Object.keys(value)) leaves(value[key], [...path, Array.isArray(value) ? Number(key) : key], found);
  return found;
};
const last = steps.length - 1;
return leaves(stateAt(last), [], []).map(path => [
  "/" + path.map(step => String(step).replaceAll("~", "~0").replaceAll("/", "~1")).join("/"),
  historyOf(path, last).changes.map(number => steps[number].seq)]);
"""


def answered(page, path, question):
    """The result of the page's own script with a question appended to it."""
    text = path.read_text(encoding="utf-8")
    script = text[text.index("<script>(() => {") + len("<script>"):text.rindex("})();\n</script>")]
    page.browser.get("about:blank")
    page.script("""const made = document.implementation.createHTMLDocument("");
        document.documentElement.replaceWith(document.importNode(new DOMParser().parseFromString(arguments[0], "text/html").documentElement, true));""",
        re.sub(r"<meta http-equiv.*?>", "", text).replace(script, ""))
    return page.script(script[len("(() => {"):].replace("document.currentScript.textContent", '""').replace(
        "\nread();\n", "\nwhile (!isRead) readMore();\n") + question)


def histories(page, path):
    """Compares the histories of all values with the states themselves."""
    looked, wrong = answered(page, path, HISTORIES)
    page.expect(wrong, [], "the history of a value contains exactly its changes")
    page.holds(looked > 100, "of many values")


def same_as_why(page, path, why):
    """Compares the histories of values, with and without ids in their paths, with `journal why` of the same recording."""
    found = answered(page, path, CHANGES)
    lists = {re.sub(r"/[0-9]+/.*|/[0-9]+$", "", value) for value, _ in found if re.search(r"/[0-9]+", value)}
    page.holds(len(lists) > 1, "lists with ids and without")
    for value, changes in found[::max(1, len(found) // 40)]:
        expected = []
        for change in reversed(why(value)["all"]):
            # The history of the page begins with the insertion of the value.
            expected = ([] if "before" not in change else expected) + [change.get("step", [change["entry"]])[-1]]
        page.expect(changes, expected, f"the page and why report the same changes of {value}")


def use_copying(page, path):
    """Copied text can be pasted elsewhere."""
    origin = path.resolve().as_uri()
    page.browser.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    page.open(f"{path}#3")

    def copied(selector):
        page.script("document.querySelector(arguments[0]).click()", selector)
        page.until(lambda: page.text("notice").startswith("Copied"), "the copy is reported")
        return page.browser.execute_async_script("const done = arguments[0]; navigator.clipboard.readText().then(done, done)")

    page.expect(json.loads(copied('[data-key="copy JSON"]'))["id"], "w-1", "the payload")
    page.expect(copied('[data-key="copy Link"]'), origin + "#3", "a link")
    step = copied('[data-key="copy Test step"]')
    page.holds(re.match(r'// #3 weight.logged\ntry await core.fire\(\n    event: try catalog.decode\(\n        RecordedEvent\(\n'
        r'            name: "weight.logged", version: 1,\n            payload: Array\(#"{ "id": "w-1", .* }"#.utf8\)\)\)\n\) \{\n', step), "a step of a test")
    page.holds("$0.weights.insert(<#{day:" in step, "with the expected change of the state")
    page.script("""[...document.querySelectorAll('#state .line')].find(line => /^name/.test(line.textContent.trim())).click()""")
    page.expect(copied('[data-key="history Copy path"]'), "owner.name", "a path")
    page.expect(copied('[data-key="history Copy JSON"]'), '"Ada"', "a value")
    page.script("getSelection().selectAllChildren(document.getElementById('state'))")
    page.holds("▾" not in page.script("return String(getSelection())") and "member" not in page.script("return String(getSelection())"), "symbols are not part of the copied selection")


def use_address(page, path):
    page.open(f"{path}#14")
    page.expect(page.position(), 14, "an address leads to its event")
    page.script("location.hash = '#5'")
    page.until(lambda: page.position() == 5, "and so does a changed address")
    page.script("location.hash = '#9999'")
    page.until(lambda: page.text("notice") == "There is no #9999 here: the recording goes from #0 to #400", "one that is not there is reported")
    page.expect(page.position(), 5, "and changes nothing")


def widths(page, path):
    """No element is off the screen at any width; views are resized by mouse and keys; a printed page is complete."""
    for width, height, scale in [(390, 844, 2), (720, 450, 2), (720, 900, 1), (768, 900, 1), (900, 900, 1), (1024, 768, 1), (1440, 900, 1)]:
        page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})
        page.open(path)
        for tab in ["summary", "timeline", "change", "state", "commands"]:
            off = page.script("""document.getElementById("tab-" + arguments[0]).click();
                return [...document.querySelectorAll("body *")].filter(each => each.checkVisibility()
                    && !each.closest("#list, #state, svg, .unseen, details:not([open])")
                    && (each.getBoundingClientRect().right > innerWidth + 1 || each.getBoundingClientRect().left < -1))
                    .map(each => each.id || each.className).slice(0, 5)""", tab)
            page.expect(off, [], f"no element is off the screen at {width}, {tab}")
    page.open(path)
    line = page.find("split-list")
    before = page.find("pane-timeline").size["width"]
    ActionChains(page.browser).drag_and_drop_by_offset(line, 120, 0).perform()
    page.expect(page.find("pane-timeline").size["width"], before + 120, "a line between views is dragged")
    line.send_keys(Keys.ARROW_LEFT)
    page.expect(page.find("pane-timeline").size["width"], before + 96, "or moved by keys")
    page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    page.script("window.dispatchEvent(new Event('beforeprint'))")
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    page.script("window.dispatchEvent(new Event('resize'))")
    page.holds(page.script("""return [...document.querySelectorAll(".pane")].every(each => each.checkVisibility()
        && each.scrollHeight <= each.clientHeight + 1)"""), "every view is printed completely")
    page.holds(page.script("return document.querySelectorAll('.row').length") > 150, "with its rows")
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    page.script("window.dispatchEvent(new Event('afterprint'))")
    page.expect(page.script("return document.querySelectorAll('.pane:not([hidden])').length"), 3, "and afterwards the page is as before")


def use_story(page, path, entries):
    """A recording of weightlog with predictions that were rolled back."""
    page.open(path)
    page.expect(page.browser.title, "weightlog · recording", "the title")
    words = page.text("words")
    page.holds(re.match(rf"{entries} events in [\d.]+ s", words) and "rolled back" in words and "failed" in words, "it opens in words")
    first = int(re.search(r"first problem: #(\d+)", words)[1])
    page.expect(page.position(), first, "at the first problem")
    failed = re.search(rf"#{first} \w+\s*failed\s*after ([\d.]+) (m?s)\s*ExampleWeightLogCore.ServiceError: ", page.text("summary"))
    page.holds(failed, "the failed command, its duration, and the error")
    lines = [json.loads(line) for file in sorted((path.parent / "story").glob("*.jsonl")) for line in file.read_text().splitlines()]
    end = next(line for line in lines if line.get("seq") == first)
    took = datetime.fromisoformat(end["at"]) - datetime.fromisoformat(end["launched"])
    shown = float(failed[1]) * (1 if failed[2] == "s" else 0.001)
    page.holds(abs(took.total_seconds() - shown) <= 0.05, f"measured from its launch, {took.total_seconds()} s, {shown} s")
    page.holds("withdrawals" in page.text("state") and "pending" in page.text("state"), "the state is shown")
    found = page.search("change.withdrawn")
    page.holds(re.match(rf"[2-9] of {entries} events", found), "several changes were rolled back")
    page.press(Keys.ENTER)
    page.press(Keys.HOME)
    withdrawn = page.position()
    page.holds("applied as one" in page.text("change"), "with the events of the same group")
    page.holds("withdrawals" in page.text("change") and "reason" in page.text("change"), "with the reason")
    page.holds(re.search(r"withdrawals\s+1 element\b", page.text("state")), "the state has the first one")
    page.script("[...document.querySelectorAll('#state .line')].find(line => /^nextID/.test(line.textContent.trim())).click()")
    page.holds(page.script("""const box = id => document.querySelector(id).getBoundingClientRect();
        return box("#history").height > 100 && box("#history").bottom <= box("footer").top"""),
        "the history of a value is above the buttons, next to a long state")
    page.script("document.querySelector('[data-key=\"history Close\"]').click()")
    page.press("5")
    page.holds("ChangeWeights" in page.text("commands") and "not fired by a command" not in page.text("commands"), "by the command that asked")
    page.press("3")
    page.press(Keys.ESCAPE)
    page.press(Keys.ARROW_RIGHT)
    page.expect(page.position(), withdrawn, "a group is expanded in place")
    page.click("#back")
    page.expect(page.position(), withdrawn - 1, "and then has a row for each event")
    page.holds("rolled back" in page.text("change") and "begun at" in page.text("change"), "the rollback is named")
    page.press("s")
    begun = page.position()
    page.holds("change.predicted" in page.text("change"), "s goes to the beginning of the prediction")
    page.press("5")
    page.holds("ChangeWeights" in page.text("commands") or "LogWeight" in page.text("commands"), "and the command is shown")
    page.press("3")
    for _ in range(begun, withdrawn):
        page.press(Keys.ARROW_DOWN)
    page.expect(page.position(), withdrawn, "step by step to the rollback")
    page.holds(page.script("return document.querySelectorAll('#spans line').length") >= 5, "spans are drawn")
    page.press(Keys.END)
    page.expect(page.position(), entries, "and to the end")


def use_picture(page, story, folder):
    """The animated picture of the same recording: each prediction with its end, and the states that the user saw."""
    drawn = subprocess.run([sys.executable, ROOT / "Docs" / "story.py", story], check=True, stdout=subprocess.PIPE, text=True)
    picture = folder / "story.svg"
    picture.write_text(drawn.stdout, encoding="utf-8")
    page.open(story)
    predictions, rolled_back = [int(re.search(rf"(\d+) {what}", page.text("words"))[1]) for what in ["predictions", "rolled back"]]
    page.press(Keys.END)
    records = page.script("""return [...document.querySelectorAll("#state [role=treeitem]")]
        .find(each => each.dataset.key === 'state["weights","rows"]').getAttribute("aria-label")""")
    page.browser.get(picture.resolve().as_uri())
    page.expect(page.script("return document.querySelectorAll('circle').length"), predictions, "a row for each prediction")
    page.expect(page.script("return document.querySelectorAll('path.rolled').length"), rolled_back, "each with its end")
    page.expect(page.script("return [...document.querySelectorAll('.frame')].at(-1).querySelectorAll('.confirmed.small').length"),
        int(re.search(r"(\d+) element", records)[1]), "the picture ends with the last state")


def use_dropped(page, path, journal):
    """A journal that is dropped on a page is opened; other files are refused."""
    def drop(name, text):
        page.script("""const files = new DataTransfer();
            files.items.add(new File([arguments[1]], arguments[0]));
            document.dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true}));""", name, text)

    page.open(path)
    drop("notes.txt", "nothing of that kind")
    page.until(lambda: page.text("notice").startswith("notes.txt cannot be opened"), "a file that is not a recording is refused")
    lines = journal.read_text(encoding="utf-8").splitlines()
    for name, text in [("segment.jsonl", "\n".join(lines)), ("report.json", json.dumps({"recording": lines}))]:
        drop(name, text)
        page.until(lambda: page.browser.current_url.startswith("blob:") and page.is_read(), "a journal is opened")
        words = page.text("words")
        page.holds("34 events" not in words and "rolled back" in words and "commands failed" in words, "with what it says in words")
        page.holds("without states" in page.text("summary"), "and what it does not hold")
        page.holds("change.predicted" in page.text("list"), "its events are there")
        page.holds("not closed" not in words, "the journal was closed")
        page.open(path)
    report = {"recording": lines, "unexpectedEnd": {"seq": 3, "inFlight": {"seq": 4, "event": "tick"}}}
    for name, text, expected in [("cut.jsonl", "\n".join(lines[:-1]), "or the journal was copied while the program was running"),
            ("crash.json", json.dumps(report), "react(to:) was applying #4 tick")]:
        drop(name, text)
        page.until(lambda: page.browser.current_url.startswith("blob:") and page.is_read(), "a journal without its end is opened")
        page.holds("not closed" in page.text("words") and expected in page.text("summary"), "and the way it ended is reported")
        page.open(path)


def use_failing(page, path):
    """A prediction of several events, and commands that failed and were canceled."""
    page.open(path)
    page.holds("2 predictions\n1 confirmed\n1 rolled back\n1 command failed\n1 command cancelled\nfirst problem: #8" in page.text("words"), "in words")
    page.holds(re.search(r"#8 PlaceOrder\s*failed\s*750 ms after its first event\s*ServiceError: the shop is closed\s*rolled back: #4",
        page.text("summary")), "the failed command, its duration, the error, and the rolled-back prediction")
    page.expect(page.script("return [...document.querySelectorAll('#spans line.pending')].length"), 0, "nothing is pending")
    page.expect(page.script("return document.querySelectorAll('#spans circle').length"), 2, "a prediction is one span")
    page.expect(page.script("return document.querySelectorAll('.row').length"), 7, "a group of events has one row")
    page.holds("+ orders[0] 1 · + orders[1] 2 · + orders[2] 3" in page.text("row-3"), "with its combined change")
    page.press(Keys.HOME, Keys.ARROW_DOWN)
    page.expect(page.position(), 3, "and a step")
    page.press("g")
    page.expect(page.script("return document.querySelectorAll('.row').length"), 9, "expanded, it has a row for each event")
    page.press("g")
    page.press("e")
    page.expect(page.position(), 8, "the problem")
    page.holds("End of PlaceOrder, launch 5: failed, 750 ms after its first event" in page.text("change"), "the end")
    page.holds("ServiceError: the shop is closed" in page.text("change"), "and its error")
    page.holds(re.search(r"Rolled back with it: #4 \S+ at #\d", page.text("change")), "and the rolled-back prediction")
    page.press("5")
    page.holds("not fired by a command" not in page.text("commands"), "an end has a cause")
    page.holds("failed" in page.text("commands") and "750 ms" in page.text("commands"), "the lane has outcome and time")
    page.holds("ServiceError: the shop is closed" in page.text("commands"), "and the error")
    page.expect(len(page.browser.find_elements(By.CSS_SELECTOR, ".lane.current .fired-line")), 4, "and its events")
    page.press(Keys.ARROW_DOWN)
    page.holds("CountOrders" in page.script("return document.querySelector('.lane.current').textContent"), "a launch without events")
    page.holds("cancelled" in page.script("return document.querySelector('.lane.current').textContent"), "and its end")
    page.press("3")


def without_findings(page, path, axe):
    """Axe finds no problem, in every view and in both themes."""
    for theme in ["light", "dark"]:
        page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]})
        page.open(path)
        page.browser.execute_cdp_cmd("Runtime.evaluate", {"expression": axe.read_text(encoding="utf-8")})
        for tab in ["summary", "change", "state", "commands"]:
            page.script("document.getElementById('tab-' + arguments[0]).click()", tab)
            found = page.browser.execute_async_script("""const done = arguments[0];
                axe.run(document).then(result => done(result.violations.map(each => `${each.id}: ${each.nodes[0].html}`)))""")
            page.expect(found, [], f"axe in {theme}, {tab}")
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


# A stub of the extension: it applies the page's reducer to the imported actions, one after another.
EXTENSION = """
window.__REDUX_DEVTOOLS_EXTENSION__ = options => createStore => (reducer, base) => {
  const store = createStore(reducer, base);
  window.options = options;
  window.reducer = reducer;
  store.liftedStore = {dispatch(action) {
    const {actionsById, stagedActionIds, committedState} = action.nextLiftedState;
    let state = reducer(committedState, {type: "@@INIT"});
    window.shown = stagedActionIds.slice(1).map(id => (state = reducer(state, actionsById[id].action)));
    window.recorded = action.nextLiftedState.computedStates.slice(1).map(each => each.state);
  }};
  return store;
};
"""


def use_ended(page, killed, running):
    """The page reports how its recording ended."""
    page.open(killed)
    page.holds("not closed" in page.text("words") and "no problem found" not in page.text("words"), "in words")
    page.holds(re.search(r"The program ended here without closing its journal, or the journal was copied while the program was running; "
        r"2 predictions were pending\. The last event: #5\. react\(to:\) was applying #6 order\.sent", page.text("summary")),
        "what was open, and what it was at work on")
    page.press(Keys.HOME)
    page.click("#words [data-key=end]")
    page.expect(page.position(), 5, "the link leads to the end")
    page.open(running)
    page.holds("still running" in page.text("words") and "not closed" not in page.text("words"), "a program that runs is not dead")
    page.holds("was still running when this page was made; 2 predictions were pending" in page.text("summary"), "what was open then")


def use_escape(page, path):
    """Escape removes the focus from a button, even if the list is not on the screen."""
    for width in [1280, 390]:
        page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 844, "deviceScaleFactor": 1, "mobile": False})
        page.open(path)
        page.script("document.getElementById('tab-summary').click()")
        page.script("document.querySelector('#words button').focus()")
        page.expect(page.script("return document.activeElement.tagName"), "BUTTON", "a button has the focus")
        page.press(Keys.ESCAPE)
        page.holds(page.script("return document.activeElement.tagName !== 'BUTTON'"), f"Escape removes it at {width}")
    page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def use_typed(page, path):
    """One long text, typed letter by letter; see SampleRecording.typed."""
    typed = "The text is typed\nand <b>nothing</b> & no more.\n" * 8
    page.open(path)
    page.holds("no problem found" in page.text("words"), "nothing went wrong")
    page.expect(page.position(), len(typed), "so it opens at the last event")
    page.press(Keys.HOME)
    for number in range(1, 13):
        page.press(Keys.ARROW_DOWN)
        page.expect(page.position(), number, "a step")
        page.holds(typed[:number] in page.text("state"), f"the text after {number}")
    page.script("const at = document.getElementById('scrubber'); at.value = arguments[0]; at.oninput();", 180)
    page.expect(page.script("return document.querySelector('.here').textContent"), typed[179], "the typed character is marked in the text")
    page.holds(page.script("""const mark = document.querySelector(".here").getBoundingClientRect();
        const body = document.querySelector(".text-body").getBoundingClientRect();
        return mark.top >= body.top - 1 && mark.bottom <= body.bottom + 1"""), "and visible")
    page.holds("↵" in page.text("state"), "line ends are visible")
    found = page.search('"position":3')
    page.holds(re.match(r"[\d,]+ of [\d,]+ events", found), "payloads are searched")
    page.press(Keys.ESCAPE)


def use_large(page, path):
    watch = page.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
        new MutationObserver((_, self) => {
          if (!document.querySelector(".row:not(.start)")) return;
          window.firstView = performance.now();
          self.disconnect();
        }).observe(document, {subtree: true, childList: true});"""})
    seconds = page.open(path)
    page.browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": watch["identifier"]})
    print(f"100,400 events: a first view in {page.script('return window.firstView'):.0f} ms, open in {seconds:.1f} s", end="")
    page.holds(seconds < 30, "a hundred thousand events open")
    page.expect(page.position(), 6, "at the first problem")
    for what, action in [
        ("the first", lambda: page.press(Keys.HOME)), ("the last", lambda: page.press(Keys.END)),
        ("the middle", lambda: page.script(
            "const at = document.getElementById('scrubber'); at.value = 50000; at.oninput();")),
    ]:
        start = time.monotonic()
        action()
        page.position()
        print(f", to {what} in {(time.monotonic() - start) * 1000:.0f} ms", end="")
    page.expect(page.position(), 50_000, "the scrubber goes to the middle")
    page.expect(page.script("return document.querySelector('#state').textContent.includes('49599')"), True, "its state")
    start = time.monotonic()
    page.holds(re.match(r"\d+ of 100,400 events", page.search('"word 7919"')), "a search covers all events")
    print(f", search in {(time.monotonic() - start) * 1000:.0f} ms")
    page.holds(page.script("return document.querySelectorAll('.row').length") < 60, "and few rows exist")


def photograph(browser, folder, path, name, place):
    folder.mkdir(parents=True, exist_ok=True)
    for width, height, tabs in [(1280, 800, ["summary", "change", "commands"]), (390, 844, ["summary", "timeline", "change", "state", "commands"])]:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 2, "mobile": width < 500})
        browser.get("about:blank")
        browser.get(f"{path.resolve().as_uri()}#{place}")
        for theme in ["light", "dark"]:
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
                "features": [{"name": "prefers-color-scheme", "value": theme}]})
            for tab in tabs:
                browser.execute_script(f"document.getElementById('tab-{tab}').click()")
                browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
                browser.save_screenshot(str(folder / f"{name}-{width}-{theme}-{tab}.png"))


def started_browser():
    """Starts headless Chromium, or exits with a report if it is missing."""
    if webdriver is None:
        skip("selenium")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if not chromium or not driver:
        skip("Chromium or its driver")
    options = Options()
    options.binary_location = chromium
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1280,900"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service(driver), options=options)


def main():
    parser = argparse.ArgumentParser(description="Uses the inspector's page in a headless browser.")
    parser.add_argument("--screenshots", type=pathlib.Path, metavar="FOLDER", help="the folder for screenshots")
    parser.add_argument("page", nargs="?", type=pathlib.Path, help="a page of the sample recording")
    arguments = parser.parse_args()
    browser = started_browser()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        try:
            path = arguments.page or made_page(folder)
            page = Page(browser)
            use(page, path)
            errors = [entry for entry in browser.get_log("browser") if "127.0.0.1:9" not in entry["message"]]
            page.expect(errors, [], "the console stays empty")
            use_search(page, path)
            use_history(page, path)
            histories(page, path)
            use_copying(page, path)
            use_address(page, path)
            widths(page, path)
            use_failing(page, path.with_name("failing.html"))
            use_ended(page, path.with_name("killed.html"), path.with_name("running.html"))
            use_escape(page, path)
            use_large(page, enlarged(path, folder, 100_000))
            page.expect(browser.get_log("browser"), [], "the console stays empty")
            story, entries, why = recorded_pages(folder)
            use_story(page, story, entries)
            same_as_why(page, story, why)
            use_picture(page, story, folder)
            use_dropped(page, story, folder / "story" / "segment-000001.jsonl")
            typed = path.with_name("typed.html")
            use_typed(page, typed)
            if axe := axe_script():
                for each in [path, path.with_name("failing.html"), story, typed]:
                    without_findings(page, each, axe)
            page.expect(browser.get_log("browser"), [], "the console stays empty")
            if arguments.screenshots:
                photograph(browser, arguments.screenshots, path, "sample", 376)
                photograph(browser, arguments.screenshots, story, "weightlog", 10)
                photograph(browser, arguments.screenshots, typed, "typed", 180)
            print(f"{page.checks} passed, 0 failed")
        except AssertionError as failure:
            print(f"error: {failure}", file=sys.stderr)
            sys.exit(1)
        finally:
            browser.quit()


if __name__ == "__main__":
    main()
