import { useMemo } from 'react'
import { watchGateCounts } from '#shop/gate/lists/counts.store.ts'
import { watchGateLists } from '#shop/gate/lists/lists.store.ts'
import { watchGateNews, watchUnsentScans } from '#shop/gate/scans/scans.store.ts'
import { watchReachable } from '#shop/device/connectivity.ts'
import { gateSync } from '#shop/gate/sync.store.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { signal } from './scanner/sounds.ts'

const TICK_MS = 1_000

const newsWithSound = (eventIds: readonly string[]): ReturnType<typeof watchGateNews> => ({
  subscribe(next, error) {
    let known: Set<string> | null = null
    return watchGateNews(eventIds).subscribe((news) => {
      if (news.some((row) => !row.seen && known?.has(row.key) === false)) signal('NEWS')
      known = new Set(news.map((row) => row.key))
      next(news)
    }, error)
  },
})

export function useGateData(eventIds: readonly string[]) {
  const key = eventIds.join(',')
  const ids = useMemo(() => key.split(',').filter(Boolean), [key])
  const lists = useWatched(watchGateLists, []).value
  const counts = useWatched(() => watchGateCounts(ids), [key]).value
  const unsent = useWatched(watchUnsentScans, []).value
  const news = useWatched(() => newsWithSound(ids), [key]).value
  const sync = useWatched(gateSync, []).value
  const reachable = useWatched(watchReachable, []).value
  const now = useNow(TICK_MS)

  return {
    lists: lists?.filter((list) => ids.includes(list.eventId)),
    counts: counts ?? [],
    waiting: unsent?.waiting ?? 0,
    refused: unsent?.refused ?? [],
    news: news ?? [],
    unseen: (news ?? []).filter((row) => !row.seen).length,
    sync,
    offline: reachable === false || sync?.failure?.code === 'unreachable',
    /** The server's time, in ms. */
    now: now + (sync?.clockOffset ?? 0),
  }
}

export type GateData = ReturnType<typeof useGateData>
