// The protocol of the torture test: a message a line in, a reply a line out. Docs/Torture.md of the repository describes it.

import { settle, stopTimers } from './clock.mjs'
import { createInterface } from 'node:readline'

export class Refused extends Error {}
export class Lost extends Error {}

/// A row after a change; undefined if it does not exist.
export function changed(row, op) {
  if (op.t === 'put') return { id: op.id, v: op.v, p: op.p, ver: row?.ver ?? 0 }
  if (!row || op.t === 'del') return undefined
  if (op.t === 'set') return { ...row, v: op.v }
  if (op.t === 'add') return { ...row, v: row.v + op.d }
  return { ...row, p: op.p }
}

/// A list with one row replaced by its current value.
export function withRow(rows, id, row) {
  if (!row) return rows.filter((one) => one.id !== id)
  return rows.some((one) => one.id === id) ? rows.map((one) => (one.id === id ? row : one)) : [...rows, row]
}

/// A list after a change.
export function withChange(rows, op) {
  return withRow(rows, op.id, changed(rows.find((row) => row.id === op.id), op))
}

/// A list with the server's version of a row, unless the list has a newer one.
export function withKnown(rows, known) {
  const row = rows.find((row) => row.id === known.id)
  return row && row.ver > known.version ? rows : withRow(rows, known.id, known.row ?? undefined)
}

/// Replaces fetch() in an app: it sends a request, and the test determines when the response arrives.
class Network {
  #waiting = new Map()
  #reads
  #reply = { send: [], cancel: [] }
  // The received versions: that of each row, and that of the last complete list.
  #told = new Map()
  #floor = 0

  constructor(reads, floor) {
    this.#reads = reads
    this.#floor = floor
  }

  /// Sends a change.
  ///
  /// Resolves to { id, row, version, applied }; rejects with Refused, or with Lost if the result is unknown.
  change(request, op) {
    return this.#send(request, { request, op })
  }

  /// Reads all rows. Rejects as fetch() does when the signal is aborted.
  async read(signal) {
    const request = `f${++this.#reads.count}`
    const answer = this.#send(request, { request, fetch: true })
    const aborted = new Promise((_, reject) => {
      const abort = () => {
        if (!this.#waiting.delete(request)) return
        this.#reply.cancel.push(request)
        reject(signal.reason)
      }
      if (signal?.aborted) abort()
      else signal?.addEventListener('abort', abort)
    })
    return (await Promise.race([answer, aborted])).rows
  }

  #send(request, message) {
    this.#reply.send.push(message)
    return new Promise((resolve, reject) => this.#waiting.set(request, { resolve, reject }))
  }

  /// Whether a push contains a version that was not received yet.
  isNews(known) {
    return known.version > this.#floor && known.version >= (this.#told.get(known.id) ?? 0)
  }

  heard(known) {
    this.#told.set(known.id, Math.max(known.version, this.#told.get(known.id) ?? 0))
  }

  answer(message) {
    const waiting = this.#waiting.get(message.request)
    if (!waiting) return
    this.#waiting.delete(message.request)
    if (message.refused) return waiting.reject(new Refused(`the server refuses ${message.request}`))
    if (message.lost) return waiting.reject(new Lost(`the result of ${message.request} is unknown`))
    if (message.rows) this.#floor = Math.max(this.#floor, message.version)
    else this.heard(message)
    waiting.resolve(message)
  }

  /// Another user signs in, for whom nothing was received yet.
  forget() {
    this.#told.clear()
    this.#floor = 0
  }

  takeReply() {
    const reply = this.#reply
    this.#reply = { send: [], cancel: [] }
    return reply
  }
}

/// Answers messages until standard input ends.
///
/// `launch({ network, user, rows })` starts an app; without rows it has to read them. The app has
/// - `act(request, op, isPlain)`: the user changes a row,
/// - `push(known)`: the server pushes a version of a row; with `hearsAllPushes` also versions that were received before,
/// - `refresh()`: the user pulls to refresh,
/// - `signIn(user)`: another user signs in,
/// - `shown()`: the rows that the user sees.
export async function serve(launch) {
  let app, network, user
  const reads = { count: 0 }

  // Unhandled rejections are up to the library: a refused change that is not caught does not end the app.
  process.on('unhandledRejection', (error) => {
    if (!(error instanceof Refused || error instanceof Lost || error?.name === 'AbortError')) throw error
  })

  const start = (rows, version) => {
    stopTimers()
    network = new Network(reads, version)
    app = launch({ network, user, rows })
  }

  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line)
    if (message.start) {
      user = message.start.user
      reads.count = 0
      start(message.start.rows, message.start.version)
    } else if (message.act) {
      app.act(message.act.request, message.act.op, message.act.plain ?? false)
    } else if (message.answer) {
      network.answer(message.answer)
    } else if (message.push) {
      if (network.isNews(message.push) || app.hearsAllPushes) app.push(message.push)
      network.heard(message.push)
    } else if (message.refresh) {
      app.refresh()
    } else if (message.reset) {
      user = message.reset.user
      network.forget()
      app.signIn(user)
    } else if (message.restart) {
      start(undefined, 0)
    }
    await settle()
    const show = [...app.shown()].sort((one, other) => one.p - other.p || (one.id < other.id ? -1 : 1))
    process.stdout.write(JSON.stringify({ show, ...network.takeReply() }) + '\n')
  }
}
