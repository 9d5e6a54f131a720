import { isFull } from '#platform/failure/failure.ts'
import { toFailure } from '#platform/failure/to-failure.ts'
import { signal } from '#platform/observable/observable.ts'
import { nouns as allNouns, schema, type Noun, type Rows } from '../schema.ts'
import type { Store, Table } from '../store-types.ts'
import type { Connection } from './database.ts'

/** The server has these rows, too. What only this device has goes on to the device. */
const FROM_SERVER: ReadonlySet<Noun> = new Set(allNouns.filter((noun) => schema[noun].onServer))
/** Rows of `meta` that say how far those were read, and opened codes. The rest stays on the device. */
const isMark = (key: string): boolean => key === 'catalogue' || key === 'codes' || key.startsWith('wallet:')

const isQuota = (error: unknown): boolean => isFull(toFailure(error))

/** Work of a transaction began on the device, whose rows have moved into the page meanwhile. */
class MovedError extends Error {
  override name = 'MovedError'
}

export interface Overflow {
  /** The connection with rows from the page in place of those that the device has no room for. */
  over(device: Connection): Connection
  /** Moves the session into the page: a new one that the device cannot store lasts as long as the page. */
  holdSession(device: Connection): Promise<void>
}

/** Keeps in the page what the server sent to a full device. A write that fails for want of room moves these rows into
 * memory, as they are on the device, and runs again. `started` is called then. */
export function overflow(newMemory: () => Promise<Store>, started: () => void): Overflow {
  let page: Store | null = null
  const held = new Set<Noun>()
  const moves = signal()
  let moving: Promise<void> = Promise.resolve()

  const hold = (device: Connection, nouns: readonly Noun[]): Promise<void> =>
    (moving = moving.catch(() => undefined).then(() => move(device, nouns)))

  async function move(device: Connection, nouns: readonly Noun[]): Promise<void> {
    const memory = page ?? (await newMemory())
    const missing = nouns.filter((noun) => !held.has(noun))
    // In one transaction, so that no other change runs between the copy and its use.
    await device.transact([...missing, 'meta'], async () => {
      for (const noun of missing) {
        const rows = await device.table(noun).all()
        await device.awaitable(memory.table(noun).putAll(rows as never))
      }
      if (!page) {
        const marks = (await device.table('meta').all()).filter(({ key }) => isMark(key))
        await device.awaitable(memory.table('meta').putAll(marks))
      }
      page = memory
      for (const noun of missing) held.add(noun)
    })
    started()
    moves.send()
  }

  /** Runs `work`, and again once the rows have moved if the device is full. */
  async function withRoom<T>(device: Connection, nouns: readonly Noun[], work: () => Promise<T>): Promise<T> {
    const before = page
    try {
      return await work()
    } catch (error) {
      const movable =
        before === null && isQuota(error) && nouns.some((noun) => noun === 'meta' || FROM_SERVER.has(noun))
      if (!movable && !(error instanceof MovedError)) throw error
      const moved = page !== null || (await hold(device, [...FROM_SERVER]).then(always, never))
      if (!moved) throw error
      return work()
    }
  }

  function over(device: Connection): Connection {
    function table<N extends Noun>(noun: N): Table<Rows[N]> {
      const onDevice = device.table(noun)
      if (page && (held.has(noun) || noun === 'meta')) {
        const inPage = awaitableTable(
          // Work of a transaction waits for the device, too: other writes come after it, or it would undo them.
          device.inside() === null ? writesApart(page, noun) : page.table(noun),
          (answer) => device.awaitable(answer),
        )
        return held.has(noun) ? removesFromBoth(inPage, onDevice) : (split(onDevice as never, inPage as never) as never)
      }
      if (page || device.inside() !== null) return onDevice
      const write = (how: (table: Table<Rows[N]>) => Promise<void>): Promise<void> =>
        withRoom(device, [noun], () => how(page ? table(noun) : onDevice))
      return { ...onDevice, put: (row) => write((to) => to.put(row)), putAll: (rows) => write((to) => to.putAll(rows)) }
    }

    const transact = <T>(nouns: readonly Noun[], work: () => Promise<T>): Promise<T> =>
      withRoom(device, nouns, () => {
        const memory = page
        const onDevice = (): Promise<T> =>
          // `async`: Dexie follows the awaits of such functions only.
          device.transact(nouns, async () => {
            if (page !== memory) throw new MovedError()
            return work()
          })
        const inPage = nouns.filter((noun) => held.has(noun) || noun === 'meta')
        return memory && inPage.length > 0 ? memory.transact(inPage, onDevice) : onDevice()
      })

    return {
      ...device,
      table,
      transact,
      live(read, next, error) {
        let isDue = false
        let stopped = false
        const again = (): void => {
          if (isDue) return
          isDue = true
          // A change is announced inside its transaction, where other tables cannot be read. Dexie follows promises there.
          setTimeout(() => {
            isDue = false
            if (!stopped) read().then(next, error)
          })
        }
        const stops = [device.live(read, next, error), () => void (stopped = true)]
        const follow = (): void => void (page && stops.push(page.live(async () => undefined, again, error)))
        stops.push(moves.subscribe(follow))
        follow()
        return () => stops.forEach((stop) => stop())
      },
    }
  }

  return { over, holdSession: (device) => hold(device, [...FROM_SERVER, 'session']) }
}

