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

// Scrolls the change into view: the line, and in a long text the part.
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

// Changes inside are visible, unless the user has closed them.
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

// A short value on its line; a long text as text, with visible newlines and changes.
const LONG = 4000;
function leaf(root, value, path, change) {
  if (typeof value === "string" && (value.length > 80 || value.includes("\n"))) return longText(root, value, path, change);
  return make("span", "leaf " + typeOf(value), scalar(value));
}

function longText(root, text, path, change) {
  const limit = limits.get(keyOf(root, path)) ?? LONG, [, at, , inserted] = change?.splice ?? [3, 0, 0, ""];
  const from = Math.max(0, Math.min(at - limit / 2, text.length - limit)), to = Math.min(text.length, from + limit);
  const box = make("span", "leaf text string"), body = make("span", "text-body"), redraw = () => box.replaceWith(longText(root, text, path, change));
  // A scrolling element takes the focus, so that keys can scroll it.
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
