// TanStack Query. The first argument selects the recipe.
//
//   cache        optimistic-updates.md, "Via the cache": snapshot, roll back, invalidate
//   ui           optimistic-updates.md, "Via the UI": pending mutations are rendered on top of the query's data
//   concurrent   tkdodo.eu/blog/concurrent-optimistic-updates-in-react-query: the last mutation alone invalidates
//
// and mitigations that no page describes completely:
//
//   ui-scope          "Via the UI", one mutation at a time: mutations.md, "Mutation Scopes"
//   ui-quiet          the same, no read overlaps a mutation, and a mutation is pending until its refetch has really ended
//   concurrent-quiet  the concurrent recipe, and no read overlaps a mutation
//
// A push invalidates, as tkdodo.eu/blog/using-web-sockets-with-react-query recommends. The hooks of React,
// Vue, Solid and Svelte contain observers: useQuery a QueryObserver, useMutation a MutationObserver; useMutationState reads the
// mutation cache.

import '../harness/clock.mjs'
import { serve, withChange } from '../harness/serve.mjs'
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core'

const recipe = process.argv[2] ?? 'cache'
const mutationKey = ['rows']

serve(({ network, user, rows }) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  let queryKey, query

  const mount = (user, rows) => {
    queryKey = ['rows', user]
    if (rows) client.setQueryData(queryKey, rows)
    query = new QueryObserver(client, { queryKey, queryFn: ({ signal }) => network.read(signal) })
    return query.subscribe(() => {})
  }
  let unmount = mount(user, rows)

  // A mutation reads again when it has ended. Invalidation does not replace a first read, so it is canceled.
  let isSettling = false
  const readWhenQuiet = async () => {
    if (client.isMutating({ mutationKey }) > 0 && !isSettling) return
    if (!client.getQueryData(queryKey)) await client.cancelQueries({ queryKey })
    client.invalidateQueries({ queryKey })
  }

  // A screen has the list of the user that was signed in when it was made.
  const options = (queryKey) => {
    const mutationFn = ({ request, op }) => network.change(request, op)
    const invalidate = () => client.invalidateQueries({ queryKey })
    switch (recipe) {
      case 'cache':
        return {
          mutationKey,
          mutationFn,
          onMutate: async ({ op }) => {
            await client.cancelQueries({ queryKey })
            const previousRows = client.getQueryData(queryKey)
            client.setQueryData(queryKey, (rows) => withChange(rows ?? [], op))
            return { previousRows }
          },
          onError: (_error, _change, result) => client.setQueryData(queryKey, result.previousRows),
          onSettled: invalidate,
        }
      case 'concurrent':
      case 'concurrent-quiet':
        return {
          mutationKey,
          mutationFn,
          onMutate: async ({ op }) => {
            await client.cancelQueries({ queryKey })
            client.setQueryData(queryKey, (rows) => rows && withChange(rows, op))
          },
          onSettled: () => {
            if (client.isMutating({ mutationKey }) === 1) invalidate()
          },
        }
      case 'ui':
        return { mutationKey, mutationFn, onSettled: invalidate }
      case 'ui-scope':
        return { mutationKey, mutationFn, onSettled: invalidate, scope: { id: 'rows' } }
      case 'ui-quiet':
        return {
          mutationKey,
          mutationFn,
          scope: { id: 'rows' },
          onMutate: () => (client.isMutating({ mutationKey }) === 1 ? client.cancelQueries({ queryKey }) : undefined),
          // The promise of a refetch that was replaced twice resolves too early, so check whether a refetch is in flight.
          onSettled: async () => {
            isSettling = true
            await invalidate()
            while (client.isFetching({ queryKey })) await client.refetchQueries({ queryKey }, { cancelRefetch: false })
            isSettling = false
          },
        }
    }
    throw new Error(`there is no recipe ${recipe}`)
  }

  return {
    // It reads again and does not use the response.
    hearsAllPushes: true,

    act(request, op, isPlain) {
      const { onMutate, onError, ...plain } = options(queryKey)
      const mutation = new MutationObserver(client, isPlain ? plain : { ...plain, onMutate, onError })
      mutation.mutate({ request, op }).catch(() => {})
    },

    push() {
      if (recipe.endsWith('quiet')) readWhenQuiet()
      else client.invalidateQueries({ queryKey })
    },

    refresh() {
      if (recipe.endsWith('quiet')) readWhenQuiet()
      else query.refetch()
    },

    signIn(user) {
      unmount()
      client.clear()
      unmount = mount(user)
    },

    shown() {
      const rows = query.getCurrentResult().data ?? []
      if (!recipe.startsWith('ui')) return rows
      return client
        .getMutationCache()
        .findAll({ mutationKey, status: 'pending' })
        .map((mutation) => mutation.state.variables.op)
        .reduce(withChange, rows)
    },
  }
})
