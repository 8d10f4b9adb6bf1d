// Reads the recording, block by block while the page still loads, and computes the state after any step from patches
// and snapshots.
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

// Takes the rows of one block. `take` adds each step.
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

// A block is complete when another element follows it, or when the page has loaded.
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

// A number that JavaScript cannot represent is stored as text under a name that no data has.
const EXACT = "\u0000n";
function isExact(value) { return typeof value === "object" && value !== null && EXACT in value; }
function isContainer(value) { return typeof value === "object" && value !== null && !(EXACT in value); }
function shownKey(key) { return key.startsWith("\u0000") ? key.slice(1) : key; }

// Applies a patch, as the documentation of JSONPatch describes it. `own` contains the objects that this walk created
// and may change in place.
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

// A call takes a limited number of arguments, and a recording can insert more elements at once.
function replaceElements(elements, [at, count, inserted]) {
  if (inserted.length < 5000) { elements.splice(at, count, ...inserted); return; }
  const tail = elements.splice(at).slice(count);
  for (const element of inserted) elements.push(element);
  for (const element of tail) elements.push(element);
}

// Stores every 256th state at first, and half as many whenever there are more than 128.
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

// The changes of a patch, as places in the state before and after it.
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
  // The elements of an array that was empty, or is empty now, were added or removed.
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
