// Connects keys and buttons to their actions, and shows the first events as soon as they are loaded.
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
    // The list takes no focus while its view is hidden, and a button with the focus would be pressed by the next Space.
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
// The size of a window can change for printing, and its layout stays until the end of it.
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

// The first block is shown when it is loaded, and the rest at the end.
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
  // A live page opens at its end.
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
