// swift-format-ignore-file
// Made of the files in `Page`: UPDATE_PAGE_FILES=1 swift test --filter PageFilesTests.

/// The files of the inspector's page, as they lie in `Page`.
enum PageFiles {
    static let changeJS = #"""
// What the event did: its facts, what changed, and its payload. Of events applied as one it is what they did together.
const jump = (number, text) => pressable("link", text ?? "#" + steps[number].seq, () => go(number), "jump " + number);
const none = text => make("p", "none", text);
function part(title, ...body) {
  const section = make("section", "part");
  section.append(make("h2", "", title), ...body);
  return section;
}

// The states around what the row shows.
let around = {first: -1};
function look(number) {
  const [first, last] = isFolded(number) ? groupOf(number) : [number, number];
  if (around.first !== first || around.last !== last) {
    around = {first, last, before: stateAt(Math.max(0, first - 1)), after: stateAt(last)};
  }
  return around;
}

// What each of the steps changed, one after the other.
function changesAt(number, limit) {
  const {first, last} = look(number);
  return changesBetween(first, last, limit);
}
function changesBetween(first, last, limit) {
  const changes = [];
  let omitted = 0;
  for (let at = Math.max(first, 1); at <= last; at++) {
    if (steps[at].patch === 0) continue;
    const found = changesOf(steps[at].patch, stateAt(at - 1), Math.max(0, limit - changes.length));
    changes.push(...found.changes);
    omitted += found.omitted;
  }
  return {changes, omitted};
}

function drawChange() {
  const step = steps[place], {first, last} = look(place), isGroup = last > first, head = make("div", "event-head");
  const heading = make("h2", "event-name");
  heading.append(dotOf(step.name), make("span", "", isGroup ? groupName(first, last) : names[step.name]));
  if (step.op) heading.append(make("span", "tag " + step.op, SAID[step.op]));
  head.append(heading);
  if (place > 0) head.append(copying(step));
  const parts = [head, facts(step, first, last)];
  if (place > 0) {
    const {changes, omitted} = changesAt(place, 300);
    parts.push(part(isGroup ? "Changed in the state, all together" : "Changed in the state", differences(changes, omitted)));
    for (let at = first; at <= last; at++) {
      const {payload, name, version} = steps[at];
    if (isGroup && !version) continue;
      parts.push(part(isGroup ? `Payload of ${names[name]}` : "Payload", payload
        ? tree("payload " + at, "Payload", payload[0]) : none("It carries nothing.")));
    }
  }
  keepFocus($("change"), () => $("change").replaceChildren(...parts));
}

function facts(step, first, last) {
  const box = make("div", "facts"), line = (...parts) => { const p = make("p"); p.append(...parts); box.append(p); };
  if (place === 0) {
    line(`${clock(recording.start)} · the state as it was found`);
    return box;
  }
  const gap = first > 1 ? ` · ${span(step.at - steps[first - 1].at)} after the event before` : "";
  line(last > first ? `#${steps[first].seq} to #${steps[last].seq}, applied as one · ${clock(step.at)}${gap}`
    : `#${step.seq} · version ${step.version} · ${clock(step.at)}${gap}`);
  if (step.parts > 1) {
    if (last === first) line(`Event ${step.part} of ${step.parts} that were applied as one · `);
    box.lastChild.append(last > first ? " · " : "", pressable("link", last > first ? "show each" : "show as one", () => fold(place), "fold"));
  }
  const mine = spanOf.get(place), end = Math.min(mine?.end ?? 0, steps.length);
  if (mine) {
    const noun = mine.isRead ? "Read" : "Prediction", isOver = end < steps.length;
    line(`${noun} ${mine.id}: begun at `, jump(mine.begin), isOver ? `, ${mine.kind === "read" ? "ended" : mine.kind} at ` : ", still pending when the recording ends",
      ...(isOver ? [jump(end), `, ${span(steps[end].at - steps[mine.begin].at)} later`] : []));
    const reason = mine.kind === "rolled back" && isOver ? reasonAt(end) : "";
    if (reason) line(make("span", "error", reason));
  } else if (step.op === "place") {
    line("Placed below what is pending");
  }
  if (step.withdrawing.length) line(`Rolled back ${step.withdrawing.length === 1 ? "prediction" : "predictions"} ${step.withdrawing.join(", ")}`);
  const launch = launches[step.cause];
  if (launch?.end === place) {
    line(`End of ${launch.command}, launch ${launch.launch}: ${launch.outcome}, ${lasted(launch)}`);
    if (launch.error) line(make("span", "error", launch.error));
    for (const each of undoneBy(launch)) {
      line("Rolled back with it: ", jump(each.begin, `#${steps[each.begin].seq} ${names[steps[each.begin].name]}`), " at ", jump(each.end));
    }
  } else if (launch) {
    line(`Fired by ${launch.command}, launch ${launch.launch}${launch.outcome ? `, which ${said(launch)}` : ""}`);
    if (launch.error) line(make("span", "error", launch.error));
  } else {
    line("Fired from outside, by no command");
  }
  if (step.place) line(`Fired at ${step.place}`);
  if (launch?.place && launch.end !== place) line(`${launch.command}, launch ${launch.launch}, was fired at ${launch.place}`);
  return box;
}
const said = launch => ({failed: "failed", cancelled: "was cancelled", dropped: "was dropped"}[launch.outcome] ?? launch.outcome);

function differences(changes, omitted) {
  if (!changes.length) return none("Nothing. The state stayed as it was.");
  const list = make("ul", "differences");
  for (const change of changes) {
    const item = make("li", change.kind);
    item.append(make("span", "unseen", change.kind), make("span", "path", {added: "+ ", removed: "− ", changed: ""}[change.kind] + pathText(change.path)));
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
  if (count) text.append(make("del", "", withSpaces(before.slice(at, at + Math.min(count, 600)))));
  if (inserted) text.append(make("ins", "", withSpaces(inserted.slice(0, 600))));
  text.append(plain(tail) + (at + count + 40 < before.length ? "…" : ""));
  return text;
}

"""#

    static let commandsJS = #"""
// Every launch of a command as a lane on an axis of time: how long, how it ended, and what it fired. Commands that a
// command fired stand below it.
let lanesBefore = 40, lanesAfter = 60;

function launchTree() {
  const children = new Map(), roots = [];
  launches.forEach((launch, cause) => {
    if (!launch || firstOf(launch) === null) return;
    const parent = launch.parent === null ? undefined : byLaunch.get(launch.parent);
    if (parent === undefined || parent === cause) { roots.push(cause); return; }
    if (!children.has(parent)) children.set(parent, []);
    children.get(parent).push(cause);
  });
  const rows = [], seen = new Set(), byStart = (a, b) => beganAt(launches[a]) - beganAt(launches[b]) || firstOf(launches[a]) - firstOf(launches[b]);
  const walk = (cause, depth) => {
    if (seen.has(cause)) return;
    seen.add(cause);
    rows.push({cause, depth});
    if (depth < 200) for (const child of (children.get(cause) ?? []).sort(byStart)) walk(child, depth + 1);
  };
  for (const cause of roots.sort(byStart)) walk(cause, 0);
  launches.forEach((launch, cause) => { if (launch && firstOf(launch) !== null) walk(cause, 0); });
  return rows;
}

let launchRows = null;
function drawCommands() {
  const box = $("commands"), rows = isRead ? launchRows ??= launchTree() : launchTree();
  if (!rows.length) {
    box.replaceChildren(none("No command fired an event in this recording."));
    return;
  }
  const current = steps[place].cause;
  let middle = rows.findIndex(row => row.cause === current);
  if (middle < 0) middle = Math.max(0, rows.findLastIndex(row => firstOf(launches[row.cause]) <= place));
  const from = Math.max(0, middle - lanesBefore), to = Math.min(rows.length, middle + lanesAfter), shown = rows.slice(from, to);
  const start = Math.min(...shown.map(row => beganAt(launches[row.cause])));
  const end = Math.max(start + 1, ...shown.map(row => steps[lastOf(launches[row.cause])].at));
  const axis = make("div", "axis lane-line"), times = make("span");
  for (const share of [0, 1]) times.append(make("span", "", "+" + span(Math.round(start + (end - start) * share - recording.start))));
  axis.append(times);
  const list = make("ol", shown.some(row => launches[row.cause].outcome) ? "lanes" : "lanes without-ends");
  for (const {cause, depth} of shown) list.append(lane(launches[cause], depth, start, end, cause === current));
  const near = list.children[middle - from];
  const more = (count, text, action) => count > 0 ? [pressable("link", `${thousands(count)} ${text}`, action, text)] : [];
  keepFocus(box, () => box.replaceChildren(
    ...(current || !place ? [] : [part("This event", none("It was fired from outside, by no command."))]),
    part(rows.length === shown.length ? `${thousands(rows.length)} ${rows.length === 1 ? "launch" : "launches"}` : `${thousands(shown.length)} of ${thousands(rows.length)} launches`, axis,
      ...more(from, "before", () => { lanesBefore *= 2; drawCommands(); }), list,
      ...more(rows.length - to, "after", () => { lanesAfter *= 2; drawCommands(); }))));
  near.scrollIntoView({block: current ? "nearest" : "center"});
}

function lane(launch, depth, start, end, isCurrent) {
  const item = make("li", isCurrent ? "lane current" : "lane"), line = make("div", "lane-line");
  const x = at => (at - start) / (end - start) * 1000, first = beganAt(launch), last = steps[lastOf(launch)].at;
  const name = pressable("lane-name", launch.command, () => go(launch.end ?? firstOf(launch)), "lane " + launch.launch);
  name.style.paddingLeft = 6 + Math.min(depth, 8) * 12 + "px";
  name.append(make("span", "soft", ` ${launch.launch}`));
  name.setAttribute("aria-expanded", isCurrent);
  const tone = launch.outcome === "failed" ? "failed" : launch.end === null ? "open" : launch.outcome;
  const bar = draw("svg", {class: "lane-bar " + tone, viewBox: "0 0 1000 20", preserveAspectRatio: "none", "aria-hidden": "true"});
  bar.append(draw("rect", {x: x(first), y: 5, width: Math.max(4, x(last) - x(first)), height: 10, rx: 2}));
  const ticks = launch.events.slice(0, 300);
  for (const number of ticks) {
    const tick = draw("line", {x1: x(steps[number].at), x2: x(steps[number].at), y1: 2, y2: 18});
    tick.style.stroke = colour(steps[number].name);
    bar.append(tick);
  }
  bar.onclick = event => {
    const area = bar.getBoundingClientRect(), at = start + (event.clientX - area.left) / area.width * (end - start);
    const near = [...launch.events].sort((a, b) => Math.abs(steps[a].at - at) - Math.abs(steps[b].at - at))[0];
    go(near ?? firstOf(launch));
  };
  line.append(name, bar, make("span", "outcome " + launch.outcome, launch.outcome),
    make("span", "soft took", isLongKnown(launch) ? span(tookOf(launch)) : ""));
  item.append(line);
  if (!isCurrent) {
    if (launch.error) item.append(make("p", "error", launch.error));
    return item;
  }
  item.setAttribute("aria-current", "true");
  if (lasted(launch)) item.append(make("p", "soft", lasted(launch)));
  if (launch.error) item.append(make("p", "error", launch.error));
  const fired = make("ul", "fired"), events = launch.events;
  // Of a long row, what stands around the event looked at.
  const middle = lowerBound(events, place), from = Math.max(0, Math.min(middle - 100, events.length - 200));
  for (const number of events.slice(from, from + 200)) fired.append(firedLine(number));
  item.append(fired);
  if (events.length > 200) item.append(none(`${thousands(events.length)} events in all`));
  return item;
}

function firedLine(number) {
  const item = make("li"), line = pressable("fired-line", undefined, () => go(number), "fired " + number), step = steps[number];
  if (number === place) line.setAttribute("aria-current", "step");
  line.append(dotOf(step.name), make("span", "", names[step.name]), make("span", "soft", `#${step.seq} ${SAID[step.op] ?? ""}`),
    make("span", "brief", lineOf(number)));
  item.append(line);
  return item;
}

"""#

    static let copyJS = #"""
// What is taken out of the page: values as JSON, paths, a link to an event, and a step of a test.
async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A browser that gives a page no clipboard copies what is selected.
    const area = make("textarea", "unseen"), had = document.activeElement;
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    had?.focus();
  }
  notice(`Copied ${what}`, "good");
}

