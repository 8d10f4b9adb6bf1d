// Apollo Client, without React. Which recipe: the first argument.
//
//   update    performance/optimistic-ui.mdx and data/mutations.mdx, "Updating the cache directly": optimisticResponse, and update()
//             keeps the list; the answer is written into the normalized cache
//   refetch   the same, and data/mutations.mdx, "Refetching queries": refetchQueries, awaited
//
// and mitigations:
//
//   live      update, with the fetch policy cache-and-network: a query in flight goes on showing what the cache has
//   quiet     the same, and no read crosses a change: after the last one all is read again; no page has that
//
// A push is written as subscriptions are, below the optimistic layers (data/subscriptions.mdx).

import '../harness/clock.mjs'
import { Lost, changed, serve, withKnown } from '../harness/serve.mjs'
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
  let open = 0
  let isStale = false

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
    const fetchPolicy = recipe === 'live' || recipe === 'quiet' ? 'cache-and-network' : 'cache-first'
    query = client.watchQuery({ query: rowsQuery, variables: { user }, fetchPolicy, nextFetchPolicy: fetchPolicy })
    subscription = query.subscribe({ next() {}, error() {} })
  }
  if (rows) client.writeQuery({ query: rowsQuery, variables: { user }, data: { rows: rows.map(typed) } })
  watch()

  const list = (change) =>
    cache.updateQuery({ query: rowsQuery, variables: { user } }, (data) => data && { rows: change(data.rows) })

  const read = () => query.refetch().catch(() => {})

  return {
    hearsAllPushes: false,

    act(request, op, isPlain) {
      const owner = user
      const before = query.getCurrentResult().data?.rows?.find((row) => row.id === op.id)
      const row = changed(before, op)
      open += 1
      client
        .mutate({
          mutation: changeMutation,
          variables: { request, op },
          optimisticResponse: isPlain
            ? undefined
            : answered({ id: op.id, version: before?.ver ?? 0, row: row && { id: row.id, v: row.v, p: row.p, ver: row.ver } }),
          // The row itself is normalized; the list is ours to keep.
          update: (cache, { data }) => {
            const { id, row } = data.change
            cache.updateQuery({ query: rowsQuery, variables: { user: owner } }, (data) => {
              if (!data) return undefined
              const others = data.rows.filter((one) => one.id !== id)
              return { rows: !row ? others : data.rows.length > others.length ? data.rows : [...data.rows, row] }
            })
          },
          refetchQueries: recipe === 'refetch' ? [rowsQuery] : [],
          awaitRefetchQueries: recipe === 'refetch',
        })
        .catch((error) => {
          if (owner === user && (recipe === 'refetch' || error instanceof Lost || error.cause instanceof Lost)) read()
        })
    },

    push(known) {
      list((rows) => withKnown(rows, { ...known, row: typed(known.row) }))
    },

    refresh() {
      read()
    },

    signIn(next) {
      user = next
      subscription.unsubscribe()
      client.clearStore().catch(() => {})
      watch()
    },

    shown() {
      return (query.getCurrentResult().data?.rows ?? []).map(({ id, v, p, ver }) => ({ id, v, p, ver }))
    },
  }
})
