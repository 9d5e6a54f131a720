import { nouns, schema, type Noun } from '../schema.ts'
import { signal } from '#platform/observable/observable.ts'
import type { Store, Table } from '../store-types.ts'

type Row = Record<string, unknown>

/** Returns the store of browsers without a database; it lasts as long as the tab. Copies rows in and out. */
export function memoryStore(): Store {
  const rows = new Map<Noun, Map<string, Row>>(nouns.map((noun) => [noun, new Map()]))
  const changes = signal()
  let queue: Promise<unknown> = Promise.resolve()
  let isChangeSent = true
  /** Whether the transaction under way has changed rows; null without one. */
  let isDirty: boolean | null = null
  let closed = false

  const of = (noun: Noun): Map<string, Row> => rows.get(noun)!
  const changed = () => {
    if (isDirty !== null) isDirty = true
    if (isDirty !== null || !isChangeSent) return
    isChangeSent = false
    queueMicrotask(() => {
      isChangeSent = true
      if (!closed) changes.send()
    })
  }

  function table(noun: Noun): Table<Row> {
    const { key } = schema[noun]
    const keyOf = (row: Row) => row[key] as string
    const list = () => [...of(noun).values()]
    const having = (index: string, values: readonly string[]) =>
      list().filter((row) => values.includes(row[index] as string))
    const beginning = (index: string, prefix: string, most: number) =>
      list()
        .filter((row) => (row[index] as string[]).some((member) => member.startsWith(prefix)))
        .slice(0, most)
    const putAll = async (some: readonly Row[]) => {
      for (const row of some) of(noun).set(keyOf(row), copy(row))
      if (some.length > 0) changed()
    }
    return {
      get: async (id) => copy(of(noun).get(id)),
      getMany: async (ids) => ids.map((id) => copy(of(noun).get(id))).filter((row) => row !== undefined),
      all: async () => list().map(copy),
      where: async (...which) => having(...which).map(copy),
      keysWhere: async (index, value) => having(index, [value]).map(keyOf),
      atLeast: async (index, from) =>
        list()
          .filter((row) => (row[index] as string) >= from)
          .sort((a, b) => ((a[index] as string) < (b[index] as string) ? -1 : 1))
          .map(copy),
      startsWith: async (...which) => beginning(...which).map(copy),
      keysStartingWith: async (...which) => beginning(...which).map(keyOf),
      count: async (...which) => having(...which).length,
      keys: async () => [...of(noun).keys()],
      put: (row) => putAll([row]),
      putAll,
      async remove(ids) {
        for (const id of ids) of(noun).delete(id)
        changed()
      },
      removeWhere: async (...which) => {
        for (const row of having(...which)) of(noun).delete(keyOf(row))
        changed()
      },
      async clear() {
        of(noun).clear()
        changed()
      },
    }
  }

  return {
    kind: 'memory',
    isNew: true,
    table: (noun) => table(noun) as never,
    transact(involved, work) {
      const mine = queue.then(nextTask).then(async () => {
        const before = involved.map((noun) => [noun, new Map(of(noun))] as const)
        isDirty = false
        try {
          return await work()
        } catch (error) {
          for (const [noun, kept] of before) rows.set(noun, kept)
          isDirty = false
          throw error
        } finally {
          const hasChanged = isDirty
          isDirty = null
          if (hasChanged) changed()
        }
      })
      queue = mine.catch(() => undefined)
      return mine
    },
    live(read, next, error) {
      let stopped = false
      const run = () => {
        read().then(
          (value) => stopped || next(value),
          (problem: unknown) => stopped || error(problem),
        )
      }
      const forget = changes.subscribe(run)
      run()
      return () => {
        stopped = true
        forget()
      }
    },
    close: () => void (closed = true),
  }
}

/**
 * Resolves in a task of its own. Work of a transaction awaits only tables, which answer within the task: so nothing else
 * runs meanwhile, and a failed transaction undoes its own writes alone.
 */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

const copy = <T>(value: T): T => structuredClone(value)

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
