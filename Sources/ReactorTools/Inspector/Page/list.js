// The list of events, of which only the visible part exists. Events applied as one are one row until they are expanded.
const ROW = 44;
const hidden = new Set(), stops = new Set(), unfolded = new Set();
let place = 0, matches = [], searched = "", wasChosen = false;

// The most frequent names get colors that differ most.
const hues = [215, 20, 165, 280, 45, 330, 190, 100, 250, 0, 140, 305];
const hue = new Map(), noisy = new Set();
let ranked = [];
function rankNames() {
  ranked = names.map((_, name) => name).filter(name => name > 0).sort((a, b) => counts[b] - counts[a]);
  ranked.forEach((name, rank) => hue.set(name, hues[rank % hues.length]));
}
const colour = name => hue.has(name) ? `hsl(${hue.get(name)} 52% var(--tone))` : "var(--soft)";
const dotOf = name => { const dot = make("span", "dot"); dot.style.background = colour(name); return dot; };

// A name is noisy if it fills a fifth of a long recording, and other names are left without it.
function findNoise() {
  let left = steps.length - 1;
  for (const name of ranked) {
    const isNoisy = counts[name] >= 100 && counts[name] * 5 > steps.length - 1;
    if (isNoisy && left - counts[name] >= 10) { noisy.add(name); hidden.add(name); left -= counts[name]; }
  }
}

const isFolded = number => steps[number].parts > 1 && !unfolded.has(groupOf(number)[0]);
// The row of an event: that of the last one in a group, which shows their common changes.
const rowOf = number => isFolded(number) ? groupOf(number)[1] : number;

let filterRun = 0, owesReveal = false, looked = {next: 0, count: 0, found: []};
function filter(goesOn = false) {
  const run = ++filterRun, {terms, wrong} = parsed(searched);
  if (!goesOn) owesReveal = true;
  // New events of a live page change earlier results only by their outcome.
  if (!goesOn || terms.some(term => term.is)) looked = {next: 0, count: 0, found: []};
  const look = () => {
    if (run !== filterRun) return;
    const until = performance.now() + 30;
    let {next, count, found} = looked;
    // A search must not block the page, so it runs for a limited time.
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
  $("noisy").textContent = quiet.length === 1 ? `show ${names[quiet[0]]}` : `show ${quiet.length} frequent events`;
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
    const toggle = pressable("tag fold", isFolded(number) ? `▸ ${last - first + 1} as one step` : `${step.part} of ${step.parts}`, event => {
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
  return each.length === 1 ? each[0] : each.length === 2 ? each.join(", ") : `${each[0]} and ${each.length - 1} more names`;
}

function fold(number) {
  const [first, last] = groupOf(number);
  if (first === last) return;
  if (!unfolded.delete(first)) unfolded.add(first);
  filter();
  go(number);
}

// Scrolls the current event into view, with a few around it.
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
    stop.setAttribute("aria-label", `Breakpoint at ${names[name]}`);
    stop.setAttribute("aria-pressed", stops.has(name));
    item.append(label, make("span", "count", thousands(counts[name])), stop);
    return item;
  })));
}

function toggleStop(name) {
  if (!stops.delete(name)) stops.add(name);
  notice(stops.has(name) ? `Breakpoint set at ${names[name]}` : `Breakpoint removed from ${names[name]}`);
  drawNames();
  drawList();
}

// A redraw keeps the focus in place.
function keepFocus(box, draw) {
  const had = document.activeElement, key = box.contains(had) ? had.dataset.key : undefined;
  const wasInside = had !== box && box.contains(had);
  draw();
  if (!wasInside) return;
  const again = key && [...box.querySelectorAll("[data-key]")].find(each => each.dataset.key === key);
  (again || box.querySelector("[tabindex='0']") || box).focus({preventScroll: true});
}
