import { nouns, type Noun } from '../schema.ts'
import type { Store } from '../store-types.ts'

/** Memory in place of the device: apart, because few visits need it. */
export { memoryStore } from './memory-store.ts'

/**
 * What comes from the server for everybody: the device reads it anew. Memory's rows and their mark would hide what was
 * deleted on the server since the device last asked.
 */
const READ_ANEW: ReadonlySet<Noun> = new Set([
  'singers',
  'events',
  'categories',
  'layouts',
  'categoryLayouts',
  'shopSettings',
  'seats',
])

/** Moves what a person did while memory served onto the device, in one transaction. */
export async function adopt(memory: Store, device: Store): Promise<void> {
  const moved = nouns.filter((noun) => !READ_ANEW.has(noun))
  // As a transaction, behind those that are under way.
  const held = await memory.transact(moved, () =>
    Promise.all(moved.map(async (noun) => [noun, await memory.table(noun).all()] as const)),
  )
  await device.transact(moved, async () => {
    for (const [noun, rows] of held) {
      // Notes of the device (its own id, how far it has synced) are older than memory, and right.
      const known = noun === 'meta' ? new Set(await device.table('meta').keys()) : null
      await device
        .table(noun)
        .putAll(known ? rows.filter((row) => 'key' in row && row.key !== 'catalogue' && !known.has(row.key)) : rows)
    }
  })
}
