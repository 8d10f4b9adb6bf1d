extension InspectorPage {
    /// Moving through the recording, and everything that can be pressed.
    static let scriptPlayer = #"""
        let tab = "change", timer = null, addressTimer;
        const drawing = {change: drawChange, state: drawState, causes: drawCauses, timeline: () => {}};

        function go(number) {
          place = Math.max(0, Math.min(steps.length - 1, number));
          notice("");
          reveal();
          drawList();
          drawPanes();
          $("scrubber").value = place;
          $("scrubber").setAttribute("aria-valuetext", `${names[steps[place].name]}, ${place} of ${steps.length - 1}`);
          $("playhead").style.left = (steps.length > 1 ? (place + .5) / steps.length * 100 : 0) + "%";
          $("place").textContent = `${thousands(place)} / ${thousands(steps.length - 1)}`;
          // Browsers refuse an address that changes with each event of a playing recording.
          clearTimeout(addressTimer);
          if (location.protocol === "file:") addressTimer = setTimeout(() => history.replaceState(null, "", "#" + steps[place].seq), 300);
        }

        function drawPanes() {
          for (const name of Object.keys(drawing)) if ("on" in $("pane-" + name).dataset) drawing[name]();
        }

        // Steps go from one event that is shown to the next; what is hidden in between is applied all the same.
        const next = () => matches[lowerBound(matches, place + 1)];
        const previous = () => matches[lowerBound(matches, place) - 1];
        const sameName = direction => {
          for (let at = place + direction; at > 0 && at < steps.length; at += direction) {
            if (steps[at].name === steps[place].name) return at;
          }
          return place;
        };

        function pause() {
          clearInterval(timer);
          timer = null;
          document.body.classList.remove("playing");
          $("play").setAttribute("aria-label", "Play");
        }

        function play() {
          if (next() === undefined && matches.length) go(matches[0]);
          document.body.classList.add("playing");
          $("play").setAttribute("aria-label", "Pause");
          clearInterval(timer);
          timer = setInterval(advance, 1000 / Number($("speed").value));
        }

        function advance() {
          const target = next();
          // A breakpoint holds for what the filter hides as well.
          const end = target ?? steps.length - 1;
          for (let at = place + 1; at <= end; at++) {
            if (!stops.has(steps[at].name)) continue;
            go(at);
            pause();
            notice(`Stopped at ${names[steps[at].name]}`);
            return;
          }
          if (target === undefined) pause(); else go(target);
        }

        const notice = text => { $("notice").textContent = text; };
        const toggle = () => timer === null ? play() : pause();

        function layOut() {
          const fits = pixels => window.matchMedia(`(min-width: ${pixels}px)`).matches;
          const width = fits(1100) ? "wide" : fits(720) ? "middle" : "narrow";
          if (document.body.dataset.width !== width && width === "narrow") tab = "timeline";
          document.body.dataset.width = width;
          showTab(tab);
          drawStrip();
        }

        function showTab(name) {
          const width = document.body.dataset.width;
          if (width !== "narrow" && name === "timeline") name = "change";
          if (width === "wide" && name === "state") name = "change";
          tab = name;
          const on = {wide: ["timeline", "state", name], middle: ["timeline", name], narrow: [name]}[width];
          for (const each of Object.keys(drawing)) {
            if (on.includes(each)) $("pane-" + each).dataset.on = ""; else delete $("pane-" + each).dataset.on;
          }
          for (const button of document.querySelectorAll("[role=tab]")) {
            button.setAttribute("aria-selected", button.dataset.tab === name);
          }
          reveal();
          drawList();
          drawPanes();
        }

        const THEMES = [["", "as the system", "◐"], ["light", "light", "☼"], ["dark", "dark", "☾"]];
        function setTheme(index) {
          const [theme, word, sign] = THEMES[index];
          document.documentElement.dataset.theme = theme;
          $("theme").textContent = sign;
          $("theme").setAttribute("aria-label", `Colours: ${word}`);
          $("theme").title = `Colours: ${word}`;
          drawStrip();
        }
        const nextTheme = () => setTheme((THEMES.findIndex(([name]) => name === (document.documentElement.dataset.theme ?? "")) + 1) % 3);

        function drawAbout() {
          const table = (title, pairs) => {
            if (!pairs.length) return [];
            const body = make("table");
            for (const [name, value] of pairs) {
              const row = make("tr");
              row.append(make("td", "", plain(name)), make("td", "", plain(String(value))));
              body.append(row);
            }
            return [make("h2", "", title), body];
          };
          $("about-body").replaceChildren(
            ...table("Recording", [["App", recording.app], ["Id", recording.id], ["Begins", clock(recording.start)],
              ["Ends", clock(steps[steps.length - 1].at)], ["Events", thousands(steps.length - 1)],
              ["Predictions", thousands(spans.filter(each => each.kind !== "read").length)],
              ...(recording.redacted ? [["Redacted", "what the app names as secret is blotted out"]] : [])]),
            ...table("Versions", Object.entries(recording.versions)), ...table("Schema", Object.entries(recording.schema)));
          $("about").showModal();
        }
        """#
}
