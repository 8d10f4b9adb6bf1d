// The bars of predictions next to the list, and the strip of the whole recording.
const draw = (tag, attributes) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};
const CLASSES = {confirmed: "commit", "rolled back": "rollback", pending: "pending", read: "read", open: "read"};

function drawSpans(first, last) {
  const svg = $("spans");
  svg.replaceChildren();
  svg.setAttribute("width", 16 + lanes * 12);
  if (first === last || printedRows) return;
  const from = matches[first], to = matches[last - 1];
  // An end is drawn at its row. Without its row the bar ends between the rows around it.
  const indexOf = number => lowerBound(matches, rowOf(number));
  const isShown = number => matches[indexOf(number)] === rowOf(number);
  for (const each of spans) {
    if (rowOf(each.begin) > to) continue;
    const hasEnd = each.end < steps.length;
    if (hasEnd && rowOf(each.end) < from) continue;
    const x = 12 + each.lane * 12, kind = CLASSES[each.kind];
    const begins = isShown(each.begin), ends = hasEnd && isShown(each.end);
    const top = indexOf(each.begin) * ROW + (begins ? ROW / 2 : 0);
    const bottom = hasEnd ? indexOf(each.end) * ROW + (ends ? ROW / 2 : 0) : matches.length * ROW;
    const y1 = Math.max(top, first * ROW), y2 = Math.min(bottom, last * ROW);
    if (y2 > y1) svg.append(draw("line", {class: kind, x1: x, x2: x, y1, y2}));
    const isOne = hasEnd && rowOf(each.begin) === rowOf(each.end);
    if (begins && !isOne) svg.append(draw("circle", {class: kind, cx: x, cy: top, r: 3.5}));
    if (!ends) continue;
    const r = 4;
    if (kind === "rollback") svg.append(
      draw("line", {class: kind, x1: x - r, x2: x + r, y1: bottom - r, y2: bottom + r}),
      draw("line", {class: kind, x1: x - r, x2: x + r, y1: bottom + r, y2: bottom - r}));
    else svg.append(draw("line", {class: kind, x1: x - r, x2: x + r, y1: bottom, y2: bottom}));
  }
}

// Each column shows the most frequent name of its events. Filtered events are faint, and problems are at the top.
function drawStrip() {
  const canvas = $("strip"), scale = window.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(canvas.clientWidth)), height = canvas.clientHeight;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext("2d"), theme = getComputedStyle(document.documentElement);
  const value = name => theme.getPropertyValue(name).trim();
  const tone = value("--tone"), soft = value("--soft"), bad = value("--bad");
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
    pen.fillStyle = hue.has(most) ? `hsl(${hue.get(most)} 45% ${tone} / .8)` : soft;
    const tall = (height - 14) * Math.min(1, .35 + .65 * total / Math.max(1, steps.length / columns));
    pen.fillRect(column * wide, height - 8 - tall, wide - (wide > 3 ? 1 : 0), tall);
  }
  const colours = {confirmed: value("--good"), "rolled back": bad, pending: value("--pending"), read: soft, open: soft};
  for (const each of spans) {
    pen.fillStyle = colours[each.kind];
    const x = each.begin / steps.length * width, end = Math.min(each.end, steps.length);
    pen.fillRect(x, height - 6 + (each.lane % 3) * 2, Math.max(1.5, end / steps.length * width - x), 1.5);
  }
  pen.fillStyle = bad;
  for (const number of problemPlaces) pen.fillRect((number + .5) / steps.length * width - 1.5, 0, 3, 4);
}
