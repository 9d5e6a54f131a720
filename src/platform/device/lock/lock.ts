import { holds, isHeldElsewhere, noteHeld } from './lock-holder.ts'
import { isAway, onPageLife } from '../page-life.ts'

const ASK_AFTER_MS = 4_000

/**
 * Runs `work` alone under `name`: in all tabs and the worker with Web Locks, else (insecure origin) in this page.
 * A page that is left or suspended loses its lock, so two runs may overlap: what they send must be idempotent.
 */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks
  if (!locks) return alone(name, work)
  return new Promise((resolve, reject) => {
    let begun = false
    const hold = async (): Promise<void> => {
      if (begun) return
      begun = true
      const done = noteHeld(name)
      const result = work()
      result.then(resolve, reject)
      await Promise.race([result.then(done, done), departure()])
    }
    acquire(locks, name, hold).catch((error: unknown) => {
      if (!begun) reject(error)
    })
  })
}

async function acquire(locks: LockManager, name: string, hold: () => Promise<void>): Promise<void> {
  for (;;) {
    if (isAway()) await arrival()
    const wait = new AbortController()
    const granted = new Promise<'granted'>((resolve, reject) => {
      const request = locks.request(name, { signal: wait.signal }, () => {
        resolve('granted')
        return hold()
      })
      // Also rejects when this page steals the lock after the work has begun: nothing to report.
      request.catch(reject)
    })
    const outcome = await Promise.race([
      granted,
      departure().then(() => 'left' as const),
      holderIsGone(name, wait.signal).then(() => 'gone' as const),
    ]).finally(() => wait.abort())
    granted.catch(() => undefined)
    if (outcome === 'granted') return
    if (outcome === 'gone') return locks.request(name, { steal: true }, hold)
  }
}

async function holderIsGone(name: string, signal: AbortSignal): Promise<void> {
  do {
    await new Promise((resolve) => setTimeout(resolve, ASK_AFTER_MS))
    if (signal.aborted) return
  } while (holds(name) || (await isHeldElsewhere(name)))
}

const departure = (): Promise<void> => nextChange('left')
const arrival = (): Promise<void> => nextChange('back')

function nextChange(change: 'left' | 'back'): Promise<void> {
  return new Promise((resolve) => {
    const nothing = (): void => undefined
    const stop = onPageLife({
      left: nothing,
      back: nothing,
      [change]: () => {
        stop()
        resolve()
      },
    })
  })
}

const queues = new Map<string, Promise<unknown>>()

function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(name) ?? Promise.resolve()
  const mine = before.then(work, work)
  queues.set(
    name,
    mine.catch(() => undefined),
  )
  return mine
}
