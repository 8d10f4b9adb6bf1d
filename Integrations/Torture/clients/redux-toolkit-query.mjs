// Redux Toolkit Query. The first argument selects the recipe.
//
//   undo         manual-cache-updates.mdx, "Optimistic Updates", and the repository's example optimistic-update: patch the
//                cached list, patchResult.undo() on failure, invalidatesTags
//   undo-by-id   the same with rows by id, as createEntityAdapter stores them, so that a patch contains an id and not an index
//   invalidate   the tip on the same page: no undo, the tags are invalidated on failure too
//
// and a mitigation that no page describes:
//
//   pending      the cache contains the server's data; a slice contains the pending mutations, which are rendered on top; one is
//                sent at a time, its response is written into the cache ("Pessimistic Updates"), and no read overlaps one
//
// A push goes into the cache by onCacheEntryAdded, as in streaming-updates.mdx. The store is used without React's hooks, as
// usage-without-react-hooks.mdx describes.

import '../harness/clock.mjs'
import { changed, serve, withChange, withKnown } from '../harness/serve.mjs'
import { configureStore, createSlice } from '@reduxjs/toolkit'
import { createApi } from '@reduxjs/toolkit/query'

const recipe = process.argv[2] ?? 'undo'
if (!['undo', 'undo-by-id', 'invalidate', 'pending'].includes(recipe)) throw new Error(`there is no recipe ${recipe}`)
const isById = recipe === 'undo-by-id'

/// The cached form of a list, and the application of a change to a draft of it.
const stored = (rows) => (isById ? Object.fromEntries(rows.map((row) => [row.id, row])) : rows)
// Undoing in an array can leave holes.
const listed = (data) => (isById ? Object.values(data) : data.filter((row) => row))
const update = (draft, id, change) => {
  const index = isById ? id : draft.findIndex((row) => row.id === id)
  const row = change(draft[index])
  if (isById) {
    if (row) draft[id] = row
    else delete draft[id]
  } else if (index < 0) {
    if (row) draft.push(row)
  } else if (row) {
    draft[index] = row
  } else {
    draft.splice(index, 1)
  }
}

serve(({ network, user, rows }) => {
  /// The listeners of the connection for pushes.
  let listeners = []
  // For 'pending': changes are sent one after another; the number of begun changes.
  let queue, openQueue
  let begun = 0
  const newQueue = () => {
    queue = new Promise((open) => (openQueue = open))
  }

  const readBetweenChanges = async (signal) => {
    // Nothing is shown yet, so nothing can be hidden. Changes wait for this read.
    if (!api.endpoints.getRows.select(user)(store.getState()).data) return network.read(signal)
    for (;;) {
      await queue
      const before = begun
      const rows = await network.read(signal)
      if (before === begun) return rows
    }
  }

  const change = (args) => {
    if (recipe !== 'pending') return network.change(args.request, args.op)
    begun += 1
    const answer = queue.then(() => {
      // A queue belongs to the user that filled it.
      if (args.user !== user) throw new Error('another user has signed in')
      return network.change(args.request, args.op)
    })
    queue = answer.catch(() => {})
    return answer
  }

  const api = createApi({
    tagTypes: ['Row'],
    baseQuery: () => ({ data: null }),
    endpoints: (build) => ({
      getRows: build.query({
        queryFn: async (_user, { signal }) => {
          try {
            const rows = await (recipe === 'pending' ? readBetweenChanges(signal) : network.read(signal))
            return { data: stored(rows) }
          } catch (error) {
            return { error: { message: error.message } }
          }
        },
        providesTags: ['Row'],
        async onCacheEntryAdded(_user, { updateCachedData, cacheDataLoaded, cacheEntryRemoved, dispatch }) {
          const listener = (known) => {
            if (recipe === 'pending') return dispatch(api.util.invalidateTags(['Row']))
            updateCachedData((draft) =>
              update(draft, known.id, (row) => (row && row.ver > known.version ? row : known.row)),
            )
          }
          if (recipe === 'pending') listeners.push(listener)
          try {
            await cacheDataLoaded
            if (recipe === 'pending') openQueue()
            else listeners.push(listener)
          } catch {}
          await cacheEntryRemoved
          listeners = listeners.filter((one) => one !== listener)
        },
      }),
      change: build.mutation({
        queryFn: async (args) => {
          try {
            return { data: await change(args) }
          } catch (error) {
            return { error: { message: error.message } }
          }
        },
        async onQueryStarted({ op, user, isPlain }, { dispatch, queryFulfilled }) {
          const patch = (recipe) => dispatch(api.util.updateQueryData('getRows', user, recipe))
          if (recipe === 'pending') {
            try {
              const { data } = await queryFulfilled
              patch((draft) => withKnown(draft, data))
            } catch {}
            return
          }
          const patchResult = isPlain ? undefined : patch((draft) => update(draft, op.id, (row) => changed(row, op)))
          try {
            await queryFulfilled
          } catch {
            if (recipe === 'invalidate') dispatch(api.util.invalidateTags(['Row']))
            else patchResult?.undo()
          }
        },
        invalidatesTags: ['Row'],
      }),
    }),
  })

  const pending = createSlice({
    name: 'pending',
    initialState: [],
    reducers: {},
    extraReducers: (builder) => {
      const ended = (state, { meta }) => state.filter((change) => change.request !== meta.arg.originalArgs.request)
      builder
        .addMatcher(api.endpoints.change.matchPending, (state, { meta }) => void state.push(meta.arg.originalArgs))
        .addMatcher(api.endpoints.change.matchFulfilled, ended)
        .addMatcher(api.endpoints.change.matchRejected, ended)
        .addMatcher(api.util.resetApiState.match, () => [])
    },
  })

  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, pending: pending.reducer },
    middleware: (standard) => standard().concat(api.middleware),
  })

  let subscription
  newQueue()
  const subscribe = () => {
    subscription = store.dispatch(api.endpoints.getRows.initiate(user))
  }
  if (rows) store.dispatch(api.util.upsertQueryData('getRows', user, stored(rows))).then(subscribe)
  else subscribe()

  return {
    hearsAllPushes: recipe === 'pending',

    act(request, op, isPlain) {
      store.dispatch(api.endpoints.change.initiate({ request, op, user, isPlain }))
    },

    push(known) {
      for (const listener of listeners) listener(known)
    },

    refresh() {
      // If a refetch is skipped because another is in flight, the library does not wait for that one (see README).
      if (recipe === 'pending') store.dispatch(api.util.invalidateTags(['Row']))
      else subscription.refetch()
    },

    signIn(next) {
      user = next
      subscription.unsubscribe()
      store.dispatch(api.util.resetApiState())
      newQueue()
      subscribe()
    },

    shown() {
      const { data } = api.endpoints.getRows.select(user)(store.getState())
      const rows = data ? listed(data) : []
      if (recipe !== 'pending') return rows
      return store
        .getState()
        .pending.map((change) => change.op)
        .reduce(withChange, rows)
    },
  }
})