function copying(step) {
  const box = make("div", "copying"), [first, last] = groupOf(place);
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "Copy");
  const add = (text, what, made) => box.append(pressable("small", text, () => copy(made(), what), "copy " + text));
  add("JSON", "the payload as JSON", () => json(step.payload ? step.payload[0] : null));
  add("Link", "a link to this event", () => location.href.replace(/#.*/s, "") + "#" + step.seq);
  add("Test step", "a step of a test", () => testStep(first, last));
  return box;
}

// A step for a test core: the event out of its recorded form, and what is expected of the state.
function testStep(first, last) {
  const event = number => {
    const {name, version, payload} = steps[number], text = payload ? json(payload[0]).replace(/\n\s*/g, " ") : "{}";
    let marks = "#";
    while (text.includes('"' + marks)) marks += "#";
    return `try catalog.decode(\n    RecordedEvent(\n        name: ${quoted(recording.names[name - 1])}, version: ${version},\n        payload: Array(${marks}"${text}"${marks}.utf8)))`;
  };
  const numbers = steps.map((_, number) => number).slice(first, last + 1).filter(number => steps[number].version);
  const {changes} = changesAt(place, 100), expected = changes.map(expectation);
  const title = `// #${steps[first].seq} ${groupName(first, last)}`;
  if (!numbers.length) return `${title}\n// ${steps[first].op} carries no event: fire what made it.\n`;
  const indented = number => event(number).replace(/\n/g, "\n    ");
  const fired = numbers.length === 1 ? `try await core.fire(\n    event: ${indented(numbers[0])}\n)`
    : `try await core.fire(events: [\n${numbers.map(number => `    ${indented(number)},`).join("\n")}\n])`;
  return `${title}\n${fired}${expected.length ? ` {\n${expected.map(line => `    ${line}\n`).join("")}}` : ""}\n`;
}
const quoted = text => JSON.stringify(text).replace(/\\u([0-9a-f]{4})/g, "\\u{$1}").replace(/\\[bf]/g, mark => mark === "\\b" ? "\\u{8}" : "\\u{c}");
// A value that Swift reads as it stands, or a placeholder that says what belongs there.
const literal = value => isContainer(value) ? `<#${compact(value, 200)}#>` : value === null ? "nil"
  : typeof value === "string" ? quoted(value) : scalar(value);
function expectation({kind, path, before, after, splice}) {
  const last = path[path.length - 1], owner = "$0" + path.slice(0, -1).map(stepText).join(""), at = "$0" + path.map(stepText).join("");
  if (splice) return `${at} = ${literal(before.slice(0, splice[1]) + splice[3] + before.slice(splice[1] + splice[2]))}`;
  if (typeof last === "number" && kind === "added") return `${owner}.insert(${literal(after)}, at: ${last})`;
  if (typeof last === "number" && kind === "removed") return `${owner}.remove(at: ${last})`;
  return `${path.length ? at : "$0"} = ${kind === "removed" ? "nil" : literal(after)}`;
}

"""#

    static let dataJS = #"""
// Reads the recording, block by block while the page still loads, and makes the state after any step out of patches and
// snapshots.
"use strict";
const $ = id => document.getElementById(id);
const make = (tag, className, text) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};
const pressable = (className, text, action, key) => {
  const button = make("button", className, text);
  button.type = "button";
  button.onclick = action;
  if (key) button.dataset.key = key;
  return button;
};

const recording = JSON.parse($("recording").textContent);
const OPERATIONS = ["", "begin", "append", "commit", "replace", "rollback", "place", "mark", "release", "report"];
const steps = [{seq: recording.from, at: recording.start, name: 0, version: 0, patch: 0, payload: null, op: "", tx: 0,
  part: 0, parts: 0, cause: 0, withdrawing: [], launchedAt: null, place: ""}];
const names = ["The recording begins", ...recording.names.map(plain)];
const counts = new Array(names.length).fill(0);

// Takes the rows of one block. `take` puts each step where it belongs.
function readRows(rows) {
  for (const [seq, after, name, version, patch, payload, op, tx, part, parts, cause, withdrawing, since, fired] of rows) {
    const at = steps[steps.length - 1].at + after;
    const step = {seq, at, name: name + 1, version, patch: patch ?? 0,
      payload: payload || null, op: OPERATIONS[op ?? 0], tx: tx ?? 0, part: part ?? 0, parts: parts ?? 0,
      cause: cause ?? 0, withdrawing: withdrawing || [], launchedAt: since ? at - since + 1 : null,
      place: fired ? plain(recording.places[fired - 1]) : ""};
    steps.push(step);
    counts[step.name]++;
    take(step, steps.length - 1);
  }
}

// A block is whole when something follows it, or when everything has been read.
let isRead = false;
function readMore() {
  const isLoaded = document.readyState !== "loading", until = performance.now() + 40;
  let wasRead = false;
  for (const block of document.querySelectorAll("script.steps")) {
    if (performance.now() > until || !(isLoaded || block.nextElementSibling)) break;
    readRows(JSON.parse(block.textContent));
    block.remove();
    wasRead = true;
  }
  isRead = isLoaded && !document.querySelector("script.steps");
  return wasRead;
}

// A number that JavaScript cannot hold is kept as text under a name that no data has.
const EXACT = "\u0000n";
function isExact(value) { return typeof value === "object" && value !== null && EXACT in value; }
function isContainer(value) { return typeof value === "object" && value !== null && !(EXACT in value); }
function shownKey(key) { return key.startsWith("\u0000") ? key.slice(1) : key; }

// What a patch does stands in the documentation of JSONPatch. `own` holds what this walk made itself and may change in
// place.
function apply(patch, value, own) {
  if (patch === 0) return value;
  const mine = copy => { if (own.has(value)) return value; const made = copy(); own.add(made); return made; };
  switch (patch[0]) {
    case 0: return patch[1];
    case 1: {
      const next = mine(() => Object.assign(Object.create(null), value));
      for (const key of Object.keys(patch[1])) next[key] = apply(patch[1][key], next[key], own);
      for (const key of patch[2] || []) delete next[key];
      return next;
    }
    case 2: {
      const next = mine(() => value.slice());
      for (let place = patch.length - 1; place > 0; place--) {
        const edit = patch[place];
        if (edit.length === 2) next[edit[0]] = apply(edit[1], next[edit[0]], own);
        else replaceElements(next, edit);
      }
      return next;
    }
    default: return value.slice(0, patch[1]) + patch[3] + value.slice(patch[1] + patch[2]);
  }
}

// A call takes only so many arguments, and a recording may put in more elements at once.
function replaceElements(elements, [at, count, inserted]) {
  if (inserted.length < 5000) { elements.splice(at, count, ...inserted); return; }
  const tail = elements.splice(at).slice(count);
  for (const element of inserted) elements.push(element);
  for (const element of tail) elements.push(element);
}

// At first every 256 states one is kept, and half as many whenever there are more than 128.
let snapshotEvery = 256, snapshots = [JSON.parse($("base").textContent)];
let cursor = {place: 0, state: snapshots[0]};
function stateAt(place) {
  const nearest = Math.min(Math.floor(place / snapshotEvery), snapshots.length - 1);
  let from = nearest * snapshotEvery, state = snapshots[nearest];
  if (cursor.place <= place && cursor.place > from) ({place: from, state} = cursor);
  let own = new Set();
  while (from < place) {
    from++;
    state = apply(steps[from].patch, state, own);
    if (from % snapshotEvery === 0) {
      own = new Set();
      if (snapshots.length === from / snapshotEvery) snapshots.push(state);
      if (snapshots.length > 128) { snapshots = snapshots.filter((_, at) => at % 2 === 0); snapshotEvery *= 2; }
    }
  }
  cursor = {place, state};
  return state;
}

// What a patch changes, as places in the state before and after it.
function changesOf(patch, before, limit = Infinity) {
  const changes = [];
  let omitted = 0;
  const add = change => { if (changes.length < limit) changes.push(change); else omitted++; };
  const walk = (patch, value, was, path) => {
    if (patch === 0) return;
    switch (patch[0]) {
      case 0: replaced(patch[1], value, was, path); break;
      case 1:
        for (const key of Object.keys(patch[1])) {
          const has = Object.hasOwn(value, key);
          walk(patch[1][key], has ? value[key] : undefined, has, [...path, key]);
        }
        for (const key of patch[2] || []) add({kind: "removed", path: [...path, key], before: value[key]});
        break;
      case 2: {
        let shift = 0;
        for (const edit of patch.slice(1)) {
          const [at, what, inserted] = edit;
          if (edit.length === 2) { walk(what, value[at], true, [...path, at + shift]); continue; }
          for (let k = 0; k < what; k++) add({kind: "removed", path: [...path, at + k], before: value[at + k]});
          inserted.forEach((after, k) => add({kind: "added", path: [...path, at + shift + k], after}));
          shift += inserted.length - what;
        }
        break;
      }
      default: add({kind: "changed", path, splice: patch, before: value});
    }
  };
  // An array that was empty, or is now, had its elements put in or taken out.
  const replaced = (after, before, was, path) => {
    const isFilled = Array.isArray(before) && Array.isArray(after) && before.length + after.length > 0;
    if (isFilled && !before.length) after.forEach((each, k) => add({kind: "added", path: [...path, k], after: each}));
    else if (isFilled && !after.length) before.forEach((each, k) => add({kind: "removed", path: [...path, k], before: each}));
    else add({kind: was ? "changed" : "added", path, before, after});
  };
  walk(patch, before, true, []);
  return {changes, omitted};
}

const lowerBound = (sorted, wanted) => {
  let low = 0, high = sorted.length;
  while (low < high) { const middle = (low + high) >> 1; if (sorted[middle] < wanted) low = middle + 1; else high = middle; }
  return low;
};

"""#

    static let dropJS = #"""
// A journal, a bug report or another page dropped on this one is opened in its place. A journal holds events and not
// states, so its page shows everything but these.
function rowsOfJournal(lines, report) {
  const header = JSON.parse(lines[0]), table = () => ({entries: [], places: new Map()});
  const placeOf = (all, key, entry) => {
    if (!all.places.has(key)) { all.places.set(key, all.entries.length); all.entries.push(entry); }
    return all.places.get(key);
  };
  if (!header.reactor) throw new Error("its first line is no header of a recording");
  const nameTable = table(), causeTable = table(), ends = table(), rows = [];
  let before = Date.parse(header.at), last;
  lines.slice(1).forEach((line, number) => {
    const entry = (() => { try { return JSON.parse(line, exactly); } catch { throw new Error(`line ${number + 2} is damaged`); } })();
    last = entry;
    if (!("seq" in entry)) return;
    const name = placeOf(nameTable, entry.event ?? entry.op ?? "event", entry.event ?? entry.op ?? "event"), at = Date.parse(entry.at), {cause, payload} = entry;
    if (typeof payload?.launch === "number" && typeof payload.command === "string" && "outcome" in payload) placeOf(ends, name, name);
    rows.push([entry.seq, at - before, name, entry.v ?? 0, 0, payload === undefined ? 0 : [payload], Math.max(0, OPERATIONS.indexOf(entry.op ?? "")),
      entry.tx ?? entry.mark ?? 0, entry.group?.[0] ?? 0, entry.group?.[1] ?? 0,
      cause ? placeOf(causeTable, cause.launch, [cause.command, cause.launch, cause.parent ?? null]) + 1 : 0, entry.withdraws ?? 0,
      entry.launched ? Math.max(0, at - Date.parse(entry.launched)) + 1 : 0]);
    before = at;
  });
  // Segments say in their last line how they ended; a report is a part of one, and says it apart.
  const {inFlight} = report?.unexpectedEnd ?? {}, isSegment = !report?.recording && header.reactor >= 3 && "segment" in header;
  const kind = report?.unexpectedEnd || isSegment && !last?.end ? "unexpected" : isSegment ? "closed" : undefined;
  return {base: header.base, rows, recording: {id: header.id, app: header.app, from: header.from, start: Date.parse(header.at),
    schema: {"(state)": header.schema.state, ...header.schema.events}, versions: {}, redacted: false, isBare: true,
    ending: kind && {kind, inFlight: inFlight && [inFlight.seq, inFlight.event ?? ""]},
    names: nameTable.entries, ends: ends.entries, causes: causeTable.entries}};
}

// Where the browser says how a number was written, one that JavaScript cannot hold keeps its text.
function exactly(key, value, context) {
  return typeof value === "number" && context?.source && !Number.isSafeInteger(value) && /^-?\d+$/.test(context.source)
    ? {[EXACT]: context.source} : value;
}

function pageOf({recording, base, rows}) {
  const asData = value => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, mark => "\\u" + mark.charCodeAt(0).toString(16).padStart(4, "0"));
  const block = (attributes, text) => `<${TAG} type="application/json" ${attributes}>${text}</${TAG}>\n`;
  const blocks = [];
  for (let from = 0; from < rows.length; from += 2000) blocks.push(block('class="steps"', asData(rows.slice(from, from + 2000))));
  return ["<!doctype html>\n<html lang=\"en\">\n", HEAD, "\n<body>\n", MARKUP, block('id="recording"', asData(recording)), block('id="base"', asData(base)),
    `<${TAG}>${SCRIPT}</${TAG}>\n`, ...blocks, "</body>\n</html>\n"];
}

async function openDropped(file) {
  const text = await file.text();
  try {
    let parts;
    if (/^\s*<!doctype html/i.test(text)) parts = [text];
    else {
      const report = (() => { try { return JSON.parse(text); } catch { return null; } })();
      parts = pageOf(rowsOfJournal((report?.recording ?? text.split("\n")).filter(line => line.trim()), report));
    }
    location.assign(URL.createObjectURL(new Blob(parts, {type: "text/html"})));
  } catch (error) {
    notice(`${plain(file.name)} cannot be opened: ${error.message}`);
  }
}

// Written apart, so that nothing in this script looks like the end or the beginning of one.
const TAG = "scr" + "ipt";
// What the page was before anything was drawn in it.
const HEAD = document.head.outerHTML, SCRIPT = document.currentScript.textContent;
const MARKUP = [...document.body.children].filter(each => each.tagName !== "SCRIPT").map(each => each.outerHTML).join("\n");
document.addEventListener("dragover", event => event.preventDefault());
document.addEventListener("drop", event => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) openDropped(file);
});

"""#

    static let factsJS = #"""
// What belongs together in a recording: predictions from begin to resolution, commands with what they fired and how they
// ended, and what went wrong. Each step is taken once, in order, as it is read.
const spans = [], spanOf = new Map(), spanEnds = [], openSpans = new Map();
const launches = [null, ...recording.causes.map(cause => newLaunch(...cause))];
const byLaunch = new Map(launches.slice(1).map((each, at) => [each.launch, at + 1]));
const endNames = new Set(recording.ends.map(name => name + 1));
const RESOLVES = {commit: "confirmed", replace: "confirmed", rollback: "rolled back", release: "read", place: "read"};
let lanes = 0;

function newLaunch(command, launch, parent, place, answered) {
  return {command: plain(command), launch, parent, place: place ? plain(place) : "", answered: answered ?? null, events: [], launchedAt: null, end: null, outcome: "", error: ""};
}

