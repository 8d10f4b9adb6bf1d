extension InspectorPage {
    /// Which command fired what, as a tree.
    static let scriptCauses = #"""
        const byLaunch = new Map(), children = new Map(), firedBy = new Map(), endOf = new Map();
        causes.forEach((cause, index) => { if (cause) byLaunch.set(cause.launch, Object.assign(cause, {index})); });
        // The end of a command belongs to its launch, whether that fired anything else or not.
        const endNames = new Set(recording.ends.map(name => name + 1));
        steps.forEach((step, number) => {
          const ended = endNames.has(step.name) ? step.payload?.[0] : null;
          if (typeof ended?.launch !== "number") return;
          if (!byLaunch.has(ended.launch)) {
            const cause = {command: String(ended.command), launch: ended.launch, parent: null, index: causes.length};
            byLaunch.set(ended.launch, cause);
            causes.push(cause);
          }
          step.cause = byLaunch.get(ended.launch).index;
          endOf.set(ended.launch, {number, outcome: ended.outcome});
        });
        for (const cause of byLaunch.values()) {
          if (cause.parent !== null && byLaunch.has(cause.parent)) {
            if (!children.has(cause.parent)) children.set(cause.parent, []);
            children.get(cause.parent).push(cause);
          }
        }
        // A settlement is recorded without a cause: it has that of its prediction, and so has what is applied with it.
        const begunBy = new Map(), settles = ["commit", "replace", "rollback"];
        steps.forEach((step, number) => {
          if (step.op === "begin" && !begunBy.has(step.tx)) begunBy.set(step.tx, step.cause);
          if (step.cause) return;
          if (settles.includes(step.op)) step.cause = begunBy.get(step.tx) ?? 0;
          else if (step.part > 1) step.cause = steps[number - 1].cause;
        });
        steps.forEach((step, number) => {
          const launch = causes[step.cause]?.launch;
          if (launch === undefined) return;
          if (!firedBy.has(launch)) firedBy.set(launch, []);
          firedBy.get(launch).push(number);
        });

        const failureOf = end => typeof end.outcome?.failed === "object" ? end.outcome.failed : null;
        const outcomeOf = end => typeof end.outcome === "string" ? end.outcome : "failed";
        const errorOf = end => {
          const failure = failureOf(end);
          if (!failure) return typeof end.outcome?.failed === "string" ? end.outcome.failed : "";
          return [failure.kind, failure.message].filter(Boolean).map(part => plain(String(part))).join(": ");
        };
        // A launch itself is not recorded: what is known is when its first event came.
        function lasted(launch) {
          const events = firedBy.get(launch) ?? [], end = endOf.get(launch);
          if (events.length < 2) return end ? "nothing fired before" : "";
          const time = steps[events[events.length - 1]].at - steps[events[0]].at;
          return end ? `${span(time)} after its first event` : `its events span ${span(time)}`;
        }

        function drawCauses() {
          const box = $("causes"), cause = causes[steps[place].cause];
          if (!byLaunch.size) {
            box.replaceChildren(none("No command fired an event in this recording."));
            return;
          }
          if (cause) {
            let root = cause;
            const seen = new Set();
            while (root.parent !== null && byLaunch.has(root.parent) && !seen.has(root.launch)) {
              seen.add(root.launch);
              root = byLaunch.get(root.parent);
            }
            box.replaceChildren(make("h2", "", "What led to this event, and what came of it"), causeTree(root, new Set()));
            box.querySelector("[aria-current=true]")?.scrollIntoView({block: "nearest"});
            return;
          }
          const roots = [...byLaunch.values()].filter(each => each.parent === null || !byLaunch.has(each.parent));
          const near = roots.map(each => [each, firedBy.get(each.launch)?.[0] ?? 0])
            .sort((a, b) => Math.abs(a[1] - place) - Math.abs(b[1] - place)).slice(0, 30).sort((a, b) => a[1] - b[1]);
          box.replaceChildren(none("This event was fired from outside, by no command."),
            make("h2", "", `Commands around it (${thousands(near.length)} of ${thousands(roots.length)})`));
          box.children[1].style.marginTop = "16px";
          for (const [root] of near) box.append(causeTree(root, new Set()));
        }

        function causeTree(cause, seen) {
          const box = make("div", "cause-root"), inner = make("div", "cause");
          const line = make("div", "cause-line command");
          line.append(make("span", "", plain(cause.command)), make("span", "soft", `launch ${cause.launch}`));
          const end = endOf.get(cause.launch), time = lasted(cause.launch);
          if (end) line.append(make("span", "outcome " + outcomeOf(end), outcomeOf(end)));
          if (time) line.append(make("span", "soft", time));
          box.append(line);
          if (end && errorOf(end)) box.append(make("p", "error", errorOf(end)));
          box.append(inner);
          if (seen.has(cause.launch)) return box;
          seen.add(cause.launch);
          const events = firedBy.get(cause.launch) ?? [];
          // Of a long row, what stands around the event looked at.
          const middle = lowerBound(events, place), from = Math.max(0, Math.min(middle - 100, events.length - 200));
          const entries = events.slice(from, from + 200).map(number => [number, eventLine(number)]);
          for (const child of (children.get(cause.launch) ?? []).slice(0, 200)) {
            entries.push([firedBy.get(child.launch)?.[0] ?? steps.length, causeTree(child, seen)]);
          }
          entries.sort((a, b) => a[0] - b[0]);
          inner.append(...entries.map(entry => entry[1]));
          if (events.length > 200) inner.append(none(`${thousands(events.length)} events in all`));
          return box;
        }

        function eventLine(number) {
          const line = make("button", "cause-line"), step = steps[number], dot = make("span", "dot");
          line.type = "button";
          dot.style.background = colour(step.name);
          line.setAttribute("aria-current", number === place);
          line.append(dot, make("span", "", names[step.name]), make("span", "soft", `#${step.seq} ${step.op}`));
          line.onclick = () => go(number);
          return line;
        }
        """#
}
