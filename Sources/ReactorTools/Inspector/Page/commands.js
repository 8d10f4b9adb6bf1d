// Every launch of a command as a lane on a time axis: its duration, its end, and the events that it fired. Commands
// that a command fired are below it.
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
    ...(current || !place ? [] : [part("This event", none("It was not fired by a command."))]),
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
  // Of a long row, only the part around the current event.
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
