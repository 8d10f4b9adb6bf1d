// Adds the events that the server of a live page sends.
if (isLive) {
  // The server counts commands in the order of their events. This page can have added some by their end before.
  const laneOf = [0, ...recording.causes.map((_, at) => at + 1)];
  let waiting = [], isFollowing = false;
  const toggleFollow = pressable("follow", "Follow", () => follow(!isFollowing));
  const follow = wanted => {
    isFollowing = wanted;
    toggleFollow.setAttribute("aria-pressed", wanted);
    if (!wanted) return;
    pause();
    place = steps.length - 1;
    reveal();
    drawList();
    drawPanes();
    drawPlace();
  };
  const takeOne = update => {
    for (const name of update.names) { names.push(plain(name)); counts.push(0); }
    for (const name of update.ends) endNames.add(name + 1);
    recording.places.push(...update.places);
    for (const [command, launch, parent, place, answered] of update.causes) {
      const at = launchOf({command, launch});
      Object.assign(launches[at], {parent, place: place ? plain(place) : "", answered: answered ?? null});
      laneOf.push(at);
    }
    for (const row of update.rows) if (row[10]) row[10] = laneOf[row[10]];
    readRows(update.rows);
  };
  const takeWaiting = () => {
    const began = performance.now(), seen = new Map(hue), updates = waiting;
    waiting = [];
    updates.forEach(takeOne);
    launchRows = null;
    rankNames();
    // A name keeps its colour.
    for (const [name, at] of seen) hue.set(name, at);
    findProblems();
    drawNames();
    drawWords();
    $("folds").hidden = !steps.some(step => step.parts > 1);
    filter(true);
    if (isFollowing) follow(true); else drawPlace();
    document.body.dataset.live = steps.length - 1;
    // Four fifths of the time remain for the user, for any rate of events.
    setTimeout(() => { isTaking = false; if (waiting.length) takeSoon(); }, 4 * (performance.now() - began));
  };
  let isTaking = false;
  const takeSoon = () => { if (!isTaking) { isTaking = true; setTimeout(takeWaiting); } };
  moved = () => { if (isFollowing && place !== steps.length - 1) follow(false); };
  listen = () => {
    $("place").before(toggleFollow);
    follow(place === steps.length - 1);
    const {seq} = steps[steps.length - 1];
    const stream = new EventSource(`events${location.search}&from=${recording.from}&after=${seq}`);
    stream.onmessage = ({data}) => { waiting.push(JSON.parse(data)); takeSoon(); };
    stream.addEventListener("reload", () => location.reload());
    stream.onopen = () => notice("");
    stream.onerror = () => notice("No connection to the server. The page shows the events that have arrived.");
  };
}
