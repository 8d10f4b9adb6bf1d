// The history of one value: every event that changed it. A row with an id is followed by its id at any position, and an
// element without one by its position. `journal why` has the same rule.

// Whether a patch can change the value at a path, or its place.
function touches(patch, path) {
  let rest = patch;
  for (const step of path) {
    if (rest === 0) return false;
    if (rest[0] === 0 || rest[0] === 3) return true;
    if (rest[0] === 1) {
      if (rest[2]?.includes(step)) return true;
      rest = Object.hasOwn(rest[1], step) ? rest[1][step] : 0;
      continue;
    }
    let inner = 0;
    for (const edit of rest.slice(1)) {
      if (edit[0] > step) break;
      if (edit.length !== 2) return true;
      if (edit[0] === step) inner = edit[1];
    }
    rest = inner;
  }
  return rest !== 0;
}

// The id of a row as text, or undefined.
const idOf = row => isContainer(row) && !Array.isArray(row) && Object.hasOwn(row, "id") ? JSON.stringify(row.id) : undefined;

// The stable path of a value: rows by id if all elements of the array have unique ids.
function wayOf(state, path) {
  let value = state;
  return path.map(step => {
    const ids = Array.isArray(value) ? value.map(idOf) : [];
    const hasIDs = ids.length && !ids.includes(undefined) && new Set(ids).size === ids.length;
    value = isContainer(value) ? value[step] : undefined;
    return hasIDs ? {id: ids[step]} : step;
  });
}

// The current path of a stable path in a state, or null. The search for a row begins at its last position.
function pathOf(way, state, near) {
  const path = [];
  let value = state;
  for (const [at, each] of way.entries()) {
    let step = each;
    if (typeof each === "object") {
      if (!Array.isArray(value)) return null;
      const isRow = index => index >= 0 && index < value.length && idOf(value[index]) === each.id;
      let distance = 0;
      const start = Math.min(near[at], value.length - 1);
      while (distance < value.length && !isRow(start + distance) && !isRow(start - distance)) distance++;
      if (distance === value.length) return null;
      step = isRow(start + distance) ? start + distance : start - distance;
    }
    if (!isContainer(value) || Array.isArray(value) !== (typeof step === "number") || !Object.hasOwn(value, step)) return null;
    path.push(step);
    value = value[step];
  }
  return path;
}

const valueAt = (state, path) => path.reduce((value, step) =>
  isContainer(value) && Object.hasOwn(value, step) ? value[step] : undefined, state);

// Every change of the value at the path after the step `from`: the events that changed it, and the path of the value at
// each of them.
function historyOf(path, from) {
  const way = wayOf(stateAt(from), path), changes = [], moves = [];
  let here = path, number = from;
  const differs = (was, is) => JSON.stringify(was) !== JSON.stringify(is);
  const isMoved = other => other.some((step, at) => step !== here[at]);
  for (; number > 0; number--) {
    if (!touches(steps[number].patch, here)) continue;
    const above = pathOf(way, stateAt(number - 1), here);
    if (!above) break;
    if (differs(valueAt(stateAt(number - 1), above), valueAt(stateAt(number), here))) changes.push(number);
    if (isMoved(above)) moves.push([number, here]);
    here = above;
  }
  const first = number;
  if (first > 0) changes.push(first);
  moves.push([first, here]);
  changes.reverse();
  moves.reverse();
  let end = Infinity;
  for (here = path, number = from + 1; number < steps.length; number++) {
    if (!touches(steps[number].patch, here)) continue;
    const below = pathOf(way, stateAt(number), here);
    if (!below) { changes.push(number); end = number; break; }
    if (differs(valueAt(stateAt(number - 1), here), valueAt(stateAt(number), below))) changes.push(number);
    if (isMoved(below)) moves.push([number, below]);
    here = below;
  }
  return {path, first, end, changes, moves};
}

const pathAt = (history, number) => number < history.first || number >= history.end ? null
  : history.moves.findLast(([from]) => from <= number)?.[1] ?? null;
const valueIn = (history, number) => {
  const path = pathAt(history, number);
  return path === null ? undefined : valueAt(stateAt(number), path);
};

const pins = [];
let shownHistory = null;
function choose(path) {
  chosen = path;
  shownHistory = path === null ? null : historyOf(path, look(place).last);
  drawState();
}

function drawPins() {
  keepFocus($("pins"), () => $("pins").replaceChildren(...pins.map(pin => {
    const item = make("li"), now = valueIn(pin, look(place).last);
    const off = pressable("small", "Unpin", () => { pins.splice(pins.indexOf(pin), 1); drawPins(); }, "unpin " + pathText(pin.path));
    off.setAttribute("aria-label", `Unpin ${pathText(pin.path)}`);
    item.append(make("span", "path", pathText(pathAt(pin, look(place).last) ?? pin.path)),
      make("span", "leaf " + (now === undefined ? "none" : typeOf(now)), now === undefined ? "does not exist" : compact(now, 80)),
      sparkline(pin), off);
    return item;
  })));
  $("pins").hidden = !pins.length;
}

