// Moves through the recording.
let timer = null, addressTimer;
// Further actions of a live page.
const isLive = document.body.dataset.live !== undefined;
let moved = () => {}, listen = () => {};

function go(number) {
  place = Math.max(0, Math.min(steps.length - 1, number));
  wasChosen = true;
  notice("");
  if (tab === "summary" || (tab === "timeline" && document.body.dataset.width !== "narrow")) setTab("change");
  reveal();
  drawList();
  drawPanes();
  drawPlace();
  moved();
  // Browsers reject an address that changes with each event of a playing recording.
  clearTimeout(addressTimer);
  if (location.protocol === "file:") addressTimer = setTimeout(() => history.replaceState(null, "", "#" + steps[place].seq), 300);
}

function drawPlace() {
  $("scrubber").max = steps.length - 1;
  $("scrubber").value = place;
  $("scrubber").setAttribute("aria-valuetext", `${names[steps[place].name]}, ${place} of ${steps.length - 1}`);
  $("playhead").style.left = (steps.length > 1 ? (place + .5) / steps.length * 100 : 0) + "%";
  $("place").textContent = `${thousands(place)} / ${thousands(steps.length - 1)}`;
}

// The event in the address, as in a link to it.
function goToAddress() {
  const asked = /^#(\d+)$/.exec(location.hash);
  if (!asked || Number(asked[1]) === steps[place].seq) return Boolean(asked);
  const number = steps.findIndex(step => step.seq === Number(asked[1]));
  if (number >= 0) { go(number); return true; }
  if (isRead) notice(`There is no #${asked[1]} here: the recording goes from #${steps[0].seq} to #${steps[steps.length - 1].seq}`);
  return false;
}

// Steps move from one visible row to the next. Hidden rows between them are still applied.
const next = () => matches[lowerBound(matches, rowOf(place) + 1)];
const previous = () => matches[lowerBound(matches, isFolded(place) ? groupOf(place)[0] : place) - 1];
const sameName = direction => {
  for (let at = place + direction; at > 0 && at < steps.length; at += direction) {
    if (steps[at].name === steps[place].name && rowOf(at) !== rowOf(place)) return at;
  }
  return place;
};

function pause() {
  clearInterval(timer);
  timer = null;
  document.body.classList.remove("playing");
  $("play").setAttribute("aria-label", "Play");
}

function play() {
  if (next() === undefined && matches.length) go(matches[0]);
  document.body.classList.add("playing");
  $("play").setAttribute("aria-label", "Pause");
  clearInterval(timer);
  timer = setInterval(advance, 1000 / Number($("speed").value));
}

function advance() {
  const target = next();
  // A breakpoint applies to hidden events, too.
  const end = target ?? steps.length - 1;
  for (let at = rowOf(place) + 1; at <= end; at++) {
    if (!stops.has(steps[at].name)) continue;
    go(at);
    pause();
    notice(`Stopped at ${names[steps[at].name]}`);
    return;
  }
  if (target === undefined) pause(); else go(target);
}

const notice = (text, tone = "") => { $("notice").textContent = text; $("notice").className = tone; };
const toggle = () => timer === null ? play() : pause();