function take(step, number) {
  const ended = endNames.has(step.name) ? step.payload?.[0] : null;
  if (typeof ended?.launch === "number") {
    step.cause = launchOf(ended);
    Object.assign(launches[step.cause], {end: number, ...outcomeOf(ended.outcome)});
  }
  takeSpan(step, number);
  // What joins or resolves a prediction is recorded without a cause: it has that of its prediction, and so has what is applied
  // with it.
  if (!step.cause) {
    if (spanOf.has(number)) step.cause = steps[spanOf.get(number).begin].cause;
    else if (step.part > 1) step.cause = steps[number - 1].cause;
  }
  if (!step.cause) return;
  const launch = launches[step.cause];
  launch.events.push(number);
  launch.launchedAt ??= step.launchedAt;
}

function launchOf({command, launch}) {
  if (!byLaunch.has(launch)) {
    byLaunch.set(launch, launches.length);
    launches.push(newLaunch(String(command), launch, null));
  }
  return byLaunch.get(launch);
}

function outcomeOf(outcome) {
  if (typeof outcome === "string") return {outcome};
  const failure = outcome?.failed;
  if (typeof failure === "string") return {outcome: "failed", error: plain(failure)};
  return {outcome: "failed", error: [failure?.kind, failure?.message].filter(Boolean).map(part => plain(String(part))).join(": ")};
}

function takeSpan(step, number) {
  const isRead = ["mark", "release", "place", "report"].includes(step.op), key = (isRead ? "m" : "p") + step.tx;
  const resolve = (made, kind) => {
    if (made.kind !== "pending" && made.kind !== "open") return;
    Object.assign(made, {end: number, kind});
    spanEnds[made.lane] = number;
  };
  for (const id of step.withdrawing) {
    if (!openSpans.has("p" + id)) continue;
    resolve(openSpans.get("p" + id), "rolled back");
    openSpans.delete("p" + id);
  }
  // A prediction of several events has a line for each: the first begins it.
  if ((step.op === "begin" || step.op === "mark") && !openSpans.has(key)) {
    let lane = spanEnds.findIndex(end => end < number);
    if (lane < 0) lane = Math.min(spanEnds.length, 5);
    const made = {begin: number, end: Infinity, lane, kind: isRead ? "open" : "pending", id: step.tx, isRead};
    spanEnds[lane] = Infinity;
    lanes = Math.max(lanes, lane + 1);
    openSpans.set(key, made);
    spans.push(made);
    spanOf.set(number, made);
  } else if (openSpans.has(key) && step.op) {
    const made = openSpans.get(key);
    spanOf.set(number, made);
    if (!RESOLVES[step.op]) return;
    // What is confirmed by several events ends with the last of them.
    resolve(made, RESOLVES[step.op]);
    made.end = number;
    if (step.parts <= step.part) openSpans.delete(key);
  }
}

// Events applied as one: the first and the last of them.
const groupOf = number => {
  const {part, parts} = steps[number];
  return parts > 1 ? [number - part + 1, Math.min(number - part + parts, steps.length - 1)] : [number, number];
};

// The first and the last event of a launch, and when it began: where the recording does not say when it was launched, with
// its first event.
const firstOf = launch => launch.events[0] ?? launch.end;
const lastOf = launch => launch.end ?? launch.events[launch.events.length - 1];
const beganAt = launch => launch.launchedAt ?? steps[firstOf(launch)].at;
const tookOf = launch => steps[lastOf(launch)].at - beganAt(launch);
const isLongKnown = launch => launch.launchedAt !== null || launch.events.length > 1;
function lasted(launch) {
  const isLaunchKnown = launch.launchedAt !== null;
  if (launch.end !== null && isLaunchKnown) return `after ${span(tookOf(launch))}`;
  if (!isLongKnown(launch)) return launch.end === null ? "" : "nothing fired before";
  if (launch.end !== null) return `${span(tookOf(launch))} after its first event`;
  return isLaunchKnown ? `its last event came after ${span(tookOf(launch))}` : `its events span ${span(tookOf(launch))}`;
}

// What a launch had predicted and was rolled back.
const undoneBy = launch => spans.filter(each => each.kind === "rolled back" && launches[steps[each.begin].cause] === launch);

// What was given as the reason with the event that resolved a prediction, or beside it.
function reasonAt(number) {
  const [first, last] = groupOf(number);
  for (let at = first; at <= Math.min(last + 1, steps.length - 1); at++) {
    const found = steps[at].payload && wordsIn(steps[at].payload[0], 0);
    if (found && (at <= last || steps[at].cause === steps[number].cause)) return found;
  }
  return "";
}
function wordsIn(value, depth) {
  if (!isContainer(value) || depth > 4) return "";
  for (const key of ["reason", "message", "error"]) {
    if (typeof value[key] === "string" && value[key]) return plain(value[key]);
  }
  for (const key of Object.keys(value).slice(0, 20)) {
    const found = wordsIn(value[key], depth + 1);
    if (found) return found;
  }
  return "";
}

// What went wrong, in order: commands that failed, and predictions that were rolled back by something else.
let problems = [], problemPlaces = [];
function findProblems() {
  const failed = new Set();
  problems = [];
  launches.forEach((launch, cause) => {
    if (launch?.outcome !== "failed") return;
    failed.add(cause);
    problems.push({number: launch.end, launch});
  });
  for (const each of spans) {
    if (each.kind !== "rolled back" || failed.has(steps[each.begin].cause)) continue;
    problems.push({number: groupOf(each.end)[1], span: each});
  }
  problems.sort((a, b) => a.number - b.number);
  problemPlaces = problems.map(each => each.number);
}

"""#

    static let historyJS = #"""
// The history of one value: every event that changed it. A row with an id is followed by its id, wherever it stands; an
// element without one is what stands at its position. `journal why` follows by the same rule.

// Whether a patch may change what stands at a path, or where it stands.
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

// The id of a row as text, undefined for what has none.
const idOf = row => isContainer(row) && !Array.isArray(row) && Object.hasOwn(row, "id") ? JSON.stringify(row.id) : undefined;

// The way to the value at a path: rows by their ids where all elements beside them have an id of their own.
function wayOf(state, path) {
  let value = state;
  return path.map(step => {
    const ids = Array.isArray(value) ? value.map(idOf) : [];
    const hasIDs = ids.length && !ids.includes(undefined) && new Set(ids).size === ids.length;
    value = isContainer(value) ? value[step] : undefined;
    return hasIDs ? {id: ids[step]} : step;
  });
}

// The path at which a way ends in a state, null where it leads to nothing. A row is looked for near where it stood.
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

// Every change of the value that stands at the path after the step `from`: the events that changed it, and from which event
// on which path was its own.
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
      make("span", "leaf " + (now === undefined ? "none" : typeOf(now)), now === undefined ? "not there" : compact(now, 80)),
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
    ? make("p", "none", `${many(changes.length, "change")}${changes.length > 200 ? ", the 200 around this event" : ""}`)
    : none("No event changed it."), ...(middle < 0 ? [] : [because(changes[middle], history)]), list));
  box.querySelector("[aria-current=true]")?.scrollIntoView({block: "nearest"});
}

// Why a value is what it is since that event, as `journal why` says it: who fired it, where, and because of what; and what
// put the value there.
function because(number, history) {
  const list = make("ul", "because"), step = steps[number], [first, last] = groupOf(number);
  const say = (...parts) => { const item = make("li"); item.append(...parts); list.append(item); };
  const told = at => {
    const launch = launches[steps[at].cause];
    const from = [launch && `${launch.command}, launch ${launch.launch}`, steps[at].place].filter(Boolean).join(", ");
    return [jump(at), " " + names[steps[at].name] + (from ? ` (${from})` : "")];
  };
  // Between the events of a group there is no state that was seen, so the page does not know which of them it was.
  if (first === last) say("by ", ...told(number));
  else say("by one step of ", ...told(first), " to ", ...told(last));
  for (const each of spans) {
    if (each.isRead || each.begin >= first || each.end < first || each.end > last) continue;
    say(each.kind === "rolled back" ? "which takes back what " : "which takes the place of what ", ...told(each.begin), " predicted");
  }
  for (let launch = launches[step.cause]; launch;) {
    say(`because ${launch.command}, launch ${launch.launch}, was fired${launch.place ? " at " + launch.place : ""}`);
    const event = launch.answered === null ? undefined : launch.answered - recording.from;
    if (steps[event]) say("because ", ...told(event));
    launch = launch.parent !== null && launch.parent < launch.launch ? launches[byLaunch.get(launch.parent)] : undefined;
  }
  if (history.first > 0 && history.first < number) say("put there by ", ...told(history.first));
  return list;
}

// How a number went, as a line with steps, and where it stands now.
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

"""#

    static let layoutJS = #"""
// Which views are seen at which width, how wide they are, and their colours.
let tab = "summary";
const TABS = ["summary", "timeline", "change", "state", "commands"];
const drawing = {summary: drawSummary, timeline: () => {}, change: drawChange, state: drawState, commands: drawCommands};

function drawPanes() {
  for (const name of TABS) if (!$("pane-" + name).hidden) drawing[name]();
}

function layOut() {
  const fits = pixels => window.matchMedia(`(min-width: ${pixels}px)`).matches;
  document.body.dataset.width = fits(1180) ? "wide" : fits(720) ? "middle" : "narrow";
  setTab(tab);
  reveal();
  drawList();
  drawPanes();
  drawStrip();
}

// At any width the views that stand beside the others have no tab.
const beside = () => ({wide: ["timeline", "state"], middle: ["timeline"], narrow: []})[document.body.dataset.width];
function setTab(name) {
  if (beside().includes(name)) name = "change";
  tab = name;
  for (const each of TABS) {
    const button = $("tab-" + each), isBeside = beside().includes(each), pane = $("pane-" + each);
    button.hidden = isBeside;
    button.setAttribute("aria-selected", each === name);
    button.tabIndex = each === name ? 0 : -1;
    pane.hidden = each !== name && !isBeside;
    pane.setAttribute("role", isBeside ? "region" : "tabpanel");
  }
  $("split-state").hidden = !beside().includes("state");
  $("split-list").hidden = !beside().includes("timeline");
}

function showTab(name) {
  setTab(name);
  reveal();
  drawList();
  drawPanes();
}

function moveInTabs(event) {
  const shown = TABS.filter(name => !$("tab-" + name).hidden), at = shown.indexOf(tab);
  const to = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1}[event.key];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  showTab(shown[(to + shown.length) % shown.length]);
  $("tab-" + tab).focus();
}

// A line between two views is dragged, or moved by arrows.
function splits(id, name, direction) {
  const line = $(id), main = document.querySelector("main");
  const pane = () => $(name === "--list" ? "pane-timeline" : "pane-state");
  const set = pixels => {
    const width = Math.round(Math.max(240, Math.min(pixels, main.clientWidth * .6)));
    document.body.style.setProperty(name, width + "px");
    line.setAttribute("aria-valuenow", Math.round(width / main.clientWidth * 100));
    drawList();
  };
  line.setAttribute("aria-valuenow", name === "--list" ? 39 : 30);
  line.onpointerdown = event => {
    line.setPointerCapture(event.pointerId);
    const width = pane().clientWidth, from = event.clientX;
    line.onpointermove = move => set(width + direction * (move.clientX - from));
    line.onpointerup = () => { line.onpointermove = null; };
  };
  line.onkeydown = event => {
    const by = {ArrowLeft: -24, ArrowRight: 24}[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    set(pane().clientWidth + direction * by);
  };
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
      const row = make("tr"), head = make("th", "", plain(name));
      head.scope = "row";
      row.append(head, make("td", "", plain(String(value))));
      body.append(row);
    }
    return [make("h3", "", title), body];
  };
  $("about-body").replaceChildren(
    ...table("Recording", [["App", recording.app], ["Id", recording.id], ["Begins", clock(recording.start)],
      ["Ends", clock(steps[steps.length - 1].at)], ["Events", thousands(steps.length - 1)],
      ["Predictions", thousands(spans.filter(each => !each.isRead).length)],
      ...(recording.redacted ? [["Redacted", "what the app names as secret is blotted out"]] : [])]),
    ...table("Versions", Object.entries(recording.versions)), ...table("Schema", Object.entries(recording.schema)));
  $("about").showModal();
}

// On paper every view is there, whole, and the list has its first rows.
function layOutForPaper() {
  printedRows = 2000;
  for (const name of TABS) { $("pane-" + name).hidden = false; drawing[name](); }
  drawList();
}

"""#

    static let listJS = #"""
// The list of events, of which only what is seen exists. Events applied as one are one row until they are unfolded.
const ROW = 44;
const hidden = new Set(), stops = new Set(), unfolded = new Set();
let place = 0, matches = [], searched = "", wasChosen = false;

// The commonest names take the colours apart from each other.
const hues = [215, 20, 165, 280, 45, 330, 190, 100, 250, 0, 140, 305];
const hue = new Map(), noisy = new Set();
let ranked = [];
function rankNames() {
  ranked = names.map((_, name) => name).filter(name => name > 0).sort((a, b) => counts[b] - counts[a]);
  ranked.forEach((name, rank) => hue.set(name, hues[rank % hues.length]));
}
const colour = name => hue.has(name) ? `hsl(${hue.get(name)} 52% var(--tone))` : "var(--soft)";
const dotOf = name => { const dot = make("span", "dot"); dot.style.background = colour(name); return dot; };

// Noisy is a name that fills a fifth of a long recording, as long as something is left without it.
function findNoise() {
  let left = steps.length - 1;
  for (const name of ranked) {
    const isNoisy = counts[name] >= 100 && counts[name] * 5 > steps.length - 1;
    if (isNoisy && left - counts[name] >= 10) { noisy.add(name); hidden.add(name); left -= counts[name]; }
  }
}

