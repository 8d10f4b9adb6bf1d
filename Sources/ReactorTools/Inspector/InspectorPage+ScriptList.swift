extension InspectorPage {
    /// Filters, and the list of which only what is seen exists.
    static let scriptList = #"""
        const ROW = 32;
        const hidden = new Set(), stops = new Set();
        let place = 0, matches = [], searched = "";

        // Noisy is a name that fills a fifth of a long recording, as long as something is left without it.
        const noisy = new Set();
        {
          let left = steps.length - 1;
          for (const name of ranked) {
            const isNoisy = name > 0 && counts[name] >= 100 && counts[name] * 5 > steps.length - 1;
            if (isNoisy && left - counts[name] >= 10) { noisy.add(name); hidden.add(name); left -= counts[name]; }
          }
        }

        const lowerBound = (sorted, wanted) => {
          let low = 0, high = sorted.length;
          while (low < high) { const middle = (low + high) >> 1; if (sorted[middle] < wanted) low = middle + 1; else high = middle; }
          return low;
        };

        let filterRun = 0;
        function filter() {
          const run = ++filterRun, terms = searched.toLowerCase().split(/\s+/).filter(Boolean), found = [];
          let next = 0;
          const look = () => {
            if (run !== filterRun) return;
            // Searching may not hold the page up: so many at a time.
            for (const end = Math.min(steps.length, next + 20000); next < end; next++) {
              const step = steps[next];
              if (hidden.has(step.name) || (next === 0 && terms.length)) continue;
              if (terms.length && !terms.every(term => haystack(step).includes(term))) continue;
              found.push(next);
            }
            matches = found;
            filtered(next === steps.length);
            if (next < steps.length) setTimeout(look);
          };
          look();
        }

        function filtered(isDone) {
          const shown = matches.length - (matches[0] === 0 ? 1 : 0), all = steps.length - 1;
          $("shown").textContent = (shown === all ? `${thousands(all)} events`
            : `${thousands(shown)} of ${thousands(all)} events`) + (isDone ? "" : " …");
          $("shown").dataset.done = isDone;
          const quiet = [...noisy].filter(name => hidden.has(name));
          $("noisy").hidden = !quiet.length;
          $("noisy").textContent = quiet.length === 1 ? `show ${names[quiet[0]]}` : `show ${quiet.length} noisy names`;
          $("nothing").hidden = matches.length > 0 || !isDone;
          $("sizer").style.height = matches.length * ROW + "px";
          if (isDone) reveal();
          drawList();
          drawStrip();
        }

        function drawList() {
          const list = $("list"), top = list.scrollTop;
          const first = Math.max(0, Math.floor(top / ROW) - 4);
          const last = Math.min(matches.length, Math.ceil((top + list.clientHeight) / ROW) + 4);
          const rows = [drawSpans(first, last)];
          for (let index = first; index < last; index++) rows.push(rowAt(index));
          $("sizer").replaceChildren(...rows);
          const chosen = $("row-" + place);
          if (chosen) list.setAttribute("aria-activedescendant", chosen.id);
          else list.removeAttribute("aria-activedescendant");
        }

        function rowAt(index) {
          const number = matches[index], step = steps[number], row = make("div", "row");
          row.id = "row-" + number;
          row.setAttribute("role", "option");
          row.setAttribute("aria-selected", number === place);
          row.setAttribute("aria-setsize", matches.length);
          row.setAttribute("aria-posinset", index + 1);
          row.style.transform = `translateY(${index * ROW}px)`;
          row.style.paddingLeft = gutter + "px";
          row.classList.toggle("stops", stops.has(step.name));
          row.classList.toggle("start", number === 0);
          row.onclick = () => go(number);
          const dot = make("span", "dot");
          dot.style.background = colour(step.name);
          const when = make("span", "when", number ? "+" + span(step.at - recording.start) : "");
          when.title = clock(step.at);
          row.append(make("span", "seq", number ? step.seq : ""), when, dot, make("span", "name", names[step.name]));
          if (step.op && step.op !== names[step.name]) row.append(make("span", "tag " + step.op, step.op));
          if (step.parts > 1) row.append(make("span", "tag", `${step.part} of ${step.parts}`));
          row.append(make("span", "brief", brief(step)));
          return row;
        }

        // Brings the current event into view, with a few around it.
        function reveal() {
          const list = $("list"), y = lowerBound(matches, place) * ROW, margin = Math.min(3 * ROW, list.clientHeight / 3);
          if (y - margin < list.scrollTop) list.scrollTop = y - margin;
          else if (y + ROW + margin > list.scrollTop + list.clientHeight) list.scrollTop = y + ROW + margin - list.clientHeight;
        }

        function drawNames() {
          $("name-list").replaceChildren(...ranked.filter(name => name > 0).slice(0, 500).map(name => {
            const item = make("li"), label = make("label"), box = make("input"), dot = make("span", "dot");
            box.type = "checkbox";
            box.checked = !hidden.has(name);
            box.onchange = () => { if (box.checked) hidden.delete(name); else hidden.add(name); filter(); };
            dot.style.background = colour(name);
            label.append(box, dot, make("span", "", names[name]));
            const stop = make("button", "stop", "●");
            stop.type = "button";
            stop.setAttribute("aria-label", `Breakpoint on ${names[name]}`);
            stop.setAttribute("aria-pressed", stops.has(name));
            stop.onclick = () => toggleStop(name);
            item.append(label, make("span", "count", thousands(counts[name])), stop);
            return item;
          }));
        }

        function toggleStop(name) {
          if (!stops.delete(name)) stops.add(name);
          notice(stops.has(name) ? `Play stops at ${names[name]}` : `No stop at ${names[name]}`);
          drawNames();
          drawList();
        }
        """#
}
