// redux-optimist. The first argument selects the recipe.
//
//   commit    its README word for word: BEGIN shows the change, COMMIT leaves it, REVERT undoes it; if the result is unknown,
//             it is undone and everything is read again
//   answer    the same, and COMMIT takes the server's row, which the README's action carries as `response`
//
// and a mitigation:
//
//   quiet     COMMIT does not use the response, and no read overlaps a change: after the last one everything is read again
//
// A push and the response to a read are ordinary actions; with `quiet` a push starts a read.

import '../harness/clock.mjs'
import { Refused, serve, withChange, withKnown } from '../harness/serve.mjs'
import { applyMiddleware, createStore } from 'redux'
import optimist from 'redux-optimist'

const { BEGIN, COMMIT, REVERT } = optimist

const recipe = process.argv[2] ?? 'commit'
if (!['commit', 'answer', 'quiet'].includes(recipe)) throw new Error(`there is no recipe ${recipe}`)

const nothing = { rows: [] }

/// The top-level reducer: redux-optimist requires a plain object.
function reducer(state = nothing, action) {
  switch (action.type) {
    case 'CHANGE':
      return { ...state, rows: withChange(state.rows, action.op) }
    case 'CHANGE_COMPLETE':
      return recipe === 'answer' ? { ...state, rows: withKnown(state.rows, action.known) } : state
    case 'PUSHED':
      return { ...state, rows: withKnown(state.rows, action.known) }
    case 'READ': {
      // The newer version of each row.
      const mine = new Map(state.rows.map((row) => [row.id, row]))
      return { rows: action.rows.map((row) => (mine.get(row.id)?.ver > row.ver ? mine.get(row.id) : row)) }
    }
    default:
      return state
  }
}

serve(({ network, user, rows }) => {
  let open = 0
  let controller
  let isStale = false

  /// One read at a time, the newest.
  const read = async (store) => {
    controller?.abort()
    controller = new AbortController()
    const { signal } = controller
    try {
      const rows = await network.read(signal)
      store.dispatch({ type: 'READ', rows })
    } catch {}
    if (controller?.signal === signal) controller = undefined
  }

  /// A read that no change overlaps.
  const readWhenQuiet = (store) => {
    if (open > 0) isStale = true
    else read(store)
  }

  const api = (store) => (next) => (action) => {
    if (action.type === 'READ_ALL') return recipe === 'quiet' ? readWhenQuiet(store) : read(store)
    if (action.type !== 'CHANGE') return next(action)
    const { request, op, isPlain } = action
    const owner = user
    const end = (type, more) => {
      if (owner !== user) return
      next({ type, ...more, ...(isPlain ? {} : { optimist: { type: more.error ? REVERT : COMMIT, id: request } }) })
      open -= 1
      if (recipe === 'quiet' && open === 0 && isStale) read(store)
    }
    if (recipe === 'quiet') {
      controller?.abort()
      controller = undefined
      isStale = true
    }
    open += 1
    if (!isPlain) next({ type: 'CHANGE', op, optimist: { type: BEGIN, id: request } })
    network.change(request, op).then(
      (known) => end('CHANGE_COMPLETE', { known }),
      (error) => {
        end('CHANGE_FAILED', { error })
        if (!(error instanceof Refused) && owner === user && recipe !== 'quiet') read(store)
      },
    )
  }

  let store
  const launch = (rows) => {
    open = 0
    isStale = false
    controller?.abort()
    controller = undefined
    store = createStore(optimist(reducer), applyMiddleware(api))
    if (rows) store.dispatch({ type: 'READ', rows })
    else store.dispatch({ type: 'READ_ALL' })
  }
  launch(rows)

  return {
    hearsAllPushes: recipe === 'quiet',

    act(request, op, isPlain) {
      store.dispatch({ type: 'CHANGE', request, op, isPlain })
    },

    push(known) {
      store.dispatch(recipe === 'quiet' ? { type: 'READ_ALL' } : { type: 'PUSHED', known })
    },

    refresh() {
      store.dispatch({ type: 'READ_ALL' })
    },

    signIn(next) {
      user = next
      launch()
    },

    shown() {
      return store.getState().rows
    },
  }
})