function drawHistory() {
  const box = $("history");
  box.hidden = !shownHistory;
  if (!shownHistory) { box.replaceChildren(); return; }
  const history = shownHistory, {last} = look(place), here = pathAt(history, last), head = make("div", "history-head");
  const tools = make("div", "copying"), add = (text, action) => tools.append(pressable("small", text, action, "history " + text));
  head.append(make("h2", "path", pathText(here ?? history.path)), tools);
  add("Copy path", () => copy(pathText(here ?? history.path), "the path"));
  add("Copy JSON", () => copy(here ? json(valueIn(history, last)) : "null", "the value as JSON"));
  add("Pin", () => { pins.push(history); drawPins(); });
  add("Close", () => { choose(null); $("state").querySelector("[tabindex='0']")?.focus(); });
  const list = make("ol", "changes"), {changes} = history;
  const middle = lowerBound(changes, last + 1) - 1, from = Math.max(0, Math.min(middle - 100, changes.length - 200));
  for (const number of changes.slice(from, from + 200)) {
    const item = make("li"), before = number > history.first ? valueIn(history, number - 1) : undefined, after = valueIn(history, number);
    const button = pressable("change-line", undefined, () => go(number), "change " + number);
    button.setAttribute("aria-current", number === changes[middle]);
    button.append(make("span", "soft", "#" + steps[number].seq), dotOf(steps[number].name), make("span", "", names[steps[number].name]),
      make("span", "value", after === undefined ? "removed" : before === undefined ? "+ " + compact(after, 60)
        : typeof after === "string" && after.length > 60 ? `${thousands(before.length)} → ${many(after.length, "character")}`
          : `${isContainer(before) ? "" : compact(before, 40) + " → "}${compact(after, 60)}`));
    item.append(button);
    list.append(item);
  }
  keepFocus(box, () => box.replaceChildren(head, sparkline(history), changes.length
    ? make("p", "none", `${many(changes.length, "change")}${changes.length > 200 ? ", of which 200 around this event are shown" : ""}`)
    : none("No event changed this value."), ...(middle < 0 ? [] : [because(changes[middle], history)]), list));
  box.querySelector("[aria-current=true]")?.scrollIntoView({block: "nearest"});
}

// The cause of a value since that event, as in `journal why`: the command, the call site and its causes; and the event
// that created the value.
function because(number, history) {
  const list = make("ul", "because"), step = steps[number], [first, last] = groupOf(number);
  const say = (...parts) => { const item = make("li"); item.append(...parts); list.append(item); };
  const told = at => {
    const launch = launches[steps[at].cause];
    const from = [launch && `${launch.command}, launch ${launch.launch}`, steps[at].place].filter(Boolean).join(", ");
    return [jump(at), " " + names[steps[at].name] + (from ? ` (${from})` : "")];
  };
  // There is no visible state between the events of a group, so the page cannot tell which of them changed the value.
  if (first === last) say("by ", ...told(number));
  else say("by one step of ", ...told(first), " to ", ...told(last));
  for (const each of spans) {
    if (each.isRead || each.begin >= first || each.end < first || each.end > last) continue;
    say(each.kind === "rolled back" ? "which rolls back the prediction of " : "which replaces the prediction of ", ...told(each.begin));
  }
  for (let launch = launches[step.cause]; launch;) {
    say(`because ${launch.command}, launch ${launch.launch}, was fired${launch.place ? " at " + launch.place : ""}`);
    const event = launch.answered === null ? undefined : launch.answered - recording.from;
    if (steps[event]) say("because ", ...told(event));
    launch = launch.parent !== null && launch.parent < launch.launch ? launches[byLaunch.get(launch.parent)] : undefined;
  }
  if (history.first > 0 && history.first < number) say("created by ", ...told(history.first));
  return list;
}

// The history of a number, as a line with steps, and its current value.
function sparkline(history) {
  const places = [history.first, ...history.changes].filter((each, at, all) => all.indexOf(each) === at || all.length > 400);
  const every = Math.ceil(places.length / 400), points = [];
  for (const number of places.filter((_, at) => at % every === 0 || at === places.length - 1)) {
    const value = valueIn(history, number), shown = isExact(value) ? Number(value[EXACT]) : value;
    if (typeof shown === "number" && Number.isFinite(shown)) points.push([number, shown]);
  }
  const box = make("span", "spark");
  if (points.length < 2) return box;
  const low = Math.min(...points.map(each => each[1])), high = Math.max(...points.map(each => each[1])), end = Math.min(history.end, steps.length);
  const x = number => (number - history.first) / Math.max(1, end - history.first) * 300, y = value => 34 - (value - low) / (high - low || 1) * 30;
  const line = points.map(([number, value], at) => `${at ? `H ${x(number).toFixed(1)} V` : `M ${x(number).toFixed(1)}`} ${y(value).toFixed(1)}`).join(" ");
  const svg = draw("svg", {viewBox: "0 0 300 38", preserveAspectRatio: "none", role: "img", "aria-label": `From ${points[0][1]} to ${points[points.length - 1][1]}, between ${low} and ${high}`});
  svg.append(draw("path", {d: line + ` H ${x(end).toFixed(1)}`}));
  const now = look(place).last;
  if (now >= history.first && now < end) svg.append(draw("line", {x1: x(now), x2: x(now), y1: 0, y2: 38}));
  box.append(svg, make("span", "soft", `${low} – ${high}`));
  return box;
}
