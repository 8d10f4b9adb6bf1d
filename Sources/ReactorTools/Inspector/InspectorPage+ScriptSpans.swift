extension InspectorPage {
    /// Optimistic spans, from begin to settlement, and the strip of the whole recording.
    static let scriptSpans = #"""
        const spans = [], spanOf = new Map();
        {
          const open = new Map(), ends = [];
          steps.forEach((step, number) => {
            const isRead = step.op === "mark" || step.op === "release" || step.op === "place";
            const key = (isRead ? "m" : "p") + step.tx;
            const settle = (made, kind) => {
              if (made.end < steps.length) return;
              made.end = number;
              made.kind = kind;
              ends[made.lane] = number;
            };
            for (const id of step.withdrawing) {
              if (!open.has("p" + id)) continue;
              settle(open.get("p" + id), "rollback");
              open.delete("p" + id);
            }
            // A prediction of several events has a line for each: the first begins it.
            if (step.op === "begin" && open.has(key)) {
              spanOf.set(number, open.get(key));
            } else if (step.op === "begin" || step.op === "mark") {
              let lane = ends.findIndex(end => end < number);
              if (lane < 0) lane = Math.min(ends.length, 5);
              const made = {begin: number, end: steps.length, lane, kind: isRead ? "read" : "pending", id: step.tx};
              ends[lane] = Infinity;
              open.set(key, made);
              spans.push(made);
              spanOf.set(number, made);
            } else if (open.has(key) && step.op) {
              const made = open.get(key);
              spanOf.set(number, made);
              if (step.op === "append") return;
              settle(made, isRead ? "read" : step.op === "rollback" ? "rollback" : "commit");
              if (step.parts <= step.part) open.delete(key);
            }
          });
        }
        const lanes = spans.reduce((most, each) => Math.max(most, each.lane + 1), 0);
        const gutter = lanes ? 16 + lanes * 12 : 14;

        const draw = (tag, attributes) => {
          const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
          for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
          return element;
        };

        function drawSpans(first, last) {
          const svg = draw("svg", {id: "spans", width: gutter, height: 1, "aria-hidden": "true"});
          if (first === last) return svg;
          const from = matches[first], to = matches[last - 1];
          const y = number => lowerBound(matches, number) * ROW + ROW / 2;
          const [top, bottom] = [first * ROW, last * ROW];
          for (const each of spans) {
            if (each.begin > to || each.end < from) continue;
            const x = 12 + each.lane * 12;
            const start = Math.max(y(each.begin), top), end = each.end < steps.length ? Math.min(y(each.end), bottom) : bottom;
            svg.append(draw("line", {class: each.kind, x1: x, x2: x, y1: start, y2: Math.max(end, start)}));
            if (each.begin >= from) svg.append(draw("circle", {class: each.kind, cx: x, cy: y(each.begin), r: 3.5}));
            if (each.end <= to) {
              const r = 4, cy = y(each.end);
              if (each.kind === "rollback") svg.append(
                draw("line", {class: each.kind, x1: x - r, x2: x + r, y1: cy - r, y2: cy + r}),
                draw("line", {class: each.kind, x1: x - r, x2: x + r, y1: cy + r, y2: cy - r}));
              else svg.append(draw("line", {class: each.kind, x1: x - r, x2: x + r, y1: cy, y2: cy}));
            }
          }
          return svg;
        }

        // Each column shows the name that most of its events have; what is filtered out is faint.
        function drawStrip() {
          const canvas = $("strip"), scale = window.devicePixelRatio || 1;
          const width = Math.max(1, Math.round(canvas.clientWidth)), height = canvas.clientHeight;
          canvas.width = width * scale;
          canvas.height = height * scale;
          const pen = canvas.getContext("2d"), theme = getComputedStyle(document.documentElement);
          const value = name => theme.getPropertyValue(name).trim();
          const tone = value("--tone"), good = value("--good"), bad = value("--bad"), pending = value("--pending");
          pen.scale(scale, scale);
          const columns = Math.min(width, steps.length), wide = width / columns;
          let match = 0;
          for (let column = 0; column < columns; column++) {
            const end = Math.floor((column + 1) * steps.length / columns), tally = new Map();
            let total = 0;
            while (match < matches.length && matches[match] < end) {
              const name = steps[matches[match++]].name;
              tally.set(name, (tally.get(name) ?? 0) + 1);
              total++;
            }
            if (!total) continue;
            const most = [...tally].reduce((best, each) => each[1] > best[1] ? each : best)[0];
            pen.fillStyle = hue.has(most) ? `hsl(${hue.get(most)} 45% ${tone} / .8)` : value("--soft");
            const tall = (height - 12) * Math.min(1, .35 + .65 * total / Math.max(1, steps.length / columns));
            const gap = wide > 3 ? 1 : 0;
            pen.fillRect(column * wide, height - 8 - tall, wide - gap, tall);
          }
          const colours = {commit: good, rollback: bad, pending, read: value("--soft")};
          for (const each of spans) {
            pen.fillStyle = colours[each.kind];
            const x = each.begin / steps.length * width;
            pen.fillRect(x, height - 6 + (each.lane % 3) * 2, Math.max(1.5, each.end / steps.length * width - x), 1.5);
          }
        }
        """#
}
