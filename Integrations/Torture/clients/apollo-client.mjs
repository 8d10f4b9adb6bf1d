// Apollo Client, without React. The first argument selects the recipe.
//
//   update    performance/optimistic-ui.mdx and data/mutations.mdx, "Updating the cache directly": optimisticResponse, and update()
//             maintains the list; the response is written into the normalized cache
//   refetch   the same, and data/mutations.mdx, "Refetching queries": refetchQueries, awaited
//
// and mitigations:
//
//   live      update, with the fetch policy cache-and-network: a query in flight continues to show the cache
//   quiet     no optimistic layer: pending changes are rendered on top of the cache, one is sent at a time, and a read
//             counts only if no change overlapped it; no page describes this
//
// A push is written as subscriptions are, below the optimistic layers (data/subscriptions.mdx).

import '../harness/clock.mjs'
import { Lost, changed, serve, withChange, withKnown } from '../harness/serve.mjs'
import { ApolloClient, ApolloLink, InMemoryCache, gql } from '@apollo/client'
import { Observable } from 'rxjs'

const recipe = process.argv[2] ?? 'update'
if (!['update', 'refetch', 'live', 'quiet'].includes(recipe)) throw new Error(`there is no recipe ${recipe}`)

const rowsQuery = gql`
  query Rows($user: String!) {
    rows(user: $user) {
      id
      v
      p
      ver
    }
  }
`
const changeMutation = gql`
  mutation Change($request: String!, $op: Op!) {
    change(request: $request, op: $op) {
      id
      version
      row {
        id
        v
        p
        ver
      }
    }
  }
`

const typed = (row) => row && { __typename: 'Row', ...row }
const answered = (known) => ({
  change: { __typename: 'Known', id: known.id, version: known.version, row: typed(known.row) ?? null },
})

serve(({ network, user, rows }) => {
  const link = new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        const controller = new AbortController()
        const { request, op } = operation.variables
        const answer = request
          ? network.change(request, op).then(answered)
          : network.read(controller.signal).then((rows) => ({ rows: rows.map(typed) }))
        answer.then(
          (data) => {
            observer.next({ data })
            observer.complete()
          },
          (error) => observer.error(error),
        )
        return () => controller.abort()
      }),
  )
  const cache = new InMemoryCache({ typePolicies: { Known: { keyFields: false }, Query: { fields: { rows: { merge: false } } } } })
  const client = new ApolloClient({ link, cache })

  let query, subscription
  const watch = () => {
    const fetchPolicy = { live: 'cache-and-network', quiet: 'cache-only' }[recipe] ?? 'cache-first'
    query = client.watchQuery({ query: rowsQuery, variables: { user }, fetchPolicy, nextFetchPolicy: fetchPolicy })
    subscription = query.subscribe({ next() {}, error() {} })
  }
  const write = (rows) => client.writeQuery({ query: rowsQuery, variables: { user }, data: { rows: rows.map(typed) } })

  // For 'quiet': the pending changes, which are sent one after another after the first read.
  let pending, begun, isReading, isStale, queue, openQueue

  const readQuietly = async () => {
    isStale = true
    const owner = user
    const isFirst = !client.readQuery({ query: rowsQuery, variables: { user } })
    if (isReading || (pending.length > 0 && !isFirst)) return
    ;[isReading, isStale] = [true, false]
    const before = begun
    // Signing out rejects it.
    const { data } = await client.query({ query: rowsQuery, variables: { user }, fetchPolicy: 'no-cache' }).catch(() => ({}))
    if (owner !== user) return
    isReading = false
    if (isFirst || before === begun) write(data.rows)
    else isStale = true
    openQueue()
    if (isStale) readQuietly()
  }

  const changeQuietly = (request, op) => {
    const owner = user
    pending.push({ request, op })
    begun += 1
    const mayGo = queue
    queue = (async () => {
      await mayGo
      if (owner !== user) return
      let mustRead = isStale
      try {
        await client.mutate({ mutation: changeMutation, variables: { request, op }, update: keepList(owner) })
      } catch {
        mustRead = true
      }
      if (owner !== user) return
      pending = pending.filter((change) => change.request !== request)
      if (mustRead || isStale) readQuietly()
    })()
  }

  const begin = (rows) => {
    ;[pending, begun, isReading, isStale] = [[], 0, false, false]
    queue = new Promise((open) => (openQueue = open))
    if (rows) {
      write(rows)
      openQueue()
    }
    watch()
    if (recipe === 'quiet' && !rows) readQuietly()
  }

  // The row itself is normalized; the app maintains the list.
  const keepList =
    (user) =>
    (cache, { data }) => {
      const { id, row } = data.change
      cache.updateQuery({ query: rowsQuery, variables: { user } }, (data) => {
        const isListed = data?.rows.some((one) => one.id === id)
        if (!data || isListed === (row !== null)) return undefined
        return { rows: row ? [...data.rows, row] : data.rows.filter((one) => one.id !== id) }
      })
    }

  begin(rows)

  const list = (change) =>
    cache.updateQuery({ query: rowsQuery, variables: { user } }, (data) => data && { rows: change(data.rows) })

  const read = () => query.refetch().catch(() => {})

  return {
    hearsAllPushes: recipe === 'quiet',

    act(request, op, isPlain) {
      if (recipe === 'quiet') return changeQuietly(request, op)
      const owner = user
      const before = query.getCurrentResult().data?.rows?.find((row) => row.id === op.id)
      const row = changed(before, op)
      client
        .mutate({
          mutation: changeMutation,
          variables: { request, op },
          optimisticResponse: isPlain
            ? undefined
            : answered({ id: op.id, version: before?.ver ?? 0, row: row && { id: row.id, v: row.v, p: row.p, ver: row.ver } }),
          update: keepList(owner),
          refetchQueries: recipe === 'refetch' ? [rowsQuery] : [],
          awaitRefetchQueries: recipe === 'refetch',
        })
        .catch((error) => {
          if (owner === user && (recipe === 'refetch' || error instanceof Lost || error.cause instanceof Lost)) read()
        })
    },

    push(known) {
      if (recipe === 'quiet') return void readQuietly()
      list((rows) => withKnown(rows, { ...known, row: typed(known.row) }))
    },

    refresh() {
      if (recipe === 'quiet') readQuietly()
      else read()
    },

    signIn(next) {
      user = next
      subscription.unsubscribe()
      query = undefined
      pending = []
      client
        .clearStore()
        .catch(() => {})
        .then(() => begin())
    },

    shown() {
      const rows = (query?.getCurrentResult().data?.rows ?? []).map(({ id, v, p, ver }) => ({ id, v, p, ver }))
      return pending.map((change) => change.op).reduce(withChange, rows)
    },
  }
})