const isFolded = number => steps[number].parts > 1 && !unfolded.has(groupOf(number)[0]);
// The row an event is shown in: that of the last one, where what they did together shows.
const rowOf = number => isFolded(number) ? groupOf(number)[1] : number;

let filterRun = 0, owesReveal = false, looked = {next: 0, count: 0, found: []};
function filter(goesOn = false) {
  const run = ++filterRun, {terms, wrong} = parsed(searched);
  if (!goesOn) owesReveal = true;
  // What comes to a page that is open changes what was found before by its outcome alone.
  if (!goesOn || terms.some(term => term.is)) looked = {next: 0, count: 0, found: []};
  const look = () => {
    if (run !== filterRun) return;
    const until = performance.now() + 30;
    let {next, count, found} = looked;
    // Searching may not hold the page up: so long at a time.
    for (; next < steps.length && (next % 64 || performance.now() < until); next++) {
      if (hidden.has(steps[next].name) || (next === 0 && terms.length)) continue;
      if (terms.length && !fits(terms, next)) continue;
      if (next) count++;
      const row = rowOf(next);
      if (found[found.length - 1] !== row) found.push(row);
    }
    looked = {next, count, found};
    matches = found;
    filtered(count, next === steps.length, wrong);
    if (next < steps.length) setTimeout(look);
  };
  look();
}

function filtered(count, isDone, wrong) {
  const all = steps.length - 1;
  $("shown").textContent = wrong || (count === all ? many(all, "event") : `${thousands(count)} of ${many(all, "event")}`)
    + (isDone && isRead ? "" : " …");
  $("shown").classList.toggle("wrong", Boolean(wrong));
  $("shown").dataset.done = isDone && isRead;
  const quiet = [...noisy].filter(name => hidden.has(name));
  $("noisy").hidden = !quiet.length;
  $("noisy").textContent = quiet.length === 1 ? `show ${names[quiet[0]]}` : `show ${quiet.length} noisy names`;
  $("nothing").hidden = matches.length > 0 || !isDone;
  $("sizer").style.height = matches.length * ROW + "px";
  markFilters();
  if (isDone && owesReveal) { owesReveal = false; reveal(); }
  drawList();
  drawStrip();
}

let printedRows = 0;
function drawList() {
  const list = $("list"), top = list.scrollTop;
  const first = printedRows ? 0 : Math.max(0, Math.floor(top / ROW) - 4);
  const last = printedRows ? Math.min(matches.length, printedRows)
    : Math.min(matches.length, Math.ceil((top + list.clientHeight) / ROW) + 4);
  const rows = [];
  for (let index = first; index < last; index++) rows.push(rowAt(index));
  $("sizer").replaceChildren(...rows);
  drawSpans(first, last);
  list.setAttribute("aria-rowcount", matches.length);
  const chosen = $("row-" + rowOf(place));
  if (chosen) list.setAttribute("aria-activedescendant", chosen.id);
  else list.removeAttribute("aria-activedescendant");
}

function rowAt(index) {
  const number = matches[index], step = steps[number], row = make("div", "row"), gutter = lanes ? 16 + lanes * 12 : 14;
  row.id = "row-" + number;
  row.setAttribute("role", "row");
  row.setAttribute("aria-level", "1");
  row.setAttribute("aria-selected", number === rowOf(place));
  row.setAttribute("aria-rowindex", index + 1);
  row.style.transform = `translateY(${index * ROW}px)`;
  row.style.paddingLeft = gutter + "px";
  row.classList.toggle("stops", stops.has(step.name));
  row.classList.toggle("start", number === 0);
  row.classList.toggle("failed", launches[step.cause]?.end === number && launches[step.cause].outcome === "failed");
  row.onclick = () => { wasChosen = true; go(number); };
  const cell = (className, ...parts) => {
    const made = make("span", className);
    made.setAttribute("role", "gridcell");
    made.append(...parts);
    row.append(made);
    return made;
  };
  cell("seq", number ? "#" + step.seq : "");
  const [first, last] = groupOf(number), isGroup = last > first, tags = [];
  cell("name", dotOf(step.name), isFolded(number) ? groupName(first, last) : names[step.name]);
  if (isGroup) {
    row.setAttribute("aria-expanded", !isFolded(number));
    const toggle = pressable("tag fold", isFolded(number) ? `▸ ${last - first + 1} as one` : `${step.part} of ${step.parts}`, event => {
      event.stopPropagation();
      fold(number);
    });
    toggle.tabIndex = -1;
    tags.push(toggle);
  }
  const op = step.op || (isFolded(number) && steps.slice(first, last).findLast(each => each.op)?.op);
  if (op) tags.push(make("span", "tag " + op, SAID[op]));
  cell("when", number ? "+" + span(step.at - recording.start) : "").title = clock(step.at);
  const line = isFolded(number) ? step.groupLine ??= lineOfAll(first, last) : lineOf(number);
  cell("brief", ...tags, line).title = line;
  return row;
}

const SAID = {begin: "predicted", append: "predicted", commit: "confirmed", replace: "confirmed", rollback: "rolled back",
  place: "read", mark: "reads", release: "read", report: "reading"};
function groupName(first, last) {
  const members = steps.slice(first, last + 1), withEvent = members.filter(step => step.version);
  const each = [...new Set((withEvent.length ? withEvent : members).map(step => names[step.name]))];
  return each.length === 1 ? each[0] : each.length === 2 ? each.join(", ") : `${each[0]} and ${each.length - 1} names more`;
}

function fold(number) {
  const [first, last] = groupOf(number);
  if (first === last) return;
  if (!unfolded.delete(first)) unfolded.add(first);
  filter();
  go(number);
}

// Brings the current event into view, with a few around it.
function reveal() {
  const list = $("list"), y = lowerBound(matches, rowOf(place)) * ROW, margin = Math.min(3 * ROW, list.clientHeight / 3);
  if (y - margin < list.scrollTop) list.scrollTop = y - margin;
  else if (y + ROW + margin > list.scrollTop + list.clientHeight) list.scrollTop = y + ROW + margin - list.clientHeight;
}

function drawNames() {
  keepFocus($("name-list"), () => $("name-list").replaceChildren(...ranked.slice(0, 500).map(name => {
    const item = make("li"), label = make("label"), box = make("input");
    box.type = "checkbox";
    box.checked = !hidden.has(name);
    box.dataset.key = "name " + name;
    box.onchange = () => { if (box.checked) hidden.delete(name); else hidden.add(name); filter(); };
    label.append(box, dotOf(name), make("span", "", names[name]));
    const stop = pressable("stop", "●", () => toggleStop(name), "stop " + name);
    stop.setAttribute("aria-label", `Breakpoint on ${names[name]}`);
    stop.setAttribute("aria-pressed", stops.has(name));
    item.append(label, make("span", "count", thousands(counts[name])), stop);
    return item;
  })));
}

function toggleStop(name) {
  if (!stops.delete(name)) stops.add(name);
  notice(stops.has(name) ? `Play stops at ${names[name]}` : `No stop at ${names[name]}`);
  drawNames();
  drawList();
}

// What is drawn anew keeps the focus where it was.
function keepFocus(box, draw) {
  const had = document.activeElement, key = box.contains(had) ? had.dataset.key : undefined;
  const wasInside = had !== box && box.contains(had);
  draw();
  if (!wasInside) return;
  const again = key && [...box.querySelectorAll("[data-key]")].find(each => each.dataset.key === key);
  (again || box.querySelector("[tabindex='0']") || box).focus({preventScroll: true});
}

"""#

    static let liveJS = #"""
// Takes what is applied while the page is open, from the server that it came from.
if (isLive) {
  // The server counts commands in the order in which they fired; this page knows some by their end before.
  const laneOf = [0, ...recording.causes.map((_, at) => at + 1)];
  let waiting = [], isFollowing = false;
  const toggleFollow = pressable("follow", "Follow", () => follow(!isFollowing));
  const follow = wanted => {
    isFollowing = wanted;
    toggleFollow.setAttribute("aria-pressed", wanted);
    if (!wanted) return;
    pause();
    place = steps.length - 1;
    reveal();
    drawList();
    drawPanes();
    drawPlace();
  };
  const takeOne = update => {
    for (const name of update.names) { names.push(plain(name)); counts.push(0); }
    for (const name of update.ends) endNames.add(name + 1);
    recording.places.push(...update.places);
    for (const [command, launch, parent, place, answered] of update.causes) {
      const at = launchOf({command, launch});
      Object.assign(launches[at], {parent, place: place ? plain(place) : "", answered: answered ?? null});
      laneOf.push(at);
    }
    for (const row of update.rows) if (row[10]) row[10] = laneOf[row[10]];
    readRows(update.rows);
  };
  const takeWaiting = () => {
    const began = performance.now(), seen = new Map(hue), updates = waiting;
    waiting = [];
    updates.forEach(takeOne);
    launchRows = null;
    rankNames();
    // A name keeps its colour.
    for (const [name, at] of seen) hue.set(name, at);
    findProblems();
    drawNames();
    drawWords();
    $("folds").hidden = !steps.some(step => step.parts > 1);
    filter(true);
    if (isFollowing) follow(true); else drawPlace();
    document.body.dataset.live = steps.length - 1;
    // However much comes, four fifths of the time are the reader's.
    setTimeout(() => { isTaking = false; if (waiting.length) takeSoon(); }, 4 * (performance.now() - began));
  };
  let isTaking = false;
  const takeSoon = () => { if (!isTaking) { isTaking = true; setTimeout(takeWaiting); } };
  moved = () => { if (isFollowing && place !== steps.length - 1) follow(false); };
  listen = () => {
    $("place").before(toggleFollow);
    follow(place === steps.length - 1);
    const {seq} = steps[steps.length - 1];
    const stream = new EventSource(`events${location.search}&from=${recording.from}&after=${seq}`);
    stream.onmessage = ({data}) => { waiting.push(JSON.parse(data)); takeSoon(); };
    stream.addEventListener("reload", () => location.reload());
    stream.onopen = () => notice("");
    stream.onerror = () => notice("The server is not reached. What has come stands here.");
  };
}

"""#

    static let pageHTML = #"""
<header class="top">
  <h1 class="title"><span id="app"></span> <span id="when"></span></h1>
  <label class="search"><span class="unseen">Find events</span>
    <input id="search" type="search" placeholder="Find: words, /pattern/, -not, state:…" autocomplete="off"
      spellcheck="false"><kbd aria-hidden="true">/</kbd></label>
  <button id="about-open" class="quiet" type="button">About</button>
  <button id="theme" class="quiet" type="button" aria-label="Colours: as the system"></button>
  <button id="help-open" class="quiet" type="button" aria-label="Keys">?</button>
</header>
<main>
<div id="words" role="group" aria-label="What happened"></div>
<div class="tabs" role="tablist" aria-label="Views">
  <button type="button" role="tab" id="tab-summary" aria-controls="pane-summary">Summary</button>
  <button type="button" role="tab" id="tab-timeline" aria-controls="pane-timeline">Events</button>
  <button type="button" role="tab" id="tab-change" aria-controls="pane-change">Change</button>
  <button type="button" role="tab" id="tab-state" aria-controls="pane-state">State</button>
  <button type="button" role="tab" id="tab-commands" aria-controls="pane-commands">Commands</button>
</div>
<div id="views">
  <section id="pane-timeline" class="pane" aria-label="Events">
    <div class="bar">
      <span id="shown" role="status"></span>
      <button id="noisy" class="link" type="button" hidden></button>
      <button id="folds" class="link" type="button" aria-pressed="false" hidden>Unfold groups</button>
      <details id="names"><summary>Names</summary><div class="sheet">
        <p class="sheet-tools"><button id="names-all" class="link" type="button">Show all</button>
        <button id="names-none" class="link" type="button">Hide all</button>
        <span>● stops play</span></p>
        <ul id="name-list"></ul></div></details>
    </div>
    <div id="list" role="treegrid" tabindex="0" aria-label="Events"><svg id="spans" aria-hidden="true"></svg><div id="sizer" role="rowgroup"></div></div>
    <p id="nothing" hidden>Nothing matches. <kbd>state:</kbd> before a word looks for it in what changed in the state.</p>
  </section>
  <div id="split-list" class="split" role="separator" aria-orientation="vertical" aria-label="Width of the events" tabindex="0"></div>
  <section id="pane-summary" class="pane scrolls" aria-label="Summary" tabindex="-1"><div id="summary"></div></section>
  <section id="pane-change" class="pane scrolls" aria-label="Change" tabindex="-1"><div id="change"></div></section>
  <section id="pane-commands" class="pane scrolls" aria-label="Commands" tabindex="-1"><div id="commands"></div></section>
  <div id="split-state" class="split" role="separator" aria-orientation="vertical" aria-label="Width of the state" tabindex="0"></div>
  <section id="pane-state" class="pane" aria-label="State">
    <h2 class="state-title">State <span id="state-place"></span></h2>
    <ul id="pins" aria-label="Pinned" hidden></ul>
    <div id="state" class="tree" role="tree" aria-label="State"></div>
    <section id="history" aria-label="History of a value" hidden></section>
  </section>
