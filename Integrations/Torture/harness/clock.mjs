// Controlled timers, so that a library's zero-second timers run before the reply and nothing waits for real time.
//
// Import this before any library: many of them store the timer functions at import.

const turn = globalThis.setImmediate

let now = 1_700_000_000_000
let order = 0
let timers = new Set()

/// Between one message and the next five seconds pass: short delays of a library end, and delays of minutes do not.
const patience = 5_000

class Timer {
  constructor(run, delay, every) {
    this.run = run
    this.at = now + Math.max(0, Number(delay) || 0)
    this.order = order++
    this.every = every
    timers.add(this)
  }
  ref() {
    return this
  }
  unref() {
    return this
  }
  hasRef() {
    return true
  }
}

globalThis.setTimeout = (run, delay, ...values) => new Timer(() => run(...values), delay)
globalThis.setInterval = (run, delay, ...values) => new Timer(() => run(...values), delay, Math.max(1, delay))
globalThis.clearTimeout = globalThis.clearInterval = (timer) => void timers.delete(timer)
globalThis.requestAnimationFrame = (run) => new Timer(() => run(now), 16)
globalThis.cancelAnimationFrame = globalThis.clearTimeout
Date.now = () => now
performance.now = () => now - 1_700_000_000_000

/// Returns when all work that results from the last message is done.
export async function settle() {
  const end = now + patience
  for (;;) {
    await new Promise((done) => turn(done))
    let next
    for (const timer of timers) {
      if (timer.at > end) continue
      if (!next || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer
    }
    if (!next) break
    now = Math.max(now, next.at)
    if (next.every) {
      next.at += next.every
      next.order = order++
    } else {
      timers.delete(next)
    }
    next.run()
  }
  now = end
}

/// The process is killed.
export function stopTimers() {
  timers = new Set()
}
