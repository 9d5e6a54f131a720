import { useEffect, useMemo, useRef, useState } from 'react'
import { watchGateCounts } from '#shop/gate/lists/counts.store.ts'
import { watchGateLists } from '#shop/gate/lists/lists.store.ts'
import { watchGateNews, watchUnsentScans } from '#shop/gate/scans/scans.store.ts'
import { watchGateSync, startGateSync } from '#shop/gate/sync.store.ts'
import { useNow } from '#ui/hooks/use-now.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { signal } from './scanner/sounds.ts'

/** How often ages are counted on, in milliseconds. */
const TICK_MS = 1_000

/** Everything around the answers: lists, counts, what waits, what went wrong, the way to the server. */
export function useGateData(eventIds: readonly string[]) {
  const key = eventIds.join(',')
  const ids = useMemo(() => key.split(',').filter(Boolean), [key])
  const lists = useWatched(watchGateLists, []).value
  const counts = useWatched(() => watchGateCounts(ids), [key]).value
  const unsent = useWatched(watchUnsentScans, []).value
  const news = useWatched(() => watchGateNews(ids), [key]).value
  const sync = useWatched(watchGateSync, []).value
  const now = useNow(TICK_MS)

  useEffect(startGateSync, [])

  // A sound for what is new; what was there when the gate opened is only shown.
  const known = useRef<Set<string> | null>(null)
  const [heard, setHeard] = useState(0)
  useEffect(() => {
    if (!news) return
    const before = known.current
    known.current = new Set(news.map((row) => row.key))
    if (!before || !news.some((row) => !row.seen && !before.has(row.key))) return
    signal('NEWS')
    setHeard((n) => n + 1)
  }, [news])

  return {
    lists: lists?.filter((list) => ids.includes(list.eventId)),
    counts: counts ?? [],
    waiting: unsent?.waiting ?? 0,
    refused: unsent?.refused ?? [],
    news: news ?? [],
    unseen: (news ?? []).filter((row) => !row.seen).length,
    heard,
    sync,
    /** Milliseconds on the server's clock. */
    now: now + (sync?.clockOffset ?? 0),
  }
}

export type GateData = ReturnType<typeof useGateData>
