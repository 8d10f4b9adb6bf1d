// Formats values as short text, and times.

// Characters that would change the direction of a line, or are invisible, are shown by their number.
function plain(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    mark => "\\u" + mark.charCodeAt(0).toString(16).padStart(4, "0"));
}
// Newlines, tabs and spaces at an edge are visible.
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

// A value as in the recording.
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
// The end of a path, which is the most useful part in a short line: the last element, and the last name.
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

// One line for an event: the end of a command in words, otherwise its changes, otherwise its payload.
function lineOf(number) {
  const step = steps[number];
  return step.line ??= lineOfAll(number, number);
}
// For events applied as one, their common changes.
function lineOfAll(first, last) {
  const step = steps[last], launch = launches[step.cause];
  if (launch?.end === last) return `${launch.command} ${launch.outcome}${launch.error ? ": " + launch.error : ""}`;
  const {changes, omitted} = changesBetween(first, last, 12);
  if (!changes.length) return step.payload ? payloadLine(step.payload[0]) : "";
  changes.sort((a, b) => rank(a) - rank(b));
  const more = changes.length + omitted - 3;
  return changes.slice(0, 3).map(changeLine).join(" · ") + (more > 0 ? ` · and ${thousands(more)} more` : "");
}
// The most useful change first: a changed value, then an added or removed one, then a change inside of one, and a
// counter last.
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
