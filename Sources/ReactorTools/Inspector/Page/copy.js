// Copies from the page: values as JSON, paths, a link to an event, and a step of a test.
async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A browser without a clipboard for pages copies the selection.
    const area = make("textarea", "unseen"), had = document.activeElement;
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    had?.focus();
  }
  notice(`Copied ${what}`, "good");
}

function copying(step) {
  const box = make("div", "copying"), [first, last] = groupOf(place);
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "Copy");
  const add = (text, what, made) => box.append(pressable("small", text, () => copy(made(), what), "copy " + text));
  add("JSON", "the payload as JSON", () => json(step.payload ? step.payload[0] : null));
  add("Link", "a link to this event", () => location.href.replace(/#.*/s, "") + "#" + step.seq);
  add("Test step", "a step of a test", () => testStep(first, last));
  return box;
}

// A step for a test core: the event from its recorded form, and the expected change of the state.
function testStep(first, last) {
  const event = number => {
    const {name, version, payload} = steps[number], text = payload ? json(payload[0]).replace(/\n\s*/g, " ") : "{}";
    let marks = "#";
    while (text.includes('"' + marks)) marks += "#";
    return `try catalog.decode(\n    RecordedEvent(\n        name: ${quoted(recording.names[name - 1])}, version: ${version},\n        payload: Array(${marks}"${text}"${marks}.utf8)))`;
  };
  const numbers = steps.map((_, number) => number).slice(first, last + 1).filter(number => steps[number].version);
  const {changes} = changesAt(place, 100), expected = changes.map(expectation);
  const title = `// #${steps[first].seq} ${groupName(first, last)}`;
  if (!numbers.length) return `${title}\n// ${steps[first].op} has no event. Fire the event that caused it.\n`;
  const indented = number => event(number).replace(/\n/g, "\n    ");
  const fired = numbers.length === 1 ? `try await core.fire(\n    event: ${indented(numbers[0])}\n)`
    : `try await core.fire(events: [\n${numbers.map(number => `    ${indented(number)},`).join("\n")}\n])`;
  return `${title}\n${fired}${expected.length ? ` {\n${expected.map(line => `    ${line}\n`).join("")}}` : ""}\n`;
}
const quoted = text => JSON.stringify(text).replace(/\\u([0-9a-f]{4})/g, "\\u{$1}").replace(/\\[bf]/g, mark => mark === "\\b" ? "\\u{8}" : "\\u{c}");
// A value as a Swift literal, or a placeholder that names the missing value.
const literal = value => isContainer(value) ? `<#${compact(value, 200)}#>` : value === null ? "nil"
  : typeof value === "string" ? quoted(value) : scalar(value);
function expectation({kind, path, before, after, splice}) {
  const last = path[path.length - 1], owner = "$0" + path.slice(0, -1).map(stepText).join(""), at = "$0" + path.map(stepText).join("");
  if (splice) return `${at} = ${literal(before.slice(0, splice[1]) + splice[3] + before.slice(splice[1] + splice[2]))}`;
  if (typeof last === "number" && kind === "added") return `${owner}.insert(${literal(after)}, at: ${last})`;
  if (typeof last === "number" && kind === "removed") return `${owner}.remove(at: ${last})`;
  return `${path.length ? at : "$0"} = ${kind === "removed" ? "nil" : literal(after)}`;
}
