// SWR. The first argument selects the recipe.
//
//   optimistic  swr.vercel.app/docs/mutation#optimistic-updates: mutate() with optimisticData and rollbackOnError, and a complete
//               read afterwards
//   answer      the same page, "Update Cache After Mutation": populateCache takes the server's row, revalidate: false
//
// and a mitigation that no page describes:
//
//   quiet       a change goes into the cache by a local mutate(), and the last one to end reads again; pushes and pulls
//               in the meantime wait for that
//
// A push revalidates. The hook runs in a component, on Preact's implementation of React, which renders without a browser.

import '../harness/clock.mjs'
import { place } from '../harness/page.mjs'
import { Lost, serve, withChange, withKnown } from '../harness/serve.mjs'
import { createElement, render } from 'react'
import useSWR, { SWRConfig, unstable_serialize, useSWRConfig } from 'swr'

const recipe = process.argv[2] ?? 'optimistic'
if (!['optimistic', 'answer', 'quiet'].includes(recipe)) throw new Error(`there is no recipe ${recipe}`)

serve(({ network, user, rows }) => {
  let shown, mutate, root
  // For 'quiet': the changes and reads in flight, and whether to read once there are none.
  let open, reading, isStale

  const readAlone = async () => {
    const owner = user
    reading += 1
    const rows = await network.read()
    if (owner === user) {
      reading -= 1
      setTimeout(readIfStale)
    }
    return rows
  }

  const readIfStale = () => {
    if (open > 0 || reading > 0 || !isStale) return
    isStale = false
    mutate(['rows', user])
  }

  const readWhenQuiet = () => {
    isStale = true
    readIfStale()
  }

  const List = ({ user }) => {
    const { data } = useSWR(['rows', user], recipe === 'quiet' ? readAlone : () => network.read())
    mutate = useSWRConfig().mutate
    shown = data ?? []
    return null
  }

  const mount = (rows) => {
    ;[open, reading, isStale] = [0, 0, false]
    shown = []
    const cache = new Map(rows ? [[unstable_serialize(['rows', user]), { data: rows, _k: ['rows', user] }]] : [])
    const value = { provider: () => cache, revalidateIfStale: false, revalidateOnFocus: false, revalidateOnReconnect: false }
    root = place()
    render(createElement(SWRConfig, { value }, createElement(List, { user })), root)
  }
  mount(rows)

  const changeQuietly = async (request, op, isPlain) => {
    const owner = user
    open += 1
    isStale = true
    mutate(['rows', user], (rows) => (isPlain ? rows : withChange(rows ?? [], op)), { revalidate: false })
    try {
      await network.change(request, op)
    } catch {}
    if (owner !== user) return
    open -= 1
    readIfStale()
  }

  return {
    hearsAllPushes: true,

    act(request, op, isPlain) {
      if (recipe === 'quiet') return void changeQuietly(request, op, isPlain)
      const key = ['rows', user]
      const read = () => mutate(key)
      const options = {
        rollbackOnError: true,
        populateCache: recipe === 'answer' ? (known, rows) => withKnown(rows ?? [], known) : false,
        revalidate: recipe === 'optimistic',
      }
      if (!isPlain) options.optimisticData = (_committed, displayed) => withChange(displayed ?? [], op)
      mutate(key, network.change(request, op), options).catch((error) => {
        if (recipe === 'answer' && error instanceof Lost) read()
      })
    },

    push() {
      if (recipe === 'quiet') readWhenQuiet()
      else mutate(['rows', user])
    },

    refresh() {
      if (recipe === 'quiet') readWhenQuiet()
      else mutate(['rows', user])
    },

    signIn(next) {
      render(null, root)
      user = next
      mount()
    },

    shown() {
      return shown
    },
  }
})
