// The query for events: words, "several words", /a pattern/, -not, state:word for a removed or added text in a change,
// and is:confirmed, is:rolled-back, is:pending, is:failed, is:cancelled, is:problem.
const TERM = /(-?)(state:|is:)?("[^"]*"?|\/(?:\\.|[^/\\])+\/|\S+)/gu;

// The terms of a query, or its error.
function parsed(query) {
  const terms = [];
  for (const [, not, kind, text] of query.matchAll(TERM)) {
    const term = {isNot: not === "-", kind: kind ?? ""};
    if (text === "-" && !kind) continue;
    if (kind === "is:") {
      term.is = text.toLowerCase();
      if (!Object.hasOwn(MATCHES, term.is)) return {terms, wrong: `is: accepts ${Object.keys(MATCHES).join(", ")}`};
    } else if (text.length > 2 && text.startsWith("/") && text.endsWith("/")) {
      try { term.pattern = new RegExp(text.slice(1, -1), "iu"); } catch (error) { return {terms, wrong: error.message}; }
    } else {
      term.word = text.replace(/^"|"$/g, "").toLowerCase();
      if (!term.word) continue;
    }
    terms.push(term);
  }
  return {terms, wrong: ""};
}

const isOutcome = outcome => (step) => launches[step.cause]?.outcome === outcome;
const isSpan = kind => (step, number) => spanOf.get(number)?.kind === kind;
const MATCHES = {
  confirmed: isSpan("confirmed"), "rolled-back": isSpan("rolled back"), pending: isSpan("pending"),
  prediction: (step, number) => spanOf.has(number) && !spanOf.get(number).isRead,
  failed: isOutcome("failed"), cancelled: isOutcome("cancelled"), dropped: isOutcome("dropped"),
  problem: (step, number) => problemPlaces[lowerBound(problemPlaces, number)] === number,
};

// The text that a search examines, created once for each step.
const haystack = step => step.hay ??= [names[step.name], launches[step.cause]?.command ?? "", "#" + step.seq,
  step.payload ? JSON.stringify(step.payload[0]) : "", launches[step.cause]?.error ?? ""].join(" ");
// The earlier and later values at the places that a step changed.
function changedText(number) {
  if (number === 0) return JSON.stringify(snapshots[0]);
  if (steps[number].patch === 0) return "";
  return changesOf(steps[number].patch, stateAt(number - 1)).changes.map(({path, before, after, splice}) =>
    [pathText(path), splice ? before.slice(splice[1], splice[1] + splice[2]) + " " + splice[3]
      : [before, after].map(value => value === undefined ? "" : JSON.stringify(value)).join(" ")].join(" ")).join(" ");
}

function fits(terms, number) {
  const step = steps[number];
  let changed;
  return terms.every(term => {
    if (term.is) return MATCHES[term.is](step, number) !== term.isNot;
    const text = term.kind ? changed ??= changedText(number) : haystack(step);
    return (term.pattern ? term.pattern.test(text) : text.toLowerCase().includes(term.word)) !== term.isNot;
  });
}