</div>
</main>
<footer class="transport">
  <div class="strip"><canvas id="strip" aria-hidden="true"></canvas><div id="playhead"></div>
    <input id="scrubber" type="range" min="0" value="0" step="1" aria-label="Position"></div>
  <div class="buttons">
    <button id="first" type="button" aria-label="First event"><svg viewBox="0 0 16 16" aria-hidden="true">
      <path d="M3 3h2v10H3zM13 3v10L6 8z"/></svg></button>
    <button id="back" type="button" aria-label="Step back"><svg viewBox="0 0 16 16" aria-hidden="true">
      <path d="M11 3v10L4 8z"/></svg></button>
    <button id="play" type="button" aria-label="Play"><svg viewBox="0 0 16 16" aria-hidden="true">
      <path class="when-paused" d="M4 2.5v11L13.5 8z"/>
      <path class="when-playing" d="M4 3h3v10H4zM9 3h3v10H9z"/></svg></button>
    <button id="forward" type="button" aria-label="Step forward"><svg viewBox="0 0 16 16" aria-hidden="true">
      <path d="M5 3v10l7-5z"/></svg></button>
    <button id="last" type="button" aria-label="Last event"><svg viewBox="0 0 16 16" aria-hidden="true">
      <path d="M11 3h2v10h-2zM3 3v10l7-5z"/></svg></button>
    <label class="speed"><span class="unseen">Events a second</span><select id="speed">
      <option value="2">2 / s</option><option value="8" selected>8 / s</option>
      <option value="30">30 / s</option><option value="200">200 / s</option></select></label>
    <span id="notice" role="status"></span>
    <span id="place"></span>
  </div>
</footer>
<dialog id="help" aria-labelledby="help-title"><h2 id="help-title">Keys</h2><dl class="keys">
  <dt><kbd>↓</kbd> <kbd>j</kbd></dt><dd>next event</dd><dt><kbd>↑</kbd> <kbd>k</kbd></dt><dd>event before</dd>
  <dt><kbd>e</kbd> <kbd>E</kbd></dt><dd>next problem, the one before</dd>
  <dt><kbd>Page</kbd></dt><dd>twenty events</dd><dt><kbd>Home</kbd> <kbd>End</kbd></dt><dd>first, last</dd>
  <dt><kbd>→</kbd> <kbd>←</kbd> <kbd>g</kbd></dt><dd>unfold and fold what was applied as one</dd>
  <dt><kbd>Space</kbd></dt><dd>play, pause</dd><dt><kbd>Esc</kbd></dt><dd>clear the search, stop</dd>
  <dt><kbd>b</kbd></dt><dd>breakpoint on this name</dd>
  <dt><kbd>n</kbd> <kbd>N</kbd></dt><dd>next, last event of this name</dd>
  <dt><kbd>h</kbd></dt><dd>hide this name</dd><dt><kbd>s</kbd></dt><dd>from a prediction to its end and back</dd>
  <dt><kbd>1</kbd>–<kbd>5</kbd></dt><dd>views</dd><dt><kbd>t</kbd></dt><dd>light, dark</dd>
  <dt><kbd>↑ ↓ → ←</kbd></dt><dd>in a tree: move, open, close; <kbd>Enter</kbd> shows a value's history,
    <kbd>Ctrl C</kbd> copies it</dd></dl>
  <h2>Finding</h2><dl class="keys">
  <dt><kbd>/</kbd></dt><dd>to the field</dd><dt>save user</dt><dd>both words, in names, commands, numbers and payloads</dd>
  <dt>"save user"</dt><dd>these words together</dd><dt>/w-1\d/</dt><dd>a pattern</dd><dt>-tick</dt><dd>without it</dd>
  <dt>state:81.5</dt><dd>what a change took away from the state or put there</dd>
  <dt>is:failed</dt><dd>also confirmed, rolled-back, pending, prediction, cancelled, problem</dd></dl>
  <form method="dialog"><button>Close</button></form></dialog>
<dialog id="about" aria-labelledby="about-title"><h2 id="about-title">This recording</h2><div id="about-body"></div>
  <form method="dialog"><button>Close</button></form></dialog>
<noscript>This page needs JavaScript. It loads nothing and sends nothing.</noscript>

"""#

    static let partsCSS = #"""
