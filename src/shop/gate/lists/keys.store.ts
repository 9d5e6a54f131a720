import { importTicketKey } from '#shop/tickets/ticket-code.ts'
import type { GateKeyRow, GateListRow } from '../gate-rows.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'

export type OpenKey = { number: number; bytes: Uint8Array<ArrayBuffer> }

const PROBE = 'gate.keyProbe'

/** Whether this browser stores a CryptoKey (some do not in private windows); null: not tried yet. */
let keeps: boolean | null = null

/** Returns CryptoKeys that no script can read, or bytes where the browser stores no CryptoKey. */
export async function sealedKeys(store: Store, keys: readonly OpenKey[]): Promise<GateKeyRow[]> {
  const sealed = await Promise.all(
    keys.map(async ({ number, bytes }) => ({ number, key: await importTicketKey(bytes) })),
  )
  keeps ??= sealed[0] ? await canKeep(store, sealed[0].key) : null
  return keeps === false ? [...keys] : sealed
}

async function canKeep(store: Store, key: CryptoKey): Promise<boolean> {
  try {
    await store.table('meta').put({ key: PROBE, value: key })
    const kept = (await store.table('meta').get(PROBE))?.value
    await store.table('meta').remove([PROBE])
    return kept instanceof CryptoKey
  } catch {
    return false
  }
}

/** Seals keys that an older version stored as bytes. Never rejects. */
export async function sealOldKeys(): Promise<void> {
  try {
    const store = await openStore()
    for (const list of await store.table('gateLists').all()) await sealList(store, list)
  } catch {
    // Bytes work as well; the next round tries again.
  }
}

async function sealList(store: Store, list: GateListRow): Promise<void> {
  if (!list.keys.some((key) => 'bytes' in key)) return
  const keys = await sealedKeys(
    store,
    list.keys.filter((key) => 'bytes' in key),
  )
  const sealed = new Map(keys.map((key) => [key.number, key]))
  await store.transact(['gateLists'], async () => {
    const now = await store.table('gateLists').get(list.eventId)
    if (!now) return
    await store.table('gateLists').put({
      ...now,
      keys: now.keys.map((key) => ('bytes' in key ? (sealed.get(key.number) ?? key) : key)),
    })
  })
}

export const checkingKey = (key: GateKeyRow): Promise<CryptoKey> | CryptoKey =>
  'key' in key ? key.key : importTicketKey(key.bytes)
