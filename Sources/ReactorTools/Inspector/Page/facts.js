// The relations in a recording: predictions with their resolutions, commands with their events and ends, and problems.
// Each step is added once, in order.
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
  // A step that extends or resolves a prediction is recorded without a cause: it has the cause of its prediction, and
  // so have the steps of its group.
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
    // A confirmation by several events ends with the last of them.
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

// The first and last event of a launch, and its start: the launch time if the recording contains it, otherwise the
// first event.
const firstOf = launch => launch.events[0] ?? launch.end;
const lastOf = launch => launch.end ?? launch.events[launch.events.length - 1];
const beganAt = launch => launch.launchedAt ?? steps[firstOf(launch)].at;
const tookOf = launch => steps[lastOf(launch)].at - beganAt(launch);
const isLongKnown = launch => launch.launchedAt !== null || launch.events.length > 1;
function lasted(launch) {
  const isLaunchKnown = launch.launchedAt !== null;
  if (launch.end !== null && isLaunchKnown) return `after ${span(tookOf(launch))}`;
  if (!isLongKnown(launch)) return launch.end === null ? "" : "no event before it";
  if (launch.end !== null) return `${span(tookOf(launch))} after its first event`;
  return isLaunchKnown ? `its last event was fired after ${span(tookOf(launch))}` : `its events span ${span(tookOf(launch))}`;
}

// The predictions of a launch that were rolled back.
const undoneBy = launch => spans.filter(each => each.kind === "rolled back" && launches[steps[each.begin].cause] === launch);

// The reason that was given with the event that resolved a prediction, or next to it.
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

// The problems in order: failed commands, and other predictions that were rolled back.
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
