import type postgres from 'postgres'
import { CLOSED } from '../ended.ts'

const LOST = /^(CONNECTION_|ECONN|EPIPE$|ETIMEDOUT$)/

const ended = (): Error => Object.assign(new Error('The database ended this connection.'), { code: CLOSED })

/** One connection to PostgreSQL. Once it is lost, everything that is asked in it fails with 57P01. */
export class Session {
  readonly client: postgres.Sql
  readonly #connection: postgres.ReservedSql
  /** How to end what is being asked: the driver keeps quiet about what it has not sent. */
  readonly #asked = new Set<(error: Error) => void>()
  isLost = false

  constructor(client: postgres.Sql, connection: postgres.ReservedSql) {
    this.client = client
    this.#connection = connection
  }

  /** Sends a statement without waiting for those before it. `options`: `prepare` keeps it ready for the next time. */
  async ask(
    text: string,
    params: readonly unknown[] = [],
    options: postgres.UnsafeQueryOptions = {},
  ): Promise<postgres.RowList<postgres.Row[]>> {
    // The driver would write into a connection that is gone, which ends the process.
    if (this.isLost) throw ended()
    const { promise: lost, reject } = Promise.withResolvers<never>()
    this.#asked.add(reject)
    try {
      return await Promise.race([this.#connection.unsafe(text, [...params] as never[], options).execute(), lost])
    } catch (error) {
      throw LOST.test(String((error as { code?: unknown }).code)) ? ended() : error
    } finally {
      this.#asked.delete(reject)
    }
  }

  lose(): void {
    this.isLost = true
    for (const reject of this.#asked) reject(ended())
  }
}

interface Waiting {
  resolve(session: Session): void
  reject(error: unknown): void
}

/**
 * Connections that callers take one at a time, first come first served. Each is a client of its own, which is thrown away
 * with its connection: the driver's own pool hands out connections that were closed, and forgets who waits for them
 * (github.com/porsager/postgres/issues/1195).
 */
export class Sessions {
  readonly #open: (onClose: () => void) => postgres.Sql
  readonly #most: number
  readonly #free: Session[] = []
  readonly #all = new Set<Session>()
  #count = 0
  #waiting: Waiting[] = []

  /** `open` makes a client of one connection, which calls `onClose` when that is closed. */
  constructor(open: (onClose: () => void) => postgres.Sql, most: number) {
    this.#open = open
    this.#most = most
  }

  /** @throws the driver's error when the database cannot be reached */
  take(): Promise<Session> {
    const free = this.#free.pop()
    if (free) return Promise.resolve(free)
    if (this.#count < this.#most) return this.#connect()
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  giveBack(session: Session): void {
    if (session.isLost) {
      this.#drop(session)
      return
    }
    const next = this.#waiting.shift()
    if (next) next.resolve(session)
    else this.#free.push(session)
  }

  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.take()
    try {
      return await work(session)
    } finally {
      this.giveBack(session)
    }
  }

  /** All or nothing. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.use(async (session) => {
      await session.ask('begin')
      try {
        const result = await work(session)
        await session.ask('commit')
        return result
      } catch (error) {
        // What went wrong first is said.
        if (!session.isLost) await session.ask('rollback').catch(() => undefined)
        throw error
      }
    })
  }

  /** Waits some seconds for what is under way; the driver would wait as long for one that no one uses. */
  async end(): Promise<void> {
    for (const session of this.#free.splice(0)) this.#drop(session)
    await Promise.all([...this.#all].map(({ client }) => client.end({ timeout: 5 })))
  }

  async #connect(): Promise<Session> {
    this.#count += 1
    let session: Session | undefined
    const closed = Promise.withResolvers<never>()
    closed.promise.catch(() => undefined)
    const client = this.#open(() => {
      if (session) this.#lost(session)
      // The driver then forgets that a connection was wanted.
      else closed.reject(ended())
    })
    try {
      session = new Session(client, await Promise.race([client.reserve(), closed.promise]))
      this.#all.add(session)
      return session
    } catch (error) {
      client.end({ timeout: 0 }).catch(() => undefined)
      this.#makeRoom()
      throw error
    }
  }

  #lost(session: Session): void {
    session.lose()
    const at = this.#free.indexOf(session)
    if (at < 0) return
    this.#free.splice(at, 1)
    this.#drop(session)
  }

  #drop(session: Session): void {
    this.#all.delete(session)
    session.client.end({ timeout: 0 }).catch(() => undefined)
    this.#makeRoom()
  }

  #makeRoom(): void {
    this.#count -= 1
    const next = this.#waiting.shift()
    if (next) this.#connect().then(next.resolve, next.reject)
  }
}
