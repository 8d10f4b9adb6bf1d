// The visible views at each width, their sizes, and their colors.
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

// At any width the views next to others have no tab.
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

// A divider between two views, which can be dragged or moved by arrow keys.
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

const THEMES = [["", "system", "◐"], ["light", "light", "☼"], ["dark", "dark", "☾"]];
function setTheme(index) {
  const [theme, word, sign] = THEMES[index];
  document.documentElement.dataset.theme = theme;
  $("theme").textContent = sign;
  $("theme").setAttribute("aria-label", `Colors: ${word}`);
  $("theme").title = `Colors: ${word}`;
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
      ...(recording.redacted ? [["Redacted", "secrets that the app declares are removed"]] : [])]),
    ...table("Versions", Object.entries(recording.versions)), ...table("Schema", Object.entries(recording.schema)));
  $("about").showModal();
}

// In print every view is complete, and the list has its first rows.
function layOutForPaper() {
  printedRows = 2000;
  for (const name of TABS) { $("pane-" + name).hidden = false; drawing[name](); }
  drawList();
}
