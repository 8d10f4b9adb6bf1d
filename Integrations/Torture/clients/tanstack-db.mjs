// TanStack DB with a query collection. The first argument selects the recipe.
//
//   refetch   query-collection.md, "Persistence Handlers": after a handler the collection reads again
//   answer    query-collection.md, "Incremental Updates": the handler writes the server's row into the synced store,
//             { refetch: false }
//
// and a mitigation that no page describes:
//
//   quiet     answer, one change at a time, and no read overlaps a change: after the last one everything is read again
//
// A push is a direct write, as "Real-World Example: WebSocket Integration" on the same page. A plain save is
// { optimistic: false }. The user's change is passed with the mutation as metadata (mutations.md).

import '../harness/clock.mjs'
import { changed, serve } from '../harness/serve.mjs'
import { createCollection } from '@tanstack/db'
import { QueryClient } from '@tanstack/query-core'
import { DeleteOperationItemNotFoundError, queryCollectionOptions } from '@tanstack/query-db-collection'

const recipe = process.argv[2] ?? 'refetch'
if (!['refetch', 'answer', 'quiet'].includes(recipe)) throw new Error(`there is no recipe ${recipe}`)

serve(({ network, user, rows }) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })

  /// The list of one user, with the user's queue of changes.
  const open = (user, rows) => {
    const queryKey = ['rows', user]
    if (rows) queryClient.setQueryData(queryKey, rows)
    let isClosed = false
    // For 'quiet': the pending changes, and whether to read once there are none.
    let changing = 0
    let isStale = false
    let queue = Promise.resolve()

    const read = async () => {
      if (!queryClient.getQueryData(queryKey)) await queryClient.cancelQueries({ queryKey })
      if (!isClosed) queryClient.invalidateQueries({ queryKey })
    }

    const readWhenQuiet = () => {
      if (changing > 0) isStale = true
      else read()
    }

    const firstReadEnded = async () => {
      while (!queryClient.getQueryData(queryKey) && queryClient.isFetching({ queryKey })) {
        await queryClient.refetchQueries({ queryKey }, { cancelRefetch: false })
      }
    }

    const changeQuietly = async ({ request, op }) => {
      changing += 1
      if (queryClient.getQueryData(queryKey) && queryClient.isFetching({ queryKey })) {
        isStale = true
        await queryClient.cancelQueries({ queryKey })
      }
      const answer = queue.then(async () => {
        await firstReadEnded()
        if (isClosed) throw new Error('another user has signed in')
        return network.change(request, op)
      })
      queue = answer.catch(() => {})
      try {
        receive(await answer)
      } catch (error) {
        isStale = true
        throw error
      } finally {
        changing -= 1
        // The collection holds back a response while a change is being persisted, so wait until this one has ended.
        setTimeout(() => {
          if (changing > 0 || !isStale) return
          isStale = false
          read()
        })
      }
    }

    const persist = async ({ transaction }) => {
      const { request, op } = transaction.mutations[0].metadata
      if (recipe === 'quiet') {
        await changeQuietly({ request, op })
        return { refetch: false }
      }
      const known = await network.change(request, op)
      if (recipe === 'refetch') return
      receive(known)
      return { refetch: false }
    }

    const collection = createCollection(
      queryCollectionOptions({
        id: `rows of ${user}`,
        queryKey,
        queryFn: ({ signal }) => network.read(signal),
        queryClient,
        getKey: (row) => row.id,
        startSync: true,
        onInsert: persist,
        onUpdate: persist,
        onDelete: persist,
      }),
    )

    const receive = ({ id, row, version }) => {
      const before = queryClient.getQueryData(queryKey)?.find((row) => row.id === id)
      if (isClosed || collection.status !== 'ready' || (before && before.ver > version)) return
      if (row) return collection.utils.writeUpsert(row)
      try {
        collection.utils.writeDelete(id)
      } catch (error) {
        if (!(error instanceof DeleteOperationItemNotFoundError)) throw error
      }
    }

    const subscription = collection.subscribeChanges(() => {})
    return {
      collection,
      receive,
      readWhenQuiet,
      close() {
        isClosed = true
        subscription.unsubscribe()
        collection.cleanup()
      },
    }
  }

  let list = open(user, rows)

  return {
    hearsAllPushes: recipe === 'quiet',

    act(request, op, isPlain) {
      const options = { metadata: { request, op }, optimistic: !isPlain }
      const { collection } = list
      let transaction
      if (op.t === 'put') transaction = collection.insert(changed(undefined, op), options)
      else if (op.t === 'del') transaction = collection.delete(op.id, options)
      else transaction = collection.update(op.id, options, (draft) => void Object.assign(draft, changed({ ...draft }, op)))
      transaction.isPersisted.promise.catch(() => {})
    },

    push(known) {
      if (recipe === 'quiet') list.readWhenQuiet()
      else list.receive(known)
    },

    refresh() {
      if (recipe === 'quiet') list.readWhenQuiet()
      else list.collection.utils.refetch()
    },

    signIn(user) {
      list.close()
      list = open(user)
    },

    shown() {
      return list.collection.toArray.map(({ id, v, p, ver }) => ({ id, v, p, ver }))
    },
  }
})
