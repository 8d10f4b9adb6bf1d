extension InspectorPage {
    /// Ties keys and buttons to what they do, and shows the last event, paused.
    static let scriptStart = #"""
        const keys = {
          ArrowDown: () => go(next() ?? place), ArrowUp: () => go(previous() ?? place),
          ArrowRight: () => go(next() ?? place), ArrowLeft: () => go(previous() ?? place),
          j: () => go(next() ?? place), k: () => go(previous() ?? place),
          PageDown: () => go(matches[Math.min(matches.length - 1, lowerBound(matches, place) + 20)] ?? place),
          PageUp: () => go(matches[Math.max(0, lowerBound(matches, place) - 20)] ?? place),
          Home: () => go(matches[0] ?? place), End: () => go(matches[matches.length - 1] ?? place),
          " ": toggle, "/": () => { $("search").focus(); $("search").select(); },
          b: () => { if (place) toggleStop(steps[place].name); },
          n: () => go(sameName(1)), N: () => go(sameName(-1)),
          h: () => { if (place) { hidden.add(steps[place].name); drawNames(); filter(); } },
          s: () => { const mine = spanOf.get(place); if (mine) go(place === mine.begin && mine.end < steps.length ? mine.end : mine.begin); },
          t: nextTheme, "?": () => $("help").showModal(),
          1: () => showTab("timeline"), 2: () => showTab("change"), 3: () => showTab("state"), 4: () => showTab("causes"),
        };
        document.addEventListener("keydown", event => {
          if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
          const inField = event.target.matches("input[type=search], select");
          if (event.key === "Escape") {
            pause();
            $("names").open = false;
            if (searched) { $("search").value = searched = ""; filter(); }
            $("list").focus();
            return;
          }
          if (event.target.id === "search" && ["Enter", "ArrowDown"].includes(event.key)) {
            event.preventDefault();
            if (matches.length && !matches.includes(place)) go(next() ?? matches[0]);
            $("list").focus();
            return;
          }
          const isPress = event.target.matches("button, summary, input[type=checkbox]") && event.key === " ";
          if (inField || isPress || !Object.hasOwn(keys, event.key)) return;
          event.preventDefault();
          if (!["b", "t", "?", " "].includes(event.key)) pause();
          keys[event.key]();
        });

        const press = (id, action) => { $(id).onclick = action; };
        press("first", () => { pause(); keys.Home(); });
        press("last", () => { pause(); keys.End(); });
        press("back", () => { pause(); keys.ArrowUp(); });
        press("forward", () => { pause(); keys.ArrowDown(); });
        press("play", toggle);
        press("theme", nextTheme);
        press("help-open", keys["?"]);
        press("about-open", drawAbout);
        press("noisy", () => { for (const name of noisy) hidden.delete(name); drawNames(); filter(); });
        press("names-all", () => { hidden.clear(); drawNames(); filter(); });
        press("names-none", () => { for (const name of ranked) if (name) hidden.add(name); drawNames(); filter(); });
        for (const button of document.querySelectorAll("[role=tab]")) button.onclick = () => showTab(button.dataset.tab);
        $("speed").onchange = () => { if (timer !== null) play(); };
        $("search").oninput = () => { searched = $("search").value; filter(); };
        $("scrubber").oninput = () => { pause(); go(Number($("scrubber").value)); };
        document.addEventListener("click", event => { if (!$("names").contains(event.target)) $("names").open = false; });
        let isDrawn = true;
        $("list").onscroll = () => {
          if (!isDrawn) return;
          isDrawn = false;
          requestAnimationFrame(() => { isDrawn = true; drawList(); });
        };
        window.addEventListener("resize", layOut);
        window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawStrip);

        document.title = `${recording.app} · recording`;
        $("app").textContent = recording.app;
        $("summary").textContent = `${thousands(steps.length - 1)} events in ${span(steps[steps.length - 1].at - recording.start)}`
          + ` · ${clock(recording.start).slice(0, 16)} UTC`;
        $("scrubber").max = steps.length - 1;
        setTheme(0);
        drawNames();
        document.body.dataset.width = "";
        place = steps.length - 1;
        const asked = /^#(\d+)$/.exec(location.hash);
        if (asked) place = Math.max(0, steps.findIndex(step => step.seq === Number(asked[1])));
        filter();
        layOut();
        go(place);
        $("list").focus();
        """#
}
