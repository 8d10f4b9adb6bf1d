extension InspectorPage {
    /// What the event did: its facts, what changed, and its payload.
    static let scriptDetail = #"""
        const jump = (number, text) => {
          const button = make("button", "link", text ?? "#" + steps[number].seq);
          button.type = "button";
          button.onclick = () => go(number);
          return button;
        };

        function drawChange() {
          const step = steps[place], {changes, omitted} = changesOf(step.patch, look(place).before, 300);
          const heading = make("h3", "event-name"), dot = make("span", "dot");
          dot.style.background = colour(step.name);
          heading.append(dot, make("span", "", names[step.name]));
          if (step.op) heading.append(make("span", "tag " + step.op, step.op));
          $("change").replaceChildren(heading, facts(step));
          if (place > 0) {
            $("change").append(part("Changed in the state", differences(changes, omitted)));
            $("change").append(part("Payload", step.payload ? tree("payload", step.payload[0]) : none("It carries nothing.")));
          }
        }

        const none = text => make("p", "none", text);
        function part(title, body) {
          const section = make("section", "part");
          section.append(make("h2", "", title), body);
          return section;
        }

        function facts(step) {
          const box = make("div", "facts"), line = (...parts) => { const p = make("p"); p.append(...parts); box.append(p); };
          if (place === 0) {
            line(`${clock(recording.start)} · the state as it was found`);
            return box;
          }
          const gap = place > 1 ? ` · ${span(step.at - steps[place - 1].at)} after the event before` : "";
          line(`#${step.seq} · version ${step.version} · ${clock(step.at)}${gap}`);
          if (step.parts > 1) line(`Event ${step.part} of ${step.parts} that were applied as one`);
          const mine = spanOf.get(place);
          if (mine) {
            const noun = mine.kind === "read" ? "Read" : "Prediction";
            const outcome = {commit: "committed", rollback: "rolled back", read: "ended"}[mine.kind];
            if (mine.end < steps.length) line(`${noun} ${mine.id}: begun at `, jump(mine.begin), `, ${outcome} at `, jump(mine.end));
            else line(`${noun} ${mine.id}: begun at `, jump(mine.begin), ", still pending when the recording ends");
          } else if (step.op === "place") {
            line("Placed below what is pending");
          }
          if (step.withdrawing.length) line(`Rolled back ${step.withdrawing.length === 1 ? "prediction" : "predictions"} ${step.withdrawing.join(", ")}`);
          const cause = causes[step.cause];
          const end = cause && endOf.get(cause.launch);
          if (end?.number === place) {
            line(`End of ${plain(cause.command)}, launch ${cause.launch}: ${outcomeOf(end)}, ${lasted(cause.launch)}`);
            if (errorOf(end)) line(make("span", "error", errorOf(end)));
          } else if (cause) {
            line(`Fired by ${plain(cause.command)}, launch ${cause.launch}`);
          }
          return box;
        }

        function differences(changes, omitted) {
          if (!changes.length) return none("Nothing. The state stayed as it was.");
          const list = make("ul", "differences");
          for (const change of changes) {
            const item = make("li", change.kind);
            const sign = {added: "+ ", removed: "− ", changed: ""}[change.kind];
            item.append(make("span", "path", sign + pathText(change.path)));
            if (change.splice) item.append(splice(change));
            else {
              if (change.kind !== "added") item.append(make("del", "value", compact(change.before, 600)));
              if (change.kind === "changed") item.append(make("span", "arrow", "→"));
              if (change.kind !== "removed") item.append(make("ins", "value", compact(change.after, 600)));
            }
            list.append(item);
          }
          if (omitted) list.append(make("li", "", `and ${thousands(omitted)} more`));
          return list;
        }

        // A stretch of a text, with a little of what stands around it.
        function splice({splice: [, at, count, inserted], before}) {
          const text = make("span", "value");
          const head = before.slice(Math.max(0, at - 40), at), tail = before.slice(at + count, at + count + 40);
          text.append((at > 40 ? "…" : "") + plain(head));
          if (count) text.append(make("del", "", plain(before.slice(at, at + Math.min(count, 600)))));
          if (inserted) text.append(make("ins", "", plain(inserted.slice(0, 600))));
          text.append(plain(tail) + (at + count + 40 < before.length ? "…" : ""));
          return text;
        }
        """#
}
