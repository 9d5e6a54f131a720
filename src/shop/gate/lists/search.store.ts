import type { GateTicketRow } from '../gate-rows.ts'
import { fold } from '#platform/text/fold.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'

/** Rows per batch: the page can draw between batches. */
const ROWS_AT_ONCE = 200
const MAX_KEYS = 20_000
/** Then the results so far are shown. */
const MAX_SEARCH_MS = 1_500

export interface FoundTickets {
  rows: GateTicketRow[]
  /** True when there are, or may be, others. */
  more: boolean
}

/** Finds rows with words, seats or codes that begin with each typed word; stops when `isStale`. */
export async function searchTickets(
  text: string,
  eventIds: readonly string[],
  most = 30,
  isStale: () => boolean = () => false,
): Promise<FoundTickets> {
  const store = await openStore()
  const began = performance.now()
  // Only keys so far: reading rows of common words would be slow among 100,000.
  const { words, keys, cut } = await lookUp(store, text)
  const rows: GateTicketRow[] = []
  for (let from = 0; from < keys.length; from += ROWS_AT_ONCE) {
    if (rows.length > most || isStale()) break
    if (from > 0 && performance.now() - began > MAX_SEARCH_MS) return { rows: rows.slice(0, most), more: true }
    const some = await store.table('gateTickets').getMany(keys.slice(from, from + ROWS_AT_ONCE))
    rows.push(...some.filter((row) => eventIds.includes(row.eventId) && words.every((word) => hasWord(row, word))))
  }
  return { rows: rows.slice(0, most), more: rows.length > most || cut }
}

const hasWord = (row: GateTicketRow, word: string): boolean => row.terms.some((term) => term.startsWith(word))

async function lookUp(store: Store, text: string): Promise<{ words: string[]; keys: string[]; cut: boolean }> {
  const table = store.table('gateTickets')
  const lists: { word: string; keys: string[] }[] = []
  for (const word of new Set(fold(text).split(' ').filter(Boolean)))
    lists.push({ word, keys: await table.keysStartingWith('terms', word, MAX_KEYS) })
  lists.sort((a, b) => a.keys.length - b.keys.length)
  const [rarest, second] = lists
  const words = lists.map((one) => one.word)
  if (!rarest) return { words, keys: [], cut: false }
  const cut = rarest.keys.length >= MAX_KEYS
  if (!second || second.keys.length >= MAX_KEYS) return { words, keys: rarest.keys, cut }
  const both = new Set(second.keys)
  return { words, keys: rarest.keys.filter((key) => both.has(key)), cut }
}
