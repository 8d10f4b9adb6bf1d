#!/usr/bin/env python3
"""Follows a program that fires a thousand events a second after the first hundred thousand, in a real browser, headless.

    Tests/Browser/live.py [--screenshots FOLDER] [--program live-inspector]

Without a program it builds the sample of Integrations. Without Chromium, its driver or selenium it reports that and exits 0.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import time
from datetime import datetime, timezone

import inspector

FRAMES = """
const done = arguments[0], gaps = [], began = performance.now(), before = Number(document.body.dataset.live);
let last = began;
const frame = now => {
  gaps.push(now - last);
  last = now;
  if (now - began < 8000) { requestAnimationFrame(frame); return; }
  gaps.sort((a, b) => a - b);
  done([gaps.length, gaps[gaps.length >> 1], gaps[Math.floor(gaps.length * .95)], gaps[gaps.length - 1],
    (Number(document.body.dataset.live) - before) / (now - began) * 1000]);
};
requestAnimationFrame(frame);"""


def started(program, rate, before):
    """A program, and the address that it prints."""
    process = subprocess.Popen([program, str(rate), str(before)], stdout=subprocess.PIPE, text=True)
    return process, process.stdout.readline().strip()


def opened(page, address):
    start = time.monotonic()
    page.browser.get("about:blank")
    page.browser.get(address)
    page.until(page.is_read, "the page has read the existing entries")
    return time.monotonic() - start


def following(page):
    return page.browser.find_element("class name", "follow").get_attribute("aria-pressed") == "true"


def total(page):
    return int(page.text("place").split("/")[1].replace(",", ""))


def use_fast(page, address, screenshots):
    """With a hundred thousand entries, and a thousand more per second, the page keeps up and stays responsive."""
    seconds = opened(page, address)
    page.holds(total(page) >= 100_000, "the existing entries are shown")
    page.holds(following(page), "it opens at the end")
    page.until(lambda: page.script("return document.body.dataset.live !== ''"), "an entry arrives")
    frames, median, most, longest, rate = page.browser.execute_async_script(FRAMES)
    page.holds(following(page) and page.position() == total(page), "and stays at the end")
    last = page.script("return document.querySelector('#sizer .row:last-child .when').title")
    shown = datetime.strptime(last, "%Y-%m-%d %H:%M:%S.%f UTC").replace(tzinfo=timezone.utc)
    lag = (datetime.now(timezone.utc) - shown).total_seconds()
    print(f"100,000 entries open in {seconds:.1f} s, then {rate:.0f} a second: {frames} frames in 8 s, one every {median:.0f} ms, "
        f"95 % within {most:.0f} ms, the longest {longest:.0f} ms; the shown entry is {lag:.1f} s old")
    # On a quiet machine these are a thousand, 17 ms and half a second.
    page.holds(rate > 200, "fired events arrive")
    page.holds(most < 250, "frames continue")
    page.holds(lag < 10, "and the shown entry is recent")
    if screenshots:
        screenshots.mkdir(parents=True, exist_ok=True)
        page.browser.save_screenshot(str(screenshots / "live.png"))
    page.press("k")
    place = page.position()
    before = total(page)
    page.until(lambda: total(page) > before, "more entries arrive")
    page.holds(page.position() == place and not following(page), "the page stays at the entry that the reader selects")
    page.search("soap")
    page.until(lambda: re.match(r"[\d,]+ of [\d,]+ events", page.text("shown")), "new entries are searched")
    page.press(inspector.Keys.ESCAPE)
    page.click(".follow")
    page.until(lambda: page.position() == total(page) and following(page), "Follow leads back to the end")


def use_slow(page, address):
    """A page that has received entries live shows the same as a page that is opened later, including commands and their ends."""
    words = []
    opened(page, address)
    first = total(page)
    page.until(lambda: total(page) > first + 60, "many entries arrive")
    places = range(first + 1, first + 60)
    for isLate in [False, True]:
        if isLate:
            opened(page, address)
        # Noisy events are hidden when a page opens.
        if page.find("noisy").is_displayed():
            page.click("#noisy")
        found = []
        page.press("5")
        for place in places:
            page.script("location.hash = '#' + arguments[0]", place)
            page.until(lambda: page.position() == place, "the page shows an entry")
            found.append(page.script("""const lane = document.querySelector("#commands .lane.current");
                return [document.querySelector(`#row-${arguments[0]}`)?.textContent, lane?.querySelector(".lane-name").textContent,
                    lane?.querySelector(".outcome").textContent, [...lane?.querySelectorAll(".error, .fired-line:first-child") ?? []].map(each => each.textContent)]""", place))
        words.append(found)
    page.expect([pair for pair in zip(*words) if pair[0] != pair[1]][:3], [], "live entries look like earlier entries")
    page.holds({name.split()[0] for _, name, _, _ in words[1] if name} == {"ChargeCard", "print"}, "commands of both kinds")
    page.holds("4111 1111" not in page.browser.page_source, "the page does not contain the secret")


def main():
    parser = argparse.ArgumentParser(description="Follows a program in the inspector's page.")
    parser.add_argument("--screenshots", type=pathlib.Path, metavar="FOLDER", help="the folder for a screenshot")
    parser.add_argument("--program", type=pathlib.Path, help="the sample, built")
    arguments = parser.parse_args()
    browser = inspector.started_browser()
    page, processes = inspector.Page(browser), []
    try:
        program = arguments.program
        if program is None:
            build = ["swift", "build", "--package-path", inspector.ROOT / "Integrations"]
            subprocess.run([*build, "--product", "live-inspector"], check=True, stdout=subprocess.DEVNULL)
            folder = subprocess.run([*build, "--show-bin-path"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
            program = f"{folder}/live-inspector"
        for rate, before, use in [(1000, 100_000, lambda address: use_fast(page, address, arguments.screenshots)),
                (25, 100, lambda address: use_slow(page, address))]:
            process, address = started(program, rate, before)
            processes.append(process)
            use(address)
            process.terminate()
            page.until(lambda: "No connection" in page.text("notice"), "the end of the program is reported")
            # The browser logs the lost connection.
            page.expect([entry for entry in browser.get_log("browser") if "net::ERR" not in entry["message"]], [], "the console stays empty")
        print(f"{page.checks} passed, 0 failed")
    except AssertionError as failure:
        print(f"error: {failure}", file=sys.stderr)
        sys.exit(1)
    finally:
        for process in processes:
            process.kill()
        browser.quit()


if __name__ == "__main__":
    main()
