#!/usr/bin/env python3
"""Opens the inspector's page in a real browser, headless, and uses it as a person does.

    Tests/Browser/inspector.py [--screenshots FOLDER] [--trace TRACE.json] [PAGE.html]

Without a page it makes one with `swift test`. Two more are made of real recordings: of `weightlog demo`, with changes that
the service refused, and of a trace that `textedit record` played, a short one unless one is named. It installs nothing: without Chromium, its driver or selenium
(Debian: chromium chromium-driver python3-selenium) it says so and exits 0.
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

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
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


def skip(what):
    print(f"skipped: {what} is missing (Debian: apt-get install chromium chromium-driver python3-selenium)")
    sys.exit(0)


def made_page(folder):
    """The sample recording of InspectorPageTests, as a page."""
    environment = dict(os.environ, REACTOR_INSPECTOR_PAGES=str(folder), REACTOR_INSPECTOR_COUNT="400")
    subprocess.run(
        ["swift", "test", "--filter", "InspectorPageTests/forTheBrowser"],
        cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    return folder / "400.html"


def enlarged(page, folder, count):
    """The same page with so many steps more, as a long recording has them."""
    text = page.read_text(encoding="utf-8")
    header = json.loads(re.search(r'id="recording">(.*?)</script>', text, re.S)[1])
    rows = []
    for number in range(count):
        payload = {"cell": number % 977, "text": f"word {number * 7919 % 100003}"}
        rows.append([401 + number, 15, number % len(header["names"]), 1, [1, {"ticks": [0, number]}], [payload]])
    block = '<script type="application/json" class="steps">' + json.dumps(rows) + "</script>\n<script>"
    start = text.rindex("<script>")
    large = folder / "large.html"
    large.write_text(text[:start] + block + text[start + len("<script>"):], encoding="utf-8")
    return large


def recorded_pages(folder, trace):
    """Pages of what the programs recorded, and what the recordings hold."""
    subprocess.run(["swift", "build"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    programs = subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def program(*arguments):
        command = [f"{programs}/{arguments[0]}", *map(str, arguments[1:])]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    program("weightlog", "demo", "--seed", 4, "--failures", "40%", "--record", folder / "story")
    program("weightlog", "journal", "inspect", folder / "story", "-o", folder / "story.html")
    entries = json.loads(program("weightlog", "journal", "verify", "--json", folder / "story"))["entries"]
    if trace is None:
        trace = folder / "trace.json"
        text = "What is typed\nis <b>text</b> & nothing else.\n" * 8
        edits = [{"patches": [[place, 0, letter]]} for place, letter in enumerate(text)]
        trace.write_text(json.dumps({"startContent": "", "endContent": text, "txns": edits}), encoding="utf-8")
    program("textedit", "record", trace, folder / "session.jsonl")
    program("textedit", "inspect", folder / "session.jsonl", folder / "session.html")
    return folder / "story.html", entries, folder / "session.html", json.loads(trace.read_text(encoding="utf-8"))


class Page:
    def __init__(self, browser):
        self.browser = browser
        self.checks = 0

    def open(self, path):
        start = time.monotonic()
        self.browser.get(path.resolve().as_uri())
        self.until(lambda: self.text("place"), "the page is drawn")
        return time.monotonic() - start

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
        WebDriverWait(self.browser, 60).until(lambda _: holds(), what)
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
    page.expect(page.position(), 400, "it opens at the last event")
    page.expect(page.script("return document.body.classList.contains('playing')"), False, "it opens paused")
    page.holds(re.match(r"\d+ of 400 events", page.shown()), "noisy events are hidden")
    page.expect(page.text("noisy"), "show sync.tick", "what is hidden is said")
    page.click("#noisy")
    page.expect(page.shown(), "400 events", "and shown again")

    page.press(Keys.HOME)
    page.expect(page.position(), 0, "Home goes to the beginning")
    page.holds("Ada" in page.text("state"), "the first state is shown")
    page.press("j")
    page.press(Keys.ARROW_DOWN)
    page.expect(page.position(), 2, "two steps forward")
    page.expect(page.text("state-place"), "after #2", "the state is that after it")
    page.click("#back")
    page.expect(page.position(), 1, "a step back by its button")

    rows = page.browser.find_elements(By.CSS_SELECTOR, ".row")
    page.holds(len(rows) < 60, "only rows that are seen exist")
    clicked = int(rows[4].get_attribute("id").split("-")[1])
    rows[4].click()
    page.expect(page.position(), clicked, "a click goes to its event")

    found = page.search("weight.failed network")
    page.holds(re.match(r"\d+ of 400 events", found), "a search looks through names and payloads")
    page.press(Keys.ENTER)
    page.press(Keys.END)
    page.holds("weight.failed" in page.text("change"), "End goes to the last that was found")
    page.holds("withdrawn at" in page.text("change"), "a withdrawn prediction is told")
    failed = page.position()
    page.press("s")
    page.holds(page.position() < failed and "weight.logged" in page.text("change"), "s goes to where it began")
    page.holds(page.script("return document.querySelectorAll('#spans line').length") > 0, "spans are drawn")
    page.press("s")
    page.expect(page.position(), failed, "and back to where it ended")

    page.press("4")
    page.holds("SaveWeight" in page.text("causes") and "LogWeight" in page.text("causes"), "causes are a tree")
    page.click("#causes .cause-line[aria-current=false]")
    page.holds(page.position() != failed, "a click in it goes there")
    page.press("2")
    page.press(Keys.ESCAPE)
    page.expect(page.shown(), "400 events", "Escape clears the search")
    page.expect(page.search("no such thing anywhere"), "0 of 400 events", "a search that finds nothing")
    page.holds(page.find("nothing").is_displayed(), "says so")
    page.press(Keys.ESCAPE)

    state = page.script("return document.querySelector('#state').textContent")
    page.press(Keys.END)
    page.holds("</script><img src=x onerror=" in page.text("state"), "markup in data is text")
    page.holds("\\u202e" in page.text("state"), "a mark that turns the line is shown by its number")
    page.holds("9007199254740993" in page.text("state"), "a number is shown to its last digit")
    page.expect(page.script("return document.images.length"), 0, "nothing of it became an element")
    page.expect(page.browser.title, "weightlog · recording", "nor did it run")
    page.holds(state != page.text("state"), "the state moved")

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
    page.holds("weight.saved" in page.text("change"), "on its event")
    page.press("b")
    page.press(" ")
    page.until(lambda: page.position() == 400, "play goes on to the end")
    page.until(lambda: page.find("play").get_attribute("aria-label") == "Play", "and stops there")

    page.holds("‹redacted›" in page.text("state"), "a secret is blotted out")
    page.holds("s3cret" not in page.browser.page_source, "and nowhere in the page")

    page.press("?")
    page.holds(page.find("help").is_displayed(), "? lists the keys")
    page.press(Keys.ESCAPE)
    page.click("#about-open")
    page.holds("weight.saved" in page.text("about"), "the schema is there")
    page.press(Keys.ESCAPE)
    ground = page.script("return getComputedStyle(document.body).backgroundColor")
    page.click("#theme")
    page.click("#theme")
    page.holds(ground != page.script("return getComputedStyle(document.body).backgroundColor"), "dark is another")
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


def use_story(page, path, entries):
    """A recording of weightlog with predictions that were withdrawn."""
    page.open(path)
    page.expect(page.browser.title, "weightlog · recording", "the title")
    page.expect(page.position(), entries, "it opens at the last event")
    page.holds("withdrawals" in page.text("state") and "pending" in page.text("state"), "the state is shown")
    found = page.search("change.withdrawn")
    page.holds(re.match(rf"[2-9] of {entries} events", found), "several changes were withdrawn")
    page.press(Keys.ENTER)
    page.press(Keys.HOME)
    withdrawn = page.position()
    page.holds("withdrawals" in page.text("change") and "reason" in page.text("change"), "with the reason")
    page.holds(re.search(r"withdrawals\s+1 element\b", page.text("state")), "the state has the first one")
    page.press("4")
    page.holds("EditWeight" in page.text("causes") and "outside" not in page.text("causes"), "by the command that asked")
    page.press("2")
    page.press(Keys.ESCAPE)
    page.click("#back")
    page.expect(page.position(), withdrawn - 1, "a step back by its button")
    page.holds("rolled back" in page.text("change") and "begun at" in page.text("change"), "the rollback is shown")
    page.press("s")
    begun = page.position()
    page.holds("change.predicted" in page.text("change"), "s goes to where it began")
    page.press("4")
    page.holds("EditWeight" in page.text("causes") or "LogWeight" in page.text("causes"), "and the command is named")
    page.press("2")
    for _ in range(begun, withdrawn):
        page.press(Keys.ARROW_DOWN)
    page.expect(page.position(), withdrawn, "step by step to the withdrawal")
    page.holds(page.script("return document.querySelectorAll('#spans line').length") >= 5, "five spans are drawn")
    page.press(Keys.END)
    page.expect(page.position(), entries, "and to the end")


def use_failing(page, path):
    """A prediction of several events, and commands that failed and were cancelled."""
    page.open(path)
    page.expect(page.script("return [...document.querySelectorAll('#spans line.pending')].length"), 0, "nothing is pending")
    page.expect(page.script("return document.querySelectorAll('#spans circle').length"), 2, "a prediction is one span")
    page.press(Keys.HOME)
    for _ in range(8):
        page.press(Keys.ARROW_DOWN)
    page.holds("End of PlaceOrder, launch 5: failed, 750 ms after its first event" in page.text("change"), "the end")
    page.holds("ServiceError: the shop is closed" in page.text("change"), "and its error")
    page.press("4")
    page.holds("outside" not in page.text("causes"), "an end has a cause")
    page.holds("failed" in page.text("causes") and "750 ms" in page.text("causes"), "the tree has outcome and time")
    page.holds("ServiceError: the shop is closed" in page.text("causes"), "and the error")
    page.expect(len(page.browser.find_elements(By.CSS_SELECTOR, "#causes .cause-line:not(.command)")), 4, "and its events")
    page.press("2")
    page.press(Keys.ARROW_DOWN)
    page.press("4")
    page.holds("CountOrders" in page.text("causes") and "cancelled" in page.text("causes"), "a launch without events")
    page.press("2")


# What the extension does with a page's reducer: it applies it to the imported actions, one after the other.
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


def use_redux(page, path):
    page.browser.get(path.resolve().as_uri())
    page.holds("Redux DevTools is not here" in page.text("say"), "without the extension the page says what is needed")
    added = page.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": EXTENSION})
    page.browser.get(path.resolve().as_uri())
    page.holds("9 entries" in page.text("say"), "with it, what it was given")
    shown, recorded = page.script("return [window.shown, window.recorded]")
    page.expect(shown, recorded, "the recorded state at every step")
    page.expect(page.script("return window.options.maxAge"), 10, "and none is let go of")
    page.browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": added["identifier"]})


def use_session(page, path, trace):
    """A recording of textedit: one long text, and many small edits of it."""
    count = sum(len(transaction["patches"]) for transaction in trace["txns"])
    page.open(path)
    page.expect(page.browser.title, "textedit · recording", "the title")
    page.expect(page.position(), count, "it opens at the last event")
    page.press(Keys.HOME)
    page.holds(json.dumps(trace["startContent"][:20])[1:-1] in page.text("state"), "the text of the beginning")
    text = trace["startContent"]
    patches = [patch for transaction in trace["txns"] for patch in transaction["patches"]]
    for number, (place, deleted, inserted) in enumerate(patches[:12], 1):
        page.press(Keys.ARROW_DOWN)
        text = text[:place] + inserted + text[place + deleted:]
        page.expect(page.position(), number, "a step")
        page.holds(json.dumps(text[:30], ensure_ascii=False)[1:-1] in page.text("state"), f"the text after {number}")
    found = page.search('"position":3')
    page.holds(re.match(r"[\d,]+ of [\d,]+ events", found), "payloads are searched")
    page.press(Keys.ESCAPE)


def use_large(page, path):
    seconds = page.open(path)
    print(f"100,400 events: open in {seconds:.1f} s", end="")
    page.holds(seconds < 30, "a hundred thousand events open")
    page.expect(page.position(), 100_400, "at the last")
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
    page.holds(re.match(r"\d+ of 100,400 events", page.search('"word 7919"')), "a search goes through them all")
    print(f", search in {(time.monotonic() - start) * 1000:.0f} ms")
    page.holds(page.script("return document.querySelectorAll('.row').length") < 60, "with few rows")


def photograph(browser, folder, path, name, place):
    folder.mkdir(parents=True, exist_ok=True)
    for width, height, tabs in [(1280, 800, ["change"]), (390, 844, ["timeline", "change", "state", "causes"])]:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 2, "mobile": width < 500})
        browser.get("about:blank")
        browser.get(f"{path.resolve().as_uri()}#{place}")
        for theme in ["light", "dark"]:
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
                "features": [{"name": "prefers-color-scheme", "value": theme}]})
            for tab in tabs:
                browser.execute_script(f"document.querySelector('[data-tab={tab}]').click()")
                browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
                browser.save_screenshot(str(folder / f"{name}-{width}-{theme}-{tab}.png"))


def main():
    parser = argparse.ArgumentParser(description="Uses the inspector's page in a headless browser.")
    parser.add_argument("--screenshots", type=pathlib.Path, metavar="FOLDER", help="keep pictures there")
    parser.add_argument("--trace", type=pathlib.Path, metavar="TRACE.json", help="what textedit is to play")
    parser.add_argument("page", nargs="?", type=pathlib.Path, help="a page of the sample recording")
    arguments = parser.parse_args()
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
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        path = arguments.page or made_page(folder)
        browser = webdriver.Chrome(service=Service(driver), options=options)
        try:
            page = Page(browser)
            use(page, path)
            errors = [entry for entry in browser.get_log("browser") if "127.0.0.1:9" not in entry["message"]]
            page.expect(errors, [], "the console stays empty")
            use_failing(page, path.with_name("failing.html"))
            use_redux(page, path.with_name("redux.html"))
            use_large(page, enlarged(path, folder, 100_000))
            page.expect(browser.get_log("browser"), [], "the console stays empty")
            story, entries, session, trace = recorded_pages(folder, arguments.trace)
            use_story(page, story, entries)
            use_session(page, session, trace)
            page.expect(browser.get_log("browser"), [], "the console stays empty")
            if arguments.screenshots:
                photograph(browser, arguments.screenshots, path, "sample", 376)
                photograph(browser, arguments.screenshots, story, "weightlog", 10)
                edits = sum(len(transaction["patches"]) for transaction in trace["txns"])
                photograph(browser, arguments.screenshots, session, "textedit", edits // 2)
            print(f"{page.checks} passed, 0 failed")
        except AssertionError as failure:
            print(f"error: {failure}", file=sys.stderr)
            sys.exit(1)
        finally:
            browser.quit()


if __name__ == "__main__":
    main()
