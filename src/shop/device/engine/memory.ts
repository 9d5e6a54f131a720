import { nouns, type Noun } from '../schema.ts'
import type { Store } from '../store-types.ts'

export { memoryStore } from './memory-store.ts'

/** The device reads these from the server: memory's rows and mark would hide what was deleted there meanwhile. */
const READ_ANEW: ReadonlySet<Noun> = new Set([
  'singers',
  'events',
  'categories',
  'layouts',
  'categoryLayouts',
  'shopSettings',
  'seats',
])

export async function adopt(memory: Store, device: Store): Promise<void> {
  const moved = nouns.filter((noun) => !READ_ANEW.has(noun))
  // In a transaction, so that it runs after those under way.
  const held = await memory.transact(moved, () =>
    Promise.all(moved.map(async (noun) => [noun, await memory.table(noun).all()] as const)),
  )
  await device.transact(moved, async () => {
    for (const [noun, rows] of held) {
      // The device's own notes (its id, its sync marks) win.
      const known = noun === 'meta' ? new Set(await device.table('meta').keys()) : null
      await device
        .table(noun)
        .putAll(known ? rows.filter((row) => 'key' in row && row.key !== 'catalogue' && !known.has(row.key)) : rows)
    }
  })
}
