// A summary in words. Each item filters its events, and each problem links to its place.
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

// The end of the recording. A copy that was made while the program ran looks like one of a killed program.
const wasCut = recording.ending?.kind === "unexpected";
function howItEnded() {
  const isRunning = recording.ending?.kind === "stillWritten";
  if (!isRead || !wasCut && !isRunning) return [];
  const open = spans.filter(each => each.kind === "pending").length, said = make("p", "ending");
  const still = open ? `; ${many(open, "prediction")} ${open === 1 ? "was" : "were"} pending` : "";
  said.append(isRunning ? `The program was still running when this page was made${still}. The last event so far: `
    : `The program ended here without closing its journal, or the journal was copied while the program was running${still}. The last event: `,
    jump(steps.length - 1));
  const [seq, event] = recording.ending.inFlight ?? [];
  if (seq !== undefined) said.append(`. react(to:) was applying #${seq}${event ? " " + plain(event) : ""}`);
  return [part("End of the recording", said)];
}

function drawSummary() {
  const box = $("summary"), shown = problems.slice(0, 200);
  const parts = howItEnded();
  if (recording.isBare) parts.push(none("This page shows the events of a dropped journal, without states. To see states, make a page "
    + "with the subcommand inspect of the program that recorded it."));
  if (shown.length) {
    const list = make("ol", "problems");
    for (const each of shown) list.append(problem(each));
    parts.push(part(`Problems: ${thousands(problems.length)}`, list));
    if (problems.length > shown.length) parts.push(none(`and ${thousands(problems.length - shown.length)} more; press e for the next problem`));
    parts.push(keyHint());
  } else {
    parts.push(part("Problems", isRead ? none("None. No command failed, and no prediction was rolled back.")
      : none("Reading the recording …")));
  }
  const list = make("ul", "tally");
  for (const name of ranked.filter(name => counts[name]).slice(0, 12)) {
    const item = make("li"), button = pressable("link", names[name], () => find(`"${names[name]}"`), "tally " + name);
    item.append(make("span", "count", thousands(counts[name])), dotOf(name), button);
    list.append(item);
  }
  parts.push(part(ranked.length > 12 ? "Most frequent events" : "Events", list));
  keepFocus(box, () => box.replaceChildren(...parts));
}

const keyHint = () => {
  const hint = make("p", "none hint");
  hint.append(make("kbd", "", "e"), " next problem, ", make("kbd", "", "Shift E"), " previous problem, ", make("kbd", "", "?"), " all keys");
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
      make("span", "soft", `${span(steps[rolled.end].at - begin.at)} after the prediction at #${begin.seq}`));
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
  if (number === undefined) notice(problems.length ? `No problem ${direction > 0 ? "after" : "before"} this event` : "No problem was found");
  else go(number);
}