/** Each write is a transaction of its own. */
function writesApart<N extends Noun>(page: Store, noun: N): Table<Rows[N]> {
  const table = page.table(noun)
  const apart = (write: () => Promise<void>): Promise<void> => page.transact([noun], write)
  return {
    ...table,
    put: (row) => apart(() => table.put(row)),
    putAll: (rows) => apart(() => table.putAll(rows)),
    remove: (keys) => apart(() => table.remove(keys)),
    removeWhere: (index, values) => apart(() => table.removeWhere(index, values)),
    clear: () => apart(() => table.clear()),
  }
}

const always = (): true => true
const never = (): false => false

type Awaitable = <T>(answer: Promise<T>) => Promise<T>

const awaitableTable = <T>(table: Table<T>, awaitable: Awaitable): Table<T> =>
  Object.fromEntries(
    Object.entries(table).map(([name, method]) => [
      name,
      (...args: never[]) => awaitable((method as (...all: never[]) => Promise<unknown>)(...args)),
    ]),
  ) as unknown as Table<T>

/** What is deleted, as at a sign-out, leaves the device as well. */
const removesFromBoth = <T>(page: Table<T>, device: Table<T>): Table<T> => ({
  ...page,
  remove: (keys) => page.remove(keys).then(() => device.remove(keys)),
  removeWhere: (index, values) => page.removeWhere(index, values).then(() => device.removeWhere(index, values)),
  clear: () => page.clear().then(() => device.clear()),
})

/** Marks are in the page, other rows on the device. Chains, not `await`: that would leave Dexie's transaction. */
function split<T extends { key: string }>(device: Table<T>, page: Table<T>): Table<T> {
  const where = (key: string): Table<T> => (isMark(key) ? page : device)
  const isNoMark = (key: string): boolean => !isMark(key)
  const isOther = ({ key }: T): boolean => !isMark(key)
  return {
    ...device,
    get: (key) => where(key).get(key),
    put: (row) => where(row.key).put(row),
    all: () => device.all().then((rows) => page.all().then((marks) => [...rows.filter(isOther), ...marks])),
    keys: () => device.keys().then((keys) => page.keys().then((marks) => [...keys.filter(isNoMark), ...marks])),
    putAll: (rows) =>
      page.putAll(rows.filter((row) => !isOther(row))).then(() => device.putAll(rows.filter((row) => isOther(row)))),
    // From both: a mark that the device keeps must go with the rows that it speaks of.
    remove: (keys) => page.remove(keys).then(() => device.remove(keys)),
    clear: () => page.clear().then(() => device.clear()),
  }
}