/* What is in the views. */
.bar {
  display: flex; gap: 4px 12px; align-items: center; flex-wrap: wrap; padding: 6px 14px; color: var(--soft); font-size: 12.5px;
  border-bottom: 1px solid var(--line); min-height: 36px; font-variant-numeric: tabular-nums;
}
.bar details { margin-left: auto; }
.wrong { color: var(--bad); }
summary { cursor: pointer; color: var(--accent); list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::after { content: " ▾"; font-size: 10px; }
.sheet {
  position: absolute; z-index: 5; right: 10px; top: 36px; width: min(360px, calc(100% - 20px)); max-height: 70%; overflow: auto;
  background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 10px 12px;
  box-shadow: 0 10px 30px rgb(0 0 0 / .14); color: var(--text);
}
.sheet-tools { display: flex; gap: 14px; margin: 0 0 6px; color: var(--soft); }
.sheet-tools span { margin-left: auto; }
.sheet li { display: flex; align-items: center; gap: 8px; padding: 2px 0; }
.sheet label { display: flex; gap: 8px; align-items: center; flex: 1; min-width: 0; }
.sheet label span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.count { color: var(--soft); font-variant-numeric: tabular-nums; }
.stop { border: 0; background: none; color: var(--soft); padding: 0 6px; font-size: 15px; line-height: 1.4; }
.stop[aria-pressed="true"] { color: var(--bad); }
#list { overflow: auto; position: relative; overscroll-behavior: contain; }
#list:focus-visible { outline: none; }
#list:focus-visible .row[aria-selected="true"] { outline: 1.5px solid var(--accent); outline-offset: -2px; }
#sizer { position: relative; overflow: hidden; }
#spans { position: absolute; left: 0; top: 0; z-index: 1; height: 1px; overflow: visible; pointer-events: none; }
#spans line { stroke-width: 2; stroke-linecap: round; }
#spans circle { stroke-width: 2; fill: var(--panel); }
#spans .commit { stroke: var(--good); }
#spans .rollback { stroke: var(--bad); }
#spans .pending { stroke: var(--pending); }
#spans line.pending { stroke-dasharray: 1 5; }
#spans .read { stroke: var(--soft); opacity: .7; }
.row {
  position: absolute; left: 0; right: 0; height: 44px; display: grid; grid-template: 20px 18px / auto minmax(0, 1fr) auto;
  gap: 0 9px; align-content: center; align-items: center; padding-right: 12px; white-space: nowrap; cursor: default;
}
.row:hover { background: var(--raised); }
.row[aria-selected="true"] { background: var(--accent-ground); box-shadow: inset 3px 0 var(--accent); }
.row .seq, .row .when { color: var(--soft); font-size: 12px; font-variant-numeric: tabular-nums; flex: none; text-align: right; }
.row .seq { min-width: 3.4em; }
.row .name { font-weight: 500; overflow: hidden; text-overflow: ellipsis; }
.row .dot { margin-right: 7px; }
.row .brief { color: var(--soft); font: 12px var(--mono); overflow: hidden; text-overflow: ellipsis; grid-column: 2 / 4; }
.row .tag { padding: 2px 5px; margin-right: 6px; }
.row.failed .brief { color: var(--bad); }
.row.stops .dot { box-shadow: 0 0 0 3px var(--bad-ground), 0 0 0 4.5px var(--bad); }
.row.start .name { color: var(--soft); font-weight: 400; font-style: italic; }
.dot { width: 8px; height: 8px; border-radius: 50%; flex: none; background: var(--soft); display: inline-block; }
.tag {
  font-size: 11px; line-height: 1; padding: 3px 6px; border: 0; border-radius: 5px; background: var(--raised); color: var(--soft);
  flex: none; font-weight: 400;
}
.tag.begin, .tag.append { color: var(--pending); }
.tag.commit, .tag.replace { color: var(--good); background: var(--good-ground); }
.tag.rollback { color: var(--bad); background: var(--bad-ground); }
.tag.fold { color: var(--accent); background: var(--accent-ground); }
.row[aria-selected="true"] .tag.fold { background: var(--panel); }
.row.start { align-items: center; grid-template-rows: 38px; }
#nothing { position: absolute; left: 0; right: 0; top: 90px; text-align: center; color: var(--soft); }
.part { margin: 0 0 20px; }
.none { color: var(--soft); }
.hint { font-size: 12px; margin: -8px 0 20px; }
.problems { display: grid; gap: 8px; }
.problem {
  display: grid; gap: 2px; width: 100%; text-align: left; border-radius: 8px; border: 1px solid var(--line);
  border-left: 3px solid var(--bad); padding: 8px 12px;
}
.problem-head { display: flex; flex-wrap: wrap; gap: 2px 8px; align-items: baseline; }
.tally li { display: flex; gap: 8px; align-items: center; padding: 1px 0; }
.tally .count { min-width: 4em; text-align: right; }
.event-head { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; justify-content: space-between; margin: 0 0 4px; }
.event-name {
  display: flex; gap: 9px; align-items: center; font-size: 17px; font-weight: 600; margin: 0; color: var(--text);
  overflow-wrap: anywhere; min-width: 0; letter-spacing: 0;
}
.copying { display: flex; flex-wrap: wrap; gap: 4px; }
.facts { color: var(--soft); margin: 0 0 16px; font-variant-numeric: tabular-nums; }
.facts p { margin: 1px 0; overflow-wrap: anywhere; }
.error { color: var(--bad); overflow-wrap: anywhere; white-space: pre-wrap; }
.outcome { justify-self: start; font-weight: 600; font-size: 12px; padding: 0 6px; border-radius: 5px; color: var(--soft); }
.outcome.failed { color: var(--bad); background: var(--bad-ground); }
.differences { display: grid; gap: 6px; }
.differences li { border-left: 3px solid var(--line); padding: 1px 0 1px 10px; overflow-wrap: anywhere; }
.differences li.added { border-color: var(--good); }
.differences li.removed { border-color: var(--bad); }
.differences li.changed { border-color: var(--accent); }
.path { color: var(--soft); font: 12px var(--mono); display: block; overflow-wrap: anywhere; }
.value { font: 12.5px/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
del { background: var(--bad-ground); color: var(--bad); }
ins { background: var(--good-ground); color: var(--good); text-decoration: none; }
del.value { text-decoration: none; }
.arrow { color: var(--soft); padding: 0 6px; }
.tree { font: 12.5px/1.6 var(--mono); }
.node { padding-left: 16px; overflow-wrap: anywhere; border-radius: 4px; }
.tree > .node { padding-left: 0; }
.node:focus-visible { outline: none; }
.node:focus-visible > .line, .more:focus-visible { outline: 2px solid var(--accent); outline-offset: -1px; }
.line { display: flex; gap: 6px; align-items: baseline; border-radius: 4px; cursor: default; }
.line:hover { background: var(--raised); }
.chosen > .line { box-shadow: inset 2px 0 var(--accent); }
.toggle { width: 14px; color: var(--soft); flex: none; font-size: 10px; text-align: center; cursor: pointer; user-select: none; }
.gap { width: 14px; flex: none; }
.key { flex: none; max-width: 60%; }
.index { color: var(--soft); }
.size { color: var(--soft); user-select: none; }
.size.closed { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
.more { color: var(--accent); cursor: pointer; }
.leaf { min-width: 0; overflow-wrap: anywhere; }
.leaf.text { display: block; flex: 1; }
.text-body {
  display: block; white-space: pre-wrap; max-height: 40vh; overflow: auto; border-left: 2px solid var(--line); padding-left: 8px;
}
.string { color: var(--string); }
.number { color: var(--number); }
.bool, .null { color: var(--word); }
.leaf.none { font-style: italic; }
.touched:not(:has(.text)) { background: var(--accent-ground); }
.new { background: var(--good-ground); }
.touched, .new, .here { scroll-margin: 48px; }
.here { outline: 1px solid var(--good); }
mark.here { background: var(--bad-ground); color: var(--bad); outline-color: var(--bad); }
.inside > .key::after { content: " ●"; color: var(--accent); font-size: 8px; }
#state { overflow: auto; padding: 0 12px 20px 0; overscroll-behavior: contain; }
.state-title span { font-weight: 400; }
#pins { padding: 0 12px 8px 0; }
#pins li { display: flex; gap: 8px; align-items: center; padding: 2px 0; font: 12.5px var(--mono); }
#pins .leaf { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; flex: 1; }
#history { border-top: 1px solid var(--line); padding: 10px 12px 10px 0; max-height: 46vh; overflow: auto; }
.because { margin: 4px 0 10px; padding: 0; list-style: none; }
.because li + li { padding-left: 1.2em; }
.history-head { display: flex; flex-wrap: wrap; gap: 4px 10px; justify-content: space-between; align-items: baseline; }
.spark { display: flex; gap: 8px; align-items: center; min-width: 90px; }
.spark svg { width: 100%; height: 38px; }
.spark path { fill: none; stroke: var(--accent); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
.spark line { stroke: var(--soft); stroke-width: 1; vector-effect: non-scaling-stroke; }
#pins .spark svg { width: 70px; height: 18px; }
#pins .spark .soft { display: none; }
.spark .soft { white-space: nowrap; }
.spark:empty { display: none; }
.change-line, .fired-line {
  display: flex; gap: 8px; align-items: baseline; padding: 2px 6px; border-radius: 6px; width: 100%; border: 0; background: none;
  text-align: left;
}
.change-line[aria-current="true"], .fired-line[aria-current] { background: var(--accent-ground); }
.fired-line .brief { color: var(--soft); font: 12px var(--mono); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
.fired-line .soft { white-space: nowrap; }
.axis > span { display: flex; white-space: nowrap; justify-content: space-between; grid-column: 2; color: var(--soft); font-size: 11px; }
.lane { border-radius: 6px; padding: 1px 0; }
.lane.current { background: var(--raised); padding: 4px 0; margin: 4px 0; }
.lane > p, .lane > ul { margin: 2px 8px 2px 14px; }
.lane-line { display: grid; grid-template-columns: 150px minmax(40px, 1fr) 66px 52px; gap: 6px; align-items: center; }
.without-ends .lane-line { grid-template-columns: 150px minmax(40px, 1fr) 0 52px; }
.lane-name { border: 0; background: none; text-align: left; padding: 2px 6px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.lane-bar { width: 100%; height: 20px; cursor: pointer; }
.lane-bar rect { fill: var(--good); opacity: .35; }
.lane-bar.failed rect { fill: var(--bad); opacity: .5; }
.lane-bar.open rect, .lane-bar.cancelled rect, .lane-bar.dropped rect { fill: var(--soft); }
.lane-bar line { stroke-width: 2; vector-effect: non-scaling-stroke; }
.took { text-align: right; }
body[data-width="narrow"] .lane-line { grid-template-columns: 118px minmax(40px, 1fr) 58px; }
body[data-width="narrow"] .took { display: none; }
.transport { padding: 8px 14px calc(8px + env(safe-area-inset-bottom)); min-width: 0; }
.strip { position: relative; height: 30px; border-radius: 6px; overflow: hidden; background: var(--raised); }
.strip canvas { width: 100%; height: 100%; display: block; }
.strip input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.strip:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; }
#playhead {
  position: absolute; top: 0; bottom: 0; width: 2px; margin-left: -1px; background: var(--text); box-shadow: 0 0 0 1px var(--panel);
  pointer-events: none;
}
.buttons { display: flex; gap: 6px; align-items: center; margin-top: 7px; position: relative; }
.buttons button { width: 36px; height: 32px; padding: 0; display: grid; place-items: center; flex: none; }
.buttons .follow, body[data-width="narrow"] .buttons .follow { width: auto; max-width: none; padding: 0 12px; }
.follow[aria-pressed="true"] { color: var(--accent); border-color: var(--accent); background: var(--accent-ground); }
.buttons svg { width: 16px; height: 16px; fill: currentColor; }
#play { width: 44px; background: var(--accent); border-color: var(--accent); color: var(--panel); }
body:not(.playing) .when-playing, body.playing .when-paused { display: none; }
select { border: 1px solid var(--line); border-radius: 7px; background: var(--panel); padding: 5px 4px; height: 32px; }
#place { margin-left: auto; color: var(--soft); font-variant-numeric: tabular-nums; white-space: nowrap; }
#notice { color: var(--bad); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; padding-left: 6px; min-width: 0; }
#notice.good { color: var(--good); }
body[data-width="narrow"] .transport { padding-inline: 10px; }
body[data-width="narrow"] .buttons button { height: 40px; flex: 1; max-width: 56px; }
body[data-width="narrow"] .speed { display: none; }
body[data-width="narrow"] #notice:not(:empty) {
  position: absolute; left: 0; right: 0; bottom: 48px; background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
  padding: 8px 12px; white-space: normal; z-index: 6;
}

"""#

    static let playerJS = #"""
// Moving through the recording.
let timer = null, addressTimer;
// What a page does besides that goes on while it is open.
const isLive = document.body.dataset.live !== undefined;
let moved = () => {}, listen = () => {};

function go(number) {
  place = Math.max(0, Math.min(steps.length - 1, number));
  wasChosen = true;
  notice("");
  if (tab === "summary" || (tab === "timeline" && document.body.dataset.width !== "narrow")) setTab("change");
  reveal();
  drawList();
  drawPanes();
  drawPlace();
  moved();
  // Browsers refuse an address that changes with each event of a playing recording.
  clearTimeout(addressTimer);
  if (location.protocol === "file:") addressTimer = setTimeout(() => history.replaceState(null, "", "#" + steps[place].seq), 300);
}

function drawPlace() {
  $("scrubber").max = steps.length - 1;
  $("scrubber").value = place;
  $("scrubber").setAttribute("aria-valuetext", `${names[steps[place].name]}, ${place} of ${steps.length - 1}`);
  $("playhead").style.left = (steps.length > 1 ? (place + .5) / steps.length * 100 : 0) + "%";
  $("place").textContent = `${thousands(place)} / ${thousands(steps.length - 1)}`;
}

// The event that stands in the address, as in a link to it.
function goToAddress() {
  const asked = /^#(\d+)$/.exec(location.hash);
  if (!asked || Number(asked[1]) === steps[place].seq) return Boolean(asked);
  const number = steps.findIndex(step => step.seq === Number(asked[1]));
  if (number >= 0) { go(number); return true; }
  if (isRead) notice(`There is no #${asked[1]} here: it goes from #${steps[0].seq} to #${steps[steps.length - 1].seq}`);
  return false;
}

// Steps go from one row that is shown to the next; what is hidden in between is applied all the same.
const next = () => matches[lowerBound(matches, rowOf(place) + 1)];
const previous = () => matches[lowerBound(matches, isFolded(place) ? groupOf(place)[0] : place) - 1];
const sameName = direction => {
  for (let at = place + direction; at > 0 && at < steps.length; at += direction) {
    if (steps[at].name === steps[place].name && rowOf(at) !== rowOf(place)) return at;
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
  for (let at = rowOf(place) + 1; at <= end; at++) {
    if (!stops.has(steps[at].name)) continue;
    go(at);
    pause();
    notice(`Stopped at ${names[steps[at].name]}`);
    return;
  }
  if (target === undefined) pause(); else go(target);
}

const notice = (text, tone = "") => { $("notice").textContent = text; $("notice").className = tone; };
const toggle = () => timer === null ? play() : pause();

"""#

    static let printCSS = #"""
/* On paper every view is there, one below the other. */
@media print {
  html, body { height: auto; }
  body, main, #views, #pane-timeline, #pane-state { display: block !important; overflow: visible; }
  #views { background: none; border: 0; }
  .transport, .tabs, .search, .quiet, .copying, .split, .bar, #spans, .toggle, .hint { display: none !important; }
  .pane { padding: 12px 0 !important; overflow: visible !important; }
  #list, #state, .text-body { overflow: visible !important; max-height: none !important; height: auto !important; }
  #sizer { height: auto !important; }
  .row { position: static !important; transform: none !important; height: auto !important; padding: 3px 0 !important;
    grid-template-rows: auto auto !important; break-inside: avoid; }
  .row .brief { white-space: normal !important; }
}

"""#

    static let searchJS = #"""
// What is typed to find events: words, "several words", /a pattern/, -not, state:word for what a change took away or put
// there, and is:confirmed, is:rolled-back, is:pending, is:failed, is:cancelled, is:problem.
const TERM = /(-?)(state:|is:)?("[^"]*"?|\/(?:\\.|[^/\\])+\/|\S+)/gu;

// The terms of a query, or what is wrong with it.
function parsed(query) {
  const terms = [];
  for (const [, not, kind, text] of query.matchAll(TERM)) {
    const term = {isNot: not === "-", kind: kind ?? ""};
    if (text === "-" && !kind) continue;
    if (kind === "is:") {
      term.is = text.toLowerCase();
      if (!Object.hasOwn(MATCHES, term.is)) return {terms, wrong: `is: knows ${Object.keys(MATCHES).join(", ")}`};
    } else if (text.length > 2 && text.startsWith("/") && text.endsWith("/")) {
      try { term.pattern = new RegExp(text.slice(1, -1), "iu"); } catch (error) { return {terms, wrong: error.message}; }
    } else {
      term.word = text.replace(/^"|"$/g, "").toLowerCase();
      if (!term.word) continue;
    }
    terms.push(term);
  }
  return {terms, wrong: ""};
}

const isOutcome = outcome => (step) => launches[step.cause]?.outcome === outcome;
const isSpan = kind => (step, number) => spanOf.get(number)?.kind === kind;
const MATCHES = {
  confirmed: isSpan("confirmed"), "rolled-back": isSpan("rolled back"), pending: isSpan("pending"),
  prediction: (step, number) => spanOf.has(number) && !spanOf.get(number).isRead,
  failed: isOutcome("failed"), cancelled: isOutcome("cancelled"), dropped: isOutcome("dropped"),
  problem: (step, number) => problemPlaces[lowerBound(problemPlaces, number)] === number,
};

// What a search looks through, made once a step.
const haystack = step => step.hay ??= [names[step.name], launches[step.cause]?.command ?? "", "#" + step.seq,
  step.payload ? JSON.stringify(step.payload[0]) : "", launches[step.cause]?.error ?? ""].join(" ");
// What stood and stands in the places of the state that a step changed.
function changedText(number) {
  if (number === 0) return JSON.stringify(snapshots[0]);
  if (steps[number].patch === 0) return "";
  return changesOf(steps[number].patch, stateAt(number - 1)).changes.map(({path, before, after, splice}) =>
    [pathText(path), splice ? before.slice(splice[1], splice[1] + splice[2]) + " " + splice[3]
      : [before, after].map(value => value === undefined ? "" : JSON.stringify(value)).join(" ")].join(" ")).join(" ");
}

function fits(terms, number) {
  const step = steps[number];
  let changed;
  return terms.every(term => {
    if (term.is) return MATCHES[term.is](step, number) !== term.isNot;
    const text = term.kind ? changed ??= changedText(number) : haystack(step);
    return (term.pattern ? term.pattern.test(text) : text.toLowerCase().includes(term.word)) !== term.isNot;
  });
}

"""#

    static let spansJS = #"""
// The bars of predictions beside the list, and the strip of the whole recording.
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
  // An end is drawn where its row is. Without its row the bar runs between the rows around it.
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

// Each column shows the name that most of its events have; what is filtered out is faint. Problems stand above.
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

"""#

    static let startJS = #"""
// Ties keys and buttons to what they do, and shows the first events as soon as they are there.
const keys = {
  ArrowDown: () => go(next() ?? place), ArrowUp: () => go(previous() ?? place),
  ArrowRight: () => isFolded(place) ? fold(place) : go(next() ?? place),
  ArrowLeft: () => steps[place].parts > 1 && !isFolded(place) ? fold(place) : go(previous() ?? place),
  j: () => go(next() ?? place), k: () => go(previous() ?? place),
  PageDown: () => go(matches[Math.min(matches.length - 1, lowerBound(matches, rowOf(place)) + 20)] ?? place),
  PageUp: () => go(matches[Math.max(0, lowerBound(matches, rowOf(place)) - 20)] ?? place),
  Home: () => go(matches[0] ?? place), End: () => go(matches[matches.length - 1] ?? place),
  " ": toggle, "/": () => { $("search").focus(); $("search").select(); },
  e: () => toProblem(1), E: () => toProblem(-1),
  b: () => { if (place) toggleStop(steps[place].name); },
  n: () => go(sameName(1)), N: () => go(sameName(-1)), g: () => fold(place),
  h: () => { if (place) { hidden.add(steps[place].name); drawNames(); filter(); } },
  s: () => { const mine = spanOf.get(place) ?? spanOf.get(rowOf(place)); if (mine) go(place !== mine.end && mine.end < steps.length ? mine.end : mine.begin); },
  t: nextTheme, "?": () => $("help").showModal(),
  1: () => showTab("summary"), 2: () => showTab("timeline"), 3: () => showTab("change"), 4: () => showTab("state"), 5: () => showTab("commands"),
};
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const inField = event.target.matches("input[type=search], select");
  if (event.key === "Escape") {
    pause();
    $("names").open = false;
    if (searched) find("");
    // The list takes no focus while its view is hidden, and a button that kept it would be pressed by the next Space.
    document.activeElement?.blur();
    $("list").focus();
    return;
  }
  if (event.target.id === "search" && ["Enter", "ArrowDown"].includes(event.key)) {
    event.preventDefault();
    if (matches.length && !matches.includes(rowOf(place))) go(next() ?? matches[0]);
    $("list").focus();
    return;
  }
  const isPress = event.target.matches("button, summary, input[type=checkbox]") && [" ", "Enter"].includes(event.key);
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
press("names-none", () => { for (const name of ranked) hidden.add(name); drawNames(); filter(); });
press("folds", () => {
  const isAll = unfolded.size === 0;
  unfolded.clear();
  if (isAll) steps.forEach((step, number) => { if (step.parts > 1 && step.part === 1) unfolded.add(number); });
  $("folds").setAttribute("aria-pressed", isAll);
  filter();
  go(place);
});
for (const name of TABS) $("tab-" + name).onclick = () => showTab(name);
document.querySelector(".tabs").onkeydown = moveInTabs;
$("state").onkeydown = moveInTree;
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
splits("split-list", "--list", 1);
splits("split-state", "--state", -1);
// A window may change its size for the paper, whose layout stays until it has been printed.
window.addEventListener("resize", () => { if (!printedRows) layOut(); });
window.addEventListener("hashchange", goToAddress);
window.addEventListener("beforeprint", layOutForPaper);
window.addEventListener("afterprint", () => { printedRows = 0; layOut(); });
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawStrip);

document.title = `${recording.app} · recording`;
$("app").textContent = plain(recording.app);
$("when").textContent = clock(recording.start).slice(0, 16) + " UTC";
setTheme(0);
layOut();
$("list").focus({preventScroll: true});

// The first block is shown when it is there, and all of it when it has been read.
function read() {
  const wasRead = readMore(), isFirst = !ranked.length;
  if (isRead) { arrived(); return; }
  if (wasRead) {
    if (isFirst) { rankNames(); filter(); drawPlace(); drawPanes(); }
    $("words").textContent = `Reading … ${many(steps.length - 1, "event")} so far`;
  }
  setTimeout(read, 4);
}

function arrived() {
  rankNames();
  findProblems();
  findNoise();
  drawNames();
  drawWords();
  // A page that goes on opens at its end.
  if (!wasChosen) place = isLive ? steps.length - 1 : problemPlaces[0] ?? steps.length - 1;
  $("folds").hidden = !steps.some(step => step.parts > 1);
  filter();
  const first = place;
  if (!goToAddress()) place = first;
  layOut();
  drawPlace();
  document.body.dataset.read = "";
  listen();
}
read();

"""#

    static let styleCSS = #"""
/* Colours, and where the views stand. */
:root {
  --ground: #f7f6f3; --panel: #ffffff; --raised: #f1efea; --line: #e4e1da; --text: #24272c; --soft: #5c626c;
  --accent: #3050c0; --accent-ground: #e7ecfb; --good: #1c6a41; --good-ground: #e3f3e8; --bad: #a83a25;
  --bad-ground: #fbe8e3; --pending: #80590b; --string: #25663b; --number: #874a0f; --word: #5f40aa;
  --tone: 42%; color-scheme: light;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root:not([data-theme="light"]) {
    --ground: #16181c; --panel: #1c1f24; --raised: #252930; --line: #2d323a; --text: #e3e5e8; --soft: #a0a8b2;
    --accent: #8aa8ff; --accent-ground: #26304a; --good: #6cc48a; --good-ground: #1d3326; --bad: #f4978a; --bad-ground: #3c2420;
    --pending: #d8ae5e; --string: #9ccf9f; --number: #e2b279; --word: #b6a4ee; --tone: 68%; color-scheme: dark;
  }
}
:root[data-theme="dark"] {
  --ground: #16181c; --panel: #1c1f24; --raised: #252930; --line: #2d323a; --text: #e3e5e8; --soft: #a0a8b2;
  --accent: #8aa8ff; --accent-ground: #26304a; --good: #6cc48a; --good-ground: #1d3326; --bad: #f4978a; --bad-ground: #3c2420;
  --pending: #d8ae5e; --string: #9ccf9f; --number: #e2b279; --word: #b6a4ee; --tone: 68%; color-scheme: dark;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html, body { height: 100%; margin: 0; }
body {
  display: grid; grid-template-rows: auto minmax(0, 1fr) auto; grid-template-columns: minmax(0, 1fr);
  background: var(--ground); color: var(--text); font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  overflow: hidden;
}
h2, h3 { font-size: 12px; font-weight: 600; color: var(--soft); margin: 0 0 8px; letter-spacing: .02em; }
p { margin: 0; }
ol, ul { list-style: none; margin: 0; padding: 0; }
button, input, select { font: inherit; color: inherit; }
button { cursor: pointer; border: 1px solid var(--line); background: var(--panel); border-radius: 7px; padding: 4px 10px; }
button:hover { background: var(--raised); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.quiet { border-color: transparent; background: none; color: var(--soft); flex: none; }
.link { border: 0; background: none; padding: 0; color: var(--accent); border-radius: 3px; }
.link:hover { background: none; text-decoration: underline; }
.small { font-size: 12px; padding: 1px 8px; color: var(--soft); border-radius: 6px; white-space: nowrap; flex: none; }
.soft { color: var(--soft); font-size: 12px; font-weight: 400; font-variant-numeric: tabular-nums; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
kbd {
  font: 11px/1 var(--mono); border: 1px solid var(--line); border-radius: 4px; padding: 2px 5px; color: var(--soft);
  background: var(--panel);
}
.top { display: flex; gap: 8px; align-items: center; padding: 8px 14px 4px; }
.title { font-size: 15px; margin: 0; flex: 1; min-width: 0; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
#when { color: var(--soft); font-weight: 400; font-size: 13px; margin-left: 6px; font-variant-numeric: tabular-nums; }
.search { position: relative; width: min(380px, 46vw); flex: none; }
.search input {
  width: 100%; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); padding: 5px 34px 5px 12px;
}
.search input::placeholder { color: var(--soft); opacity: 1; }
.search kbd { position: absolute; right: 8px; top: 8px; }
.search input:not(:placeholder-shown) + kbd { display: none; }
#words { display: flex; flex-wrap: wrap; gap: 4px 18px; padding: 2px 14px 8px; align-items: center; min-height: 38px; }
.word { border: 0; border-bottom: 2px solid transparent; background: none; padding: 2px 0; border-radius: 0; font-variant-numeric: tabular-nums; }
.word:first-child { font-weight: 600; }
button.word:hover { background: none; border-color: var(--line); }
.word.good { color: var(--good); }
.word.bad { color: var(--bad); font-weight: 600; }
.word.waits { color: var(--pending); }
.word[aria-pressed="true"]:not(:first-child) { border-color: currentColor; }
.tabs { display: flex; gap: 2px; padding: 0 14px; }
.tabs button { border: 0; background: none; color: var(--soft); border-radius: 7px 7px 0 0; padding: 5px 12px; }
.tabs button[aria-selected="true"] { color: var(--text); background: var(--panel); font-weight: 600; }
main { display: grid; min-height: 0; grid-template-rows: auto auto minmax(0, 1fr); grid-template-columns: minmax(0, 1fr); }
#views { display: grid; min-height: 0; background: var(--line); border-block: 1px solid var(--line); }
.pane { background: var(--panel); min-width: 0; min-height: 0; }
.scrolls { overflow: auto; padding: 14px 16px 24px; overscroll-behavior: contain; }
.split { background: var(--line); cursor: col-resize; touch-action: none; position: relative; z-index: 3; }
.split::after { content: ""; position: absolute; inset: 0 -4px; }
.split:hover, .split:focus-visible { background: var(--accent); outline: none; }
#pane-timeline { display: grid; grid-template-rows: auto minmax(0, 1fr); position: relative; }
#pane-state {
  display: grid; grid-template-rows: auto auto minmax(0, 1fr) auto; padding: 14px 0 0 16px; grid-template-columns: minmax(0, 1fr);
}
body[data-width="wide"] #views { grid-template-columns: var(--list, 39%) 2px minmax(0, 1fr) 2px var(--state, 30%); }
body[data-width="middle"] #views { grid-template-columns: var(--list, 46%) 2px minmax(0, 1fr); }
body[data-width="narrow"] #views { grid-template-columns: minmax(0, 1fr); }
body[data-width="wide"] .tabs { padding-left: calc(var(--list, 39%) + 6px); }
body[data-width="middle"] .tabs { padding-left: calc(var(--list, 46%) + 6px); }
body[data-width="narrow"] .tabs { padding: 0 4px; overflow-x: auto; scrollbar-width: none; }
body[data-width="narrow"] .tabs button { flex: 1 0 auto; padding: 9px 6px; }
body[data-width="narrow"] .top { flex-wrap: wrap; padding: 8px 10px 2px; gap: 4px; }
body[data-width="narrow"] .search { order: 9; width: 100%; }
body[data-width="narrow"] input, body[data-width="narrow"] select { font-size: 16px; }
body[data-width="narrow"] .search kbd, body[data-width="narrow"] #help-open { display: none; }
body[data-width="narrow"] #words { padding: 0 10px 4px; gap: 0 14px; font-size: 13px; }
dialog {
  border: 1px solid var(--line); border-radius: 12px; background: var(--panel); color: var(--text); padding: 20px 24px;
  width: min(560px, 92vw); max-height: 84vh; overflow: auto;
}
dialog::backdrop { background: rgb(0 0 0 / .35); }
dialog h2 { font-size: 15px; color: var(--text); }
dialog form { text-align: right; margin-top: 12px; }
.keys { display: grid; grid-template-columns: auto 1fr; gap: 7px 16px; margin: 0 0 16px; }
.keys dd { margin: 0; }
.keys dt { white-space: nowrap; }
table { border-collapse: collapse; width: 100%; margin-bottom: 12px; }
th, td { padding: 3px 12px 3px 0; vertical-align: top; text-align: left; font-weight: 400; overflow-wrap: anywhere; }
th { color: var(--soft); white-space: nowrap; }

"""#

    static let summaryJS = #"""
// What happened, in words: each of them shows its events alone, and each problem leads to where it happened.
function drawWords() {
  const count = (kind, isOf) => spans.filter(each => !each.isRead && (!isOf || each.kind === kind)).length;
  const ended = outcome => launches.filter(each => each?.outcome === outcome).length;
  const box = $("words"), word = (text, query, className = "") => {
    const button = pressable("word " + className, text, () => find(query), "word " + query);
    button.dataset.query = query;
    return button;
  };
  const all = steps.length - 1, parts = [word(`${many(all, "event")} in ${span(steps[all].at - recording.start)}`, "")];
  const predictions = count();
  if (predictions) {
    parts.push(word(many(predictions, "prediction"), "is:prediction"));
    for (const [kind, query, tone] of [["confirmed", "is:confirmed", "good"], ["rolled back", "is:rolled-back", "bad"],
      ["pending", "is:pending", "waits"]]) {
      const of = count(kind, true);
      if (of) parts.push(word(`${thousands(of)} ${kind}`, query, tone));
    }
  }
  for (const outcome of ["failed", "cancelled", "dropped"]) {
    const of = ended(outcome);
    if (of) parts.push(word(`${many(of, "command")} ${outcome}`, "is:" + outcome, outcome === "failed" ? "bad" : ""));
  }
  if (problems.length) {
    parts.push(pressable("word bad", `first problem: #${steps[problems[0].number].seq}`, () => go(problems[0].number), "first"));
  } else if (!wasCut) {
    parts.push(make("span", "word", "no problem found"));
  }
  if (wasCut) parts.push(pressable("word bad", "not closed", () => go(all), "end"));
  if (recording.ending?.kind === "stillWritten") parts.push(make("span", "word", "still running"));
  keepFocus(box, () => box.replaceChildren(...parts));
  markFilters();
}

function markFilters() {
  for (const each of document.querySelectorAll("[data-query]")) {
    each.setAttribute("aria-pressed", each.dataset.query === searched.trim());
  }
}

function find(query) {
  $("search").value = searched = query;
  filter();
}

// What the recording knows of its end. A copy that was made while the program ran looks like one that was killed.
const wasCut = recording.ending?.kind === "unexpected";
function howItEnded() {
  const isRunning = recording.ending?.kind === "stillWritten";
  if (!isRead || !wasCut && !isRunning) return [];
  const open = spans.filter(each => each.kind === "pending").length, said = make("p", "ending");
  const still = open ? `; ${many(open, "prediction")} ${open === 1 ? "was" : "were"} open` : "";
  said.append(isRunning ? `The program was still running when this page was made${still}. The last event so far: `
    : `The program ended here without closing its journal, or this was copied while it ran${still}. The last event: `,
    jump(steps.length - 1));
  const [seq, event] = recording.ending.inFlight ?? [];
  if (seq !== undefined) said.append(`. It was at work in react(to:) on #${seq}${event ? " " + plain(event) : ""}`);
  return [part("How it ended", said)];
}

function drawSummary() {
  const box = $("summary"), shown = problems.slice(0, 200);
  const parts = howItEnded();
  if (recording.isBare) parts.push(none("This is a journal as it was dropped: it holds events, not states. The program that "
    + "recorded it makes a page with states, with its verb journal inspect."));
  if (shown.length) {
    const list = make("ol", "problems");
    for (const each of shown) list.append(problem(each));
    parts.push(part(`What went wrong: ${many(problems.length, "problem")}`, list));
    if (problems.length > shown.length) parts.push(none(`and ${thousands(problems.length - shown.length)} more: e goes to the next one`));
    parts.push(keyHint());
  } else {
    parts.push(part("What went wrong", isRead ? none("Nothing: no command failed, and no prediction was rolled back.")
      : none("The recording is being read.")));
  }
  const list = make("ul", "tally");
  for (const name of ranked.filter(name => counts[name]).slice(0, 12)) {
    const item = make("li"), button = pressable("link", names[name], () => find(`"${names[name]}"`), "tally " + name);
    item.append(make("span", "count", thousands(counts[name])), dotOf(name), button);
    list.append(item);
  }
  parts.push(part(ranked.length > 12 ? "The commonest events" : "Events", list));
  keepFocus(box, () => box.replaceChildren(...parts));
}

const keyHint = () => {
  const hint = make("p", "none hint");
  hint.append(make("kbd", "", "e"), " next problem, ", make("kbd", "", "Shift E"), " the one before, ", make("kbd", "", "?"), " all keys");
  return hint;
};

function problem({number, launch, span: rolled}) {
  const item = make("li"), button = pressable("problem", undefined, () => go(number), "problem " + number);
  const line = (className, ...parts) => { const made = make("span", className); made.append(...parts); button.append(made); };
  if (launch) {
    line("problem-head", make("b", "", `#${steps[number].seq} ${launch.command}`), make("span", "outcome failed", "failed"),
      make("span", "soft", lasted(launch)));
    if (launch.error) line("error", launch.error);
    const undone = undoneBy(launch);
    if (undone.length) line("soft", `rolled back: ${undone.map(each => `#${steps[each.begin].seq} ${names[steps[each.begin].name]}`).join(", ")}`);
  } else {
    const begin = steps[rolled.begin], by = launches[begin.cause], reason = reasonAt(rolled.end);
    line("problem-head", make("b", "", `#${steps[number].seq} ${names[begin.name]}`), make("span", "outcome failed", "rolled back"),
      make("span", "soft", `${span(steps[rolled.end].at - begin.at)} after it was predicted at #${begin.seq}`));
    if (reason) line("error", reason);
    if (by) line("soft", `by ${by.command}, launch ${by.launch}`);
  }
  item.append(button);
  return item;
}

// The next problem in that direction.
function toProblem(direction) {
  const at = lowerBound(problemPlaces, direction > 0 ? place + 1 : place);
  const number = problemPlaces[direction > 0 ? at : at - 1];
  if (number === undefined) notice(problems.length ? `No problem ${direction > 0 ? "after" : "before"} this` : "No problem was found");
  else go(number);
}

"""#

    static let textJS = #"""
// Writes values as text that is read at a glance, and times.

// Characters that would turn the direction of a line or hide in it are shown by their number.
function plain(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    mark => "\\u" + mark.charCodeAt(0).toString(16).padStart(4, "0"));
}
// Ends of lines, tabs and spaces at an edge are seen.
const withSpaces = text => plain(text).replace(/\t/g, "→\t").replace(/ +(?=\n|$)/g, spaces => "·".repeat(spaces.length))
  .replace(/^ +/, spaces => "·".repeat(spaces.length)).replace(/\n/g, "↵\n");
const scalar = value => isExact(value) ? value[EXACT] : typeof value === "string"
  ? plain(JSON.stringify(value)) : Object.is(value, -0) ? "-0" : String(value);
const typeOf = value => value === null ? "null" : isExact(value) ? "number" : typeof value === "boolean"
  ? "bool" : typeof value;
function compact(value, limit) {
  let text = "";
  const write = value => {
    if (text.length > limit) return;
    if (!isContainer(value)) {
      text += scalar(typeof value === "string" && value.length > limit ? value.slice(0, limit + 1) : value);
      return;
    }
    const isArray = Array.isArray(value);
    text += isArray ? "[" : "{";
    let first = true;
    for (const key of Object.keys(value)) {
      if (text.length > limit) break;
      if (!first) text += ", ";
      if (!isArray) text += plain(shownKey(key)) + ": ";
      write(value[key]);
      first = false;
    }
    text += isArray ? "]" : "}";
  };
  write(value);
  return text.length > limit ? text.slice(0, limit) + "…" : text;
}

// A value as the recording has it.
function json(value, indent = "") {
  if (!isContainer(value)) return isExact(value) ? value[EXACT] : Object.is(value, -0) ? "-0" : JSON.stringify(value);
  const isArray = Array.isArray(value), inner = indent + "  ";
  const parts = Object.keys(value).map(key =>
    inner + (isArray ? "" : JSON.stringify(shownKey(key)) + ": ") + json(value[key], inner));
  if (!parts.length) return isArray ? "[]" : "{}";
  return `${isArray ? "[" : "{"}\n${parts.join(",\n")}\n${indent}${isArray ? "]" : "}"}`;
}

const stepText = step => {
  if (typeof step === "number") return `[${step}]`;
  const key = shownKey(step);
  return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(key) ? "." + key : `[${plain(JSON.stringify(key))}]`;
};
const pathText = path => path.map(stepText).join("").replace(/^\./, "") || "the whole state";
// The end of a path, which says most in a short line: the last element it goes through, and the last name.
function shortPath(path) {
  const named = path.findLastIndex(step => typeof step !== "number");
  const tail = path.slice(Math.max(0, named)), above = path.slice(0, Math.max(0, named));
  const element = above.findLastIndex(step => typeof step === "number");
  const owner = element < 0 ? "" : pathText(above.slice(Math.max(0, element - 1), element + 1)) + " ";
  return owner + pathText(tail);
}

const thousands = number => number.toLocaleString("en-US");
const many = (count, noun) => `${thousands(count)} ${noun}${count === 1 ? "" : "s"}`;
function span(ms) {
  const size = Math.abs(ms);
  if (size < 1000) return `${ms} ms`;
  if (size < 60000) return `${(ms / 1000).toFixed(size < 10000 ? 2 : 1)} s`;
  if (size < 3600000) return `${Math.floor(ms / 60000)} m ${Math.floor(ms / 1000) % 60} s`;
  if (size < 172800000) return `${Math.floor(ms / 3600000)} h ${Math.floor(ms / 60000) % 60} m`;
  return `${Math.floor(ms / 86400000)} d ${Math.floor(ms / 3600000) % 24} h`;
}
const clock = ms => {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString().replace("T", " ").replace("Z", " UTC");
};

// One line of what an event did: the end of a command in words, else what changed, else what it carried.
function lineOf(number) {
  const step = steps[number];
  return step.line ??= lineOfAll(number, number);
}
// And of events applied as one, what they changed together.
function lineOfAll(first, last) {
  const step = steps[last], launch = launches[step.cause];
  if (launch?.end === last) return `${launch.command} ${launch.outcome}${launch.error ? ": " + launch.error : ""}`;
  const {changes, omitted} = changesBetween(first, last, 12);
  if (!changes.length) return step.payload ? payloadLine(step.payload[0]) : "";
  changes.sort((a, b) => rank(a) - rank(b));
  const more = changes.length + omitted - 3;
  return changes.slice(0, 3).map(changeLine).join(" · ") + (more > 0 ? ` · and ${thousands(more)} more` : "");
}
// What says most stands first: another value, then what came or went, then what came or went in it, and a counter last.
function rank({kind, path, before, after, splice}) {
  if (kind !== "changed") return typeof path[path.length - 1] === "number" ? 1 : 2;
  return !splice && typeof before === "number" && Math.abs(after - before) === 1 ? 3 : 0;
}
const payloadLine = value => {
  const text = compact(value, 120);
  return isContainer(value) && !Array.isArray(value) ? text.slice(1, text.endsWith("}") ? -1 : undefined) : text;
};
function changeLine({kind, path, before, after, splice}) {
  const where = shortPath(path);
  if (splice) {
    const [, at, count, inserted] = splice;
    const shown = text => compact(text.length > 30 ? text.slice(0, 30) + "…" : text, 40);
    return where + (count ? " − " + shown(before.slice(at, at + count)) : "") + (inserted ? " + " + shown(inserted) : "");
  }
  if (kind === "added") return `+ ${where} ${compact(after, 60)}`;
  if (kind === "removed") return `− ${where} ${compact(before, 60)}`;
  return `${where} ${compact(before, 40)} → ${compact(after, 40)}`;
}

"""#

    static let treeJS = #"""
// The tree of a value, of which only the open parts exist. One node of a tree takes the focus; arrows move it.
const opened = new Map(), limits = new Map();
const PAGE = 100;
const keyOf = (root, path) => root + JSON.stringify(path);
let chosen = null;

function drawState() {
  const {after, last} = look(place);
  const marks = {touched: new Map(), added: new Set(), inside: new Map()};
  if (place) for (const change of changesAt(place, 2000).changes) {
    if (change.kind === "added") marks.added.add(keyOf("", change.path));
    else if (change.kind === "changed") marks.touched.set(keyOf("", change.path), change);
    for (let length = change.path.length - 1; length >= 0; length--) {
      const parent = keyOf("", change.path.slice(0, length));
      if (!marks.inside.has(parent)) marks.inside.set(parent, new Set());
      marks.inside.get(parent).add(String(change.path[length]));
    }
  }
  $("state-place").textContent = place ? `after #${steps[last].seq}` : "at the beginning";
  const scroll = $("state").scrollTop;
  keepFocus($("state"), () => {
    $("state").replaceChildren(node("state", after, null, [], marks));
    giveFocus($("state"));
  });
  $("state").scrollTop = scroll;
  reach($("state").querySelector(".touched, .new"));
  drawPins();
  drawHistory();
}

// Scrolls what changed into view: the line, and in a long text the stretch.
function reach(line) {
  if (!line) return;
  line.scrollIntoView({block: "nearest"});
  line.querySelector(".here")?.scrollIntoView({block: "nearest"});
}

function tree(root, label, value) {
  const box = make("div", "tree");
  box.setAttribute("role", "tree");
  box.setAttribute("aria-label", label);
  box.onkeydown = moveInTree;
  box.append(node(root, value, null, [], null));
  giveFocus(box);
  return box;
}

function giveFocus(box) {
  const items = [...box.querySelectorAll("[role=treeitem]")];
  const one = items.find(item => item.classList.contains("chosen")) ?? items[0];
  for (const item of items) item.tabIndex = item === one ? 0 : -1;
}

// What changed inside is shown, unless it was closed by hand.
function isOpen(root, path, size, marks) {
  return opened.get(keyOf(root, path)) ?? (path.length === 0
    || (path.length < 3 && size <= 12 && typeof path[path.length - 1] !== "number")
    || Boolean(marks?.inside.has(keyOf("", path))));
}

function node(root, value, key, path, marks) {
  const box = make("div", "node"), line = make("div", "line"), at = keyOf("", path), isState = root === "state";
  box.setAttribute("role", "treeitem");
  box.setAttribute("aria-level", path.length + 1);
  box.tabIndex = -1;
  box.dataset.key = keyOf(root, path);
  box.append(line);
  const touched = marks?.touched.get(at);
  if (touched) line.classList.add("touched");
  if (marks?.added.has(at)) line.classList.add("new");
  if (marks?.inside.has(at) && path.length) line.classList.add("inside");
  const isChosen = isState && chosen !== null && keyOf("", chosen) === at;
  box.classList.toggle("chosen", isChosen);
  box.setAttribute("aria-selected", isChosen);
  const label = key === null ? [] : [make("span", typeof key === "number" ? "key index" : "key",
    typeof key === "number" ? String(key) : plain(shownKey(key)))];
  const redraw = () => {
    const again = node(root, value, key, path, marks), holder = box.closest("[role=tree]");
    box.replaceWith(again);
    giveFocus(holder);
    for (const item of holder.querySelectorAll("[role=treeitem]")) item.tabIndex = item === again ? 0 : -1;
    again.focus({preventScroll: true});
  };
  box.choose = () => { if (isState) choose(path); };
  box.text = () => json(value);
  line.onclick = () => { if (!String(getSelection())) box.choose(); };
  if (!isContainer(value)) {
    box.setAttribute("aria-label", `${label[0]?.textContent ?? ""} ${compact(value, 200)}${touched ? ", changed" : ""}`);
    line.append(make("span", "gap"), ...label, leaf(root, value, path, touched));
    return box;
  }
  const keys = Object.keys(value), isArray = Array.isArray(value), open = isOpen(root, path, keys.length, marks);
  const size = keys.length ? many(keys.length, isArray ? "element" : "member") : isArray ? "[]" : "{}";
  const toggle = make("span", "toggle", keys.length ? (open ? "▾" : "▸") : "");
  toggle.setAttribute("aria-hidden", "true");
  box.setAttribute("aria-label", `${label[0]?.textContent ?? "all"}, ${size}`);
  line.append(toggle, ...label, make("span", open ? "size" : "size closed", open || !keys.length ? size : compact(value, 120)));
  if (!keys.length) return box;
  box.setAttribute("aria-expanded", open);
  box.toggle = () => { opened.set(keyOf(root, path), !open); redraw(); };
  toggle.onclick = event => { event.stopPropagation(); box.toggle(); };
  if (!open) return box;
  const inner = make("div", "nodes"), limit = limits.get(keyOf(root, path)) ?? PAGE;
  inner.setAttribute("role", "group");
  box.append(inner);
  let skipped = 0;
  keys.forEach((child, number) => {
    if (number >= limit && !marks?.inside.get(at)?.has(child)) { skipped++; return; }
    const step = isArray ? Number(child) : child;
    inner.append(node(root, value[child], step, [...path, step], marks));
  });
  if (skipped) {
    const more = make("div", "node more", `${thousands(skipped)} more`);
    more.setAttribute("role", "treeitem");
    more.tabIndex = -1;
    more.toggle = more.onclick = () => { limits.set(keyOf(root, path), limit * 4); redraw(); };
    inner.append(more);
  }
  return box;
}

// A short value on its line; a long text as text, with its ends of lines and what changed in it.
const LONG = 4000;
function leaf(root, value, path, change) {
  if (typeof value === "string" && (value.length > 80 || value.includes("\n"))) return longText(root, value, path, change);
  return make("span", "leaf " + typeOf(value), scalar(value));
}

function longText(root, text, path, change) {
  const limit = limits.get(keyOf(root, path)) ?? LONG, [, at, , inserted] = change?.splice ?? [3, 0, 0, ""];
  const from = Math.max(0, Math.min(at - limit / 2, text.length - limit)), to = Math.min(text.length, from + limit);
  const box = make("span", "leaf text string"), body = make("span", "text-body"), redraw = () => box.replaceWith(longText(root, text, path, change));
  // What scrolls takes the focus, so that keys can scroll it.
  body.tabIndex = 0;
  body.setAttribute("role", "group");
  body.setAttribute("aria-label", "Text");
  box.append(make("span", "size", `${thousands(text.length)} characters, ${many(text.split("\n").length, "line")}`), body);
  const cut = (count, more) => pressable("link", `… ${thousands(count)} characters `, event => {
    event.stopPropagation();
    limits.set(keyOf(root, path), more);
    redraw();
  });
  if (from > 0) body.append(cut(from, limit * 8));
  if (change?.splice) {
    const mark = make(inserted ? "ins" : "mark", "here", inserted ? withSpaces(inserted.slice(0, limit)) : "⌃");
    body.append(lines(text.slice(from, at)), mark, lines(text.slice(at + inserted.length, to)));
  } else {
    body.append(lines(text.slice(from, to)));
  }
  if (to < text.length) body.append(cut(text.length - to, limit * 8));
  return box;
}
const lines = text => plain(text).replace(/\n/g, "↵\n").replace(/\t/g, "→\t");

function moveInTree(event) {
  const item = event.target.closest("[role=treeitem]"), box = event.currentTarget;
  if (!item || event.ctrlKey || event.metaKey || event.altKey) {
    if (item && (event.ctrlKey || event.metaKey) && event.key === "c" && !String(getSelection())) copy(item.text(), "the value as JSON");
    return;
  }
  const items = [...box.querySelectorAll("[role=treeitem]")], index = items.indexOf(item);
  const move = to => {
    if (!to) return;
    for (const each of items) each.tabIndex = each === to ? 0 : -1;
    to.focus({preventScroll: true});
    (to.querySelector(".line") ?? to).scrollIntoView({block: "nearest"});
  };
  const isShut = item.getAttribute("aria-expanded") === "false", isWide = item.getAttribute("aria-expanded") === "true";
  const moves = {
    ArrowDown: () => move(items[index + 1]), ArrowUp: () => move(items[index - 1]),
    ArrowRight: () => isShut ? item.toggle() : isWide && move(items[index + 1]),
    ArrowLeft: () => isWide ? item.toggle() : move(item.parentElement.closest("[role=treeitem]")),
    Home: () => move(items[0]), End: () => move(items[items.length - 1]),
    Enter: () => item.choose ? item.choose() : item.toggle?.(), " ": () => (item.toggle ?? item.choose)?.(),
  };
  if (!Object.hasOwn(moves, event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  moves[event.key]();
}

"""#
}
