// The event with its facts, changes and payload. Events that were applied as one are shown with their common changes.
const jump = (number, text) => pressable("link", text ?? "#" + steps[number].seq, () => go(number), "jump " + number);
const none = text => make("p", "none", text);
function part(title, ...body) {
  const section = make("section", "part");
  section.append(make("h2", "", title), ...body);
  return section;
}

// The states before and after the row.
let around = {first: -1};
function look(number) {
  const [first, last] = isFolded(number) ? groupOf(number) : [number, number];
  if (around.first !== first || around.last !== last) {
    around = {first, last, before: stateAt(Math.max(0, first - 1)), after: stateAt(last)};
  }
  return around;
}

// The changes of each step, one after another.
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
    parts.push(part(isGroup ? "Changes of the state, all events together" : "Changes of the state", differences(changes, omitted)));
    for (let at = first; at <= last; at++) {
      const {payload, name, version} = steps[at];
    if (isGroup && !version) continue;
      parts.push(part(isGroup ? `Payload of ${names[name]}` : "Payload", payload
        ? tree("payload " + at, "Payload", payload[0]) : none("The event has no payload.")));
    }
  }
  keepFocus($("change"), () => $("change").replaceChildren(...parts));
}

function facts(step, first, last) {
  const box = make("div", "facts"), line = (...parts) => { const p = make("p"); p.append(...parts); box.append(p); };
  if (place === 0) {
    line(`${clock(recording.start)} · the state at the beginning`);
    return box;
  }
  const gap = first > 1 ? ` · ${span(step.at - steps[first - 1].at)} after the previous event` : "";
  line(last > first ? `#${steps[first].seq} to #${steps[last].seq}, applied as one step · ${clock(step.at)}${gap}`
    : `#${step.seq} · version ${step.version} · ${clock(step.at)}${gap}`);
  if (step.parts > 1) {
    if (last === first) line(`Event ${step.part} of ${step.parts} that were applied as one step · `);
    box.lastChild.append(last > first ? " · " : "", pressable("link", last > first ? "show each event" : "show as one step", () => fold(place), "fold"));
  }
  const mine = spanOf.get(place), end = Math.min(mine?.end ?? 0, steps.length);
  if (mine) {
    const noun = mine.isRead ? "Read" : "Prediction", isOver = end < steps.length;
    line(`${noun} ${mine.id}: begun at `, jump(mine.begin), isOver ? `, ${mine.kind === "read" ? "ended" : mine.kind} at ` : ", still pending when the recording ends",
      ...(isOver ? [jump(end), `, ${span(steps[end].at - steps[mine.begin].at)} later`] : []));
    const reason = mine.kind === "rolled back" && isOver ? reasonAt(end) : "";
    if (reason) line(make("span", "error", reason));
  } else if (step.op === "place") {
    line("Placed below the pending predictions");
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
    line("Not fired by a command");
  }
  if (step.place) line(`Fired at ${step.place}`);
  if (launch?.place && launch.end !== place) line(`${launch.command}, launch ${launch.launch}, was fired at ${launch.place}`);
  return box;
}
const said = launch => ({failed: "failed", cancelled: "was cancelled", dropped: "was dropped"}[launch.outcome] ?? launch.outcome);

function differences(changes, omitted) {
  if (!changes.length) return none("None. The state is the same.");
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

// A part of a text, with a little of its surroundings.
function splice({splice: [, at, count, inserted], before}) {
  const text = make("span", "value");
  const head = before.slice(Math.max(0, at - 40), at), tail = before.slice(at + count, at + count + 40);
  text.append((at > 40 ? "…" : "") + plain(head));
  if (count) text.append(make("del", "", withSpaces(before.slice(at, at + Math.min(count, 600)))));
  if (inserted) text.append(make("ins", "", withSpaces(inserted.slice(0, 600))));
  text.append(plain(tail) + (at + count + 40 < before.length ? "…" : ""));
  return text;
}
