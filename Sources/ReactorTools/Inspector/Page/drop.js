// Opens a journal, a bug report or another page that is dropped on this one. A journal contains events and no states,
// so its page has no states.
function rowsOfJournal(lines, report) {
  const header = JSON.parse(lines[0]), table = () => ({entries: [], places: new Map()});
  const placeOf = (all, key, entry) => {
    if (!all.places.has(key)) { all.places.set(key, all.entries.length); all.entries.push(entry); }
    return all.places.get(key);
  };
  if (!header.reactor) throw new Error("its first line is not the header of a recording");
  const nameTable = table(), causeTable = table(), ends = table(), rows = [];
  let before = Date.parse(header.at), last;
  lines.slice(1).forEach((line, number) => {
    const entry = (() => { try { return JSON.parse(line, exactly); } catch { throw new Error(`line ${number + 2} is damaged`); } })();
    last = entry;
    if (!("seq" in entry)) return;
    const name = placeOf(nameTable, entry.event ?? entry.op ?? "event", entry.event ?? entry.op ?? "event"), at = Date.parse(entry.at), {cause, payload} = entry;
    if (typeof payload?.launch === "number" && typeof payload.command === "string" && "outcome" in payload) placeOf(ends, name, name);
    rows.push([entry.seq, at - before, name, entry.v ?? 0, 0, payload === undefined ? 0 : [payload], Math.max(0, OPERATIONS.indexOf(entry.op ?? "")),
      entry.tx ?? entry.mark ?? 0, entry.group?.[0] ?? 0, entry.group?.[1] ?? 0,
      cause ? placeOf(causeTable, cause.launch, [cause.command, cause.launch, cause.parent ?? null]) + 1 : 0, entry.withdraws ?? 0,
      entry.launched ? Math.max(0, at - Date.parse(entry.launched)) + 1 : 0]);
    before = at;
  });
  // The last line of a segment contains its end. A report contains a part of a segment, and its end separately.
  const {inFlight} = report?.unexpectedEnd ?? {}, isSegment = !report?.recording && header.reactor >= 3 && "segment" in header;
  const kind = report?.unexpectedEnd || isSegment && !last?.end ? "unexpected" : isSegment ? "closed" : undefined;
  return {base: header.base, rows, recording: {id: header.id, app: header.app, from: header.from, start: Date.parse(header.at),
    schema: {"(state)": header.schema.state, ...header.schema.events}, versions: {}, redacted: false, isBare: true,
    ending: kind && {kind, inFlight: inFlight && [inFlight.seq, inFlight.event ?? ""]},
    names: nameTable.entries, ends: ends.entries, causes: causeTable.entries}};
}

// If the browser provides the source text of a number, a number that JavaScript cannot represent keeps it.
function exactly(key, value, context) {
  return typeof value === "number" && context?.source && !Number.isSafeInteger(value) && /^-?\d+$/.test(context.source)
    ? {[EXACT]: context.source} : value;
}

function pageOf({recording, base, rows}) {
  const asData = value => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, mark => "\\u" + mark.charCodeAt(0).toString(16).padStart(4, "0"));
  const block = (attributes, text) => `<${TAG} type="application/json" ${attributes}>${text}</${TAG}>\n`;
  const blocks = [];
  for (let from = 0; from < rows.length; from += 2000) blocks.push(block('class="steps"', asData(rows.slice(from, from + 2000))));
  return ["<!doctype html>\n<html lang=\"en\">\n", HEAD, "\n<body>\n", MARKUP, block('id="recording"', asData(recording)), block('id="base"', asData(base)),
    `<${TAG}>${SCRIPT}</${TAG}>\n`, ...blocks, "</body>\n</html>\n"];
}

async function openDropped(file) {
  const text = await file.text();
  try {
    let parts;
    if (/^\s*<!doctype html/i.test(text)) parts = [text];
    else {
      const report = (() => { try { return JSON.parse(text); } catch { return null; } })();
      parts = pageOf(rowsOfJournal((report?.recording ?? text.split("\n")).filter(line => line.trim()), report));
    }
    location.assign(URL.createObjectURL(new Blob(parts, {type: "text/html"})));
  } catch (error) {
    notice(`${plain(file.name)} cannot be opened: ${error.message}`);
  }
}

// Split, so that nothing in this script looks like the start or end of a script.
const TAG = "scr" + "ipt";
// The page before any view was drawn.
const HEAD = document.head.outerHTML, SCRIPT = document.currentScript.textContent;
const MARKUP = [...document.body.children].filter(each => each.tagName !== "SCRIPT").map(each => each.outerHTML).join("\n");
document.addEventListener("dragover", event => event.preventDefault());
document.addEventListener("drop", event => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) openDropped(file);
});
